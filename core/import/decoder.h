// SPDX-License-Identifier: MIT
#pragma once

#include "core/import/family.h"
#include "core/scenario/scenario.h"

namespace sublinear::hf {

/// The model that a config of this family describes, every field given. A refusal is
/// left in the config.
Scenario::Model readDecoder(Config& config, const Family& family);

/// The longest sequence that the model has positions for; 0 if the config does not say.
Count longestSequence(Config& config, const Family& family);

} // namespace sublinear::hf
