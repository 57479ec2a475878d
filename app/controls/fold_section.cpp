// SPDX-License-Identifier: MIT
#include "app/controls/fold_section.h"

#include "app/controls/hint_label.h"

#include <QToolButton>
#include <QVBoxLayout>

namespace sublinear {

FoldSection::FoldSection(const QString& id, const QString& title, QWidget* parent)
    : QWidget(parent)
    , m_heading(new QToolButton(this))
    , m_content(new QWidget(this))
    , m_hint(new HintLabel(m_content))
    , m_rows(new QVBoxLayout(m_content))
{
    setObjectName(id);
    m_heading->setObjectName(id + QStringLiteral(".heading"));
    m_heading->setText(title);
    m_heading->setAccessibleName(title);
    m_heading->setAutoRaise(true);
    m_heading->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_heading->setFocusPolicy(Qt::StrongFocus);
    m_heading->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(m_heading, &QToolButton::clicked, this, [this] { setOpen(!m_open); });

    m_rows->setContentsMargins(8, 0, 0, 4);
    m_rows->setSpacing(6);
    m_hint->setObjectName(id + QStringLiteral(".hint"));
    m_rows->addWidget(m_hint);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_heading);
    column->addWidget(m_content);
    setOpen(false);
}

void FoldSection::addRow(QWidget* row)
{
    m_rows->addWidget(row);
}

void FoldSection::setHint(const QString& hint)
{
    m_hint->say(hint);
}

bool FoldSection::isOpen() const
{
    return m_open;
}

void FoldSection::setOpen(bool open)
{
    m_open = open;
    m_heading->setAccessibleDescription(open ? tr("Expanded; hides its fields") : tr("Collapsed; shows its fields"));
    m_heading->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    m_content->setVisible(open);
}

} // namespace sublinear
