#include "planner/queues/amounts.h"

#include <algorithm>

namespace ph::queues {

std::size_t Dimensions::ofModel(const std::string& model) {
    const auto known = std::find(m_names.begin() + kCards + 1, m_names.end(), model);
    if (known != m_names.end()) return static_cast<std::size_t>(known - m_names.begin());
    m_names.push_back(model);
    return m_names.size() - 1;
}

}  // namespace ph::queues
