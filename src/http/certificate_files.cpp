#include "http/certificate_files.h"

#include "http/host_check.h"
#include "http/tls_identity.h"

#include <fmt/format.h>
#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>

#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <unistd.h>

namespace ph::http {

namespace {

constexpr long kDays = 3650;

struct FreeBio {
    void operator()(BIO* bio) const { BIO_free(bio); }
};
using Bio = std::unique_ptr<BIO, FreeBio>;

/// OpenSSL fails here only without memory or entropy: lost infrastructure.
void must(bool done, const char* what) {
    if (!done) throw std::runtime_error(std::string("OpenSSL: ") + what);
}

void addExtension(X509& certificate, X509& issuer, int kind, const std::string& value) {
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, &issuer, &certificate, nullptr, nullptr, 0);
    X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, &context, kind, value.c_str());
    must(extension != nullptr, "extension");
    X509_add_ext(&certificate, extension, -1);
    X509_EXTENSION_free(extension);
}

Certificate blank(const std::string& name, EVP_PKEY& key, Timestamp now) {
    Certificate made(X509_new());
    must(made != nullptr, "certificate");
    X509* certificate = made.get();
    X509_set_version(certificate, X509_VERSION_3);
    unsigned char serial[16];
    must(RAND_bytes(serial, sizeof serial) == 1, "random");
    serial[0] &= 0x7F;
    BIGNUM* number = BN_bin2bn(serial, sizeof serial, nullptr);
    BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate));
    BN_free(number);
    // An hour back: clients' clocks differ.
    std::time_t from = now.micros / 1'000'000 - 3600;
    X509_time_adj_ex(X509_getm_notBefore(certificate), 0, 0, &from);
    X509_time_adj_ex(X509_getm_notAfter(certificate), static_cast<int>(kDays), 0, &from);
    X509_set_pubkey(certificate, &key);
    X509_NAME_add_entry_by_txt(X509_get_subject_name(certificate), "CN", MBSTRING_UTF8,
                               reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0);
    return made;
}

std::string pemOf(const auto& write) {
    const Bio bio(BIO_new(BIO_s_mem()));
    must(bio && write(bio.get()) == 1, "PEM");
    char* text = nullptr;
    const long size = BIO_get_mem_data(bio.get(), &text);
    return {text, static_cast<std::size_t>(size)};
}

Result<> writeFile(const std::string& path, const std::string& text, mode_t mode) {
    const std::string beside = path + ".new";
    const auto failed = [&] { return Error(kTlsIdentityBroken, fmt::format("{}: {}", beside, std::strerror(errno))); };
    const int file = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
    if (file < 0) return failed();
    const bool written =
        ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()) && ::fsync(file) == 0;
    ::close(file);
    if (!written || ::rename(beside.c_str(), path.c_str()) != 0) return failed();
    return {};
}

Result<std::string> readFile(const std::string& path) {
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    if (!file) return Error(kTlsIdentityBroken, path + " cannot be read");
    return text.str();
}

}  // namespace

PrivateKey makeKey() {
    PrivateKey key(EVP_EC_gen("P-256"));
    must(key != nullptr, "key");
    return key;
}

KeyPair makeAuthority(Timestamp now) {
    PrivateKey key = makeKey();
    Certificate made = blank("Pilothouse authority of " + machineName().substr(0, 40), *key, now);
    X509* certificate = made.get();
    X509_set_issuer_name(certificate, X509_get_subject_name(certificate));
    addExtension(*certificate, *certificate, NID_basic_constraints, "critical,CA:TRUE,pathlen:0");
    addExtension(*certificate, *certificate, NID_key_usage, "critical,keyCertSign,cRLSign");
    addExtension(*certificate, *certificate, NID_subject_key_identifier, "hash");
    must(X509_sign(certificate, key.get(), EVP_sha256()) > 0, "signature");
    return {std::move(made), std::move(key)};
}

Certificate makeServer(const KeyPair& authority, EVP_PKEY& key, Timestamp now) {
    Certificate made = blank(machineName().substr(0, 60), key, now);
    X509* certificate = made.get();
    X509* issuer = authority.certificate.get();
    X509_set_issuer_name(certificate, X509_get_subject_name(issuer));
    addExtension(*certificate, *issuer, NID_basic_constraints, "critical,CA:FALSE");
    addExtension(*certificate, *issuer, NID_key_usage, "critical,digitalSignature");
    addExtension(*certificate, *issuer, NID_ext_key_usage, "serverAuth");
    addExtension(*certificate, *issuer, NID_subject_alt_name,
                 fmt::format("DNS:localhost,DNS:{},IP:127.0.0.1,IP:::1", machineName()));
    addExtension(*certificate, *issuer, NID_authority_key_identifier, "keyid");
    must(X509_sign(certificate, authority.key.get(), EVP_sha256()) > 0, "signature");
    return made;
}

Result<> writeCertificate(const std::string& path, const X509& certificate) {
    return writeFile(path, pemOf([&](BIO* bio) { return PEM_write_bio_X509(bio, &certificate); }), 0644);
}

Result<> writeKey(const std::string& path, const EVP_PKEY& key) {
    const auto write = [&](BIO* bio) {
        return PEM_write_bio_PKCS8PrivateKey(bio, &key, nullptr, nullptr, 0, nullptr, nullptr);
    };
    return writeFile(path, pemOf(write), 0600);
}

Result<Certificate> readCertificate(const std::string& path) {
    const auto text = readFile(path);
    if (!text) return text.error();
    const Bio bio(BIO_new_mem_buf(text->data(), static_cast<int>(text->size())));
    Certificate certificate(PEM_read_bio_X509(bio.get(), nullptr, nullptr, nullptr));
    if (!certificate) return Error(kTlsIdentityBroken, path + " holds no certificate");
    return certificate;
}

Result<PrivateKey> readKey(const std::string& path) {
    const auto text = readFile(path);
    if (!text) return text.error();
    const Bio bio(BIO_new_mem_buf(text->data(), static_cast<int>(text->size())));
    PrivateKey key(PEM_read_bio_PrivateKey(bio.get(), nullptr, nullptr, nullptr));
    if (!key) return Error(kTlsIdentityBroken, path + " holds no key");
    return key;
}

}  // namespace ph::http
