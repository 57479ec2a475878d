// SPDX-License-Identifier: MIT
#include "gpu/measure/point_parts.h"

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace sublinear {

namespace {

constexpr double kDisturbed = 0.25; // the middle half of the steps, as a part of the median

} // namespace

void addNote(MeasuredPoint& point, const std::string& text)
{
    point.note += (point.note.empty() ? "" : "; ") + text;
}

void takeResults(MeasuredPoint& point, TrainingResults own, const TrainingResults* reference, TrainingResults* results)
{
    if (reference != nullptr) {
        const std::string difference = firstDifference(*reference, own);
        point.gradientsIdentical = difference.empty();
        if (!difference.empty()) {
            addNote(point, "not as store_all: " + difference);
        }
    }
    if (!point.valid) {
        addNote(point, "NaN or Inf in the loss or in a gradient");
    }
    if (results != nullptr) {
        *results = std::move(own);
    }
}

void takeTimes(MeasuredPoint& point, const StepTimer& times, int asked)
{
    point.stepNs = times.step();
    point.phasesNs = times.phases();
    point.kinds = times.kinds();
    const std::vector<double> medians = times.ops();
    point.ops.resize(medians.size());
    for (std::size_t op = 0; op < medians.size(); ++op) {
        point.ops[op].index = static_cast<std::int64_t>(op);
        point.ops[op].ns = medians[op];
    }
    const Quartiles& step = *point.stepNs;
    if (step.n < asked) {
        addNote(point, std::to_string(step.n) + " of " + std::to_string(asked) + " steps timed in the time allowed");
    }
    if (step.p75 - step.p25 > kDisturbed * step.median) {
        addNote(point,
            "disturbed: half of the steps lie "
                + std::to_string(std::lround(100.0 * (step.p75 - step.p25) / step.median)) + " % apart");
    }
}

} // namespace sublinear
