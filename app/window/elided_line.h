// SPDX-License-Identifier: MIT
#pragma once

#include <QLineEdit>

namespace sublinear {

/// One line to read, select and copy. What has no room ends in "…" and stands whole in the tooltip;
/// under the text cursor it is whole too, and scrolls.
class ElidedLine : public QLineEdit {
    Q_OBJECT
public:
    ElidedLine(const QString& id, const QString& name, QWidget* parent);

    void setWhole(const QString& text);
    [[nodiscard]] const QString& whole() const { return m_whole; }

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void showText(bool whole);

    QString m_whole;
};

} // namespace sublinear
