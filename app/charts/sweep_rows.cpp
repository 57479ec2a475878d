// SPDX-License-Identifier: MIT
#include "app/charts/sweep_rows.h"

#include "core/base/units.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace sublinear {

const SweepRow* rowOf(const std::vector<SweepRow>& rows, Count k)
{
    const auto found = std::lower_bound(
        rows.begin(), rows.end(), k, [](const SweepRow& row, Count number) { return row.k.value_or(1) < number; });
    return found != rows.end() && found->k.value_or(1) == k ? &*found : nullptr;
}

NumberSpan numberSpan(const Evaluation& evaluation)
{
    NumberSpan span;
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
        if (!evaluation.sweep.empty()) {
            span.first = evaluation.sweep.front().k.value_or(1);
            span.last = evaluation.sweep.back().k.value_or(1);
            span.letter = QStringLiteral("c");
        }
        break;
    case PolicyNumber::None:
    case PolicyNumber::Budget:
        break;
    }
    return span;
}

std::vector<SweepRow> rowsWithin(const std::vector<SweepRow>& rows, const NumberSpan& numbers)
{
    std::vector<SweepRow> within;
    within.reserve(rows.size());
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(within), [&](const SweepRow& row) {
        const Count number = row.k.value_or(numbers.first);
        return number >= numbers.first && number <= numbers.last;
    });
    return within;
}

double inGiB(Bytes bytes)
{
    return static_cast<double>(bytes) / static_cast<double>(kGiB);
}

QString gibText(Bytes bytes, int decimals)
{
    const double size = std::abs(inGiB(bytes));
    const int twoFigures = bytes == 0 ? 0 : 1 - static_cast<int>(std::floor(std::log10(size)));
    return QString::fromStdString(formatGiB(bytes, size >= 0.01 ? decimals : std::max(decimals, twoFigures)));
}

QString gibUnitText(Bytes bytes, int decimals)
{
    return gibText(bytes, decimals) + QStringLiteral(" GiB");
}

} // namespace sublinear
