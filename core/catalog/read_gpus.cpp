// SPDX-License-Identifier: MIT
#include "core/base/units.h"
#include "core/catalog/entry.h"
#include "core/catalog/preset_files.h"

#include <utility>

namespace sublinear {

namespace {

struct Capacity {
    Bytes bytes = 0;
    CapacityBasis basis = CapacityBasis::Marketed;
};

/// What a process can see is the limit that counts; the driver's total is a little
/// more, the marketed size more again.
Capacity bestCapacity(Entry& memory)
{
    const std::optional<Count> article = memory.optionalWhole("article_bytes");
    const std::optional<Count> visible = memory.optionalWhole("cuda_visible_mib");
    const std::optional<Count> driver = memory.optionalWhole("driver_mib");
    const std::optional<Count> marketed = memory.optionalWhole("marketed_gib");
    if (article) {
        return { *article, CapacityBasis::Article };
    }
    if (visible) {
        return { *visible * kMiB, CapacityBasis::CudaVisible };
    }
    if (driver) {
        return { *driver * kMiB, CapacityBasis::Driver };
    }
    if (!marketed) {
        memory.fail("has no size");
    }
    return { marketed.value_or(0) * kGiB, CapacityBasis::Marketed };
}

} // namespace

Result<std::vector<GpuPreset>> readGpuPresets(std::string_view json)
{
    std::vector<GpuPreset> gpus;
    const Status status = forEachEntry(json, "sublinear-gpus", "gpus", [&](Entry& entry) {
        GpuPreset gpu;
        gpu.id = entry.text("id");
        gpu.name = entry.text("name");
        gpu.vendor = entry.optionalText("vendor");
        gpu.architecture = entry.optionalText("architecture");
        gpu.bandwidthGBs = entry.optionalNumber("bandwidth_gb_s");
        gpu.computeCapability = entry.optionalText("compute_capability");
        gpu.notes = entry.optionalText("notes");
        gpu.sources = entry.texts("sources");

        Entry memory = entry.object("memory");
        const Capacity capacity = bestCapacity(memory);
        gpu.memoryBytes = capacity.bytes;
        gpu.capacityBasis = capacity.basis;

        Entry tflops = entry.object("tflops");
        gpu.tflopsFp32 = tflops.optionalNumber("fp32");
        gpu.tflopsTf32 = tflops.optionalNumber("tf32");
        gpu.tflopsFp16 = tflops.optionalNumber("fp16");
        gpu.tflopsBf16 = tflops.optionalNumber("bf16");

        entry.adopt(memory.finish());
        entry.adopt(tflops.finish());
        gpus.push_back(std::move(gpu));
        return entry.finish();
    });
    if (!status) {
        return status.error();
    }
    return gpus;
}

} // namespace sublinear
