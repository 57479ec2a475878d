// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"

#include <nlohmann/json_fwd.hpp>

#include <string_view>

namespace sublinear {

inline constexpr std::string_view kMeasurementFormat = "sublinear-measurement";
inline constexpr int kMeasurementVersion = 1;

/// The parts that a measurement document and a stream of lines have in common. `path` is
/// where the part stands, for the message.
Status checkRun(const nlohmann::json& object, std::string_view path); ///< requested, run, substitutions, seed, ...
Status checkDevice(const nlohmann::json& object, std::string_view path); ///< device, versions
Status checkPoint(const nlohmann::json& point, std::string_view path);

/// A whole `sublinear-measurement` document, its format already known. Gives the number of points.
Result<std::size_t> checkMeasurement(const nlohmann::json& document);

} // namespace sublinear
