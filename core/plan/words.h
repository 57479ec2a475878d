// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/evaluation.h"

namespace sublinear {

/// "K=4", "m=22", "4 slots", "a budget of 5.98 GiB"; for a policy without a number what it does:
/// "storing everything", "selective recomputation".
std::string numberWords(PolicyId policy, std::optional<Count> number);

/// The same behind a figure: "at K=4", "with 4 slots", "storing everything".
std::string underWords(PolicyId policy, std::optional<Count> number);

/// A policy beside others: "first m layers recomputed at m=22".
std::string policyWords(const PolicySpec& spec);

/// An Alternative's change as a person would say it: "first m layers recomputed at m=22",
/// "K=8 with fused attention", "batch 3".
std::string changeWords(std::string_view change);

/// What a row without extra FLOPs still does (`remade` as in SweepRow): "nothing recomputed", or "activation functions
/// and norms made again, no extra matrix FLOPs".
std::string freeWords(TensorGroups remade);

/// For the first word of a sentence; names such as "m=22" stay as they are.
std::string upperFirst(std::string words);

/// "80.25 of 80 GiB", "80.0004 of 80 GiB": unequal bytes never look equal, and what fits
/// never looks larger than the capacity.
std::string ofCapacity(Bytes bytes, Bytes capacity);

/// "+81.2 % forward"
std::string forwardWords(double extraForwardFraction);

/// What does not show in the figures themselves, a sentence each; empty where there is nothing to say.
std::string boundNote(const Evaluation& evaluation); ///< rows of `optimal` that are bounds
std::string positionsNote(const Evaluation& evaluation); ///< more tokens than learned positions
std::string slotsNote(const Evaluation& evaluation); ///< numbers that a sweep over slots leaves out
std::string tensorsNote(const Evaluation& evaluation); ///< tensors left out that the article's layer lacks
std::string scheduleNote(const MemorySplit& memory); ///< a law that counts more than its schedule holds

/// What a row's throughput counts. No samples per step that is run: that would be the batch, however
/// long a step with recomputation takes.
struct ThroughputUnit {
    std::string_view samples; ///< "samples per normalised step"
    std::string_view per; ///< "per normalised step", behind a figure of which it is known that it counts samples
};
/// Article accounting takes a step without recomputation as 1, whatever the batch; training accounting
/// the time that a step at the scenario's batch takes storing all.
ThroughputUnit throughputUnit(Accounting accounting);
/// The same, or "samples per second" where a device was timed.
ThroughputUnit throughputUnit(const Evaluation& evaluation);
/// "3.15"; of a device that was timed three figures, however small: "0.000418".
std::string throughputText(double throughput, bool timed);
/// "135.6 ms", "2.10 s", "1,204 s"
std::string secondsText(double seconds);

} // namespace sublinear
