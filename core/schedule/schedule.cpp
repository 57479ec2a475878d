// SPDX-License-Identifier: MIT
#include "core/schedule/schedule.h"

namespace sublinear {

std::string_view toText(Act act)
{
    switch (act) {
    case Act::Embed:
        return "embedding";
    case Act::Forward:
        return "forward";
    case Act::Head:
        return "loss";
    case Act::Recompute:
        return "recompute";
    case Act::Backward:
        return "backward";
    case Act::EmbedBackward:
        return "embedding backward";
    case Act::OptimizerStep:
        return "optimizer";
    }
    return "";
}

std::vector<Step> stepsOf(const Schedule& schedule)
{
    std::vector<Step> steps;
    for (const Run& run : schedule.runs) {
        const Count direction = run.act == Act::Backward ? -1 : 1;
        for (Count i = 0; i < run.count; ++i) {
            if (run.recomputes) {
                steps.push_back({ Act::Recompute, true, false, run.dropped, run.first - i });
            }
            steps.push_back({ run.act, run.keeps, run.output, run.dropped, run.first + direction * i });
        }
    }
    return steps;
}

} // namespace sublinear
