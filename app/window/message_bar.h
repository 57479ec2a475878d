// SPDX-License-Identifier: MIT
#pragma once

#include <QFrame>
#include <QTimer>

class QLabel;
class QToolButton;

namespace sublinear {

/// One line under the verdict for what went wrong or was done; never a dialog.
class MessageBar : public QFrame {
    Q_OBJECT

public:
    explicit MessageBar(QWidget* parent = nullptr);

    void showTrouble(const QString& text); ///< stays until closed or replaced
    void showLasting(const QString& text); ///< no trouble, but stays until closed or replaced
    void showNote(const QString& text); ///< goes by itself
    [[nodiscard]] QString text() const;

private:
    void display(const QString& mark, const QString& text);

    QLabel* m_text;
    QToolButton* m_close;
    QTimer m_leave;
};

} // namespace sublinear
