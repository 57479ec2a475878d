// SPDX-License-Identifier: MIT
#include "core/plan/verdict.h"

#include "core/base/units.h"
#include "core/plan/words.h"

namespace sublinear {

namespace {

std::string where(const SweepRow& row)
{
    return row.k ? "at " + numberWords(row.policy, row.k) : numberWords(row.policy, row.k);
}

std::string headline(const SweepRow& chosen, const MemorySplit& memory)
{
    const std::string need = ofCapacity(memory.totalBytes, memory.capacityBytes) + " " + where(chosen);
    if (memory.fits) {
        return "Fits: " + need + ", " + gapWords(memory.marginBytes) + " to spare.";
    }
    return "Does not fit: " + need + ", short by " + gapWords(-memory.marginBytes) + ".";
}

bool isBatch(const Alternative& alternative)
{
    return alternative.change.find('=') != std::string::npos;
}

// The two best policies that fit and the batch that does: what to try next.
std::string alternativesSentence(const Evaluation& evaluation)
{
    std::string listed;
    int policies = 0;
    for (const Alternative& alternative : evaluation.recommendation.alternatives) {
        if (!isBatch(alternative) && ++policies > 2) {
            continue;
        }
        listed += (listed.empty() ? "" : ", ") + alternative.change + " ("
            + formatGiBDistinct(alternative.totalBytes, evaluation.memory.capacityBytes).first + " GiB)";
    }
    return listed.empty() ? "No batch fits " + where(evaluation.chosen) + " either." : "What fits: " + listed + ".";
}

std::string advice(const Evaluation& evaluation)
{
    const Recommendation& best = evaluation.recommendation;
    const SweepRow& chosen = evaluation.chosen;
    const std::string number = numberWords(best.policy, best.k);
    const std::string batch = std::to_string(best.batch);
    if (chosen.fits && (!best.fits || chosen.extraForwardFraction <= best.extraForwardFraction)) {
        return {};
    }
    if (!best.fits) {
        const Bytes states = evaluation.memory.totalBytes - chosen.activationBytes;
        return states > evaluation.memory.capacityBytes ? best.reason
                                                        : best.reason + " " + alternativesSentence(evaluation);
    }
    const std::string fits = number + (chosen.fits ? " fits too" : " fits") + " at batch " + batch + " in "
        + formatGiBDistinct(best.totalBytes, evaluation.memory.capacityBytes).first + " GiB, ";
    if (best.extraForwardFraction == 0) {
        return fits + "with nothing recomputed.";
    }
    return fits + forwardWords(best.extraForwardFraction) + ".";
}

} // namespace

Verdict verdict(const Evaluation& evaluation)
{
    return { evaluation.memory.fits, headline(evaluation.chosen, evaluation.memory), advice(evaluation) };
}

} // namespace sublinear
