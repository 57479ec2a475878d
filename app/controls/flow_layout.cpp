// SPDX-License-Identifier: MIT
#include "app/controls/flow_layout.h"

#include <algorithm>

namespace sublinear {

FlowLayout::FlowLayout(QWidget* parent)
    : QLayout(parent)
{
    setContentsMargins(0, 0, 0, 0);
}

FlowLayout::~FlowLayout()
{
    for (QLayoutItem* item : m_items) {
        delete item;
    }
}

void FlowLayout::addItem(QLayoutItem* item)
{
    m_items.push_back(item);
    invalidate();
}

QLayoutItem* FlowLayout::itemAt(int index) const
{
    return index >= 0 && index < count() ? m_items[static_cast<std::size_t>(index)] : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index)
{
    QLayoutItem* item = itemAt(index);
    if (item != nullptr) {
        m_items.erase(m_items.begin() + index);
        invalidate();
    }
    return item;
}

int FlowLayout::place(int width, std::vector<QRect>& boxes) const
{
    boxes.clear();
    int left = 0;
    int top = 0;
    int line = 0;
    for (const QLayoutItem* item : m_items) {
        const QSize size = item->sizeHint();
        if (left > 0 && left + size.width() > width) {
            left = 0;
            top += line + spacing();
            line = 0;
        }
        boxes.emplace_back(QPoint(left, top), size);
        left += size.width() + spacing();
        line = std::max(line, size.height());
    }
    if (!boxes.empty()) {
        boxes.back().moveLeft(std::max(boxes.back().left(), width - boxes.back().width()));
    }
    return top + line;
}

int FlowLayout::heightForWidth(int width) const
{
    std::vector<QRect> boxes;
    return place(width, boxes);
}

QSize FlowLayout::minimumSize() const
{
    QSize size;
    for (const QLayoutItem* item : m_items) {
        size = size.expandedTo(item->sizeHint());
    }
    return size;
}

void FlowLayout::setGeometry(const QRect& area)
{
    QLayout::setGeometry(area);
    std::vector<QRect> boxes;
    place(area.width(), boxes);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        m_items[i]->setGeometry(boxes[i].translated(area.topLeft()));
    }
}

} // namespace sublinear
