// SPDX-License-Identifier: MIT
#pragma once

#include "core/measurement/fault.h"
#include "core/measurement/measurement.h"
#include "core/measurement/worker_stream.h"

#include <nlohmann/json.hpp>

#include <optional>

namespace sublinear {

/// The members of each of the worker's lines, beside type, seq and id.
nlohmann::ordered_json helloMembers(const DeviceRecord& device, const Versions& versions);
nlohmann::ordered_json planMembers(const PlanRow& plan);
nlohmann::ordered_json progressMembers(const ProgressRow& progress);
nlohmann::ordered_json sampleMembers(const SampleRow& sample);
nlohmann::ordered_json resultMembers(const PointRecord& point);
nlohmann::ordered_json errorMembers(const Fault& fault, std::optional<Count> point);
nlohmann::ordered_json byeMembers(const ByeRow& bye);

} // namespace sublinear
