#pragma once

#include <QSslCertificate>
#include <QSslKey>

namespace ph::test {

/// A fresh self-signed certificate with its key, as a controller makes one at its first start.
struct TestCertificate {
    QSslCertificate certificate;
    QSslKey key;
};
TestCertificate makeCertificate();

}  // namespace ph::test
