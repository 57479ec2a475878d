// SPDX-License-Identifier: MIT
#include "app/charts/number_span.h"

#include "app/charts/sweep_rows.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace sublinear {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("NumberSpan", text);
}

} // namespace

Count NumberSpan::places() const
{
    return budgets.empty() ? last - first + 1 : static_cast<Count>(budgets.size());
}

std::size_t NumberSpan::indexOf(const SweepRow& row) const
{
    const Count number = row.k.value_or(first);
    return static_cast<std::size_t>(
        budgets.empty() ? number - first : std::lower_bound(budgets.begin(), budgets.end(), number) - budgets.begin());
}

double NumberSpan::position(Count number) const
{
    return budgets.empty() ? kAxis::position(number - first + 1) : inGiB(number);
}

double NumberSpan::border(Count count) const
{
    if (budgets.empty()) {
        return kAxis::border(count, places());
    }
    // Halfway between neighbours; at the ends as wide as on the inner side.
    const auto at = [this](Count place) { return inGiB(budgets[static_cast<std::size_t>(place - 1)]); };
    if (places() == 1) {
        return at(1) * (count == 0 ? 0.95 : 1.05);
    }
    if (count == 0) {
        return at(1) - (at(2) - at(1)) / 2;
    }
    if (count >= places()) {
        return at(places()) + (at(places()) - at(places() - 1)) / 2;
    }
    return (at(count) + at(count + 1)) / 2;
}

Count NumberSpan::nearest(double at) const
{
    if (budgets.empty()) {
        return kAxis::nearest(at, places()) + first - 1;
    }
    const auto right = std::lower_bound(
        budgets.begin(), budgets.end(), at, [](Count budget, double value) { return inGiB(budget) < value; });
    if (right == budgets.begin()) {
        return first;
    }
    if (right == budgets.end()) {
        return last;
    }
    return at - inGiB(*std::prev(right)) < inGiB(*right) - at ? *std::prev(right) : *right;
}

Count NumberSpan::stepped(Count from, Count steps) const
{
    if (budgets.empty()) {
        return std::clamp(from + steps, first, last);
    }
    SweepRow row;
    row.k = nearest(inGiB(from));
    const Count place = static_cast<Count>(indexOf(row)) + steps;
    return budgets[static_cast<std::size_t>(std::clamp<Count>(place, 0, places() - 1))];
}

AxisSpec NumberSpan::axis() const
{
    if (budgets.empty()) {
        AxisSpec axis = kAxis::spec(first, last);
        if (letter.isEmpty()) {
            axis.ticks.clear(); // the one place has no number
        }
        return axis;
    }
    AxisSpec axis = valueAxis(0, inGiB(last));
    axis.minimum = border(0);
    axis.maximum = border(places());
    axis.gridStep = 0; // as on the other axes over a number
    std::erase_if(axis.ticks, [&](const Tick& tick) { return tick.at < axis.minimum || tick.at > axis.maximum; });
    return axis;
}

QString NumberSpan::title() const
{
    return !budgets.empty() ? tr("budget, GiB") : letter.isEmpty() ? QString() : tr("%1 (logarithmic)").arg(letter);
}

QString NumberSpan::word() const
{
    return budgets.empty() ? letter : tr("budget");
}

QString NumberSpan::nameOf(Count number) const
{
    return !budgets.empty() ? gibUnitText(number)
        : letter.isEmpty()  ? tr("The policy")
                            : QStringLiteral("%1=%2").arg(letter).arg(number);
}

NumberSpan numberSpan(const Evaluation& evaluation)
{
    NumberSpan span;
    const std::vector<SweepRow>& rows = evaluation.sweep;
    const PolicyId policy = evaluation.scenario.checkpointing.policy;
    switch (policyInfo(policy).number) {
    case PolicyNumber::K:
    case PolicyNumber::M: {
        const NumberRange range = numberRange(policy, evaluation.scenario.model.layers);
        span.first = range.first;
        span.last = range.last;
        span.letter = policyInfo(policy).number == PolicyNumber::K ? QStringLiteral("K") : QStringLiteral("m");
        break;
    }
    case PolicyNumber::Slots:
        if (!rows.empty()) {
            span.first = rows.front().k.value_or(1);
            span.last = rows.back().k.value_or(1);
            span.letter = QStringLiteral("c");
        }
        break;
    case PolicyNumber::Budget:
        for (const SweepRow& row : rows) {
            span.budgets.push_back(row.k.value_or(0));
        }
        if (!rows.empty()) {
            span.first = span.budgets.front();
            span.last = span.budgets.back();
        }
        break;
    case PolicyNumber::None:
        break;
    }
    return span;
}

Count chosenNumber(const Evaluation& evaluation)
{
    const SweepRow& chosen = evaluation.chosen;
    if (chosen.k || policyInfo(chosen.policy).number != PolicyNumber::Budget) {
        return chosen.k.value_or(1);
    }
    for (const SweepRow& row : evaluation.sweep) {
        if (row.totalBytes == chosen.totalBytes && row.extraForwardFraction == chosen.extraForwardFraction) {
            return row.k.value_or(kNoNumber);
        }
    }
    return kNoNumber;
}

Count recommendedNumber(const Evaluation& evaluation)
{
    const bool budget = policyInfo(evaluation.recommendation.policy).number == PolicyNumber::Budget;
    return evaluation.recommendation.k.value_or(budget ? kNoNumber : 1);
}

} // namespace sublinear
