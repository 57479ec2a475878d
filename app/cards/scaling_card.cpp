// SPDX-License-Identifier: MIT
#include "app/cards/scaling_card.h"

#include "app/cards/scaling_plot.h"
#include "app/charts/sweep_rows.h"

#include <utility>

namespace sublinear {

ScalingCard::ScalingCard(Working working, QWidget* parent)
    : Card(QStringLiteral("scaling"), tr("Scaling curves"), tr("Scaling"), parent)
    , m_plot(new ScalingPlot(this))
    , m_working(working)
{
    setMinimumHeight(250); // two rows of two
    m_plot->setObjectName(id() + QStringLiteral(".plot"));
    m_plot->setAccessibleName(name());
    setBody(m_plot);
    setMeasure(tr("Total memory against each, GiB; dashed: limit"));
    setSummary(measureText()); // until there are curves
    connect(m_plot, &ScalingPlot::valueChosen, this, &ScalingCard::valueChosen);
}

ScalingCard::~ScalingCard()
{
    stop();
}

void ScalingCard::stop()
{
    if (m_stopped) {
        *m_stopped = true;
    }
}

void ScalingCard::update(const Evaluation& evaluation)
{
    setTitle(evaluation.chosen.maxBatch > 0 ? tr("Fits up to batch %1").arg(evaluation.chosen.maxBatch)
                                            : tr("No batch fits"));
    const Bytes capacity = evaluation.memory.capacityBytes;
    if (m_working == Working::AtOnce) {
        take(scalingCurves(evaluation), capacity);
        return;
    }
    stop();
    m_stopped = std::make_shared<std::atomic<bool>>(false);
    m_job.start([this, evaluation, capacity, stopped = m_stopped]() -> NewestJob::Delivery {
        std::vector<ScalingCurve> curves = scalingCurves(evaluation, [&] { return stopped->load(); });
        return [this, capacity, curves = std::move(curves)] { take(curves, capacity); };
    });
}

void ScalingCard::take(const std::vector<ScalingCurve>& curves, Bytes capacity)
{
    m_plot->present(curves, capacity);
    QStringList told;
    for (const ScalingCurve& curve : curves) {
        if (!curve.points.empty()) {
            const ScalingPoint& first = curve.points.front();
            const ScalingPoint& last = curve.points.back();
            told << tr("%1 %2 to %3: %4 to %5 GiB, now at %6")
                        .arg(ScalingPlot::nameOf(curve))
                        .arg(first.at)
                        .arg(last.at)
                        .arg(gibText(first.totalBytes), gibText(last.totalBytes))
                        .arg(curve.here);
        }
    }
    setSummary(told.join(QStringLiteral("; ")));
}

void ScalingCard::restyle(const Look& look)
{
    m_plot->setLook(look);
}

} // namespace sublinear
