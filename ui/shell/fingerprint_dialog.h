#pragma once

#include <QDialog>

namespace ph::ui {

/// Asks whether a certificate is the right one. A new server and a changed certificate are different questions: the
/// second warns, and its safe answer is the default.
class FingerprintDialog : public QDialog {
    Q_OBJECT
public:
    /// `known` empty: a new server.
    FingerprintDialog(const QString& server, const QByteArray& known, const QByteArray& shown,
                      QWidget* parent = nullptr);
};

/// In groups of four, to compare by eye.
QString groupedFingerprint(const QByteArray& fingerprint);

}  // namespace ph::ui
