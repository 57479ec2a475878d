// SPDX-License-Identifier: MIT
#pragma once

#include <QLabel>

namespace sublinear {

/// A field's name; a double click on it means "back to the default".
class FieldLabel : public QLabel {
    Q_OBJECT

public:
    using QLabel::QLabel;

    /// Labels beside a control end at one column, so that the controls begin at one.
    void alignToColumn() { setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("Scenario  "))); }

Q_SIGNALS:
    void doubleClicked();

protected:
    void mouseDoubleClickEvent(QMouseEvent* /*event*/) override { Q_EMIT doubleClicked(); }
};

} // namespace sublinear
