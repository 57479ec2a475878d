// SPDX-License-Identifier: MIT
#include "core/plan/verdict.h"

#include "core/base/units.h"
#include "core/plan/words.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sublinear {

namespace {

std::string where(const SweepRow& row)
{
    return underWords(row.policy, row.k);
}

// So little that what is not counted may take it: of a step that is simulated, not of the article's law.
bool isClose(const Evaluation& evaluation)
{
    constexpr Bytes kClosePart = 10; // a tenth of the device
    const MemorySplit& memory = evaluation.memory;
    return evaluation.scenario.accounting == Accounting::Training && memory.fits
        && memory.marginBytes < memory.capacityBytes / kClosePart;
}

std::string headline(const Evaluation& evaluation)
{
    const SweepRow& chosen = evaluation.chosen;
    const MemorySplit& memory = evaluation.memory;
    const std::string need = ofCapacity(memory.totalBytes, memory.capacityBytes) + " " + where(chosen);
    if (isClose(evaluation)) {
        const double part = static_cast<double>(memory.marginBytes) / static_cast<double>(memory.capacityBytes);
        return "Fits: " + need + ", close: " + formatSize(memory.marginBytes) + ", " + formatPercent(part)
            + " of the device, to spare.";
    }
    if (memory.fits) {
        return "Fits: " + need + ", " + formatSize(memory.marginBytes) + " to spare.";
    }
    return "Does not fit: " + need + ", short by " + formatSize(-memory.marginBytes) + ".";
}

// "article:5", not "workload.batch=3"
bool isPolicy(const Alternative& alternative)
{
    return alternative.change.find('=') == std::string::npos;
}

// Where no number fits: the two best policies that do, the batch that does, and the first other changes, what to
// try next; then why.
std::string nothingFitsText(const Evaluation& evaluation)
{
    constexpr int kMostOfEach = 2;
    std::string listed;
    bool onAnotherDevice = false; // which is the last resort
    int policies = 0;
    int changes = 0;
    for (const Alternative& alternative : evaluation.recommendation.alternatives) {
        int& count = isPolicy(alternative) ? policies : changes;
        if (!alternative.fits || ++count > kMostOfEach) {
            continue;
        }
        onAnotherDevice = onAnotherDevice || alternative.change.find("device.memory_bytes=") != std::string::npos;
        listed += (listed.empty() ? "" : ", ") + changeWords(alternative.change) + " ("
            + formatGiBDistinct(alternative.totalBytes, evaluation.memory.capacityBytes).first + " GiB)";
    }
    const bool otherwise = policies + changes > 0 && !onAnotherDevice;
    const Bytes states = evaluation.memory.totalBytes - evaluation.chosen.activationBytes;
    const bool byBatch = evaluation.chosen.maxBatch == 0 && states <= evaluation.memory.capacityBytes;
    return (listed.empty() ? "" : "What fits: " + listed + ". ") // first: a line without room is cut at its end
        + evaluation.recommendation.reason
        + (byBatch && !otherwise ? " No batch fits " + where(evaluation.chosen) + " either." : "");
}

// Another policy that recomputes less than `offered`, the first of the alternatives: they stand best first.
std::string lessRecomputed(const Evaluation& evaluation, double offered)
{
    for (const Alternative& other : evaluation.recommendation.alternatives) {
        if (!other.fits || !isPolicy(other) || !other.extraForwardFraction || *other.extraForwardFraction >= offered) {
            continue;
        }
        const bool all = other.change == policyInfo(PolicyId::StoreAll).text;
        return "With less recomputed: " + changeWords(other.change) + " ("
            + formatGiBDistinct(other.totalBytes, evaluation.memory.capacityBytes).first + " GiB, "
            + (*other.extraForwardFraction > 0 ? forwardWords(*other.extraForwardFraction)
                    : all                      ? "nothing recomputed"
                                               : "no extra matrix FLOPs")
            + ").";
    }
    return {};
}

std::string adviceOfOwn(const Evaluation& evaluation)
{
    const Recommendation& best = evaluation.recommendation;
    const SweepRow& chosen = evaluation.chosen;
    const std::string number = numberWords(best.policy, best.k);
    const std::string batch = std::to_string(best.batch);
    const bool several = policyInfo(best.policy).number == PolicyNumber::Slots && best.k != Count { 1 };
    if (chosen.fits && (!best.fits || chosen.extraForwardFraction <= best.extraForwardFraction)) {
        return {};
    }
    if (!best.fits) {
        return nothingFitsText(evaluation);
    }
    const std::string fits = upperFirst(number) + (several ? " fit" : " fits") + (chosen.fits ? " too" : "")
        + " at batch " + batch + " in " + formatGiBDistinct(best.totalBytes, evaluation.memory.capacityBytes).first
        + " GiB, ";
    if (best.extraForwardFraction == 0) {
        return fits + "with " + freeWords(best.remade) + ".";
    }
    return fits + forwardWords(best.extraForwardFraction) + ".";
}

std::string advice(const Evaluation& evaluation)
{
    const Recommendation& best = evaluation.recommendation;
    std::string text = adviceOfOwn(evaluation);
    if (!best.fits) {
        return text;
    }
    const SweepRow& chosen = evaluation.chosen;
    const double offered =
        chosen.fits ? std::min(chosen.extraForwardFraction, best.extraForwardFraction) : best.extraForwardFraction;
    const std::string other = lessRecomputed(evaluation, offered);
    return text + (text.empty() || other.empty() ? "" : " ") + other;
}

} // namespace

Verdict verdict(const Evaluation& evaluation)
{
    std::string text = advice(evaluation);
    for (const std::string& note : std::array { positionsNote(evaluation), tensorsNote(evaluation) }) {
        if (!note.empty()) {
            text += (text.empty() ? "" : " ") + note;
        }
    }
    return { evaluation.memory.fits, headline(evaluation), std::move(text) };
}

} // namespace sublinear
