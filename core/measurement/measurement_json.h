// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/measurement/measurement.h"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace sublinear {

/// The parts of a measurement as members of an object: of the document, or of a line of a
/// stream. What is not known is left out, except in points, where it is null.
void writeDevice(nlohmann::ordered_json& object, const DeviceRecord& device);
void writeVersions(nlohmann::ordered_json& object, const Versions& versions);
void writeRun(nlohmann::ordered_json& object, const RunRecord& run); ///< without its device
void writePolicy(nlohmann::ordered_json& object, const PolicySpec& policy);
void writePoint(nlohmann::ordered_json& object, const PointRecord& point);

/// The same read back. Refused: what checkDevice, checkRun and checkPoint refuse; `path` is where
/// the part stands, for the message.
struct DeviceAndVersions {
    std::optional<DeviceRecord> device;
    Versions versions;
};
Result<DeviceAndVersions> readDevice(const nlohmann::json& object, std::string_view path);
Result<RunRecord> readRun(const nlohmann::json& object, std::string_view path);
Result<PolicySpec> readPolicy(const nlohmann::json& object, std::string_view path); ///< whose name is one
Result<PointRecord> readPoint(const nlohmann::json& object, std::string_view path);

/// The document, indented by two, '\n' at the end. Reading it back gives the same measurement.
std::string writeMeasurement(const Measurement& measurement);

/// A measurement from one document or from a saved stream of lines (of several runs in one
/// stream, all points under the last plan). The message names the field, of a stream also the
/// line, the value and what is accepted, not the file.
Result<Measurement> readMeasurement(std::string_view text);

} // namespace sublinear
