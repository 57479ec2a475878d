// SPDX-License-Identifier: MIT
#pragma once

#include "core/policy/policy.h"
#include "core/scenario/fields.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sublinear {

/// One field in which what ran differs from what was asked for.
struct Substitution {
    std::string path; ///< "workload.batch"
    FieldValue from;
    FieldValue to;
    std::string why;
    bool operator==(const Substitution&) const = default;
};

/// What a run was on.
struct DeviceRecord {
    std::string name;
    std::string kind; ///< "cpu", "cuda"
    std::optional<Bytes> memoryBytes;
    std::optional<std::string> driver;
    std::optional<std::string> runtime;
    bool operator==(const DeviceRecord&) const = default;
};

/// Names and versions of what took part: "sublinear" -> "0.1.0".
using Versions = std::map<std::string, std::string>;

/// Median and quartiles of a time in nanoseconds over `n` steps.
struct StepTimes {
    double median = 0;
    std::optional<double> p25;
    std::optional<double> p75;
    std::optional<Count> n;
    bool operator==(const StepTimes&) const = default;
};

struct OpRecord {
    Count index = 0; ///< into the program's operations
    std::optional<Bytes> liveBytes;
    std::optional<double> ns;
    bool operator==(const OpRecord&) const = default;
};

/// All operations of one kernel in a step.
struct KindRecord {
    std::string kernel; ///< "matmul_backward"
    Count calls = 0; ///< per step
    std::optional<double> ns; ///< sum over them
    bool operator==(const KindRecord&) const = default;
};

/// What was measured for one policy. Points from elsewhere have an origin and may lack what
/// their source does not know.
struct PointRecord {
    PolicySpec policy;
    std::optional<Bytes> predictedPeakBytes; ///< placed peak of the program that ran
    std::optional<Bytes> idealPeakBytes; ///< the same if placing cost nothing
    std::optional<Bytes> measuredPeakBytes; ///< by the device's meter
    std::optional<Bytes> staticBytes;
    std::optional<Bytes> touchedBytes;
    std::optional<Bytes> poolHighBytes;
    std::optional<bool> tightFit;
    std::optional<Bytes> residualBytes;
    std::optional<StepTimes> stepNs;
    std::optional<double> predictedStepNs; ///< foretold from the times of another run's operations
    std::string predictedStepBasis; ///< that run's policy: "store_all", "segments:1"
    std::map<std::string, double> phasesNs; ///< "forward", "recompute", "backward", "optimizer"
    std::vector<KindRecord> kinds; ///< the slowest first
    std::vector<OpRecord> ops;
    std::vector<std::string> products; ///< on a GPU: each shape of a matrix product and the algorithm that it has
    std::optional<bool> gradientsIdentical;
    bool valid = true;
    std::string note;
    std::string origin;
    bool operator==(const PointRecord&) const = default;
};

/// What the worker has found to be wrong with its own run, for people: its gradients, its prediction, its
/// numbers. Empty: nothing.
std::string disproved(const PointRecord& point);

/// What was asked for, and what ran instead.
struct RunRecord {
    std::optional<Scenario> requested;
    std::optional<Scenario> run;
    std::vector<Substitution> substitutions;
    std::optional<Count> seed;
    std::optional<Count> threads;
    std::string date; ///< "2025-01-31T12:00:00Z"; empty where unknown
    std::optional<DeviceRecord>
        device; ///< in a plan's line, where it is not the one of hello; a measurement has its own
    bool operator==(const RunRecord&) const = default;
};

/// A `sublinear-measurement` document.
struct Measurement {
    RunRecord run;
    std::optional<DeviceRecord> device;
    Versions versions;
    std::vector<PointRecord> points;
    bool operator==(const Measurement&) const = default;
};

} // namespace sublinear
