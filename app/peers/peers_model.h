// SPDX-License-Identifier: MIT
#pragma once

#include "core/peers/peers.h"

#include <QAbstractTableModel>

namespace sublinear {

/// A row for each calculator, ours first; what a formula cannot say is a dash, and why is said on pointing there.
class PeersModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Calculator, Stored, EveryLayer, Chosen, States, ColumnCount };
    enum Role { ShareRole = Qt::UserRole + 1 }; ///< double: of the largest figure of its column; invalid without one

    using QAbstractTableModel::QAbstractTableModel;

    void present(PeerComparison comparison);
    [[nodiscard]] const PeerComparison& comparison() const { return m_comparison; }
    [[nodiscard]] const PeerRow& row(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    PeerComparison m_comparison;
};

} // namespace sublinear
