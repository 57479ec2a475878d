// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/import/config.h"

#include <optional>
#include <string_view>

namespace sublinear::hf {

/// Why a model of this type cannot be modelled; empty if nothing is known against it.
std::string_view reasonAgainst(std::string_view type);

/// The refusal for a type that cannot be modelled.
std::optional<Error> refusedType(const Config& config, std::string_view type);

/// The refusal for what the keys give away, whatever the type says: latent attention,
/// state-space or linear-attention layers, cross-attention, layers of unequal width.
std::optional<Error> refusedKeys(Config& config);

} // namespace sublinear::hf
