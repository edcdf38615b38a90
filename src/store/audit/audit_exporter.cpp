#include "store/audit/audit_exporter.h"

#include "reflect/codec.h"
#include "reflect/json_text.h"

#include <boost/json/serialize.hpp>
#include <fmt/format.h>
#include <sodium.h>

#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <unistd.h>

namespace ph {

namespace {

std::string signedText(const AuditHead& head) {
    return fmt::format("{}:{}:{}", head.number, head.hash, head.at.micros);
}

std::string lastHash(const std::string& path) {
    std::ifstream file(path);
    std::string line, last;
    while (std::getline(file, line))
        if (!line.empty()) last = line;
    const auto json = reflect::parseJson(last);
    if (!json) return {};
    const auto head = reflect::decode<AuditHead>(*json);
    return head ? head->hash : std::string();
}

Result<> appendLine(const std::string& folder, const std::string& line) {
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    const auto path = folder + "/heads.jsonl";
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (file < 0) return Error(kUnavailable, "cannot open " + path).with("path", path);
    const bool written =
        ::write(file, line.data(), line.size()) == static_cast<ssize_t>(line.size()) && ::fsync(file) == 0;
    ::close(file);
    if (!written) return Error(kNoSpace, "cannot write " + path).with("path", path);
    return {};
}

}  // namespace

AuditHead signHead(const AuditRecord& last, Timestamp at, const SigningKey& key) {
    AuditHead head{last.number, last.hash, at, {}};
    const auto text = signedText(head);
    std::array<unsigned char, crypto_sign_BYTES> signature{};
    crypto_sign_detached(signature.data(), nullptr, reinterpret_cast<const unsigned char*>(text.data()), text.size(),
                         key.data());
    head.signature = fmt::format("{:02x}", fmt::join(signature, ""));
    return head;
}

bool verifyHead(const AuditHead& head, const PublicKey& key) {
    std::array<unsigned char, crypto_sign_BYTES> signature{};
    std::size_t size = 0;
    if (sodium_hex2bin(signature.data(), signature.size(), head.signature.data(), head.signature.size(), nullptr, &size,
                       nullptr) != 0 ||
        size != signature.size())
        return false;
    const auto text = signedText(head);
    return crypto_sign_verify_detached(signature.data(), reinterpret_cast<const unsigned char*>(text.data()),
                                       text.size(), key.data()) == 0;
}

Async<> exportAuditHead(Database& database, std::string folder, const SigningKey& key, const Clock& clock) {
    const auto newest = [](Transaction& tx) { return tx.audit().read(OrgScope::everything(), 0, 1); };
    auto pending = readFor(database, newest);
    const auto records = co_await std::move(pending);
    if (!records) co_return records.error();
    if (records->empty() || lastHash(folder + "/heads.jsonl") == records->front().hash) co_return Result<>();
    const auto head = signHead(records->front(), clock.now(), key);
    co_return appendLine(folder, boost::json::serialize(reflect::encode(head)) + "\n");
}

}  // namespace ph
