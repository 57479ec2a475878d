// SPDX-License-Identifier: MIT
#pragma once

#include "app/model/newest_job.h"
#include "core/measurement/marks.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <memory>
#include <utility>
#include <vector>

namespace sublinear {

class MeasuredSets;
class ScenarioModel;
struct MeasuredSet;

/// A measured point as charts show it.
struct ShownMark {
    MeasuredMark mark;
    bool stale = false; ///< measured for another scenario
    QString set; ///< "This machine", "run.json"
    int color = 0; ///< of the set
    QString changes; ///< what ran instead: "batch 1 instead of 4, ..."; empty for the scenario itself
};
using ShownMarks = std::vector<ShownMark>;

/// Adds the points of one set that have a place on the scenario's charts; as slow as planning their policies.
void addMarks(ShownMarks& marks, const MeasuredSet& set, const ResolvedScenario& scenario);

/// The sets that points are of, each once, with its colour; empty for a single one, which needs no name.
std::vector<std::pair<QString, int>> markSets(const ShownMarks& marks);
/// What the box beside the pointer says of one, a line each.
QStringList markLines(const ShownMark& shown);
/// Behind what a card says it shows: "; diamonds: measured"; empty without any.
QString marksWords(const ShownMarks& marks);
/// For screen readers: ". Measured: segments:1 21.43 GiB, ...".
QString marksSummary(const ShownMarks& marks);

/// The measured points on the charts of the present scenario, worked out beside the window.
class MarkSource : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(MarkSource)

public:
    MarkSource(ScenarioModel& model, MeasuredSets& sets, QObject* parent = nullptr);
    ~MarkSource() override;

    [[nodiscard]] const ShownMarks& marks() const { return m_marks; }
    bool finish(std::chrono::milliseconds most) { return m_job.deliverWithin(most); }

Q_SIGNALS:
    void changed();

private:
    void takeSets();
    void follow();

    ScenarioModel& m_model;
    MeasuredSets& m_sets;
    std::shared_ptr<const std::vector<MeasuredSet>> m_sources; ///< without their operations, which no chart here shows
    ShownMarks m_marks;
    NewestJob m_job;
};

} // namespace sublinear
