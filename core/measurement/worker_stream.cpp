// SPDX-License-Identifier: MIT
#include "core/measurement/worker_stream.h"

#include "core/io/json_shape.h"
#include "core/measurement/measurement_json.h"

#include <utility>

namespace sublinear {

namespace {

using nlohmann::json;

template <class Value> Value valueOr(const json& line, std::string_view name, Value otherwise)
{
    const json* value = given(line, name);
    return value == nullptr ? otherwise : value->get<Value>();
}

using Content = decltype(StreamRow::content);

Result<Content> helloRow(const json& line)
{
    Result<DeviceAndVersions> read = readDevice(line, "");
    return read ? Result<Content>(HelloRow { std::move(read->device), std::move(read->versions) }) : read.error();
}

Result<Content> planRow(const json& line)
{
    Result<RunRecord> run = readRun(line, "");
    if (!run) {
        return run.error();
    }
    Result<DeviceAndVersions> device = readDevice(line, "");
    if (!device) {
        return device.error();
    }
    PlanRow plan { std::move(*run), {} };
    plan.run.device = std::move(device->device);
    if (const json* expected = given(line, "expected")) {
        for (const json& each : *expected) {
            Result<PolicySpec> policy = readPolicy(each, "expected[" + std::to_string(plan.expected.size()) + "]");
            if (!policy) {
                return policy.error();
            }
            plan.expected.push_back({ std::move(*policy), each.at("predicted_peak_bytes").get<Bytes>(),
                each.at("static_bytes").get<Bytes>(), each.at("ns").get<double>() });
        }
    }
    return Content(std::move(plan));
}

Result<Content> resultRow(const json& line)
{
    Result<PointRecord> point = readPoint(line, "");
    return point ? Result<Content>(ResultRow { std::move(*point) }) : point.error();
}

// The line has been checked: members that are there have their types.
Result<Content> contentOf(const json& line)
{
    const auto& type = line.at("type").get_ref<const std::string&>();
    if (type == "hello") {
        return helloRow(line);
    }
    if (type == "plan") {
        return planRow(line);
    }
    if (type == "result") {
        return resultRow(line);
    }
    if (type == "progress") {
        return Content(ProgressRow { valueOr<Count>(line, "point", 0), valueOr<Count>(line, "points", 0),
            valueOr<std::string>(line, "phase", ""), valueOr<double>(line, "done", 0),
            givenValue<double>(line, "left_ns") });
    }
    if (type == "sample") {
        return Content(SampleRow { valueOr<Count>(line, "point", 0), valueOr<double>(line, "step_ns", 0) });
    }
    if (type == "error") {
        const auto kind = faultClass(valueOr<std::string>(line, "class", "device_fault"));
        return Content(ErrorRow { { kind.value_or(FaultClass::DeviceFault), valueOr<std::string>(line, "message", "") },
            givenValue<Count>(line, "point") });
    }
    return Content(ByeRow { valueOr<Count>(line, "points", 0), valueOr<Count>(line, "errors", 0) });
}

} // namespace

void WorkerStream::takeLine(std::string_view line)
{
    Result<json> checked = m_check.take(line);
    if (checked && checked->is_null()) {
        return;
    }
    Result<Content> content = checked ? contentOf(*checked) : Result<Content>(checked.error());
    if (!content) {
        m_fault = Fault { FaultClass::Protocol, content.error().message };
        return;
    }
    m_rows.push_back({ checked->at("id").get<std::string>(), std::move(*content) });
}

void WorkerStream::feed(std::string_view bytes)
{
    while (!m_fault && !bytes.empty()) {
        const std::size_t end = bytes.find('\n');
        const std::string_view piece = bytes.substr(0, end);
        if (m_pending.size() + piece.size() > m_maxLine) {
            m_fault = Fault { FaultClass::Protocol, "a line is longer than " + std::to_string(m_maxLine) + " bytes" };
            m_pending = {};
            return;
        }
        m_pending += piece;
        if (end == std::string_view::npos) {
            return;
        }
        takeLine(std::exchange(m_pending, {}));
        bytes.remove_prefix(end + 1);
    }
}

void WorkerStream::end()
{
    if (m_fault) {
        return;
    }
    if (!m_pending.empty()) {
        m_fault = Fault { FaultClass::LostWorker, "the worker ended in the middle of a line" };
    } else if (!complete()) {
        m_fault = Fault { FaultClass::LostWorker,
            m_check.summary().lines == 0 ? "the worker ended without a word" : "the worker ended before its run did" };
    }
}

std::optional<StreamRow> WorkerStream::next()
{
    if (m_rows.empty()) {
        return std::nullopt;
    }
    StreamRow row = std::move(m_rows.front());
    m_rows.pop_front();
    return row;
}

void takeInto(Measurement& measurement, const StreamRow& row)
{
    if (const auto* hello = std::get_if<HelloRow>(&row.content)) {
        measurement.device = hello->device;
        measurement.versions = hello->versions;
    } else if (const auto* plan = std::get_if<PlanRow>(&row.content)) {
        measurement.run = plan->run;
        if (std::optional<DeviceRecord> runsOn = std::exchange(measurement.run.device, std::nullopt)) {
            measurement.device = std::move(runsOn);
        }
    } else if (const auto* result = std::get_if<ResultRow>(&row.content)) {
        measurement.points.push_back(result->point);
    }
}

} // namespace sublinear
