// SPDX-License-Identifier: MIT
#pragma once

#include "core/optimal/optimal.h"
#include "core/simulate/peak_detail.h"
#include "core/training/stack.h"

#include <optional>

namespace sublinear {

/// Rows of a sweep in training accounting. The stack must outlive it.
class TrainingRows {
public:
    explicit TrainingRows(const TrainingStack& stack);

    /// One policy at one number; empty if the number is out of range, no plan is within the
    /// budget, or the total is over 2^63-1 bytes.
    std::optional<SweepRow> row(const PolicySpec& spec);
    /// The same without parts and batches: total and extra forward alone.
    struct Brief {
        Bytes totalBytes = 0;
        double extraForwardFraction = 0;
    };
    std::optional<Brief> brief(const PolicySpec& spec);

    /// A policy over all its numbers, ascending, or the one row of a spec with a number; the
    /// frontier for `optimal`. Adds to `leftOut` for every row over 2^63-1 bytes.
    void append(PolicySpec spec, std::vector<SweepRow>& rows, Count& leftOut);

    /// Where in the step the peak of the last row stands.
    [[nodiscard]] std::string_view peakAt() const;
    /// Steps of the last row.
    [[nodiscard]] const std::vector<Run>& runs() const { return m_runs; }
    /// Why the last row is empty; no message where there is no more to say than "out of range".
    [[nodiscard]] const Error& error() const { return m_error; }

private:
    bool write(const PolicySpec& spec);
    std::optional<SweepRow> rowOfRuns(const PolicySpec& spec);

    const TrainingStack& m_stack;
    PeakDetails m_details;
    std::vector<Run> m_runs;
    Act m_peakAct = Act::Forward;
    bool m_exact = true; ///< of m_runs
    Error m_error;
};

/// Less extra forward; of equals fewer bytes.
bool recomputesLess(const TrainingRows::Brief& a, const TrainingRows::Brief& b);
/// Whether one is to be taken rather than the other: what fits before what does not, of what fits
/// the one that recomputes less, else the one with fewer bytes.
bool isBetter(const TrainingRows::Brief& a, const TrainingRows::Brief& b, Bytes capacity);

} // namespace sublinear
