// SPDX-License-Identifier: MIT
#pragma once

#include <QWidget>

namespace sublinear {

class Baseline;
class ElidedLine;
class ScenarioModel;
class VerdictMark;

/// The answer, always in view: a mark, one sentence in large type, and what would be better.
/// While the scenario is refused it says why, and that the picture below is the last good one.
class VerdictBar : public QWidget {
    Q_OBJECT

public:
    explicit VerdictBar(ScenarioModel& model, QWidget* parent = nullptr);

    /// What the total is compared with; it must outlive the bar.
    void followBaseline(const Baseline& baseline);

protected:
    void changeEvent(QEvent* event) override;

private:
    void sync();
    void restyle();

    ScenarioModel& m_model;
    const Baseline* m_baseline = nullptr;
    VerdictMark* m_mark;
    ElidedLine* m_headline; ///< line edits: selectable, readable aloud, and no new layout per change
    ElidedLine* m_advice;
};

} // namespace sublinear
