#pragma once

#include "base/clock.h"
#include "base/error.h"

#include <memory>
#include <string>

using SSL_CTX = struct ssl_ctx_st;

namespace ph::http {

inline constexpr ErrorId kTlsIdentityBroken{"tls-identity-broken", ErrorKind::Internal};

/// The server's certificate, made at the first start together with its own authority: ca.pem, server.pem, server.key
/// (P-256, the key of mode 0600). Clients pin the SHA-256 of the certificate's DER form, which is what
/// QSslCertificate::digest and `openssl x509 -fingerprint -sha256` say, so it lives 10 years. With less than 30 days
/// left it is renewed with the same key, and the fingerprint changes. The authority's key is forgotten once it has
/// signed: nobody can issue another one.
class TlsIdentity {
public:
    /// Loads what is in `folder` or makes it. Broken or half-present files are an error: a new identity would break
    /// every client's pin unasked.
    static Result<TlsIdentity> open(const std::string& folder, const Clock& clock);

    TlsIdentity(TlsIdentity&&) noexcept;
    TlsIdentity& operator=(TlsIdentity&&) noexcept;
    ~TlsIdentity();

    /// "sha256:" and 64 hexadecimal digits.
    const std::string& fingerprint() const { return m_fingerprint; }
    /// TLS 1.2 and later, this certificate. Lives as long as the identity.
    SSL_CTX& context() const;

private:
    struct FreeContext {
        void operator()(SSL_CTX* context) const;
    };
    TlsIdentity(std::unique_ptr<SSL_CTX, FreeContext> context, std::string fingerprint);
    std::unique_ptr<SSL_CTX, FreeContext> m_context;
    std::string m_fingerprint;
};

}  // namespace ph::http
