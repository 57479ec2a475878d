// SPDX-License-Identifier: MIT
#include "app/cards/findings.h"

#include "app/cards/finding_text.h"
#include "app/charts/number_span.h"
#include "app/charts/sweep_rows.h"
#include "core/base/units.h"
#include "core/plan/words.h"

#include <algorithm>
#include <vector>

namespace sublinear {

namespace {

using findings::tr;

/// The K at which something is best, closed up: "K=5 to 7", "K=4 and 8", "K=2, 3 and others";
/// of budgets "15.71, 15.76 GiB".
struct BestNumbers {
    QString text; ///< empty for a policy without a number
    bool several = false;
    bool budgets = false;
};

template <class Value> BestNumbers bestNumbers(const Evaluation& evaluation, Value best, Value (*pick)(const SweepRow&))
{
    const std::vector<SweepRow>& rows = evaluation.sweep;
    const NumberSpan numbers = numberSpan(evaluation);
    if (!numbers.hasNumbers()) {
        return {};
    }
    const bool budgets = !numbers.budgets.empty();
    const auto text = [&](Count number) { return budgets ? gibText(number) : QString::number(number); };
    QStringList parts;
    bool several = false;
    for (std::size_t i = 0; i < rows.size();) {
        if (pick(rows[i]) != best) {
            ++i;
            continue;
        }
        std::size_t end = i;
        while (end + 1 < rows.size() && pick(rows[end + 1]) == best) {
            ++end;
        }
        const QString first = text(rows[i].k.value_or(0));
        const QString last = text(rows[end].k.value_or(0));
        parts << (end == i     ? first
                : end == i + 1 ? first + QStringLiteral(", ") + last
                               : tr("%1 to %2").arg(first, last));
        several = several || end > i;
        i = end + 1;
    }
    several = several || parts.size() > 1;
    if (parts.size() > 2) {
        parts = { parts[0], tr("others") };
    }
    const QString all = parts.join(tr(" and "));
    return budgets ? BestNumbers { tr("%1 GiB").arg(all), several, true }
                   : BestNumbers { numbers.letter + QLatin1Char('=') + all, several, false };
}

Bytes totalOf(const SweepRow& row)
{
    return row.totalBytes;
}

Count batchOf(const SweepRow& row)
{
    return row.maxBatch;
}

double throughputOf(const SweepRow& row)
{
    return row.throughput;
}

template <class Value> Value least(const std::vector<SweepRow>& rows, Value (*pick)(const SweepRow&))
{
    Value best = pick(rows.front());
    for (const SweepRow& row : rows) {
        best = std::min(best, pick(row));
    }
    return best;
}

template <class Value> Value most(const std::vector<SweepRow>& rows, Value (*pick)(const SweepRow&))
{
    Value best = pick(rows.front());
    for (const SweepRow& row : rows) {
        best = std::max(best, pick(row));
    }
    return best;
}

} // namespace

namespace findings {

QString memory(const Evaluation& evaluation)
{
    if (evaluation.sweep.empty()) {
        return tr("Memory over K");
    }
    const Bytes best = least(evaluation.sweep, totalOf);
    const BestNumbers at = bestNumbers(evaluation, best, totalOf);
    return at.text.isEmpty() ? tr("Needs %1").arg(gibUnitText(best))
        : at.budgets         ? tr("Least at budget %1: %2").arg(at.text, gibUnitText(best))
        : at.several         ? tr("%1 need least: %2").arg(at.text, gibUnitText(best))
                             : tr("%1 needs least: %2").arg(at.text, gibUnitText(best));
}

QString batch(const Evaluation& evaluation)
{
    if (evaluation.sweep.empty()) {
        return tr("Largest batch over K");
    }
    const Count best = most(evaluation.sweep, batchOf);
    if (best == 0) {
        const QString word = numberSpan(evaluation).word();
        return word.isEmpty() ? tr("No batch fits") : tr("No batch fits at any %1").arg(word);
    }
    const BestNumbers at = bestNumbers(evaluation, best, batchOf);
    const QString size = QString::fromStdString(formatGrouped(best));
    return at.text.isEmpty() ? tr("The largest batch is %1").arg(size)
        : at.budgets         ? tr("Largest at budget %1: %2").arg(at.text, size)
        : at.several         ? tr("%1 fit the largest batch: %2").arg(at.text, size)
                             : tr("%1 fits the largest batch: %2").arg(at.text, size);
}

QString throughput(const Evaluation& evaluation)
{
    if (evaluation.sweep.empty()) {
        return tr("Throughput at the largest batch");
    }
    const double best = most(evaluation.sweep, throughputOf);
    if (best <= 0) {
        return tr("Nothing fits, so nothing runs");
    }
    const BestNumbers at = bestNumbers(evaluation, best, throughputOf);
    const auto row = std::find_if(evaluation.sweep.begin(), evaluation.sweep.end(),
        [best](const SweepRow& each) { return each.throughput == best; });
    const QString figure = QString::fromStdString(throughputText(best, evaluation.timedOn.has_value()));
    const QString rate = evaluation.timedOn ? tr("%1 per second").arg(figure) : figure;
    if (at.several) {
        return at.budgets ? tr("Fastest at %1: %2").arg(at.text, rate) : tr("%1 are fastest: %2").arg(at.text, rate);
    }
    const QString batch = QString::fromStdString(formatGrouped(row->maxBatch));
    return at.text.isEmpty() ? tr("Throughput %1 at batch %2").arg(rate, batch)
        : at.budgets         ? tr("Fastest at %1: %2 at batch %3").arg(at.text, rate, batch)
                             : tr("%1 is fastest: %2 at batch %3").arg(at.text, rate, batch);
}

QString meanings(const Evaluation& evaluation)
{
    // Of every row shown, so that no bar lies outside of what the title says.
    const std::vector<SweepRow>& rows = evaluation.meanings;
    if (rows.empty()) {
        return tr("What each meaning of K gives");
    }
    return tr("K=%1 means %2 to %3")
        .arg(evaluation.scenario.checkpointing.k)
        .arg(gibText(least(rows, totalOf)), gibUnitText(most(rows, totalOf)));
}

} // namespace findings

} // namespace sublinear
