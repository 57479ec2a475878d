// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <span>
#include <string>
#include <string_view>

namespace sublinear {

/// The one form in which a value is refused:
/// `workload.batch: "1.5" is not accepted; it takes a whole number from 1 to 65536`
Error refusal(std::string_view path, std::string_view value, std::string_view accepted);

/// Another field that a refused value does not go with.
struct Beside {
    std::string_view path;
    std::string value;
    bool given; ///< else it was derived, which the message says
};

/// `model.kv_heads: "5" is not accepted with model.heads 32; it takes a divisor of 32`
Error contradiction(std::string_view path, std::string_view value, const Beside& other, std::string_view accepted);

/// `format: not given; it takes "sublinear-scenario"`
Error missing(std::string_view path, std::string_view accepted);

/// `model.layrs: unknown field; nearest: model.layers`. Names beside the fields' paths
/// that would have been known there come as `alsoKnown`.
Error unknownField(std::string_view path, std::span<const std::string_view> alsoKnown = {});

/// `device.gpu: "a1000" is not known; nearest: a100-40gb`
Error unknownPreset(std::string_view path, std::string_view id, std::span<const std::string_view> known);

/// `model.preset: "t5-small" is not accepted; it cannot be modelled: encoder-decoder`
Error unmodelled(std::string_view path, std::string_view id, std::string_view reason);

/// "a whole number from 1 to 32"
std::string wholeRangeText(std::int64_t minimum, std::int64_t maximum);

} // namespace sublinear
