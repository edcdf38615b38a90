#include "support/begin.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

namespace ph::test::detail {

void spawn(const boost::asio::any_io_executor& executor, boost::asio::awaitable<void> work) {
    boost::asio::co_spawn(executor, std::move(work), boost::asio::detached);
}

}  // namespace ph::test::detail
