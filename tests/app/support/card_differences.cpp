// SPDX-License-Identifier: MIT
#include "tests/app/support/card_differences.h"

#include "core/base/units.h"

#include <cmath>

namespace sublinear::testing {

void Differences::number(const QString& what, double shown, double wanted)
{
    // Tight enough for one byte of a million GiB; sums of doubles may differ in the last bits.
    if (!(std::abs(shown - wanted) <= 1e-14 * std::max(std::abs(wanted), std::abs(shown)))) {
        add(QStringLiteral("%1 is %2 instead of %3").arg(what).arg(shown, 0, 'g', 17).arg(wanted, 0, 'g', 17));
    }
}

void Differences::text(const QString& what, const QString& shown, const QString& wanted)
{
    if (shown != wanted) {
        add(QStringLiteral("%1 is \"%2\" instead of \"%3\"").arg(what, shown, wanted));
    }
}

void Differences::holds(const QString& what, bool truth)
{
    if (!truth) {
        add(what + QStringLiteral(" does not hold"));
    }
}

void Differences::add(const QString& line)
{
    m_lines << m_card + QStringLiteral(": ") + line;
}

QStringList differences(CardBench& bench, const Evaluation& wanted)
{
    using Compare = void (*)(CardBench&, const Evaluation&, Differences&);
    static constexpr std::array<std::pair<const char*, Compare>, 10> kAll { {
        { "split", splitDifferences },
        { "layers", layerDifferences },
        { "memory", memoryDifferences },
        { "frontier", frontierDifferences },
        { "batch", batchDifferences },
        { "throughput", throughputDifferences },
        { "depth", depthDifferences },
        { "meanings", meaningsDifferences },
        { "table", tableDifferences },
        { "titles", titleDifferences },
    } };
    Differences found;
    for (const auto& [id, compare] : kAll) {
        found.setCard(QLatin1String(id));
        compare(bench, wanted, found);
    }
    return found.lines();
}

double Numbers::place(Count number) const
{
    return std::log2(static_cast<double>(number - first + 1));
}

Numbers numbersOf(const Evaluation& evaluation)
{
    const Count layers = evaluation.scenario.model.layers;
    switch (evaluation.scenario.checkpointing.policy) {
    case PolicyId::Article:
    case PolicyId::Segments:
    case PolicyId::EveryNth:
    case PolicyId::TwoLevel:
        return { 1, layers, QStringLiteral("K") };
    case PolicyId::FirstM:
        return { 0, layers, QStringLiteral("m") };
    default:
        return {};
    }
}

double gib(Bytes bytes)
{
    return static_cast<double>(bytes) / 1073741824.0;
}

QString gibText(Bytes bytes)
{
    // Two decimals; below a hundredth of a GiB two figures, however many decimals that takes.
    int decimals = 2;
    for (double small = gib(bytes); bytes > 0 && small * 100 < 1; small *= 10) {
        ++decimals;
    }
    return QString::fromStdString(formatGiB(bytes, gib(bytes) * 100 < 1 && bytes > 0 ? decimals + 1 : 2));
}

QString percentText(double fraction, int decimals)
{
    return QString::fromStdString(formatPercent(fraction, decimals));
}

} // namespace sublinear::testing
