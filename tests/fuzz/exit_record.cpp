#include "fuzz/fuzz.h"
#include "shim/record.h"

namespace ph::fuzz {

void one(std::string_view input) {
    const auto record = shim::parseRecord(input);
    require(record.kind <= shim::EndKind::LaunchFailed, "a record ends in a known way");
    require(record.cause <= shim::EndCause::Scratch, "a record has a known cause");
    if (!record.ended()) return;
    const auto again = shim::parseRecord(shim::startedLine(record.startedMicros) + shim::endedLine(record));
    require(shim::endedLine(again) == shim::endedLine(record) && again.startedMicros == record.startedMicros,
            "a record reads back as what was written");
}

}  // namespace ph::fuzz
