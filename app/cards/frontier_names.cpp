// SPDX-License-Identifier: MIT
#include "app/cards/frontier_plot.h"

#include "app/cards/findings.h"
#include "app/charts/sweep_rows.h"

#include <QLineSeries>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace sublinear {

namespace {

/// From a point to the nearest edge of a box; 0 within it.
double distanceTo(const QRectF& box, QPointF at)
{
    const double across = std::max({ box.left() - at.x(), at.x() - box.right(), 0.0 });
    const double down = std::max({ box.top() - at.y(), at.y() - box.bottom(), 0.0 });
    return std::hypot(across, down);
}

} // namespace

bool FrontierPlot::Obstacles::leaveTo(const QRectF& box, QPointF own) const
{
    constexpr double kSame = 1; // who stands there too is named no worse by it
    constexpr double kClearly = 1.5;
    const double reach = distanceTo(box, own) + kClearly;
    return std::none_of(dots.begin(), dots.end(),
        [&](QPointF dot) { return QLineF(dot, own).length() > kSame && distanceTo(box, dot) < reach; });
}

bool FrontierPlot::Obstacles::meet(const QRectF& box) const
{
    const QRectF roomy = box.adjusted(-2, 0, 2, 0);
    const auto crosses = [&](const QLineF& line) {
        return roomy.contains(line.p1()) || roomy.contains(line.p2())
            || line.intersects(QLineF(roomy.topLeft(), roomy.bottomRight()), nullptr) == QLineF::BoundedIntersection
            || line.intersects(QLineF(roomy.bottomLeft(), roomy.topRight()), nullptr) == QLineF::BoundedIntersection;
    };
    return hideBehind(box)
        || std::any_of(boxes.begin(), boxes.end(), [&](const QRectF& other) { return other.intersects(roomy); })
        || std::any_of(lines.begin(), lines.end(), crosses);
}

bool FrontierPlot::Obstacles::hideBehind(const QRectF& box) const
{
    const QRectF wide = box.adjusted(-3, -2, 3, 2); // a dot's radius
    return std::any_of(dots.begin(), dots.end(), [&](QPointF dot) { return wide.contains(dot); })
        || std::any_of(boxes.begin(), boxes.end(), [&](const QRectF& other) { return other.intersects(box); });
}

std::vector<QRectF> FrontierPlot::ringBoxes() const
{
    std::vector<QRectF> rings;
    for (const Count marked : { m_chosen, m_recommended }) {
        if (const SweepRow* row = rowFor(marked)) {
            rings.emplace_back(toChart(place(*row)) - QPointF(5.5, 5.5), QSizeF(11, 11));
        }
    }
    return rings;
}

FrontierPlot::Obstacles FrontierPlot::obstacles() const
{
    Obstacles found;
    for (const std::vector<SweepRow>* rows : { &m_rows, &m_comparedRows }) {
        for (const SweepRow& row : *rows) {
            if (inView(row)) {
                found.dots.push_back(toChart(place(row)));
            }
        }
    }
    for (const QLineSeries* line : { m_front, m_besideFront }) {
        const QList<QPointF> points = line->points();
        for (qsizetype i = 1; i < points.size(); ++i) {
            found.lines.emplace_back(toChart(points[i - 1]), toChart(points[i]));
        }
    }
    for (const QPointF at : m_besideFront->points()) {
        found.dots.push_back(toChart(at));
    }
    for (const ShownMark& shown : m_measured) {
        found.dots.push_back(toChart(place(shown.mark)));
        found.lines.emplace_back(toChart(ownPlace(shown.mark)), toChart(place(shown.mark)));
    }
    for (const SweepRow& row : m_ghostRows) {
        if (row.pareto) {
            found.dots.push_back(toChart(place(row)));
        }
    }
    if (m_ghostChosen) {
        found.dots.push_back(toChart(place(*m_ghostChosen)));
    }
    if (const std::optional<QLineF> arrow = ghostArrow()) {
        found.lines.push_back(*arrow);
    }
    const auto across = [&](double saving) {
        const double y = toChart({ 0, saving }).y();
        found.lines.emplace_back(plotRect().left(), y, plotRect().right(), y);
    };
    if (limitInside()) {
        across(m_neededSaving);
    }
    if (besideLimitInside()) {
        across(*m_besideNeeded);
    }
    return found;
}

std::optional<QRectF> FrontierPlot::freeBox(QPointF at, QSizeF size, const Obstacles& obstacles, double further) const
{
    const double away = 8 + further;
    const double up = 4 + further; // clear of the neighbours on a flat front
    const double middle = at.x() - size.width() / 2;
    const double above = at.y() - size.height() - 6 - further;
    const double below = at.y() + 6 + further;
    const double aside = size.width() / 4;
    // The front rises to the right: first where it never is. Right above and below where neighbours are close.
    const std::array<QPointF, 12> corners { QPointF(at.x() - size.width() - away, at.y() - size.height() - up),
        QPointF(at.x() + away, at.y() + up), QPointF(at.x() + away, at.y() - size.height() - up),
        QPointF(at.x() - size.width() - away, at.y() + up), QPointF(middle, above), QPointF(middle, below),
        QPointF(middle - aside, above), QPointF(middle + aside, below), QPointF(middle + aside, above),
        QPointF(middle - aside, below), QPointF(at.x() - size.width() - away, at.y() - size.height() / 2),
        QPointF(at.x() + away, at.y() - size.height() / 2) };
    const QRectF bounds(
        QPointF(plotRect().left(), headHeight()), QPointF(chart()->size().width(), plotRect().bottom()));
    for (const QPointF corner : corners) {
        const QRectF box(corner, size);
        if (bounds.contains(box) && !obstacles.meet(box) && obstacles.leaveTo(box, at)) {
            return box;
        }
    }
    return std::nullopt;
}

QRectF FrontierPlot::boxInCrowd(QPointF at, QSizeF size, const std::vector<QRectF>& taken) const
{
    const QRectF bounds(
        QPointF(plotRect().left(), headHeight()), QPointF(chart()->size().width(), plotRect().bottom()));
    const QRectF own(at - QPointF(5, 5), QSizeF(10, 10));
    QRectF box;
    for (double away = 8; away <= 64; away += 4) {
        for (const QPointF side : { QPointF(-1, -1), QPointF(1, 1), QPointF(1, -1), QPointF(-1, 1) }) {
            box = QRectF(QPointF(), size);
            box.moveCenter(at + QPointF(side.x() * (away + size.width() / 2), side.y() * (away + size.height() / 2)));
            const QRectF inside = box & bounds;
            const bool free =
                std::none_of(taken.begin(), taken.end(), [&](const QRectF& other) { return other.intersects(box); });
            if (inside == box && free && !own.intersects(box)) {
                return box;
            }
        }
    }
    box.moveLeft(std::clamp(box.left(), bounds.left(), std::max(bounds.left(), bounds.right() - size.width())));
    box.moveTop(std::clamp(box.top(), bounds.top(), std::max(bounds.top(), bounds.bottom() - size.height())));
    return box;
}

void FrontierPlot::paintBesideName(QPainter& painter, Obstacles& names, Obstacles& everything) const
{
    if (!legend().empty()) {
        return; // it is named there
    }
    const QFontMetricsF metrics(look().axis);
    const QSizeF size(metrics.horizontalAdvance(besideText()), metrics.height());
    everything.boxes = names.boxes;
    const QList<QPointF> points = m_besideFront->points();
    for (qsizetype i = points.size(); i-- > 0;) { // at the first of its points, from the right, that has room
        if (const std::optional<QRectF> box = freeBox(toChart(points[i]), size, everything)) {
            names.boxes.push_back(*box);
            painter.setPen(look().text);
            painter.drawText(QPointF(box->left(), box->top() + metrics.ascent()), besideText());
            return;
        }
    }
}

void FrontierPlot::paintNames(QPainter& painter) const
{
    // Names where they say something: chosen, recommended, the front, powers of two, N; never one on another.
    std::vector<const SweepRow*> order;
    std::set<Count> seen;
    const auto add = [&](const SweepRow* row) {
        if (row != nullptr && inView(*row) && seen.insert(row->k.value_or(1)).second) {
            order.push_back(row);
        }
    };
    add(rowFor(m_chosen));
    add(rowOf(m_rows, m_recommended));
    add(rowOf(m_rows, m_numbers.first));
    if (m_numbers.budgets.empty()) {
        for (Count k = 1; k <= m_numbers.last; k *= 2) {
            add(rowOf(m_rows, k));
        }
    }
    add(rowOf(m_rows, m_numbers.last));
    std::vector<const SweepRow*> front;
    for (const SweepRow& row : m_rows) {
        if (row.pareto) {
            front.push_back(&row);
        }
    }
    for (std::size_t i = 0; i < front.size(); i += std::max<std::size_t>(1, front.size() / 12)) {
        add(front[i]);
    }
    // One number per other policy, which the legend names: its best point on the front, else its first.
    for (const PolicyInfo& info : allPolicies()) {
        const SweepRow* named = nullptr;
        for (const SweepRow& row : m_comparedRows) {
            if (row.policy == info.id && row.k && (named == nullptr || (row.pareto && !named->pareto))) {
                named = &row;
            }
        }
        if (named != nullptr && inView(*named)) {
            order.push_back(named);
        }
    }
    const QFontMetricsF metrics(look().axis);
    Obstacles names; // with the rings and the limit's: a name never lies on those
    names.boxes.push_back(limitText().box(metrics));
    if (const std::optional<LimitText> second = besideLimitText()) {
        names.boxes.push_back(second->box(metrics));
    }
    if (!farText().isEmpty()) {
        const double width = metrics.horizontalAdvance(farText()) + 4;
        names.boxes.emplace_back(
            plotRect().bottomRight() - QPointF(width, metrics.height() + 4), QSizeF(width, metrics.height()));
    }
    for (const QRectF& ring : ringBoxes()) {
        names.boxes.push_back(ring);
    }
    Obstacles everything = obstacles();
    paintBesideName(painter, names, everything);
    for (const SweepRow* row : order) {
        const QString text =
            isOwn(*row) ? numberOf(*row) : tr("%1 %2").arg(policyShortName(row->policy), numberOf(*row));
        const QPointF at = toChart(place(*row));
        const QSizeF size(metrics.horizontalAdvance(text), metrics.height());
        const Count number = row->k.value_or(1);
        const bool marked = isOwn(*row) && (number == m_chosen || number == m_recommended);
        everything.boxes = names.boxes;
        std::optional<QRectF> box = freeBox(at, size, everything);
        for (const double further : { 4.0, 8.0, 12.0 }) { // these two say the most
            box = !box && marked ? freeBox(at, size, everything, further) : box;
        }
        if (!box && marked) { // over lines rather than not at all, but nearest to its own point
            names.dots = everything.dots;
            if (const std::optional<QLineF> arrow = ghostArrow()) {
                names.lines = { *arrow }; // over that last of all
            }
            for (const double further : { 0.0, 4.0, 8.0, 12.0 }) {
                box = !box ? freeBox(at, size, names, further) : box;
            }
            names.lines.clear();
            box = !box ? freeBox(at, size, names) : box;
        }
        if (!box && marked) { // in a crowd on a plate over other points: these two always have a name
            box = boxInCrowd(at, size, names.boxes);
            QColor plate = look().card;
            plate.setAlphaF(0.85F);
            painter.setPen(look().muted);
            painter.drawLine(at,
                QPointF(std::clamp(at.x(), box->left(), box->right()), // which point it is of
                    std::clamp(at.y(), box->top(), box->bottom())));
            painter.fillRect(box->adjusted(-2, 0, 2, 0), plate);
        }
        if (!box) {
            continue;
        }
        names.boxes.push_back(*box);
        painter.setPen(isOwn(*row) && number == m_chosen ? look().accent : row->pareto ? look().text : look().muted);
        painter.drawText(QPointF(box->left(), box->top() + metrics.ascent()), text);
    }
}

} // namespace sublinear
