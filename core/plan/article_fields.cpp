// SPDX-License-Identifier: MIT
#include "core/plan/article_fields.h"

#include <algorithm>
#include <array>

namespace sublinear {

bool countsInArticle(std::string_view path)
{
    constexpr std::array<std::string_view, 23> kCounted = {
        "accounting",
        "model.preset",
        "model.name",
        "model.layers",
        "model.d_model",
        "model.d_ffn",
        "model.heads",
        "model.parameters",
        "workload.batch",
        "workload.sequence",
        "recipe.name",
        "recipe.dtype",
        "checkpointing.policy",
        "checkpointing.k",
        "checkpointing.m",
        "checkpointing.start",
        "checkpointing.slots",
        "checkpointing.budget_bytes",
        "checkpointing.tensors", // of `selective`
        "checkpointing.last_stored",
        "checkpointing.candidates",
        "device.gpu",
        "device.memory_bytes",
    };
    return std::find(kCounted.begin(), kCounted.end(), path) != kCounted.end();
}

} // namespace sublinear
