#include "store/sql/postgres_address.h"

#include <fmt/format.h>

#include <libpq-fe.h>
#include <map>
#include <memory>
#include <unistd.h>

namespace ph {

namespace {

std::string applicationName() {
    char host[64] = {};
    ::gethostname(host, sizeof host - 1);
    return fmt::format("pilothouse {:.40} process {}", host, ::getpid());
}

std::string percentEncoded(const std::string& value) {
    std::string text;
    for (const char c : value) text += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    return text;
}

}  // namespace

bool isPostgresAddress(std::string_view location) {
    return location.starts_with("postgresql://") || location.starts_with("postgres://");
}

Result<std::string> postgresConnectString(const std::string& address) {
    // libpq's own words about a wrong address may quote a password, so they are dropped.
    const std::unique_ptr<PQconninfoOption, void (*)(PQconninfoOption*)> parsed(
        PQconninfoParse(address.c_str(), nullptr), &PQconninfoFree);
    if (!parsed || !isPostgresAddress(address)) return Error(kDatabaseAddressWrong);

    // A network that went silent is noticed within a minute, on both sides.
    std::map<std::string, std::string> settings{
        {"application_name", applicationName()}, {"connect_timeout", "5"},  {"keepalives_idle", "20"},
        {"keepalives_interval", "10"},           {"keepalives_count", "3"}, {"tcp_user_timeout", "50000"}};
    for (const auto* option = parsed.get(); option->keyword; ++option) {
        if (!option->val) continue;
        const std::string name(option->keyword);
        if (name == "password" || name == "sslpassword") return Error(kDatabaseAddressSecret);
        settings[name] = option->val;
    }
    settings["client_encoding"] = "UTF8";
    // SOCI takes a connect string apart at spaces, whatever is quoted in it; an address has none.
    std::string text = "postgresql://";
    for (const auto& [name, value] : settings)
        text += fmt::format("{}{}={}", text.back() == '/' ? '?' : '&', name, percentEncoded(value));
    return text;
}

}  // namespace ph
