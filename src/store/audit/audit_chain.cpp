#include "store/audit/audit_chain.h"

#include <fmt/format.h>
#include <sodium.h>

namespace ph {

std::string chainedHash(const std::string& previous, const AuditRecord& record) {
    std::string text;
    const auto field = [&](std::string_view value) {
        fmt::format_to(std::back_inserter(text), "{}:{}", value.size(), value);
    };
    field(previous);
    field(fmt::format("{}", record.number));
    field(fmt::format("{}", record.at.micros));
    field(record.org ? record.org->view() : std::string_view());
    for (const auto* value :
         {&record.actor, &record.from, &record.action, &record.object, &record.before, &record.after})
        field(*value);
    std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
    crypto_hash_sha256(hash.data(), reinterpret_cast<const unsigned char*>(text.data()), text.size());
    return fmt::format("{:02x}", fmt::join(hash, ""));
}

}  // namespace ph
