// SPDX-License-Identifier: MIT
#include "app/peers/bar_delegate.h"

#include "app/peers/peers_model.h"
#include "app/style/look.h"

#include <QPainter>

namespace sublinear {

void BarDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const QVariant share = index.data(PeersModel::ShareRole);
    QStyledItemDelegate::paint(painter, option, index);
    if (!share.isValid()) {
        return;
    }
    // Under the figure, so that it never lies on a colour that it cannot be read on.
    constexpr int kHigh = 4;
    constexpr int kInside = 4;
    const Look look = lookOf(option.palette, option.font);
    const QColor fill = kindColor(index.row() == 0 ? MemoryKind::Activations : MemoryKind::Gradients, look.dark);
    const int whole = option.rect.width() - 2 * kInside;
    const int length = qMax(1, qRound(whole * share.toDouble()));
    const QRect bar(option.rect.left() + kInside, option.rect.bottom() - kHigh - 1, length, kHigh);
    painter->save();
    painter->setPen(edgeColor(fill, look.dark));
    painter->setBrush(fill);
    painter->drawRect(bar.adjusted(0, 0, -1, -1));
    painter->restore();
}

} // namespace sublinear
