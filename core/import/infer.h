// SPDX-License-Identifier: MIT
#pragma once

#include "core/import/config.h"

#include <string>

namespace sublinear::hf {

struct Inferred {
    std::string type; ///< empty if nothing fits
    std::string from; ///< "its architectures", "rms_norm_eps and hidden_size"
};

/// The model_type of a config that does not give one.
Inferred inferType(const Config& config);

/// The language model inside a model of several parts: "llava" holds a "llama". The type
/// itself where it is none.
std::string languageModelType(const std::string& type);

} // namespace sublinear::hf
