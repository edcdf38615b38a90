#pragma once

#include "base/clock.h"
#include "base/units.h"
#include "domain/accounts/access.h"
#include "ports/database.h"

namespace ph {

/// Whose files are whose. Contents are one for the whole site; an organisation has those that it sent itself. Logic
/// thread.
class BlobService {
public:
    BlobService(Database& database, const Clock& clock);
    /// The caller has sent all of it: its organisation may name it for a day, or for as long as a job of it does.
    Async<> uploaded(Principal who, std::string digest, Bytes size);
    /// kBlobNotFound unless the caller's organisation has it; begins its day anew, as who asks is about to name it.
    Async<> find(Principal who, std::string digest);

private:
    Database& m_database;
    const Clock& m_clock;
};

}  // namespace ph
