// SPDX-License-Identifier: MIT
#pragma once

#include <QLabel>

namespace sublinear {

/// A field's name; a double click on it means "back to the default".
class FieldLabel : public QLabel {
    Q_OBJECT

public:
    using QLabel::QLabel;

Q_SIGNALS:
    void doubleClicked();

protected:
    void mouseDoubleClickEvent(QMouseEvent* /*event*/) override { Q_EMIT doubleClicked(); }
};

} // namespace sublinear
