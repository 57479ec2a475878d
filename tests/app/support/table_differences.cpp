// SPDX-License-Identifier: MIT
#include "app/table/k_table.h"
#include "core/base/units.h"
#include "tests/app/support/card_differences.h"
#include "tests/app/support/painted.h"

#include <algorithm>
#include <cmath>

namespace sublinear::testing {

namespace {

QStringList cellsOf(const SweepRow& row, bool budget, Accounting accounting)
{
    const QString efficiency = row.extraForwardFraction == 0
        ? (accounting == Accounting::Article ? QStringLiteral("∞") : QStringLiteral("–"))
        : QString::fromStdString(formatFixed(row.savedFraction / row.extraForwardFraction, 2));
    return { !row.k  ? QString()
            : budget ? gibText(*row.k)
                     : QString::number(*row.k),
        gibText(row.activationBytes), gibText(row.totalBytes), percentText(row.savedFraction),
        QStringLiteral("+") + percentText(row.extraForwardFraction),
        QStringLiteral("+") + percentText(row.extraStepFraction), efficiency,
        row.fits ? QStringLiteral("✓ yes") : QStringLiteral("✗ no"),
        QString::fromStdString(formatGrouped(row.maxBatch)), QString::fromStdString(formatFixed(row.throughput, 2)) };
}

} // namespace

void tableDifferences(CardBench& bench, const Evaluation& wanted, Differences& found)
{
    KTable& table = bench.page.table();
    KTableModel& model = table.tableModel();
    std::vector<SweepRow> rows = wanted.sweep;
    const bool listed =
        std::any_of(rows.begin(), rows.end(), [&](const SweepRow& row) { return row.k == wanted.chosen.k; });
    if (!listed && wanted.chosen.policy == PolicyId::Optimal) { // a budget between the listed ones
        rows.push_back(wanted.chosen);
        std::sort(rows.begin(), rows.end(), [](const SweepRow& a, const SweepRow& b) { return a.k < b.k; });
    }
    const auto count = static_cast<int>(rows.size());
    found.number(QStringLiteral("rows"), model.rowCount(), count);
    QStringList header;
    for (int column = 0; column < model.columnCount(); ++column) {
        header << model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    }
    const Numbers numbers = numbersOf(wanted);
    found.text(QStringLiteral("header of the numbers"), header.value(0),
        numbers.budgets       ? QStringLiteral("Budget, GiB")
            : numbers.exist() ? numbers.letter
                              : QStringLiteral("–"));
    QStringList text { header.join(QLatin1Char('\t')) };
    for (int row = 0; row < std::min(count, model.rowCount()); ++row) {
        const SweepRow& own = rows[static_cast<std::size_t>(row)];
        found.holds(QStringLiteral("row %1's step is three forward passes").arg(row),
            std::abs(own.extraStepFraction * 3 - own.extraForwardFraction) <= 1e-12 * own.extraForwardFraction);
        const QStringList cells = cellsOf(own, numbers.budgets, wanted.scenario.accounting);
        for (int column = 0; column < model.columnCount(); ++column) {
            found.text(QStringLiteral("row %1, %2").arg(row).arg(header[column]),
                model.index(row, column).data().toString(), cells.value(column));
        }
        const QModelIndex index = model.index(row, 0);
        const QString name = QStringLiteral("row %1 ").arg(row);
        found.holds(name + QStringLiteral("marks the chosen"),
            index.data(KTableModel::ChosenRole).toBool() == (own.k == wanted.chosen.k));
        found.holds(name + QStringLiteral("marks the recommended"),
            index.data(KTableModel::RecommendedRole).toBool() == (own.k == wanted.recommendation.k));
        if (listed || own.k != wanted.chosen.k) {
            found.holds(
                name + QStringLiteral("marks the front"), index.data(KTableModel::ParetoRole).toBool() == own.pareto);
        }
        text << cells.join(QLatin1Char('\t'));
    }
    found.text(QStringLiteral("copy"), table.copyText(), text.join(QLatin1Char('\n')) + QLatin1Char('\n'));
    // Every row that is in view is painted as the model has it.
    const Painted drawn = painted(*table.viewport());
    for (int row = 0; row < std::min(count, model.rowCount()); ++row) {
        const QRect place = table.visualRect(model.index(row, KTableModel::Total));
        if (table.viewport()->rect().contains(place)) {
            const QString total = gibText(rows[static_cast<std::size_t>(row)].totalBytes);
            found.holds(QStringLiteral("row %1 is painted").arg(row),
                std::any_of(drawn.texts.begin(), drawn.texts.end(), [&](const PaintedText& one) {
                    return one.text == total && place.contains(one.box.center().toPoint());
                }));
        }
    }
}

} // namespace sublinear::testing
