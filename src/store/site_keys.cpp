#include "store/site_keys.h"

#include <sodium.h>

#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <span>
#include <unistd.h>

namespace ph {

namespace {

Error broken(const std::string& path) {
    return Error(kSiteKeyBroken, "key file").with("path", path);
}

/// Whether there was one; a file of another size is broken, never replaced.
Result<bool> readKey(const std::string& path, std::span<unsigned char> key) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0 && errno == ENOENT) return false;
    if (file < 0) return broken(path);
    unsigned char beyond = 0;
    const bool whole =
        ::read(file, key.data(), key.size()) == static_cast<ssize_t>(key.size()) && ::read(file, &beyond, 1) == 0;
    ::close(file);
    if (!whole) return broken(path);
    return true;
}

/// Written beside and renamed, so that a crash leaves either no key or a whole one.
Result<> writeKey(const std::string& path, std::span<const unsigned char> key, mode_t mode) {
    const auto fresh = path + ".new";
    const int file = ::open(fresh.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
    if (file < 0) return broken(path);
    const bool written =
        ::write(file, key.data(), key.size()) == static_cast<ssize_t>(key.size()) && ::fsync(file) == 0;
    ::close(file);
    if (!written || ::rename(fresh.c_str(), path.c_str()) != 0) return broken(path);
    return {};
}

}  // namespace

Result<SiteKeys> loadSiteKeys(const std::string& folder) {
    if (sodium_init() < 0) return Error(kInternal, "libsodium does not start");
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    std::filesystem::permissions(folder, std::filesystem::perms::owner_all, failed);

    SiteKeys keys;
    const auto secrets = readKey(folder + "/secrets.key", keys.secrets);
    if (!secrets) return secrets.error();
    if (!*secrets) {
        crypto_secretbox_keygen(keys.secrets.data());
        if (auto done = writeKey(folder + "/secrets.key", keys.secrets, 0600); !done) return done.error();
    }
    const auto signing = readKey(folder + "/audit.key", keys.auditSigning);
    if (!signing) return signing.error();
    if (!*signing) {
        crypto_sign_keypair(keys.auditPublic.data(), keys.auditSigning.data());
        if (auto done = writeKey(folder + "/audit.pub", keys.auditPublic, 0644); !done) return done.error();
        if (auto done = writeKey(folder + "/audit.key", keys.auditSigning, 0600); !done) return done.error();
    }
    crypto_sign_ed25519_sk_to_pk(keys.auditPublic.data(), keys.auditSigning.data());
    return keys;
}

}  // namespace ph
