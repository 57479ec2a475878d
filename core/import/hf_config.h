// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/scenario/scenario.h"

#include <string>
#include <string_view>
#include <vector>

namespace sublinear {

inline constexpr std::size_t kMaxConfigBytes = std::size_t { 4 } << 20;

struct ImportedModel {
    Scenario scenario; ///< training accounting; every model field given, those the family implies too
    std::vector<std::string> notes; ///< what was taken for granted or left out, one line each
};

/// A Hugging Face `config.json` of a decoder-only transformer. What cannot be modelled
/// (state-space layers, encoders, latent attention, ...) is refused by its name and the
/// reason. The message names the key, the value and what is accepted, not the file.
Result<ImportedModel> importHfConfig(std::string_view json);

} // namespace sublinear
