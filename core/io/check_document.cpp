// SPDX-License-Identifier: MIT
#include "core/io/check_document.h"

#include "core/base/json_document.h"
#include "core/base/text.h"
#include "core/io/json_shape.h"
#include "core/io/measurement_check.h"
#include "core/io/stream_check.h"
#include "core/plan/evaluate.h"
#include "core/scenario/fields.h"
#include "core/scenario/refusal.h"
#include "core/scenario/scenario_json.h"

namespace sublinear {

using nlohmann::json;

namespace {

std::string counted(std::size_t count, std::string_view what)
{
    return std::to_string(count) + " " + std::string(what) + (count == 1 ? "" : "s");
}

Result<CheckedDocument> checkScenarioText(std::string_view text)
{
    const Result<Scenario> scenario = readScenario(text);
    if (!scenario) {
        return scenario.error();
    }
    const Result<ResolvedScenario> resolved = resolve(*scenario);
    if (!resolved) {
        return resolved.error();
    }
    if (resolved->accounting == Accounting::Article) {
        if (const Result<Evaluation> evaluation = evaluate(*resolved); !evaluation) {
            return evaluation.error();
        }
    }
    return CheckedDocument { "scenario, " + std::string(toText(resolved->accounting)) + " accounting" };
}

Result<CheckedDocument> checkStreamText(std::string_view text)
{
    const Result<StreamSummary> summary = checkStream(text);
    if (!summary) {
        return summary.error();
    }
    std::string description =
        "measurement stream, " + counted(summary->lines, "line") + ", " + counted(summary->points, "point");
    if (summary->errors > 0) {
        description += ", " + counted(summary->errors, "error");
    }
    description += summary->complete ? "" : ", ended early";
    return CheckedDocument { description + (summary->halfLine ? " in the middle of a line" : "") };
}

} // namespace

Result<CheckedDocument> checkDocument(std::string_view text)
{
    if (looksLikeStream(text)) {
        return checkStreamText(text);
    }
    const Result<json> document = parseJson(text, kMaxDocumentBytes);
    if (!document) {
        return document.error();
    }
    const std::string accepted =
        quoted(kScenarioFormat) + ", " + quoted(kMeasurementFormat) + " or a stream of lines with a type";
    if (!document->is_object()) {
        return Error { "a document is a JSON object, not " + quoted(shownJson(*document)) };
    }
    const json* format = given(*document, "format");
    if (format == nullptr) {
        return missing("format", accepted);
    }
    if (*format == kScenarioFormat) {
        return checkScenarioText(text);
    }
    if (*format != kMeasurementFormat) {
        return refusal("format", shownJson(*format), accepted);
    }
    const Result<std::size_t> points = checkMeasurement(*document);
    if (!points) {
        return points.error();
    }
    return CheckedDocument { "measurement, " + counted(*points, "point") };
}

} // namespace sublinear
