// SPDX-License-Identifier: MIT
#include "core/base/units.h"
#include "tests/app/support/card_differences.h"

#include <QRegularExpression>
#include <QSet>

#include <algorithm>

namespace sublinear::testing {

namespace {

/// "K=5 to 7", "K=4 and 8", "K=2 and others", "2.63 to 2.81 GiB": the numbers named
/// as written, singly or as ranges, and whether there are more.
struct Named {
    std::vector<std::pair<QString, QString>> ranges;
    bool others = false;
    bool readable = true;
};

Named numbersIn(QString text, const Numbers& numbers)
{
    Named named;
    const QString before = numbers.budgets ? QString() : numbers.letter + QLatin1Char('=');
    const QString after = numbers.budgets ? QStringLiteral(" GiB") : QString();
    if (!text.startsWith(before) || !text.endsWith(after)) {
        named.readable = false;
        return named;
    }
    text = text.mid(before.size(), text.size() - before.size() - after.size());
    for (const QString& part : text.split(QStringLiteral(" and "))) {
        static const QRegularExpression range(QStringLiteral("^([0-9.]+)(?:(?: to |, )([0-9.]+))?$"));
        const QRegularExpressionMatch match = range.match(part);
        if (part == QStringLiteral("others")) {
            named.others = true;
        } else if (!match.hasMatch()) {
            named.readable = false;
        } else {
            const QString first = match.captured(1);
            named.ranges.emplace_back(first, match.hasCaptured(2) ? match.captured(2) : first);
        }
    }
    return named;
}

/// What stands between the numbers and the figure; with budgets, before the numbers.
struct Words {
    QString one;
    QString many;
    QString budgets;
};

/// "<numbers> <words> <figure>", "<words> <budgets>: <figure>": the numbers are exactly those at which `best` holds.
template <class Best>
void superlative(const QString& title, const Words& words, const QString& figure, const Evaluation& wanted,
    const Best& isBest, Differences& found)
{
    const Numbers numbers = numbersOf(wanted);
    const auto best = std::count_if(wanted.sweep.begin(), wanted.sweep.end(), isBest);
    const QString verb = best == 1 ? words.one : words.many;
    const bool front = numbers.budgets && title.startsWith(words.budgets);
    found.holds(QStringLiteral("words of \"%1\"").arg(title), front == numbers.budgets);
    const QString colon = QStringLiteral(": ");
    found.text(QStringLiteral("figure of \"%1\"").arg(title), front ? title.section(colon, 1) : title.section(verb, 1),
        figure);
    const Named named =
        numbersIn(front ? title.section(colon, 0, 0).mid(words.budgets.size()) : title.section(verb, 0, 0), numbers);
    const auto written = [&](const SweepRow& row) {
        return numbers.budgets ? gibText(row.k.value_or(0)) : QString::number(row.k.value_or(0));
    };
    // Every run of best rows is named by its first and last number; runs beyond the first may be "others".
    std::vector<std::pair<QString, QString>> runs;
    for (std::size_t i = 0; i < wanted.sweep.size(); ++i) {
        if (!isBest(wanted.sweep[i])) {
            continue;
        }
        std::size_t end = i;
        while (end + 1 < wanted.sweep.size() && isBest(wanted.sweep[end + 1])) {
            ++end;
        }
        runs.emplace_back(written(wanted.sweep[i]), written(wanted.sweep[end]));
        i = end;
    }
    const bool all = !named.others && named.ranges == runs;
    const bool some = named.others && named.ranges.size() == 1 && runs.size() > 1 && named.ranges[0] == runs[0];
    found.holds(QStringLiteral("\"%1\"").arg(title), named.readable && (all || some));
}

void frontier(const QString& title, const Evaluation& wanted, Differences& found)
{
    static const QRegularExpression past(QStringLiteral("^Past (.+) (?:you pay more for less|nothing is gained)$"));
    static const QRegularExpression some(QStringLiteral("^Fair trades: (\\d+) of (\\d+) points$"));
    const auto fair =
        std::count_if(wanted.sweep.begin(), wanted.sweep.end(), [](const SweepRow& row) { return row.pareto; });
    const auto all = static_cast<Count>(wanted.sweep.size());
    if (const auto match = past.match(title); match.hasMatch()) {
        const Numbers numbers = numbersOf(wanted);
        const auto best = std::find_if(wanted.sweep.begin(), wanted.sweep.end(),
            [&](const SweepRow& row) { return row.pareto && numbers.nameOf(row.k.value_or(0)) == match.captured(1); });
        const Count last = best != wanted.sweep.end() ? best->k.value_or(0) : -1;
        const bool dearer = title.endsWith(QStringLiteral("for less"));
        bool holds = best != wanted.sweep.end() && best->pareto && last < wanted.sweep.back().k.value_or(1);
        for (const SweepRow& row : wanted.sweep) {
            if (holds && row.k.value_or(1) > last) {
                holds = !row.pareto && row.totalBytes >= best->totalBytes
                    && row.extraForwardFraction >= best->extraForwardFraction
                    && (!dearer || row.extraForwardFraction > best->extraForwardFraction);
            }
        }
        found.holds(QStringLiteral("\"%1\"").arg(title), holds);
    } else if (const auto share = some.match(title); share.hasMatch()) {
        found.holds(QStringLiteral("\"%1\"").arg(title),
            share.captured(1).toLongLong() == fair && share.captured(2).toLongLong() == all && fair < all);
    } else if (all == 1) {
        found.text(QStringLiteral("title"), title, QStringLiteral("One point, nothing to trade"));
    } else {
        found.text(QStringLiteral("title"), title, QStringLiteral("Every point is a fair trade"));
        found.holds(QStringLiteral("\"%1\"").arg(title), fair == all);
    }
}

/// "attention", "activation, norms": what the policy leaves out of every layer it keeps.
QString leftOut(const Evaluation& wanted)
{
    QStringList names;
    for (const std::string& name : chosenPolicy(wanted.scenario).tensors) {
        names << (name == "gelu" ? QStringLiteral("activation")
                : name == "up"   ? QStringLiteral("up-projection")
                                 : QString::fromStdString(name));
    }
    return wanted.scenario.accounting == Accounting::Training ? names.join(QStringLiteral(", ")) : QString();
}

} // namespace

void titleDifferences(CardBench& bench, const Evaluation& wanted, Differences& found)
{
    const auto title = [&](const char* id) { return bench.card(QLatin1String(id)).titleText(); };
    const auto text = [](std::string_view view) {
        return QString::fromUtf8(view.data(), static_cast<qsizetype>(view.size()));
    };

    const auto& rows = wanted.memory.rows;
    const auto part = std::max_element(
        rows.begin(), rows.end(), [](const MemoryRow& a, const MemoryRow& b) { return a.bytes < b.bytes; });
    found.text(QStringLiteral("split"), title("split"),
        QStringLiteral("Largest: %1, %2")
            .arg(text(memoryKindName(part->kind)).toLower(),
                percentText(static_cast<double>(part->bytes) / static_cast<double>(wanted.memory.totalBytes))));

    const auto& tensors = wanted.layer.components;
    const auto tensor = std::max_element(tensors.begin(), tensors.end(),
        [](const LayerComponent& a, const LayerComponent& b) { return a.bytes < b.bytes; });
    const bool without = bench.card(QStringLiteral("layers")).measureText().contains(QStringLiteral("hatched"));
    if (without) { // what stays is checked with the bars
        found.holds(QStringLiteral("layers' title"),
            title("layers").startsWith(QStringLiteral("Without %1: ").arg(leftOut(wanted)))
                && title("layers").endsWith(QStringLiteral(" % stay")));
    }
    found.text(QStringLiteral("layers"), without ? QString() : title("layers"),
        without ? QString()
                : QStringLiteral("%1: %2").arg(text(tensor->name),
                    percentText(static_cast<double>(tensor->bytes) / static_cast<double>(wanted.layer.totalBytes))));

    Bytes least = wanted.sweep.front().totalBytes;
    Count largest = 0;
    double fastest = 0;
    for (const SweepRow& row : wanted.sweep) {
        least = std::min(least, row.totalBytes);
        largest = std::max(largest, row.maxBatch);
        fastest = std::max(fastest, row.throughput);
    }
    // One number that is fastest has a batch; of several each may have its own.
    const auto isFastest = [&](const SweepRow& row) { return row.throughput == fastest; };
    const auto oneFastest = std::find_if(wanted.sweep.begin(), wanted.sweep.end(), isFastest);
    const QString atBatch = std::count_if(wanted.sweep.begin(), wanted.sweep.end(), isFastest) == 1
        ? QStringLiteral(" at batch ") + QString::fromStdString(formatGrouped(oneFastest->maxBatch))
        : QString();
    const bool numbered = numbersOf(wanted).exist();
    if (!numbered) {
        found.text(QStringLiteral("memory"), title("memory"), QStringLiteral("Needs %1 GiB").arg(gibText(least)));
        if (largest > 0) {
            found.text(QStringLiteral("batch"), title("batch"),
                QStringLiteral("The largest batch is ") + QString::fromStdString(formatGrouped(largest)));
            found.text(QStringLiteral("throughput"), title("throughput"),
                QStringLiteral("Throughput ") + QString::fromStdString(formatFixed(fastest, 2)) + atBatch);
        }
    } else {
        superlative(
            title("memory"),
            Words {
                QStringLiteral(" needs least: "), QStringLiteral(" need least: "), QStringLiteral("Least at budget ") },
            gibText(least) + QStringLiteral(" GiB"), wanted,
            [&](const SweepRow& row) { return row.totalBytes == least; }, found);
    }
    if (largest == 0) {
        const QString word = numbersOf(wanted).word();
        found.text(QStringLiteral("batch"), title("batch"),
            word.isEmpty() ? QStringLiteral("No batch fits") : QStringLiteral("No batch fits at any ") + word);
        found.text(QStringLiteral("throughput"), title("throughput"), QStringLiteral("Nothing fits, so nothing runs"));
    } else if (numbered) {
        superlative(
            title("batch"),
            Words { QStringLiteral(" fits the largest batch: "), QStringLiteral(" fit the largest batch: "),
                QStringLiteral("Largest at budget ") },
            QString::fromStdString(formatGrouped(largest)), wanted,
            [&](const SweepRow& row) { return row.maxBatch == largest; }, found);
        superlative(
            title("throughput"),
            Words { QStringLiteral(" is fastest: "), QStringLiteral(" are fastest: "), QStringLiteral("Fastest at ") },
            QString::fromStdString(formatFixed(fastest, 2)) + atBatch, wanted,
            [&](const SweepRow& row) { return row.throughput == fastest; }, found);
    }
    frontier(title("frontier"), wanted, found);

    const auto count = [&](LayerFate fate) {
        return std::count_if(
            wanted.depth.begin(), wanted.depth.end(), [fate](const LayerStore& layer) { return layer.fate == fate; });
    };
    const auto kept = count(LayerFate::Kept) + count(LayerFate::Checkpoint);
    const auto inPart = count(LayerFate::KeptInPart);
    const auto all = static_cast<qsizetype>(wanted.depth.size());
    const QString which =
        all == 1 ? QStringLiteral("The one layer is kept") : QStringLiteral("All %1 layers are kept").arg(all);
    const QString names = leftOut(wanted);
    found.text(QStringLiteral("depth"), title("depth"),
        inPart == all && all == 1
            ? which + (names.isEmpty() ? QStringLiteral(" in part") : QStringLiteral(" without ") + names)
            : inPart == all ? (names.isEmpty() ? which + QStringLiteral(" in part")
                                               : QStringLiteral("All %1 layers without %2").arg(all).arg(names))
            : kept == all   ? which
            : inPart == 0   ? QStringLiteral("%1 of %2 kept, %3 recomputed").arg(kept).arg(all).arg(all - kept)
                            : QStringLiteral("%1 of %2 kept, %3 in part, %4 recomputed")
                                .arg(kept)
                                .arg(all)
                                .arg(inPart)
                                .arg(all - kept - inPart));
    // Read aloud: the layers that are made again are those, and no others, that are not kept in full or in part.
    static const QRegularExpression recomputed(QStringLiteral("Recomputed: layers ([0-9, to]+)"));
    QSet<Count> said;
    for (const QString& range : recomputed.match(bench.card(QStringLiteral("depth")).accessibleDescription())
                                    .captured(1)
                                    .split(QStringLiteral(", "))) {
        const Count first = range.section(QStringLiteral(" to "), 0, 0).toLongLong();
        const Count last = range.section(QStringLiteral(" to "), -1).toLongLong();
        for (Count layer = std::max<Count>(1, first); layer <= last; ++layer) {
            said.insert(layer);
        }
    }
    QSet<Count> again;
    for (std::size_t i = 0; i < wanted.depth.size(); ++i) {
        const LayerFate fate = wanted.depth[i].fate;
        if (fate == LayerFate::Boundary || fate == LayerFate::Recomputed) {
            again.insert(static_cast<Count>(i) + 1);
        }
    }
    found.holds(QStringLiteral("layers said to be recomputed"), said == again);
}

} // namespace sublinear::testing
