// SPDX-License-Identifier: MIT
#include "app/charts/sweep_rows.h"

#include "core/base/units.h"

#include <algorithm>
#include <iterator>

namespace sublinear {

const SweepRow* rowOf(const std::vector<SweepRow>& rows, Count k)
{
    const auto found = std::lower_bound(
        rows.begin(), rows.end(), k, [](const SweepRow& row, Count number) { return row.k.value_or(1) < number; });
    return found != rows.end() && found->k.value_or(1) == k ? &*found : nullptr;
}

double inGiB(Bytes bytes)
{
    return static_cast<double>(bytes) / static_cast<double>(kGiB);
}

QString gibText(Bytes bytes, int decimals)
{
    return QString::fromStdString(formatGiBFigures(bytes, decimals));
}

QString gibUnitText(Bytes bytes, int decimals)
{
    return gibText(bytes, decimals) + QStringLiteral(" GiB");
}

} // namespace sublinear
