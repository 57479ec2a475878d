// SPDX-License-Identifier: MIT
#pragma once

#include <QLabel>

namespace sublinear {

/// A label's text with the letter that takes the keyboard to its control; 0 for none.
inline QString withMnemonic(QString text, char16_t letter)
{
    if (const qsizetype at = letter != 0 ? text.indexOf(QChar(letter), 0, Qt::CaseInsensitive) : -1; at >= 0) {
        text.insert(at, u'&');
    }
    return text;
}

/// A field's name; a double click on it means "back to the default".
class FieldLabel : public QLabel {
    Q_OBJECT

public:
    using QLabel::QLabel;

    /// Labels beside a control end at one column, so that the controls begin at one.
    void alignToColumn() { setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("Accounting "))); }

Q_SIGNALS:
    void doubleClicked();

protected:
    void mouseDoubleClickEvent(QMouseEvent* /*event*/) override { Q_EMIT doubleClicked(); }
};

} // namespace sublinear
