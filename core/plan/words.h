// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/evaluation.h"

namespace sublinear {

/// "K=4", "m=22", "4 slots"; "storing everything" for a policy without a number.
std::string numberWords(PolicyId policy, std::optional<Count> number);

/// "80.25 of 80 GiB", "80.0004 of 80 GiB": unequal bytes never look equal, and what fits
/// never looks larger than the capacity.
std::string ofCapacity(Bytes bytes, Bytes capacity);

/// A difference that is never shown as nothing: "0.25 GiB", "12.50 MiB", "96 bytes".
std::string gapWords(Bytes bytes);

/// "+81.2 % forward"
std::string forwardWords(double extraForwardFraction);

/// What a row's throughput counts. No samples per step that is run: that would be the batch, however
/// long a step with recomputation takes.
struct ThroughputUnit {
    std::string_view samples; ///< "samples per normalised step"
    std::string_view per; ///< "per normalised step", behind a figure of which it is known that it counts samples
};
/// Article accounting takes a step without recomputation as 1, whatever the batch; training accounting
/// the time that a step at the scenario's batch takes storing all.
ThroughputUnit throughputUnit(Accounting accounting);

} // namespace sublinear
