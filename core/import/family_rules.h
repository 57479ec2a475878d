// SPDX-License-Identifier: MIT
#pragma once

#include "core/import/config.h"
#include "core/scenario/scenario.h"

/// One function for each family whose config has keys of its own. The model comes with
/// every common field filled.
namespace sublinear::hf {

void refineGpt2(Config& config, Scenario::Model& model);
void refineGptBigcode(Config& config, Scenario::Model& model);
void refineGptNeo(Config& config, Scenario::Model& model);
void refineGptNeoX(Config& config, Scenario::Model& model);
void refineOpt(Config& config, Scenario::Model& model);
void refineBloom(Config& config, Scenario::Model& model);
void refineFalcon(Config& config, Scenario::Model& model);
void refineMpt(Config& config, Scenario::Model& model);
void refinePhi(Config& config, Scenario::Model& model);
void refineStableLm(Config& config, Scenario::Model& model);
void refineStarCoder2(Config& config, Scenario::Model& model);
void refineCohere(Config& config, Scenario::Model& model);

void refineLlama(Config& config, Scenario::Model& model);
void refineMistral(Config& config, Scenario::Model& model);
void refineInternLm2(Config& config, Scenario::Model& model);
void refineSmolLm3(Config& config, Scenario::Model& model);
void refinePhi3(Config& config, Scenario::Model& model);
void refineQwen2(Config& config, Scenario::Model& model);
void refineQwen3(Config& config, Scenario::Model& model);
void refineGemma(Config& config, Scenario::Model& model);
void refineGemma2(Config& config, Scenario::Model& model);
void refineGemma3(Config& config, Scenario::Model& model);

void refineMixtral(Config& config, Scenario::Model& model);
void refineQwen2Moe(Config& config, Scenario::Model& model);
void refineQwen3Moe(Config& config, Scenario::Model& model);
void refineOlmoe(Config& config, Scenario::Model& model);
void refineDeepSeek(Config& config, Scenario::Model& model);
void refineLlama4(Config& config, Scenario::Model& model);
void refineGptOss(Config& config, Scenario::Model& model);

/// A sliding window with `usual` where the key is absent; 0 = none. `everyOther`: how the
/// family spreads it over the layers ("every other layer"), empty for all of them.
void readWindow(Config& config, Scenario::Model& model, Count usual, std::string_view spread = {});
/// The same for families that also have a switch, off by default (Qwen).
void readSwitchedWindow(Config& config, Scenario::Model& model);

} // namespace sublinear::hf
