// SPDX-License-Identifier: MIT
#include "gpu/protocol/rows.h"

#include "core/measurement/measurement_json.h"

namespace sublinear {

using Json = nlohmann::ordered_json;

Json helloMembers(const DeviceRecord& device, const Versions& versions)
{
    Json members { { "protocol", kProtocolVersion } };
    writeDevice(members, device);
    writeVersions(members, versions);
    return members;
}

Json planMembers(const PlanRow& plan)
{
    Json members;
    writeRun(members, plan.run);
    if (plan.run.device) {
        writeDevice(members, *plan.run.device);
    }
    Json expected = Json::array();
    double total = 0;
    for (const PlanRow::Forecast& each : plan.expected) {
        total += each.ns;
        Json forecast;
        writePolicy(forecast, each.policy);
        forecast["predicted_peak_bytes"] = each.predictedPeakBytes;
        forecast["static_bytes"] = each.staticBytes;
        forecast["ns"] = each.ns;
        expected.push_back(std::move(forecast));
    }
    members["expected"] = std::move(expected);
    members["expected_ns"] = total;
    return members;
}

Json progressMembers(const ProgressRow& progress)
{
    return {
        { "point", progress.point },
        { "points", progress.points },
        { "phase", progress.phase },
        { "done", progress.done },
        { "left_ns", progress.leftNs ? Json(*progress.leftNs) : Json(nullptr) },
    };
}

Json sampleMembers(const SampleRow& sample)
{
    return { { "point", sample.point }, { "step_ns", sample.stepNs } };
}

Json resultMembers(const PointRecord& point)
{
    Json members;
    writePoint(members, point);
    return members;
}

Json errorMembers(const Fault& fault, std::optional<Count> point)
{
    Json members { { "class", toText(fault.kind) }, { "message", fault.message } };
    if (point) {
        members["point"] = *point;
    }
    return members;
}

Json byeMembers(const ByeRow& bye)
{
    return { { "points", bye.points }, { "errors", bye.errors } };
}

} // namespace sublinear
