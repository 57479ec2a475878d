// SPDX-License-Identifier: MIT
#pragma once

#include "app/measure/device_finder.h"
#include "app/measure/measure_job.h"

#include <QString>

#include <limits>

namespace sublinear {

/// "80.25 GiB", "12.5 MiB", "768 B"
QString sizeText(Bytes bytes);
/// "12.3 ms", "2.10 s": a time that was measured
QString stepText(double ns);
/// "22 s", "3 min": a time that is expected
QString durationText(double ns);

/// "article:4", "optimal:5.98 GiB": short for tables and boxes, sizes not in bytes
QString pointName(const PolicySpec& policy);

/// "Batch" for "workload.batch", and what a field's value is for people
QString fieldName(const std::string& path);
QString valueText(const FieldValue& value);

/// "Fake CPU, 2 threads, 8 GiB"
QString deviceText(const FoundDevice& device);

/// What will run and what it takes: "5 policies, about 22 s, up to 320.0 MiB. Layers 4 instead of 32".
QString planText(const Measurement& measurement, const std::vector<MeasureJob::Point>& points);
/// A line for each field in which that is not the scenario: "Layers 4 instead of 32: the time allowed".
QString reasonsText(const Measurement& measurement);
/// "Layers 4 instead of 32, Batch 1 instead of 4"; empty for the scenario itself. Of more than `most` those, and
/// "and 3 more".
QString changesText(const Measurement& measurement, int most = std::numeric_limits<int>::max());

/// "Point 2 of 5, timing, 12 s left"
QString progressText(const ProgressRow& progress);

} // namespace sublinear
