// SPDX-License-Identifier: MIT
#include "app/charts/step_picture.h"

#include "app/charts/sweep_rows.h"
#include "app/language/core_text.h"
#include "app/language/language.h"
#include "app/model/text.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

namespace sublinear {

namespace {

constexpr double kStrip = 13; ///< height of a strip of layers
constexpr double kLimitInRange = 1.6; ///< times the highest: farther away it would press the picture flat
constexpr double kRoomy = 210; ///< from this height on there is room for names
constexpr double kSpacious = 260; ///< and from this on for the kinds' too

QString tr(const char* text)
{
    return QCoreApplication::translate("StepPicture", text);
}

} // namespace

QString opText(const TimelineOp& op)
{
    const bool namesItsStep = std::string_view(op.name).starts_with(op.step);
    const QString name = fromCore(op.name);
    return namesItsStep ? name : fromCore(op.step) + QStringLiteral(": ") + name;
}

QString heldText(Count layer, LayerHeld held)
{
    const QString name = tr("layer %1").arg(layer);
    switch (held) {
    case LayerHeld::Ahead:
        return tr("%1: not yet run").arg(name);
    case LayerHeld::Whole:
        return tr("%1: kept in full").arg(name);
    case LayerHeld::InPart:
        return tr("%1: kept without named tensors").arg(name);
    case LayerHeld::Checkpoint:
        return tr("%1: checkpoint, kept in full").arg(name);
    case LayerHeld::Input:
        return tr("%1: its input kept").arg(name);
    case LayerHeld::Dropped:
        return tr("%1: dropped").arg(name);
    case LayerHeld::InputAgain:
        return tr("%1: its input made again").arg(name);
    case LayerHeld::Again:
        return tr("%1: recomputed").arg(name);
    case LayerHeld::Done:
        break;
    }
    return tr("%1: backward is over").arg(name);
}

StepAxis axisOf(const std::vector<StepLane>& lanes)
{
    std::vector<const Timeline*> steps;
    for (const StepLane& lane : lanes) {
        steps.push_back(&lane.detail->timeline);
    }
    return StepAxis(steps);
}

StepPainter::StepPainter(StepPicture picture, const Look& look, const QRectF& area)
    : m_picture(std::move(picture))
    , m_look(look)
    , m_area(area)
{
    m_instants = std::max<Count>(1, m_picture.axis.instants());
    hideStates();
    Bytes highest = 0;
    for (std::size_t lane = 0; lane < m_picture.lanes.size(); ++lane) {
        const Timeline& steps = timeline(lane);
        const Bytes peak = steps.ops[static_cast<std::size_t>(steps.peakIndex)].liveBytes;
        highest = std::max(highest, peak - m_hiddenBytes[lane]);
        for (const MeasuredLine& line : m_picture.lanes[lane].measured) {
            for (const MeasuredLine::Point& point : line.points) {
                highest = std::max(highest, point.bytes - m_hiddenBytes[lane]);
            }
        }
    }
    if (m_picture.ghost != nullptr) {
        const Timeline& steps = m_picture.ghost->timeline;
        highest = std::max(highest, steps.ops[static_cast<std::size_t>(steps.peakIndex)].liveBytes - m_ghostHidden);
    }
    const double limit = inGiB(m_picture.capacityBytes - (m_hiddenBytes.empty() ? 0 : m_hiddenBytes.front()));
    const double most = inGiB(highest);
    m_y = valueAxis(0, limit <= kLimitInRange * most ? std::max(limit, most) : most);
    m_x = valueAxis(0, static_cast<double>(m_instants), nullptr, 1);
    m_x.minimum = 0;
    m_x.maximum = static_cast<double>(m_instants);
    layOut();
    clearPeak();
    decimate();
}

void StepPainter::clearPeak()
{
    if (!m_picture.printed || m_titled || m_plots.empty()) {
        return; // a hand would see the axis move
    }
    const Timeline& steps = timeline(0);
    const double peak = inGiB(steps.ops[static_cast<std::size_t>(steps.peakIndex)].liveBytes - m_hiddenBytes[0]);
    const double below = 1 - (m_line + 6) / std::max(2 * m_line, m_plots.front().height());
    m_y.maximum = std::max(m_y.maximum, peak / below);
}

void StepPainter::hideStates()
{
    const auto leastOf = [this](const Timeline& steps) {
        std::array<Bytes, kMemoryKinds> least = {};
        if (m_picture.statesHidden) {
            least = steps.ops.front().byKind;
            for (const TimelineOp& op : steps.ops) {
                for (std::size_t kind = 0; kind < kMemoryKinds; ++kind) {
                    least[kind] = std::min(least[kind], op.byKind[kind]);
                }
            }
        }
        return least;
    };
    for (std::size_t lane = 0; lane < m_picture.lanes.size(); ++lane) {
        m_hidden.push_back(leastOf(timeline(lane)));
        m_hiddenBytes.push_back(std::accumulate(m_hidden.back().begin(), m_hidden.back().end(), Bytes { 0 }));
    }
    if (m_picture.ghost != nullptr) {
        const auto least = leastOf(m_picture.ghost->timeline);
        m_ghostHidden = std::accumulate(least.begin(), least.end(), Bytes { 0 });
    }
}

void StepPainter::layOut()
{
    const QFontMetricsF metrics(m_look.axis);
    m_line = std::ceil(metrics.height());
    const auto lanes = static_cast<double>(m_picture.lanes.size());
    m_titled = m_picture.lanes.size() > 1;
    m_named = m_picture.printed || m_area.height() >= kRoomy * std::max(1.0, 0.7 * lanes);
    double labels = metrics.horizontalAdvance(tr("layers"));
    for (const Tick& tick : m_y.ticks) {
        labels = std::max(labels, metrics.horizontalAdvance(tick.text));
    }
    const double left = m_area.left() + std::ceil(labels) + 8;
    const double width = std::max(10.0, m_area.right() - left - 8);
    m_kinds = m_named && (m_picture.printed || m_area.height() >= kSpacious) ? kindSigns() : std::vector<KindSign> {};
    m_ticks = m_picture.axis.isSingle() ? m_line : 0;
    const double foot =
        m_ticks + (m_named ? m_line : 0) + 2 + (m_kinds.empty() ? 0 : m_kinds.back().corner.y() + m_line);
    // The strip's name is as high as a line and runs neither out of the picture nor into the first number below.
    const double above = (m_titled ? m_line : 0) + std::ceil(std::max(0.0, (m_line - kStrip) / 2 - 2));
    const double head = above + kStrip + 5 + std::ceil(std::max(0.0, m_line - kStrip - 3));
    const double phases = m_line + 1;
    const double each = std::max(20.0, (m_area.height() - foot) / std::max(1.0, lanes));
    for (std::size_t lane = 0; lane < m_picture.lanes.size(); ++lane) {
        const double top = m_area.top() + each * static_cast<double>(lane);
        m_strips.emplace_back(left, top + above + 2, width, kStrip);
        m_plots.emplace_back(left, top + head + 3, width, std::max(8.0, each - head - phases - 7));
    }
}

const TimelineOp& StepPainter::opAt(std::size_t lane, Count instant) const
{
    return timeline(lane).ops[static_cast<std::size_t>(m_picture.axis.opAt(lane, instant))];
}

std::vector<StepPainter::KindSign> StepPainter::kindSigns() const
{
    constexpr double kChip = 12;
    constexpr double kApart = 10;
    const double lines = m_picture.printed ? static_cast<double>(kMemoryKinds) : 2;
    const QFontMetricsF metrics(m_look.axis);
    std::vector<KindSign> signs;
    QPointF next;
    for (std::size_t kind = 0; kind < kMemoryKinds; ++kind) {
        bool shown = false;
        for (std::size_t lane = 0; lane < m_picture.lanes.size(); ++lane) {
            const std::vector<TimelineOp>& ops = timeline(lane).ops;
            shown = shown || std::any_of(ops.begin(), ops.end(), [&](const TimelineOp& op) {
                return op.byKind[kind] > m_hidden[lane][kind];
            });
        }
        if (!shown) {
            continue;
        }
        const QString name = withinSentence(QCoreApplication::translate(
            "MemoryKind", std::string(memoryKindName(static_cast<MemoryKind>(kind))).c_str()));
        const double width = kChip + metrics.horizontalAdvance(name);
        if (next.x() > 0 && next.x() + width > m_area.width()) {
            next = { 0, next.y() + m_line };
        }
        if (next.y() >= lines * m_line) {
            break;
        }
        signs.push_back({ static_cast<MemoryKind>(kind), name, next });
        next.rx() += width + kApart;
    }
    return signs;
}

void StepPainter::decimate()
{
    for (std::size_t lane = 0; lane < m_picture.lanes.size(); ++lane) {
        const auto columns = static_cast<Count>(std::max(1.0, std::floor(m_plots[lane].width())));
        const Count shown = std::min(columns, m_instants);
        std::vector<Count> instants;
        instants.reserve(static_cast<std::size_t>(shown));
        for (Count column = 0; column < shown; ++column) {
            Count highest = column * m_instants / shown;
            for (Count other = highest + 1; other < (column + 1) * m_instants / shown; ++other) {
                highest = opAt(lane, other).liveBytes > opAt(lane, highest).liveBytes ? other : highest;
            }
            instants.push_back(highest);
        }
        m_shown.push_back(std::move(instants));
    }
}

double StepPainter::xOf(Count instant) const
{
    const QRectF& plot = m_plots.front();
    return plot.left() + (static_cast<double>(instant) + 0.5) / static_cast<double>(m_instants) * plot.width();
}

double StepPainter::xOfOp(std::size_t lane, Count op) const
{
    const QRectF& plot = m_plots.front();
    return plot.left() + m_picture.axis.middleOf(lane, op) / static_cast<double>(m_instants) * plot.width();
}

double StepPainter::borderOf(std::size_t lane, std::size_t i) const
{
    const QRectF& plot = m_plots[lane];
    return plot.left() + static_cast<double>(i) / static_cast<double>(m_shown[lane].size()) * plot.width();
}

Count StepPainter::instantAt(double x) const
{
    const QRectF& plot = m_plots.front();
    const std::vector<Count>& shown = m_shown.front();
    const double part = std::clamp((x - plot.left()) / plot.width(), 0.0, 1.0);
    return shown[std::min(shown.size() - 1, static_cast<std::size_t>(part * static_cast<double>(shown.size())))];
}

double StepPainter::yOf(std::size_t lane, Bytes bytes) const
{
    const QRectF& plot = m_plots[lane];
    return plot.bottom() - inGiB(bytes - m_hiddenBytes[lane]) / m_y.maximum * plot.height();
}

QPointF StepPainter::placeOf(std::size_t lane, Count op) const
{
    return { xOfOp(lane, op), yOf(lane, timeline(lane).ops[static_cast<std::size_t>(op)].liveBytes) };
}

Count StepPainter::layerAt(std::size_t lane, QPointF at) const
{
    const QRectF& strip = m_strips[lane];
    const auto layers = static_cast<Count>(m_picture.lanes[lane].detail->layers.size());
    if (!strip.contains(at) || layers == 0) {
        return 0;
    }
    const auto cell = static_cast<Count>((at.x() - strip.left()) / strip.width() * static_cast<double>(layers));
    return std::clamp<Count>(cell + 1, 1, layers);
}

} // namespace sublinear
