#include "http/tls_identity.h"

#include "base/log.h"
#include "http/certificate_files.h"

#include <fmt/format.h>
#include <openssl/ssl.h>

#include <array>
#include <filesystem>
#include <stdexcept>

namespace ph::http {

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kRenewSeconds = 30 * 86400;

struct Paths {
    std::string authority, server, serverKey;
};

Result<> makeCertificates(const Paths& paths, EVP_PKEY& key, Timestamp now) {
    const KeyPair authority = makeAuthority(now);
    const Certificate server = makeServer(authority, key, now);
    Result<> written = writeCertificate(paths.authority, *authority.certificate);
    if (written) written = writeCertificate(paths.server, *server);
    return written;
}

/// server.pem comes last: until it is there, the identity does not exist and is made again.
Result<> makeIdentity(const Paths& paths, Timestamp now) {
    const PrivateKey key = makeKey();
    const Result<> written = writeKey(paths.serverKey, *key);
    if (!written) return written;
    return makeCertificates(paths, *key, now);
}

bool endsSoon(const X509& certificate, Timestamp now) {
    std::time_t limit = now.micros / 1'000'000 + kRenewSeconds;
    return X509_cmp_time(X509_get0_notAfter(&certificate), &limit) < 0;
}

std::string fingerprintOf(const X509& certificate) {
    std::array<unsigned char, 32> digest{};
    unsigned size = digest.size();
    X509_digest(&certificate, EVP_sha256(), digest.data(), &size);
    return fmt::format("sha256:{:02x}", fmt::join(digest, ""));
}

SSL_CTX* newContext(X509& certificate, EVP_PKEY& key) {
    SSL_CTX* context = SSL_CTX_new(TLS_server_method());
    if (!context) throw std::bad_alloc();
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_NO_COMPRESSION);
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
    // Clients that come back resume with stateless tickets; a cache of sessions would only grow.
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20");
    SSL_CTX_use_certificate(context, &certificate);
    SSL_CTX_use_PrivateKey(context, &key);
    return context;
}

}  // namespace

void TlsIdentity::FreeContext::operator()(SSL_CTX* context) const {
    SSL_CTX_free(context);
}

TlsIdentity::TlsIdentity(std::unique_ptr<SSL_CTX, FreeContext> context, std::string fingerprint)
    : m_context(std::move(context)), m_fingerprint(std::move(fingerprint)) {}
TlsIdentity::TlsIdentity(TlsIdentity&&) noexcept = default;
TlsIdentity& TlsIdentity::operator=(TlsIdentity&&) noexcept = default;
TlsIdentity::~TlsIdentity() = default;

SSL_CTX& TlsIdentity::context() const {
    return *m_context;
}

Result<TlsIdentity> TlsIdentity::open(const std::string& folder, const Clock& clock) {
    const Paths paths{folder + "/ca.pem", folder + "/server.pem", folder + "/server.key"};
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed) return Error(kTlsIdentityBroken, folder + ": " + failed.message());
    fs::permissions(folder, fs::perms::owner_all, failed);
    if (!fs::exists(paths.server)) {
        const Result<> made = makeIdentity(paths, clock.now());
        if (!made) return made.error();
    }
    const auto key = readKey(paths.serverKey);
    if (!key) return key.error();
    auto certificate = readCertificate(paths.server);
    if (!certificate) return certificate.error();
    if (endsSoon(**certificate, clock.now())) {
        spdlog::warn("the server's certificate ends soon and is renewed; clients must accept a new fingerprint");
        const Result<> made = makeCertificates(paths, **key, clock.now());
        if (!made) return made.error();
        certificate = readCertificate(paths.server);
        if (!certificate) return certificate.error();
    }
    if (X509_check_private_key(certificate->get(), key->get()) != 1)
        return Error(kTlsIdentityBroken, paths.server + " and " + paths.serverKey + " do not belong together");
    std::unique_ptr<SSL_CTX, FreeContext> context(newContext(**certificate, **key));
    return TlsIdentity(std::move(context), fingerprintOf(**certificate));
}

}  // namespace ph::http
