// SPDX-License-Identifier: MIT
#pragma once

#include <QStyledItemDelegate>

namespace sublinear {

/// Draws PeersModel's figures over bars as long as their share of the column.
class BarDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace sublinear
