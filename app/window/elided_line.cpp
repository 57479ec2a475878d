// SPDX-License-Identifier: MIT
#include "app/window/elided_line.h"

#include <QFocusEvent>

namespace sublinear {

ElidedLine::ElidedLine(const QString& id, const QString& name, QWidget* parent)
    : QLineEdit(parent)
{
    setObjectName(id);
    setAccessibleName(name);
    setReadOnly(true);
    setFrame(false);
    setContextMenuPolicy(Qt::DefaultContextMenu);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
}

void ElidedLine::setWhole(const QString& text)
{
    if (text != m_whole) {
        m_whole = text;
        setToolTip(text);
        showText(hasFocus());
    }
}

void ElidedLine::showText(bool whole)
{
    constexpr int kEdges = 6; // a line edit keeps its text that far from its ends, and the cursor's place
    const QString shown =
        whole ? m_whole : fontMetrics().elidedText(m_whole, Qt::ElideRight, contentsRect().width() - kEdges);
    if (shown != text()) {
        setText(shown);
        setCursorPosition(0);
    }
    setAccessibleDescription(shown == m_whole ? QString() : m_whole);
}

void ElidedLine::resizeEvent(QResizeEvent* event)
{
    QLineEdit::resizeEvent(event);
    showText(hasFocus());
}

void ElidedLine::changeEvent(QEvent* event)
{
    QLineEdit::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        showText(hasFocus());
    }
}

void ElidedLine::focusInEvent(QFocusEvent* event)
{
    showText(true); // before the event may select all of it
    QLineEdit::focusInEvent(event);
}

void ElidedLine::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    if (event->reason() != Qt::PopupFocusReason) { // its own menu copies what is selected
        showText(false);
    }
}

} // namespace sublinear
