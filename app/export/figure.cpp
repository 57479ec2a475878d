// SPDX-License-Identifier: MIT
#include "app/export/figure.h"

#include "app/cards/batch_card.h"
#include "app/cards/depth_card.h"
#include "app/cards/findings.h"
#include "app/cards/frontier_card.h"
#include "app/cards/layer_card.h"
#include "app/cards/meanings_card.h"
#include "app/cards/memory_card.h"
#include "app/cards/scaling_card.h"
#include "app/cards/segment_card.h"
#include "app/cards/split_card.h"
#include "app/charts/plot.h"
#include "app/export/figure_command.h"
#include "app/export/step_card.h"

#include <QFontMetricsF>
#include <QLayout>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace sublinear {

namespace {

constexpr double kMargin = 12;
constexpr double kGap = 6;

template <class Made> std::unique_ptr<Card> make(const FigureContent& /*content*/)
{
    return std::make_unique<Made>();
}

struct ChartMaker {
    std::string_view id;
    std::unique_ptr<Card> (*make)(const FigureContent& content);
};

constexpr std::array kMakers = {
    ChartMaker { "split", &make<SplitCard> },
    ChartMaker { "layers", &make<LayerCard> },
    ChartMaker { "depth", &make<DepthCard> },
    ChartMaker { "memory", &make<MemoryCard> },
    ChartMaker { "batch", &make<BatchCard> },
    ChartMaker { "frontier", &make<FrontierCard> },
    ChartMaker { "throughput", &make<ThroughputCard> },
    ChartMaker { "timeline",
        [](const FigureContent& content) -> std::unique_ptr<Card> {
            return std::make_unique<StepCard>(content.step);
        } },
    ChartMaker { "meanings", &make<MeaningsCard> },
    ChartMaker { "segments", &make<SegmentCard> },
    ChartMaker { "scaling",
        [](const FigureContent& /*content*/) -> std::unique_ptr<Card> {
            return std::make_unique<ScalingCard>(ScalingCard::Working::AtOnce);
        } },
};

constexpr std::size_t kByName = 3; // the last ones

constexpr auto kCharts = [] {
    std::array<std::string_view, kMakers.size()> ids;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        ids[i] = kMakers[i].id;
    }
    return ids;
}();

/// On screen the box beside the pointer tells the kinds apart; on paper nothing would.
template <class Rows> std::vector<LegendEntry> kindsOf(const Rows& rows, bool dark)
{
    std::vector<LegendEntry> entries;
    for (std::size_t i = 0; i < kMemoryKinds; ++i) {
        const auto kind = static_cast<MemoryKind>(i);
        if (std::any_of(rows.begin(), rows.end(), [i](const auto& row) { return row.byKind[i] > 0; })) {
            entries.push_back({ kindName(kind), kindColor(kind, dark), LegendEntry::Sign::Fill });
        }
    }
    return entries;
}

std::vector<LegendEntry> legendOf(std::string_view chart, const FigureContent& content, bool dark)
{
    const Evaluation& evaluation = content.evaluation;
    if (chart == "memory") {
        return kindsOf(evaluation.sweep, dark);
    }
    if (chart == "meanings") {
        return kindsOf(evaluation.meanings, dark);
    }
    return {};
}

double wrappedHeight(const QFont& font, double width, const QString& text)
{
    return text.isEmpty()
        ? 0
        : std::ceil(QFontMetricsF(font).boundingRect(QRectF(0, 0, width, 1e6), Qt::TextWordWrap, text).height());
}

} // namespace

std::span<const std::string_view> figureCharts()
{
    return kCharts;
}

std::span<const std::string_view> allCharts()
{
    return figureCharts().first(kCharts.size() - kByName);
}

Figure::Figure(std::string_view chart, const FigureContent& content, const FigureStyle& style)
    : m_chart(chart)
    , m_content(content)
    , m_style(style)
    , m_look(lookOf(style.palette(), style.font()))
{
    const auto* maker =
        std::find_if(kMakers.begin(), kMakers.end(), [chart](const ChartMaker& each) { return each.id == chart; });
    m_card = maker->make(content);
    m_card->setAttribute(Qt::WA_DontShowOnScreen); // laid out and drawn, but by nobody's window
    m_card->setPalette(style.palette());
    m_card->setFont(style.font());
    m_card->setMinimumSize(0, 0);
    m_card->resize(style.size.pixels);
    m_card->show();
    m_card->showMeasured(content.marks);
    m_card->setBaseline(content.baseline ? &*content.baseline : nullptr);
    m_card->present(content.evaluation, content.beside);
    m_legend = legendOf(chart, content, m_look.dark);
    fit();
}

Figure::~Figure() = default;

double Figure::titleHeight() const
{
    return m_style.title
        ? wrappedHeight(m_look.title, m_style.size.pixels.width() - 2 * kMargin, m_card->titleText()) + 2
        : 0;
}

void Figure::layOut()
{
    const QSize size = m_style.size.pixels;
    const double width = size.width() - 2 * kMargin;
    m_measureTop = kMargin + titleHeight();
    m_legendTop = m_measureTop + wrappedHeight(m_look.axis, width, m_card->measureText()) + kGap;
    const double legend = legendHeight(m_look, m_legend, width);
    const double top = std::ceil(m_legendTop + legend + (m_legend.empty() ? 0 : kGap / 2));
    m_picture = QRectF(kMargin, top, std::floor(width), std::max(40.0, size.height() - top - kMargin));
    QWidget* picture = m_card->picture();
    const QSize around = m_card->size() - picture->size();
    m_card->resize(m_picture.size().toSize() + around);
    m_card->layout()->activate();
    picture->resize(m_picture.size().toSize()); // where the card keeps other things beside it
}

bool Figure::hasRoom() const
{
    constexpr double kLinesInPicture = 12;
    constexpr double kWidth = 16; // in heights of a line
    const double line = QFontMetricsF(m_look.axis).height();
    const auto* plot = qobject_cast<const Plot*>(m_card->picture());
    const auto* step = qobject_cast<const StepCard*>(m_card.get());
    const QSizeF least = plot != nullptr ? plot->leastLines() : QSizeF(0, kLinesInPicture);
    const QSizeF there = plot != nullptr ? plot->plotRect().size() : m_picture.size();
    // A plot with a legend of its own stays as high as it needs to be, and would be cut.
    return (step == nullptr || step->hasRoom()) && there.height() >= least.height() * line
        && there.width() >= least.width() * line && m_picture.width() >= kWidth * line
        && m_card->picture()->height() <= m_picture.height();
}

void Figure::fit()
{
    constexpr int kSmallest = 8; // pixels; axis numbers are two less
    layOut();
    for (int pixels = m_style.font().pixelSize(); !hasRoom() && pixels > kSmallest;) {
        pixels = std::max(kSmallest, pixels - std::max(1, pixels / 10));
        QFont font = m_style.font();
        font.setPixelSize(pixels);
        m_look = lookOf(m_style.palette(), font);
        m_card->setFont(font);
        layOut();
    }
    if (!hasRoom()) {
        m_legend.clear();
        layOut();
    }
}

void Figure::paint(QPainter& painter) const
{
    const QSize size = m_style.size.pixels;
    const double width = size.width() - 2 * kMargin;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRectF(QPointF(0, 0), size), m_look.card);
    if (m_style.title) {
        painter.setFont(m_look.title);
        painter.setPen(m_look.text);
        painter.drawText(QRectF(kMargin, kMargin, width, titleHeight()), Qt::TextWordWrap, m_card->titleText());
    }
    painter.setFont(m_look.axis);
    painter.setPen(m_look.muted);
    painter.drawText(
        QRectF(kMargin, m_measureTop, width, m_legendTop - m_measureTop), Qt::TextWordWrap, m_card->measureText());
    paintLegend(painter, m_look, m_legend, { kMargin, m_legendTop }, width);
    painter.setPen(Qt::black); // as a widget begins: what is left of the legend would fill lines
    painter.setBrush(Qt::NoBrush);
    m_card->picture()->render(&painter, m_picture.topLeft().toPoint(), QRegion(), QWidget::DrawChildren);
}

QString Figure::title() const
{
    return m_card->titleText();
}

QString Figure::summary() const
{
    return m_card->summary();
}

std::string Figure::record(FigureFormat format) const
{
    FigureRecord record = m_content.record;
    record.chart = m_chart;
    if (m_chart != kStepChart) {
        record.secondStep.clear();
        for (FigureRecord::Measured& set : record.measured) {
            for (PointRecord& point : set.measurement.points) {
                point.ops.clear();
            }
        }
    }
    record.command = figureCommand(record, { m_chart }, { format }, m_style);
    return writeFigureRecord(record);
}

} // namespace sublinear
