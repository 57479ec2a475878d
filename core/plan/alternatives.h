// SPDX-License-Identifier: MIT
#pragma once

#include "core/plan/article.h"

namespace sublinear {

/// What else would do: of each other policy the row that fits with least extra forward, if it improves on
/// the recommended one, one of several with the same bytes; of the scenario's own policy the same beyond the
/// candidates named; and for a chosen row that does not fit the largest batch with which it, or else the
/// recommended one, does. Best first, the batch last. Where none of it fits, the device that would do.
std::vector<Alternative> alternatives(
    const ArticleStack& stack, const ResolvedScenario& scenario, const SweepRow& recommended, const SweepRow& chosen);

struct Figures {
    double extraForwardFraction = 0;
    Bytes totalBytes = 0;
};
/// Of what fits: less extra forward than the recommended row, or as much in fewer bytes; anything where that
/// one does not fit.
bool improvesOn(const Figures& other, const SweepRow& recommended);

/// Whether one with the same bytes stands before it, which then recomputes no more.
bool isListed(const std::vector<Alternative>& listed, Bytes totalBytes);

/// The row with the fewest bytes on a device that holds it, in whole GiB.
Alternative largerDevice(const SweepRow& row, const SweepRow& chosen);

/// "checkpointing.k=5 " where a change is for another number than the chosen one; else nothing.
std::string numberChange(const SweepRow& row, const SweepRow& chosen);

} // namespace sublinear
