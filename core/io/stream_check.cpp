// SPDX-License-Identifier: MIT
#include "core/io/stream_check.h"

#include "core/base/json_document.h"
#include "core/base/text.h"
#include "core/io/check_document.h"
#include "core/io/json_shape.h"
#include "core/io/measurement_check.h"
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

Status checkContent(const std::string& type, const json& line)
{
    if (type == "hello") {
        return checkDevice(line, "");
    }
    if (type == "plan") {
        return checkRun(line, "");
    }
    if (type == "result") {
        return checkPoint(line, "");
    }
    return success();
}

Result<std::string> checkLine(const json& line, std::optional<std::uint64_t>& lastSeq)
{
    constexpr std::array kMembers = { Member { "type", Shape::Text, true }, Member { "seq", Shape::Whole, true } };
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
    if (given(line, "id") == nullptr) {
        return missing("id", "the run's id");
    }
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

Result<StreamSummary> checkStream(std::string_view text)
{
    StreamSummary summary;
    std::optional<std::uint64_t> lastSeq;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::string_view raw = takeLine(text);
        if (trimmed(raw).empty()) {
            continue;
        }
        const auto at = [number](const Error& error) {
            return Error { "line " + std::to_string(number) + ": " + error.message, error.field };
        };
        const Result<json> line = parseJson(raw, kMaxDocumentBytes);
        if (!line) {
            return at(line.error());
        }
        const Result<std::string> type = checkLine(*line, lastSeq);
        if (!type) {
            return at(type.error());
        }
        if (summary.lines == 0 && *type != "hello") {
            return at(refusal("type", *type, "hello on the first line"));
        }
        ++summary.lines;
        summary.points += *type == "result" ? 1 : 0;
        summary.errors += *type == "error" ? 1 : 0;
        summary.complete = *type == "bye";
    }
    return summary;
}

} // namespace sublinear
