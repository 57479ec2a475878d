// SPDX-License-Identifier: MIT
#pragma once

#include "core/io/stream_check.h"
#include "core/measurement/fault.h"
#include "core/measurement/measurement.h"

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace sublinear {

/// What the worker's lines say, by type. Times are in nanoseconds; points count from 0.
struct HelloRow {
    std::optional<DeviceRecord> device;
    Versions versions;
};
struct PlanRow {
    RunRecord run;
    struct Forecast {
        PolicySpec policy;
        Bytes predictedPeakBytes = 0;
        Bytes staticBytes = 0;
        double ns = 0; ///< to measure it
    };
    std::vector<Forecast> expected; ///< point by point
};
struct ProgressRow {
    Count point = 0;
    Count points = 0;
    std::string phase; ///< "timing"
    double done = 0; ///< of the whole run, 0 to 1
    std::optional<double> leftNs;
};
/// The phase of the last line of a run, whatever came of it; the worker may then be given the next.
inline constexpr std::string_view kRunEndedPhase = "ended";
struct SampleRow {
    Count point = 0;
    double stepNs = 0; ///< one timed step
};
struct ResultRow {
    PointRecord point;
};
struct ErrorRow {
    Fault fault;
    std::optional<Count> point; ///< the one at fault; the others go on
};
struct ByeRow {
    Count points = 0;
    Count errors = 0;
};

struct StreamRow {
    std::string id; ///< of the run
    std::variant<HelloRow, PlanRow, ProgressRow, SampleRow, ResultRow, ErrorRow, ByeRow> content;
};

/// A result with every operation of a deep model is long, but not longer than this.
inline constexpr std::size_t kMaxWorkerLine = std::size_t { 8 } << 20;

/// Reads what a worker writes: is fed bytes as they come, in pieces of any size, and gives rows,
/// until there is a fault. Holds at most one unfinished line.
class WorkerStream {
public:
    explicit WorkerStream(std::size_t maxLine = kMaxWorkerLine)
        : m_maxLine(maxLine)
    {
    }

    void feed(std::string_view bytes); ///< ignored after a fault
    /// No more bytes will come. A fault if `bye` has not been said.
    void end();

    std::optional<StreamRow> next(); ///< rows from before a fault come first

    [[nodiscard]] const std::optional<Fault>& fault() const { return m_fault; }
    [[nodiscard]] bool complete() const { return m_check.summary().complete; } ///< `bye` was said

private:
    void takeLine(std::string_view line);

    std::size_t m_maxLine;
    StreamCheck m_check;
    std::string m_pending; // the line that has not ended yet
    std::deque<StreamRow> m_rows;
    std::optional<Fault> m_fault;
};

/// Adds what a row says to a measurement: device, plan, points. The device that a plan names wins over that of hello.
void takeInto(Measurement& measurement, const StreamRow& row);

} // namespace sublinear
