// SPDX-License-Identifier: MIT
#pragma once

#include "app/charts/step_picture.h"
#include "app/model/newest_job.h"
#include "core/measurement/measurement.h"

#include <QObject>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sublinear {

struct MeasuredSet;

/// Points of one measurement whose operations were measured.
struct MeasuredRun {
    RunRecord run;
    std::vector<PointRecord> points;
    QString set;
    int color = 0;
};
using MeasuredRuns = std::shared_ptr<const std::vector<MeasuredRun>>;
MeasuredRuns measuredRuns(const std::vector<MeasuredSet>& sets);

/// The step under the chosen policy, beside it none, what really runs (article accounting), or another policy.
struct SecondStep {
    enum class Kind { None, Executed, Policy };
    Kind kind = Kind::None;
    PolicyId policy = PolicyId::StoreAll;
    bool operator==(const SecondStep&) const = default;
};

/// "executed", "segments"; empty for none.
std::string secondStepText(const SecondStep& second);
/// Empty for what is neither of these.
std::optional<SecondStep> secondStepOf(std::string_view text);

/// What a timeline shows, worked out beside the window; only the newest.
class TimelineSource : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TimelineSource)

public:
    struct Question {
        ResolvedScenario scenario;
        SecondStep second;
        MeasuredRuns runs;
        std::optional<ResolvedScenario> baseline = {}; ///< whose step is drawn as a ghost
        bool operator==(const Question&) const = default;
    };
    struct Answer {
        StepPicture picture; ///< no lanes where the chosen policy has no step
        QString trouble; ///< why there are none, or only one
    };

    explicit TimelineSource(QObject* parent = nullptr);
    ~TimelineSource() override;

    void ask(Question question);
    [[nodiscard]] bool isBusy() const { return m_job.isBusy(); }
    bool finish(std::chrono::milliseconds most) { return m_job.deliverWithin(most); }
    [[nodiscard]] const Answer& answer() const { return m_answer; }

    static Answer answerTo(const Question& question);

Q_SIGNALS:
    void answered();

private:
    std::optional<Question> m_question; ///< the last
    Answer m_answer;
    NewestJob m_job;
};

} // namespace sublinear
