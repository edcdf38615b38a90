#pragma once

#include "mirror/mirror.h"

#include <QTimer>
#include <QWidget>

class QLabel;
class QPushButton;

namespace ph::ui {

/// How the link and the data stand, in words, with a countdown to the next try.
class ConnectionStatus : public QWidget {
    Q_OBJECT
public:
    ConnectionStatus(client::Connection& connection, mirror::Mirror& mirror, QWidget* parent = nullptr);

Q_SIGNALS:
    void loginAsked();

protected:
    void changeEvent(QEvent* event) override;

private:
    void refresh();

    client::Connection& m_connection;
    mirror::Mirror& m_mirror;
    QTimer m_second;
    QLabel* m_picture;
    QLabel* m_text;
    QPushButton* m_act;
};

}  // namespace ph::ui
