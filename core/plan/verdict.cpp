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

std::string batchSentence(const SweepRow& row)
{
    if (row.maxBatch == 0) {
        return "No batch fits.";
    }
    return "Batch " + std::to_string(row.maxBatch) + " fits " + where(row) + ".";
}

std::string advice(const Evaluation& evaluation)
{
    const Recommendation& best = evaluation.recommendation;
    const SweepRow& chosen = evaluation.chosen;
    const std::string number = numberWords(best.policy, best.k);
    const std::string batch = std::to_string(best.batch);
    if (!best.fits) {
        Bytes states = 0;
        for (const MemoryKind kind : { MemoryKind::Parameters, MemoryKind::Optimizer }) {
            states += evaluation.memory.bytesOf(kind);
        }
        return states > evaluation.memory.capacityBytes ? best.reason : best.reason + " " + batchSentence(chosen);
    }
    if (chosen.fits && chosen.extraForwardFraction <= best.extraForwardFraction) {
        return {};
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
