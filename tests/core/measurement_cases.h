// SPDX-License-Identifier: MIT
#pragma once

#include "core/measurement/measurement.h"

/// A measurement that has all that one can have, and a point that has next to nothing.
inline sublinear::Measurement fullMeasurement()
{
    using namespace sublinear;
    Measurement all;
    Scenario requested;
    requested.model.layers = 8;
    requested.recipe.dtype = Dtype::Bf16;
    requested.checkpointing.candidates = std::vector<Count> { 1, 2 };
    Scenario run = requested;
    run.recipe.dtype = Dtype::Fp32;
    all.run = { requested, run,
        { { "recipe.dtype", std::string("bf16"), std::string("fp32"), "the CPU runs fp32" },
            { "workload.batch", std::int64_t { 4 }, std::int64_t { 1 }, "for time" },
            { "recipe.dropout", true, false, "\"quoted\" \xC3\xA9" },
            { "model.vocab", std::int64_t { 50257 }, FieldValue(), "no head" },
            { "checkpointing.candidates", std::vector<std::int64_t> { 1, 2 }, FieldValue(), "all are run" },
            { "checkpointing.tensors", std::vector<std::string> { "gelu", "norms" }, FieldValue(), "" } },
        7, 2, "2025-01-31T12:00:00Z", {} };
    all.device = DeviceRecord { "CPU 9000", "cpu", Bytes { 1 } << 40, "570.1", "13.0" };
    all.versions = { { "sublinear", "0.1.0" }, { "blas", "OpenBLAS 0.3.21" } };

    PointRecord point;
    point.policy.id = PolicyId::EveryNth;
    point.policy.number = 2;
    point.policy.start = 1;
    point.predictedPeakBytes = (Bytes { 1 } << 53) + 1; // no double holds it
    point.idealPeakBytes = Bytes { 1 } << 53;
    point.measuredPeakBytes = point.predictedPeakBytes;
    point.staticBytes = 256;
    point.touchedBytes = point.measuredPeakBytes; // the CPU's meter
    point.poolHighBytes = 512;
    point.tightFit = true;
    point.residualBytes = 0;
    point.stepNs = StepTimes { 1.0 / 3.0, 0.1, 0.7, 10 };
    point.predictedStepNs = 0.375;
    point.predictedStepBasis = "store_all";
    point.kinds = { { "matmul", 4, 1.25 }, { "add", 0, std::nullopt } };
    point.products = { "64 x 64 x 32: algorithm 7", "" };
    point.phasesNs = { { "forward", 1.5 }, { "backward", 3e9 } };
    point.ops = { { 0, 100, 0.25 }, { 1, std::nullopt, std::nullopt } };
    point.gradientsIdentical = true;
    point.note = "disturbed";
    all.points.push_back(point);

    PointRecord bare;
    bare.policy.id = PolicyId::Selective;
    bare.policy.tensors = { "gelu", "norms" };
    bare.valid = false;
    bare.origin = "a log";
    all.points.push_back(bare);
    PointRecord segments;
    segments.policy.id = PolicyId::Segments;
    segments.policy.number = 4;
    segments.policy.lastStored = true;
    segments.predictedPeakBytes = 1;
    segments.measuredPeakBytes = 1;
    all.points.push_back(segments);
    return all;
}
