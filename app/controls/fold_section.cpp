// SPDX-License-Identifier: MIT
#include "app/controls/fold_section.h"

#include <QToolButton>
#include <QVBoxLayout>

namespace sublinear {

FoldSection::FoldSection(const QString& id, const QString& title, QWidget* parent)
    : QWidget(parent)
    , m_heading(new QToolButton(this))
    , m_content(new QWidget(this))
    , m_rows(new QVBoxLayout(m_content))
{
    setObjectName(id);
    m_heading->setObjectName(id + QStringLiteral(".heading"));
    m_heading->setText(title);
    m_heading->setAccessibleName(title);
    m_heading->setAccessibleDescription(tr("Shows or hides these fields"));
    m_heading->setAutoRaise(true);
    m_heading->setCheckable(true);
    m_heading->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_heading->setFocusPolicy(Qt::StrongFocus);
    m_heading->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(m_heading, &QToolButton::toggled, this, &FoldSection::setOpen);

    m_rows->setContentsMargins(8, 0, 0, 4);
    m_rows->setSpacing(6);
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

bool FoldSection::isOpen() const
{
    return m_heading->isChecked();
}

void FoldSection::setOpen(bool open)
{
    m_heading->setChecked(open);
    m_heading->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    m_content->setVisible(open);
}

} // namespace sublinear
