// SPDX-License-Identifier: MIT
#include "core/io/check_document.h"

#include "core/base/json_document.h"
#include "core/base/text.h"
#include "core/figure/embed.h"
#include "core/figure/figure_record.h"
#include "core/io/json_shape.h"
#include "core/io/measurement_check.h"
#include "core/io/stream_check.h"
#include "core/measurement/agreement.h"
#include "core/measurement/measurement_json.h"
#include "core/measurement/worker_stream.h"
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

// Each point against the run and the device that were said before it.
Result<Versions> checkStreamAgrees(std::string_view text)
{
    WorkerStream stream(kMaxDocumentBytes);
    stream.feed(withoutHalfLine(text));
    stream.feed("\n"); // which need not end the last line
    Measurement measurement;
    std::vector<PointRecord> ofThisRun;
    while (const std::optional<StreamRow> row = stream.next()) {
        takeInto(measurement, *row);
        Status agrees = success();
        if (std::holds_alternative<PlanRow>(row->content)) {
            agrees = checkRunAgrees(measurement.run);
            ofThisRun.clear();
        } else if (const auto* result = std::get_if<ResultRow>(&row->content)) {
            const std::string path = "result " + std::to_string(measurement.points.size());
            agrees = checkPointAgrees(result->point, measurement, path);
            ofThisRun.push_back(result->point);
            agrees = agrees ? checkOnce(ofThisRun, path) : agrees;
        }
        if (!agrees) {
            return agrees.error();
        }
    }
    return measurement.versions;
}

std::string ofVersion(const Versions& versions, std::size_t points)
{
    const auto version = versions.find("sublinear");
    return points == 0 || version == versions.end() || isOfThisVersion(versions)
        ? std::string()
        : "; measured by version " + version->second + ", so that its predictions were not computed again";
}

Result<CheckedDocument> checkStreamText(std::string_view text)
{
    const Result<StreamSummary> summary = checkStream(text);
    if (!summary) {
        return summary.error();
    }
    const Result<Versions> agrees = checkStreamAgrees(text);
    if (!agrees) {
        return agrees.error();
    }
    std::string description =
        "measurement stream, " + counted(summary->lines, "line") + ", " + counted(summary->points, "point");
    if (summary->errors > 0) {
        description += ", " + counted(summary->errors, "error");
    }
    description += summary->complete ? "" : ", ended early";
    return CheckedDocument { description + (summary->halfLine ? " in the middle of a line" : "")
        + ofVersion(*agrees, summary->points) };
}

} // namespace

Result<CheckedDocument> checkDocument(std::string_view text)
{
    const Result<std::optional<std::string>> record = recordIn(text);
    if (!record) {
        return record.error();
    }
    if (*record) {
        const Result<FigureRecord> figure = readFigureRecord(**record);
        return figure ? Result<CheckedDocument>(
                   CheckedDocument { "figure, " + (figure->chart.empty() ? "a report" : "chart " + figure->chart) + ", "
                       + counted(figure->measured.size(), "measurement") })
                      : Result<CheckedDocument>(figure.error());
    }
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
    const Result<Measurement> measurement = readMeasurement(text);
    const Status agrees = measurement ? checkAgrees(*measurement) : Status(measurement.error());
    if (!agrees) {
        return agrees.error();
    }
    return CheckedDocument { "measurement, " + counted(*points, "point") + ofVersion(measurement->versions, *points) };
}

} // namespace sublinear
