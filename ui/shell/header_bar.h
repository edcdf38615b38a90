#pragma once

#include <QWidget>

class QLabel;
class QMenu;
class QPushButton;
class QToolButton;

namespace ph::ui {

/// The line over the pages: where one is, the way to the palette, the account.
class HeaderBar : public QWidget {
    Q_OBJECT
public:
    explicit HeaderBar(QWidget* parent = nullptr);

    void setSite(const QString& site, const QString& organisation);
    void setUser(const QString& user);
    /// The menu stays the caller's.
    void setAccountMenu(QMenu* menu);
    void setBackAction(QAction* action);

Q_SIGNALS:
    void searchAsked();

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    QToolButton* m_back;
    QLabel* m_site;
    QLabel* m_organisation;
    QPushButton* m_search;
    QToolButton* m_account;
};

}  // namespace ph::ui
