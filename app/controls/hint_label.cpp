// SPDX-License-Identifier: MIT
#include "app/controls/hint_label.h"

#include "app/style/look.h"

#include <QEvent>

namespace sublinear {

HintLabel::HintLabel(QWidget* parent)
    : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    setForegroundRole(QPalette::PlaceholderText);
    hide();
}

void HintLabel::say(const QString& hint)
{
    if (hint != text()) {
        setText(hint);
        sync();
    }
}

void HintLabel::changeEvent(QEvent* event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        sync();
    }
}

void HintLabel::sync()
{
    setVisible(!text().isEmpty() && !lookOf(palette(), font()).projector);
}

} // namespace sublinear
