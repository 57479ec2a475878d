// SPDX-License-Identifier: MIT
#pragma once

#include "app/charts/number_span.h"
#include "core/plan/evaluation.h"

#include <QAbstractTableModel>

#include <optional>

namespace sublinear {

/// The sweep as a table with the article's columns. Rows are the policy's numbers, ascending;
/// a chosen budget has a row in any case.
class KTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        Number,
        Activations,
        Total,
        Saved,
        ExtraForward,
        ExtraStep,
        Efficiency,
        Fits,
        LargestBatch,
        Throughput,
        ColumnCount,
        Change = ColumnCount ///< against the baseline, while there is one
    };
    static constexpr int kMostColumns = ColumnCount + 1;
    enum Role { ChosenRole = Qt::UserRole, RecommendedRole, ParetoRole };

    explicit KTableModel(QObject* parent = nullptr);

    /// Rows are replaced in place; the model is reset only if their number changes.
    void present(const Evaluation& evaluation);
    /// What a column of changes is against; null takes the column away.
    void setBaseline(const Evaluation* baseline);
    [[nodiscard]] Count numberAt(int row) const;
    /// The row of a number, or the one before which it would stand; -1 without rows.
    [[nodiscard]] int rowNear(Count number) const;
    /// The longest text that a column shows, for its width.
    [[nodiscard]] QString widestText(int column) const;
    [[nodiscard]] Count chosen() const { return m_chosen; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Head {
        QString text;
        QString help;
    };
    [[nodiscard]] Head numberHead() const;
    [[nodiscard]] QString text(const SweepRow& row, int column) const;

    std::vector<SweepRow> m_rows;
    std::optional<Bytes> m_before; ///< the baseline's total
    QString m_beforeText; ///< "80.25 GiB at article:4"
    Accounting m_accounting = Accounting::Article;
    QString m_timedOn; ///< the device by whose times steps are shown; empty: as assumed
    bool m_budgets = false;
    QString m_word; ///< what the policy's number is called
    Count m_chosen = kNoNumber;
    Count m_recommended = kNoNumber;
};

} // namespace sublinear
