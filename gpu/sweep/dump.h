// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "gpu/cpu/thread_pool.h"
#include "gpu/run/run_plan.h"
#include "gpu/run/stop.h"

#include <string>

namespace sublinear {

/// "segments-1", "store_all", "selective-gelu+norms": the folder of a policy as it is recorded.
std::string dumpFolderName(const PolicySpec& policy);

/// Runs the first training step of a plan and writes all that it takes to compute it again into
/// `folder`, which is made where it is missing: the stack's input `x0` (or `tokens` and `targets`),
/// every weight as it is before the step ("layer1.qkv.weight") and after it
/// ("after_layer1.qkv.weight"), `R` of the loss <x_N, R> where that is the loss, `loss`, and the
/// gradients ("d_x0", "d_layer1.qkv.weight"), and with dropout its masks, 1 where an element stays
/// ("layer1.res_mask1", "embed_mask"), each as NAME.npy; and `facts.json` with what belongs to no
/// tensor (dump_facts.h). An older dump in that folder is removed before; one
/// that fails, or is stopped, leaves nothing. Weights that nothing runs, as the final
/// norm's with the stack's loss, are left out. Refused: what fails of the run, by its class; a file that cannot be
/// written, by its path (field "cannot_write").
Status dumpStep(const RunPlan& plan, ThreadPool& pool, const std::string& folder, Stop& stop);

} // namespace sublinear
