// SPDX-License-Identifier: MIT
#include "app/cards/segment_card.h"

#include "app/cards/segment_plot.h"
#include "app/controls/value_slider.h"
#include "app/highlight/highlight_model.h"
#include "core/base/units.h"
#include "core/plan/segment_length.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <bit>
#include <cmath>

namespace sublinear {
namespace {

constexpr double kTenth = 10; ///< slider steps in a ratio of one
constexpr unsigned kFarthest = 1280; ///< right end of the slider, unless the scenario lies beyond

QString fixed(double value, int decimals = 1)
{
    return QString::fromStdString(formatFixed(value, decimals));
}

/// "5", "1 and 2", "4 to 8"
QString listed(const std::vector<Count>& numbers)
{
    if (numbers.size() == 1) {
        return QString::number(numbers.front());
    }
    const bool adjacent = numbers.back() - numbers.front() + 1 == static_cast<Count>(numbers.size());
    if (numbers.size() > 2 && adjacent) {
        return SegmentCard::tr("%1 to %2").arg(numbers.front()).arg(numbers.back());
    }
    QStringList texts;
    for (const Count number : numbers) {
        texts << QString::number(number);
    }
    const QString last = texts.takeLast();
    return SegmentCard::tr("%1 and %2").arg(texts.join(QStringLiteral(", ")), last);
}

QString sentenceOf(Count layers, double ratio)
{
    const QString root = fixed(std::sqrt(static_cast<double>(layers)));
    const double smooth = smoothSegmentLength(layers, ratio);
    if (layers == 1) {
        return SegmentCard::tr("One layer is one segment: K = 1 is all there is to choose.");
    }
    if (ratio < 1.05) {
        return SegmentCard::tr("A boundary costs as much as a whole layer: only then is the square root best, "
                               "K* = \u221a%1 = %2.")
            .arg(layers)
            .arg(root);
    }
    if (smooth <= 1) {
        return SegmentCard::tr(
            "A layer costs as much as %1 boundaries, and there are %2 layers: not one boundary saved "
            "is worth a second layer in the segment. K* = 1, and \u221a%2 = %3 is too long.")
            .arg(fixed(ratio))
            .arg(layers)
            .arg(root);
    }
    return SegmentCard::tr(
        "A layer costs as much as %1 boundaries: segments longer than K* = \u221a(%2 / %1) = %3 cost "
        "more than the boundaries they save, and \u221a%2 = %4 is too long.")
        .arg(fixed(ratio))
        .arg(layers)
        .arg(fixed(smooth), root);
}

} // namespace

SegmentCard::SegmentCard(QWidget* parent)
    : Card(QStringLiteral("segments"), tr("Best segment length"), tr("Best K"), parent)
    , m_plot(new SegmentPlot(this))
    , m_sentence(new QLabel(this))
    , m_slider(new ValueSlider(ValueSlider::Scale::Logarithmic, this))
    , m_readOut(new QLabel(this))
    , m_back(new QToolButton(this))
{
    setMinimumHeight(270);
    m_plot->setObjectName(id() + QStringLiteral(".plot"));
    m_plot->setAccessibleName(name());
    m_sentence->setObjectName(id() + QStringLiteral(".sentence"));
    m_sentence->setTextFormat(Qt::PlainText);
    m_sentence->setWordWrap(true);
    auto* body = new QWidget(this);
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(m_plot, 1);
    column->addWidget(m_sentence);
    column->addWidget(buildControl());
    setBody(body);
    connect(m_plot, &ItemPlot::itemPointed, this, [this](qsizetype item) {
        Q_EMIT componentPointed(HighlightModel::idOf(item != ItemPlot::kNone ? Count { item + 1 } : kNoNumber));
    });
}

void SegmentCard::setHighlighted(const QString& id)
{
    m_plot->setPointedK(HighlightModel::numberOf(id));
}

QWidget* SegmentCard::buildControl()
{
    const QString why = tr("How many boundaries a layer costs, (A+x)/x: 1 on the left, the square root rule's case");
    m_slider->setObjectName(id() + QStringLiteral(".ratio.slider"));
    m_slider->setAccessibleName(tr("Layer to boundary, in tenths"));
    m_slider->setAccessibleDescription(why);
    m_slider->setToolTip(why);
    m_slider->setRange(int(kTenth), int(kFarthest));
    connect(m_slider, &QSlider::valueChanged, this, [this](int tenths) { setHand(tenths / kTenth); });
    auto* label = new QLabel(tr("(A+x)/x"), this);
    label->setToolTip(why);
    m_readOut->setObjectName(id() + QStringLiteral(".ratio.value"));
    m_readOut->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_readOut->setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("1000.0")));
    m_back->setObjectName(id() + QStringLiteral(".ratio.own"));
    m_back->setText(tr("Scenario's"));
    m_back->setAccessibleName(tr("Back to the scenario's own ratio"));
    m_back->setAutoRaise(true);
    m_back->setFocusPolicy(Qt::StrongFocus);
    QSizePolicy policy = m_back->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    m_back->setSizePolicy(policy);
    connect(m_back, &QToolButton::clicked, this, [this] { setHand(std::nullopt); });

    auto* control = new QWidget(this);
    auto* row = new QHBoxLayout(control);
    row->setContentsMargins(0, 0, 4, 0);
    row->addWidget(label);
    row->addWidget(m_slider, 1);
    row->addWidget(m_readOut);
    row->addWidget(m_back);
    return control;
}

QWidget* SegmentCard::picture() const
{
    return m_plot;
}

void SegmentCard::update(const Evaluation& evaluation)
{
    m_layers = evaluation.scenario.model.layers;
    m_own = layerToBoundary(evaluation);
    m_plot->setBaseline(baseline() != nullptr ? baseline()->scenario.model.layers : 0,
        baseline() != nullptr ? layerToBoundary(*baseline()) : 1);
    // Logits, states and the optimizer's step are the memory card's; with them another K may need least.
    setMeasure(tr("Stack alone: boundaries, live segment; in layers A+x") + baselineWords());
    refresh();
}

void SegmentCard::setHand(std::optional<double> ratio)
{
    m_hand = ratio;
    refresh();
}

void SegmentCard::syncSlider(double ratio)
{
    const QSignalBlocker quiet(m_slider);
    if (!m_slider->isSliderDown()) { // the scale stands still under a hand
        const auto own = static_cast<unsigned>(std::lround(std::min(m_own, 1e6) * kTenth));
        m_slider->setMaximum(int(std::max(kFarthest, std::bit_ceil(own))));
    }
    m_slider->setValue(int(std::lround(std::min(ratio, 1e6) * kTenth)));
}

void SegmentCard::refresh()
{
    const double ratio = m_hand.value_or(m_own);
    syncSlider(ratio);
    m_plot->present(m_layers, ratio, m_own);
    m_readOut->setText(fixed(ratio));
    m_back->setEnabled(m_hand.has_value());
    m_back->setVisible(m_hand.has_value()); // a pale word is hard to read, and says nothing
    m_back->setToolTip(tr("Back to this scenario's %1").arg(fixed(m_own)));
    const std::vector<Count>& best = m_plot->best();
    const bool one = best.size() == 1;
    setTitle((one ? tr("Layers alone: K=%1 is least at ratio %2") : tr("Layers alone: K=%1 are least at ratio %2"))
                 .arg(listed(best), fixed(ratio)));
    const QString sentence = sentenceOf(m_layers, ratio);
    m_sentence->setText(sentence);
    setSummary(tr("%1. Least %2 layers of %3. %4 Logits, parameters and optimizer are left out here; the memory card "
                  "counts them.")
                   .arg(titleText(), fixed(segmentCost(m_layers, ratio, best.front()), 2))
                   .arg(m_layers)
                   .arg(sentence));
}

void SegmentCard::restyle(const Look& look)
{
    m_plot->setLook(look);
    for (QLabel* label : { m_sentence, m_readOut }) {
        label->setFont(look.axis);
    }
}

} // namespace sublinear
