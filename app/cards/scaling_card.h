// SPDX-License-Identifier: MIT
#pragma once

#include "app/cards/card.h"
#include "app/model/newest_job.h"
#include "core/plan/scaling.h"

#include <atomic>
#include <memory>

namespace sublinear {

class ScalingPlot;

/// How the total follows layers, batch, sequence and the policy's number, each from the scenario as it is. The curves
/// are some hundred plans, so they are worked out beside the window.
class ScalingCard : public Card {
    Q_OBJECT
public:
    enum class Working { Beside, AtOnce }; ///< at once for a figure, which is painted straight away
    explicit ScalingCard(Working working = Working::Beside, QWidget* parent = nullptr);
    ~ScalingCard() override;

Q_SIGNALS:
    void valueChosen(const QString& path, qint64 value); ///< by a click on a curve, or a key

protected:
    void update(const Evaluation& evaluation) override;
    void restyle(const Look& look) override;

private:
    void take(const std::vector<ScalingCurve>& curves, Bytes capacity);
    void stop();

    ScalingPlot* m_plot;
    Working m_working;
    std::shared_ptr<std::atomic<bool>> m_stopped; ///< of the job that runs
    NewestJob m_job; ///< last, so that it ends before what it uses
};

} // namespace sublinear
