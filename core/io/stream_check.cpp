// SPDX-License-Identifier: MIT
#include "core/io/stream_check.h"

#include "core/base/json_document.h"
#include "core/base/text.h"
#include "core/io/check_document.h"
#include "core/io/json_shape.h"
#include "core/io/measurement_check.h"
#include "core/measurement/fault.h"
#include "core/policy/policy.h"
#include "core/scenario/refusal.h"

#include <algorithm>
#include <array>
#include <optional>

namespace sublinear {

using nlohmann::json;

namespace {

constexpr std::array<std::string_view, 7> kTypes = { "hello", "plan", "progress", "sample", "result", "error", "bye" };

std::string_view takeLine(std::string_view& text)
{
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return line;
}

// What the short lines hold; all of it may be missing, but nothing may be of another kind.
Status checkShortLine(const json& line)
{
    constexpr std::array kMembers = { Member { "point", JsonShape::Whole }, Member { "points", JsonShape::Whole },
        Member { "phase", JsonShape::Text }, Member { "done", JsonShape::Number },
        Member { "left_ns", JsonShape::Number }, Member { "step_ns", JsonShape::Number },
        Member { "errors", JsonShape::Whole }, Member { "class", JsonShape::Text },
        Member { "message", JsonShape::Text } };
    if (Status members = checkMembers(line, "", kMembers); !members) {
        return members;
    }
    const json* point = given(line, "point");
    const json* points = given(line, "points");
    if (point != nullptr && points != nullptr && point->get<std::uint64_t>() > points->get<std::uint64_t>()) {
        return refusal("point", shownJson(*point), "a whole number up to points, " + shownJson(*points));
    }
    const json* kind = given(line, "class");
    if (kind != nullptr && !faultClass(kind->get_ref<const std::string&>())) {
        return refusal("class", shownJson(*kind), "one of " + join(kFaultClasses));
    }
    return success();
}

// A plan says all that the run of a measurement has.
Status checkPlanIsWhole(const json& plan)
{
    constexpr std::array kMembers = { Member { "requested", JsonShape::Object, true },
        Member { "run", JsonShape::Object, true }, Member { "substitutions", JsonShape::Array, true },
        Member { "seed", JsonShape::Whole, true }, Member { "threads", JsonShape::Whole, true },
        Member { "date", JsonShape::Text, true } };
    return checkMembers(plan, "", kMembers);
}

// What a plan expects of each point.
Status checkForecasts(const json& plan)
{
    constexpr std::array kList = { Member { "expected", JsonShape::Array } };
    constexpr std::array kMembers = { Member { "policy", JsonShape::Text, true }, Member { "k", JsonShape::Whole },
        Member { "predicted_peak_bytes", JsonShape::Whole, true }, Member { "static_bytes", JsonShape::Whole, true },
        Member { "ns", JsonShape::Number, true } };
    if (Status members = checkMembers(plan, "", kList); !members) {
        return members;
    }
    const json* expected = given(plan, "expected");
    for (std::size_t index = 0; expected != nullptr && index < expected->size(); ++index) {
        const std::string where = "expected[" + std::to_string(index) + "]";
        const json& forecast = expected->at(index);
        if (!forecast.is_object()) {
            return refusal(where, shownJson(forecast), "an object");
        }
        if (Status members = checkMembers(forecast, where, kMembers); !members) {
            return members;
        }
        if (findPolicy(forecast.at("policy").get_ref<const std::string&>()) == nullptr) {
            return refusal(where + ".policy", shownJson(forecast.at("policy")), "the name of a policy");
        }
    }
    return success();
}

Status checkHello(const json& line)
{
    const json* protocol = given(line, "protocol");
    const std::string accepted = std::to_string(kProtocolVersion);
    if (protocol == nullptr) {
        return missing("protocol", accepted);
    }
    return *protocol == kProtocolVersion ? checkDevice(line, "") : refusal("protocol", shownJson(*protocol), accepted);
}

Status checkContent(const std::string& type, const json& line)
{
    if (type == "hello") {
        return checkHello(line);
    }
    if (type == "plan") {
        const Status run = checkRun(line, "");
        const Status device = run ? checkDevice(line, "") : run;
        const Status forecasts = device ? checkForecasts(line) : device;
        return forecasts ? checkPlanIsWhole(line) : forecasts;
    }
    return type == "result" ? checkPoint(line, "") : checkShortLine(line);
}

Result<std::string> checkLine(const json& line, std::optional<std::uint64_t>& lastSeq)
{
    constexpr std::array kMembers = { Member { "type", JsonShape::Text, true },
        Member { "seq", JsonShape::Whole, true }, Member { "id", JsonShape::Text, true } };
    if (!line.is_object()) {
        return Error { "a line is a JSON object, not " + quoted(shownJson(line)) };
    }
    if (const Status members = checkMembers(line, "", kMembers); !members) {
        return members.error();
    }
    auto type = line.at("type").get<std::string>();
    if (std::find(kTypes.begin(), kTypes.end(), type) == kTypes.end()) {
        return refusal("type", type, "one of " + join(kTypes));
    }
    const auto seq = line.at("seq").get<std::uint64_t>();
    if (lastSeq && seq <= *lastSeq) {
        return refusal("seq", std::to_string(seq), "a number over the line before's " + std::to_string(*lastSeq));
    }
    lastSeq = seq;
    if (const Status content = checkContent(type, line); !content) {
        return content.error();
    }
    return type;
}

} // namespace

bool looksLikeStream(std::string_view text)
{
    std::string_view rest = text;
    const Result<json> first = parseJson(takeLine(rest), kMaxDocumentBytes);
    return first && first->is_object() && first->contains("type") && !first->contains("format");
}

std::string_view withoutHalfLine(std::string_view text)
{
    const std::size_t start = text.rfind('\n') + 1; // 0 where there is none
    const std::string_view last = text.substr(start);
    const bool isHalf = start > 0 && last.starts_with('{') && !parseJson(last, kMaxDocumentBytes);
    return isHalf ? text.substr(0, start) : text;
}

Result<json> StreamCheck::take(std::string_view line)
{
    ++m_number;
    const auto at = [this](const Error& error) {
        return Error { "line " + std::to_string(m_number) + ": " + error.message, error.field };
    };
    if (trimmed(line).empty()) {
        return json();
    }
    Result<json> parsed = parseJson(line, kMaxDocumentBytes);
    if (!parsed) {
        return at(parsed.error());
    }
    const Result<std::string> type = checkLine(*parsed, m_lastSeq);
    if (!type) {
        return at(type.error());
    }
    if (const Status place = checkPlace(*type, *parsed); !place) {
        return at(place.error());
    }
    if (*type == "plan") {
        m_planned = parsed->at("id").get<std::string>();
    }
    ++m_summary.lines;
    m_summary.points += *type == "result" ? 1 : 0;
    m_summary.errors += *type == "error" ? 1 : 0;
    m_summary.complete = *type == "bye";
    return parsed;
}

Status StreamCheck::checkPlace(const std::string& type, const json& line) const
{
    if (m_summary.lines == 0 && type != "hello") {
        return refusal("type", type, "hello on the first line");
    }
    if (m_summary.complete) {
        return refusal("type", type, "nothing behind bye");
    }
    const auto& id = line.at("id").get_ref<const std::string&>();
    if ((type == "result" || type == "sample") && m_planned && id != *m_planned) {
        return refusal("id", id, quoted(*m_planned) + ", the run that was planned");
    }
    return success();
}

Result<StreamSummary> checkStream(std::string_view text)
{
    StreamCheck check;
    std::string_view rest = withoutHalfLine(text);
    const std::string_view half = text.substr(rest.size());
    while (!rest.empty()) {
        if (const Result<json> line = check.take(takeLine(rest)); !line) {
            return line.error();
        }
    }
    StreamSummary summary = check.summary();
    summary.halfLine = !half.empty();
    if (summary.halfLine && summary.complete) {
        return check.take(half).error(); // nothing was left to say
    }
    return summary;
}

} // namespace sublinear
