// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/program/program.h"

#include <map>
#include <span>
#include <string>
#include <tuple>

namespace sublinear {

/// How long each kind of operation takes on one shape and device, learned from one timed step; the
/// step time of any other schedule on that shape is the sum over its operations.
class Calibration {
public:
    /// `opNs` by operation; `outsideNs` is what a step takes beyond them.
    Calibration(const Program& program, std::span<const double> opNs, double outsideNs);

    /// Nanoseconds of a step. An operation that was seen in another pass only (recomputed here, run
    /// once there) takes that one's time. Refused: an operation that was never timed.
    [[nodiscard]] Result<double> stepNs(const Program& program) const;

private:
    enum class StageKind { Embedding, Layer, Head };
    using Key = std::tuple<Kernel, std::string, StageKind, Pass>;
    static Key keyOf(const Program& program, const ProgramOp& op);
    [[nodiscard]] const double* find(Key key) const;

    std::map<Key, double> m_medians;
    double m_outsideNs;
};

} // namespace sublinear
