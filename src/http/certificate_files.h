#pragma once

#include "base/clock.h"
#include "base/error.h"

#include <openssl/evp.h>
#include <openssl/x509.h>

#include <memory>
#include <string>

namespace ph::http {

struct FreeOpenSsl {
    void operator()(X509* certificate) const { X509_free(certificate); }
    void operator()(EVP_PKEY* key) const { EVP_PKEY_free(key); }
};
using Certificate = std::unique_ptr<X509, FreeOpenSsl>;
using PrivateKey = std::unique_ptr<EVP_PKEY, FreeOpenSsl>;

struct KeyPair {
    Certificate certificate;
    PrivateKey key;
};

PrivateKey makeKey();
/// A self-signed authority of the site.
KeyPair makeAuthority(Timestamp now);
/// A certificate for localhost and this machine's name and for `key`, signed by `authority`.
Certificate makeServer(const KeyPair& authority, EVP_PKEY& key, Timestamp now);

/// Written beside and renamed, so that a crash leaves the old or the new one; keys get mode 0600.
Result<> writeCertificate(const std::string& path, const X509& certificate);
Result<> writeKey(const std::string& path, const EVP_PKEY& key);
Result<Certificate> readCertificate(const std::string& path);
Result<PrivateKey> readKey(const std::string& path);

}  // namespace ph::http
