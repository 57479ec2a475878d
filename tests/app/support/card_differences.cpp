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
    return budgets ? gib(number) : std::log2(static_cast<double>(number - all.front() + 1));
}

QString Numbers::nameOf(Count number) const
{
    return budgets ? gibText(number) + QStringLiteral(" GiB") : QStringLiteral("%1=%2").arg(letter).arg(number);
}

QString Numbers::word() const
{
    return budgets ? QStringLiteral("budget") : letter;
}

Numbers numbersOf(const Evaluation& evaluation)
{
    const auto counted = [](Count first, Count last, const char* letter) {
        Numbers numbers { {}, QLatin1String(letter) };
        for (Count number = first; number <= last; ++number) {
            numbers.all.push_back(number);
        }
        return numbers;
    };
    const Count layers = evaluation.scenario.model.layers;
    switch (evaluation.scenario.checkpointing.policy) {
    case PolicyId::Article:
    case PolicyId::Segments:
    case PolicyId::EveryNth:
    case PolicyId::TwoLevel:
        return counted(1, layers, "K");
    case PolicyId::FirstM:
        return counted(0, layers, "m");
    case PolicyId::Revolve:
        return counted(1, layers, "c");
    case PolicyId::Optimal: {
        Numbers numbers { {}, {}, true };
        for (const SweepRow& row : evaluation.sweep) {
            numbers.all.push_back(row.k.value_or(0));
        }
        return numbers;
    }
    default:
        return {};
    }
}

Count chosenOf(const Evaluation& evaluation)
{
    const Numbers numbers = numbersOf(evaluation);
    if (!numbers.budgets) {
        return evaluation.chosen.k.value_or(1);
    }
    if (evaluation.chosen.k) {
        const bool onAxis = *evaluation.chosen.k >= numbers.all.front() && *evaluation.chosen.k <= numbers.all.back();
        return onAxis ? *evaluation.chosen.k : -1;
    }
    for (const SweepRow& row : evaluation.sweep) { // the budget that was taken is the one whose row it is
        if (row.totalBytes == evaluation.chosen.totalBytes
            && row.extraForwardFraction == evaluation.chosen.extraForwardFraction) {
            return row.k.value_or(-1);
        }
    }
    return -1;
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

void partsDifferences(
    const std::vector<std::pair<QString, Bytes>>& parts, const QString& total, Bytes totalBytes, Differences& found)
{
    const auto isNear = [](const QString& text, Bytes bytes, double units) {
        const qsizetype point = text.indexOf(QLatin1Char('.'));
        const double unit = std::pow(10.0, point < 0 ? 0 : -static_cast<double>(text.size() - point - 1));
        return std::abs(text.toDouble() - gib(bytes)) <= units * unit * 1.0000001 + gib(bytes) * 1e-15;
    };
    double sum = 0;
    for (const auto& [text, bytes] : parts) {
        found.holds(text + QStringLiteral(" is what its bytes are"),
            isNear(text, bytes, 1) && (bytes == 0 || text.toDouble() > 0));
        sum += text.toDouble();
    }
    found.holds(total + QStringLiteral(" is the total"), isNear(total, totalBytes, 0.5));
    // Half a hundredth: what is too small for two decimals is printed with more.
    found.holds(QStringLiteral("parts add up to ") + total, std::abs(sum - total.toDouble()) < 0.0055 + sum * 1e-15);
}

QString percentText(double fraction, int decimals)
{
    return QString::fromStdString(formatPercent(fraction, decimals));
}

} // namespace sublinear::testing
