#pragma once

#include "domain/accounts/access.h"
#include "domain/support/support.h"
#include "ports/database.h"
#include "ports/node_view.h"
#include "ports/support_source.h"

namespace ph {

/// Makes support bundles, for super administrators. Logic thread.
class SupportService {
public:
    SupportService(Database& database, StoreCounts& counts, const NodeView& view, const SupportSource& source,
                   std::string version, const Clock& clock);
    /// kNotAllowed. A store that cannot be read is told in the bundle: that is when it is wanted.
    Async<SupportBundle> make(Principal who);

private:
    Database& m_database;
    StoreCounts& m_counts;
    const NodeView& m_view;
    const SupportSource& m_source;
    std::string m_version;
    const Clock& m_clock;
};

}  // namespace ph
