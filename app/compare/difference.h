// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/evaluation.h"

#include <QString>

namespace sublinear {

/// Whether bytes of the two mean the same: article and training accounting count different things.
bool areComparable(const Evaluation& shown, const Evaluation& baseline);
/// Whether their throughputs do too: both assumed, or both by the times of one device.
bool haveSameThroughput(const Evaluation& shown, const Evaluation& baseline);

/// "▲ +12.30", "▼ −0.50" in GiB, "=" for equal bytes. Never nothing for something: as many decimals as that takes.
QString changeText(Bytes now, Bytes before);
/// The same with its unit: "▼ −0.50 GiB".
QString changeUnitText(Bytes now, Bytes before);

/// "baseline: 80.25 GiB, ▼ −0.50", for the box beside the pointer.
QString baselineLine(Bytes now, Bytes before);

/// How the two totals differ, in a sentence: "12.30 GiB less than the baseline."; that they cannot be compared, if so.
QString differenceSentence(const Evaluation& shown, const Evaluation& baseline);

} // namespace sublinear
