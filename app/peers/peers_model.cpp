// SPDX-License-Identifier: MIT
#include "app/peers/peers_model.h"

#include "app/language/core_text.h"
#include "app/model/text.h"
#include "core/base/units.h"

#include <QFont>

#include <algorithm>

namespace sublinear {

namespace {

const PeerFigure& figureIn(const PeerRow& row, int column)
{
    switch (column) {
    case PeersModel::Stored:
        return row.stored;
    case PeersModel::EveryLayer:
        return row.everyLayer;
    case PeersModel::Chosen:
        return row.chosen;
    default:
        return row.states;
    }
}

} // namespace

void PeersModel::present(PeerComparison comparison)
{
    const bool sameRows = comparison.rows.size() == m_comparison.rows.size();
    if (!sameRows) {
        beginResetModel();
    }
    m_comparison = std::move(comparison);
    if (!sameRows) {
        endResetModel();
    } else {
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    }
}

const PeerRow& PeersModel::row(int row) const
{
    return row == 0 ? m_comparison.ours : m_comparison.rows[static_cast<std::size_t>(row - 1)];
}

int PeersModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() || m_comparison.rows.empty() ? 0 : static_cast<int>(m_comparison.rows.size()) + 1;
}

int PeersModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant PeersModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const PeerRow& shown = row(index.row());
    if (role == Qt::FontRole && index.row() == 0) {
        QFont font;
        font.setWeight(QFont::DemiBold);
        return font;
    }
    if (index.column() == Calculator) {
        return role == Qt::DisplayRole || role == Qt::AccessibleTextRole ? QVariant(toQString(shown.peer.name))
            : role == Qt::ToolTipRole                                    ? QVariant(toQString(shown.peer.source))
                                                                         : QVariant();
    }
    const PeerFigure& figure = figureIn(shown, index.column());
    switch (role) {
    case Qt::DisplayRole:
        return figure.bytes ? toQString(formatGiB(*figure.bytes)) : QStringLiteral("\u2013");
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    case Qt::ToolTipRole:
        return figure.bytes ? tr("%1 bytes").arg(toQString(formatGrouped(*figure.bytes))) : fromCore(figure.note);
    case Qt::AccessibleTextRole:
        return tr("%1: %2").arg(headerData(index.column(), Qt::Horizontal, Qt::DisplayRole).toString(),
            figure.bytes ? toQString(formatGiB(*figure.bytes)) : fromCore(figure.note));
    case ShareRole: {
        Bytes most = 1;
        for (int other = 0; other < rowCount(); ++other) {
            most = std::max(most, figureIn(row(other), index.column()).bytes.value_or(0));
        }
        return figure.bytes ? QVariant(static_cast<double>(*figure.bytes) / static_cast<double>(most)) : QVariant();
    }
    default:
        return {};
    }
}

QVariant PeersModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) {
        return {};
    }
    const bool tip = role == Qt::ToolTipRole;
    switch (section) {
    case Calculator:
        return tip ? tr("Who published the formula") : tr("Calculator");
    case Stored:
        return tip ? tr("Activations, GiB, when every layer keeps all") : tr("Nothing recomputed");
    case EveryLayer:
        return tip ? tr("Activations, GiB, when every layer keeps its input only") : tr("Every layer recomputed");
    case Chosen:
        return tip ? tr("Activations, GiB, under the scenario's policy") : tr("As chosen");
    default:
        return tip ? tr("Parameters, gradients and optimizer, GiB") : tr("States");
    }
}

} // namespace sublinear
