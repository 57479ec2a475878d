// SPDX-License-Identifier: MIT
#include "app/cards/split_card.h"
#include "core/base/units.h"
#include "tests/app/support/card_differences.h"
#include "tests/app/support/painted.h"

#include <QPieSeries>
#include <QPieSlice>

namespace sublinear::testing {

namespace {

QString kindId(std::size_t kind)
{
    const std::string_view id = memoryKindId(static_cast<MemoryKind>(kind));
    return QString::fromUtf8(id.data(), static_cast<qsizetype>(id.size()));
}

void ring(SplitRing& view, const MemorySplit& wanted, Differences& found)
{
    const auto* series = findSeries<QPieSeries>(view, QStringLiteral("split"));
    found.holds(
        QStringLiteral("one slice per kind"), series != nullptr && series->count() == static_cast<int>(kMemoryKinds));
    if (series == nullptr) {
        return;
    }
    std::array<Bytes, kMemoryKinds> bytes {};
    for (const MemoryRow& row : wanted.rows) {
        bytes[static_cast<std::size_t>(row.kind)] += row.bytes;
    }
    const QList<QPieSlice*> slices = series->slices();
    for (std::size_t i = 0; i < std::min(kMemoryKinds, static_cast<std::size_t>(slices.size())); ++i) {
        const QPieSlice* slice = slices[static_cast<qsizetype>(i)];
        found.text(QStringLiteral("slice %1").arg(i), slice->label(), kindId(i));
        found.number(QStringLiteral("slice ") + kindId(i), slice->value(), gib(bytes[i]));
    }
    found.holds(QStringLiteral("total in the hole"), painted(view).hasText(gibText(wanted.totalBytes)));
}

void table(SplitTable& view, const MemorySplit& wanted, Differences& found)
{
    const auto share = [&](Bytes bytes) {
        return percentText(static_cast<double>(bytes) / static_cast<double>(wanted.totalBytes), 0);
    };
    struct Row {
        QString name;
        Bytes bytes = 0;
        QString share;
    };
    std::vector<Row> rows;
    for (const MemoryRow& row : wanted.rows) {
        const std::string_view name = memoryKindName(row.kind);
        rows.push_back(
            { QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())), row.bytes, share(row.bytes) });
    }
    rows.push_back({ QStringLiteral("Total"), wanted.totalBytes, share(wanted.totalBytes) });
    const std::vector<SplitTable::Line>& lines = view.lines();
    std::vector<std::pair<QString, Bytes>> parts;
    found.number(QStringLiteral("rows"), static_cast<double>(lines.size()), static_cast<double>(rows.size()));
    const Painted drawn = painted(view);
    for (std::size_t i = 0; i < std::min(lines.size(), rows.size()); ++i) {
        found.text(QStringLiteral("row %1's name").arg(i), lines[i].name, rows[i].name);
        parts.emplace_back(lines[i].gib, rows[i].bytes);
        found.text(rows[i].name + QStringLiteral("'s share"), lines[i].share, rows[i].share);
        found.holds(
            rows[i].name + QStringLiteral(" is painted"), drawn.hasText(rows[i].name) && drawn.hasText(lines[i].gib));
    }
    if (parts.size() == rows.size()) {
        parts.pop_back(); // the total
        partsDifferences(parts, lines.back().gib, wanted.totalBytes, found);
    }
}

// Widths against each other, whatever the bar's own scale is.
void bar(CapacityBar& view, const MemorySplit& wanted, Differences& found)
{
    Painted drawn = painted(view);
    std::erase_if(drawn.rects, [](const PaintedShape& rect) { return rect.pen.style() == Qt::NoPen; }); // the ground
    found.number(QStringLiteral("bar's parts"), static_cast<double>(drawn.rects.size()),
        static_cast<double>(wanted.rows.size() + 1));
    if (drawn.rects.size() != wanted.rows.size() + 1 || drawn.lines.empty()) {
        return;
    }
    const double left = drawn.rects[1].box.left();
    const double width = drawn.rects.back().box.right() - left;
    const auto total = static_cast<double>(wanted.totalBytes);
    const auto near = [](double a, double b) { return std::abs(a - b) < 1e-6 * std::max(1.0, std::abs(b)); };
    for (std::size_t i = 0; i < wanted.rows.size(); ++i) {
        found.holds(QStringLiteral("bar's part %1").arg(kindId(static_cast<std::size_t>(wanted.rows[i].kind))),
            near(drawn.rects[i + 1].box.width() / width, static_cast<double>(wanted.rows[i].bytes) / total));
    }
    found.holds(QStringLiteral("bar's limit"),
        near((drawn.lines[0].line.x1() - left) / width, static_cast<double>(wanted.capacityBytes) / total));
    found.holds(
        QStringLiteral("bar stays inside"), drawn.rects.back().box.right() <= drawn.rects[0].box.right() + 1e-6);
    const GiBPair pair = formatGiBDistinct(wanted.totalBytes, wanted.capacityBytes);
    const QString held =
        gib(wanted.totalBytes) < 0.01 ? gibText(wanted.totalBytes) : QString::fromStdString(pair.first);
    const QString text =
        QStringLiteral("%1 of %2 GiB: %3")
            .arg(held, QString::fromStdString(pair.second),
                wanted.totalBytes <= wanted.capacityBytes ? QStringLiteral("fits") : QStringLiteral("does not fit"));
    found.text(QStringLiteral("bar's text"), drawn.texts.empty() ? QString() : drawn.texts[0].text, text);
}

} // namespace

void splitDifferences(CardBench& bench, const Evaluation& wanted, Differences& found)
{
    ring(*bench.page.findChild<SplitRing*>(QStringLiteral("split.ring")), wanted.memory, found);
    table(*bench.page.findChild<SplitTable*>(QStringLiteral("split.table")), wanted.memory, found);
    bar(*bench.page.findChild<CapacityBar*>(QStringLiteral("split.bar")), wanted.memory, found);
}

} // namespace sublinear::testing
