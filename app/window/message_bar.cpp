// SPDX-License-Identifier: MIT
#include "app/window/message_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace sublinear {

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent)
    , m_text(new QLabel(this))
    , m_close(new QToolButton(this))
{
    constexpr int kNoteMilliseconds = 4000;
    setObjectName(QStringLiteral("message.bar"));
    setFrameShape(QFrame::StyledPanel);
    setAccessibleName(tr("Message"));

    m_text->setObjectName(QStringLiteral("message.text"));
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);

    m_close->setObjectName(QStringLiteral("message.close"));
    m_close->setText(QStringLiteral("\u00d7"));
    m_close->setAutoRaise(true);
    m_close->setFocusPolicy(Qt::StrongFocus);
    m_close->setAccessibleName(tr("Close message"));
    connect(m_close, &QToolButton::clicked, this, &QWidget::hide);

    m_leave.setSingleShot(true);
    m_leave.setInterval(kNoteMilliseconds);
    connect(&m_leave, &QTimer::timeout, this, &QWidget::hide);

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 4, 8, 4);
    row->addWidget(m_text, 1);
    row->addWidget(m_close);
    hide();
}

void MessageBar::display(const QString& mark, const QString& text)
{
    m_text->setText(mark + text);
    m_text->setAccessibleName(text);
    show();
}

void MessageBar::showTrouble(const QString& text)
{
    m_leave.stop();
    display(QStringLiteral("\u26a0 "), text);
}

void MessageBar::showLasting(const QString& text)
{
    m_leave.stop();
    display({}, text);
}

void MessageBar::showNote(const QString& text)
{
    display({}, text);
    m_leave.start();
}

QString MessageBar::text() const
{
    return isHidden() ? QString() : m_text->accessibleName();
}

} // namespace sublinear
