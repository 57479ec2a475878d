// SPDX-License-Identifier: MIT
#include "app/report/report_blocks.h"

#include "app/export/figure.h"
#include "core/base/units.h"
#include "core/base/version.h"
#include "core/measurement/residual.h"
#include "core/plan/verdict.h"
#include "core/plan/words.h"
#include "core/report/summary.h"
#include "core/scenario/fields.h"
#include "core/scenario/resolve.h"

#include <algorithm>

namespace sublinear {

namespace {

using Kind = ReportBlock::Kind;

class Blocks {
public:
    void add(Kind kind, std::string text) { m_all.push_back({ kind, std::move(text), {} }); }
    void add(TextTable table) { m_all.push_back({ Kind::Table, {}, std::move(table) }); }
    void addNote(std::string_view note)
    {
        if (!note.empty()) {
            add(Kind::Paragraph, std::string(note));
        }
    }
    [[nodiscard]] std::vector<ReportBlock> take() { return std::move(m_all); }

private:
    std::vector<ReportBlock> m_all;
};

std::string shownValue(const FieldValue& value)
{
    return std::holds_alternative<std::monostate>(value) ? "none" : fieldValueText(value);
}

/// The fields that were given, or those that were not, with what they come to; two side by side.
TextTable scenarioTable(const FigureContent& content, bool given)
{
    const Scenario whole = complete(content.evaluation.scenario);
    std::vector<std::string> cells;
    for (const Field& field : allFields()) {
        const FieldValue value = field.get(whole);
        if (std::holds_alternative<std::monostate>(value)
            || std::holds_alternative<std::monostate>(field.get(content.record.scenario)) == given) {
            continue;
        }
        cells.emplace_back(field.path);
        cells.push_back(fieldValueText(value));
    }
    TextTable table;
    table.header = { "Field", "Value", "Field", "Value" };
    const std::size_t half = (cells.size() / 2 + 1) / 2 * 2; // down, then on at the right
    for (std::size_t i = 0; i < half; i += 2) {
        const bool pair = half + i + 1 < cells.size();
        table.rows.push_back({ cells[i], cells[i + 1], pair ? cells[half + i] : "", pair ? cells[half + i + 1] : "" });
    }
    return table;
}

/// Where what ran is another scenario than the report's: in which fields, and why as far as the run says it.
TextTable ranTable(const FigureContent& content, const Measurement& measurement)
{
    TextTable table;
    table.header = { "Field", "Here", "What ran", "Why" };
    const Result<ResolvedScenario> resolved =
        measurement.run.run ? resolve(*measurement.run.run) : Result<ResolvedScenario>(Error {});
    if (!resolved) {
        return table;
    }
    const Scenario here = complete(content.evaluation.scenario);
    const Scenario ran = complete(*resolved);
    const std::vector<Substitution>& substitutions = measurement.run.substitutions;
    for (const Field& field : allFields()) {
        const FieldValue value = field.get(ran);
        if (value == field.get(here) || field.path.substr(0, 14) == "checkpointing.") { // each point has its own
            continue;
        }
        const auto told = std::find_if(substitutions.begin(), substitutions.end(),
            [&field](const Substitution& each) { return each.path == field.path; });
        table.rows.push_back({ std::string(field.label), shownValue(field.get(here)), shownValue(value),
            told != substitutions.end() ? told->why : std::string() });
    }
    return table;
}

TextTable meaningsTable(const Evaluation& evaluation)
{
    TextTable table;
    table.header = { "Meaning of K", "Total, GiB", "+Forward, %", "Fits", "Keeps", "Law", "Where people meet it" };
    for (const SweepRow& row : evaluation.meanings) {
        const PolicyInfo& info = policyInfo(row.policy);
        table.rows.push_back(
            { std::string(info.name), formatGiB(row.totalBytes), formatFixed(row.extraForwardFraction * 100, 1),
                row.fits ? "yes" : "no", std::string(info.keeps), std::string(info.law), std::string(info.flag) });
    }
    return table;
}

TextTable pointsTable(const Measurement& measurement)
{
    const bool noted = std::any_of(measurement.points.begin(), measurement.points.end(),
        [](const PointRecord& point) { return !point.valid || !point.note.empty(); });
    TextTable table;
    table.header = { "Policy", "Predicted peak, GiB", "Measured peak, GiB", "Difference", "Step, ms", "Gradients" };
    if (noted) {
        table.header.emplace_back("Note");
    }
    for (const PointRecord& point : measurement.points) {
        const auto size = [](std::optional<Bytes> bytes) { return bytes ? formatGiB(*bytes, 4) : std::string("-"); };
        const std::optional<Residual> residual = peakResidual(point);
        const std::string gradients = !point.gradientsIdentical ? "-"
            : *point.gradientsIdentical                         ? "identical"
                                                                : "differ";
        table.rows.push_back({ policyText(point.policy), size(point.predictedPeakBytes), size(point.measuredPeakBytes),
            residual ? residualText(*residual) : "-", point.stepNs ? formatFixed(point.stepNs->median / 1e6, 2) : "-",
            gradients });
        if (noted) {
            const std::string broken = point.valid ? "" : point.note.empty() ? "not valid" : "not valid: ";
            table.rows.back().push_back(broken + point.note);
        }
    }
    return table;
}

void addMeasured(Blocks& blocks, const FigureContent& content)
{
    if (content.record.measured.empty()) {
        return;
    }
    blocks.add(Kind::Heading, "Measured");
    for (const FigureRecord::Measured& set : content.record.measured) {
        const Measurement& measurement = set.measurement;
        const std::string where = measurement.device && !measurement.device->name.empty()
            ? "on " + measurement.device->name
            : "in " + set.name;
        blocks.addNote(residualHeadline(measurement, where));
        blocks.addNote(largestDifference(measurement));
        if (const TextTable ran = ranTable(content, measurement); !ran.rows.empty()) {
            blocks.add(Kind::Paragraph,
                "What ran is not this report's scenario but a smaller or another one; its peaks are to be read beside "
                "their own predictions, and not beside the figures above:");
            blocks.add(ran);
        } else if (measurement.run.run) {
            blocks.add(Kind::Paragraph, "What ran is this report's scenario.");
        }
        blocks.add(pointsTable(measurement));
    }
}

void addAssumptions(Blocks& blocks, const Evaluation& evaluation)
{
    blocks.add(Kind::Heading, "Formulas and assumptions");
    blocks.add(Kind::Paragraph,
        evaluation.scenario.accounting == Accounting::Article
            ? "Article accounting: published laws, which round off what a step does; a curve named executed is what "
              "the same schedule holds when it runs. No gradients and no embeddings are counted."
            : "Training accounting: the peak of one simulated training step, operation by operation, so that what "
              "never lives together is not added together.");
    blocks.add(Kind::Paragraph,
        "B sequences of S tokens, D = d_model, F = d_ffn, H heads, N layers, dtype bytes of one number. act is what "
        "one layer keeps for its backward pass, x its input.");
    blocks.add(memoryTable(evaluation));
    blocks.add(layerTable(evaluation));
    for (const std::string& note : { std::string(throughputNote(evaluation.scenario.accounting)), boundNote(evaluation),
             positionsNote(evaluation), scheduleNote(evaluation.memory), sequencesNote(evaluation),
             budgetNote(evaluation), freeNote(evaluation), bucketsNote(evaluation) }) {
        blocks.addNote(note);
    }
}

bool looksNumeric(std::string_view cell)
{
    return cell.empty() || cell == "-" || cell == "infinite"
        || cell.find_first_not_of("-+.,%0123456789 ") == std::string_view::npos;
}

} // namespace

std::vector<bool> numericColumns(const TextTable& table)
{
    std::vector<bool> numeric(table.header.size(), !table.rows.empty());
    for (std::size_t column = 0; column < numeric.size(); ++column) {
        numeric[column] = numeric[column]
            && std::all_of(table.rows.begin(), table.rows.end(),
                [column](const std::vector<std::string>& row) { return looksNumeric(row[column]); });
    }
    return numeric;
}

std::vector<ReportBlock> reportBlocks(const FigureContent& content)
{
    const Evaluation& evaluation = content.evaluation;
    const Verdict answer = verdict(evaluation);
    Blocks blocks;
    const auto& name = evaluation.scenario.model.name;
    blocks.add(
        Kind::Title, name && !name->empty() ? "Training memory of " + *name : "Training memory of a transformer");
    blocks.add(Kind::Verdict, answer.headline);
    blocks.addNote(answer.advice);
    for (const std::string& line : scenarioSummary(evaluation)) {
        blocks.add(Kind::Paragraph, line);
    }
    blocks.add(Kind::Heading, "Where the memory goes");
    for (const char* chart : { "split", "layers", "depth", "timeline" }) {
        blocks.add(Kind::Figure, chart);
    }
    blocks.add(Kind::Heading, "What recomputing buys");
    for (const char* chart : { "memory", "batch", "frontier", "throughput" }) {
        blocks.add(Kind::Figure, chart);
    }
    blocks.add(Kind::Heading, "The table over K");
    blocks.add(sweepTable(evaluation));
    blocks.add(Kind::Heading, "Meanings of K");
    blocks.add(Kind::Paragraph,
        "\"Checkpoint every K\" means different things in different places; at the scenario's number each comes to:");
    blocks.add(Kind::Figure, "meanings");
    blocks.add(meaningsTable(evaluation));
    addMeasured(blocks, content);
    addAssumptions(blocks, evaluation);
    blocks.add(Kind::Heading, "Scenario");
    const TextTable given = scenarioTable(content, true);
    blocks.add(Kind::Paragraph, given.rows.empty() ? "No field was given; each is as below." : "Given:");
    if (!given.rows.empty()) {
        blocks.add(given);
        blocks.add(Kind::Paragraph, "What follows from them, and what is usual:");
    }
    blocks.add(scenarioTable(content, false));
    blocks.add(Kind::Heading, "How this was made");
    blocks.add(Kind::Paragraph,
        "By Sublinear " + std::string(kVersion)
            + ". The scenario and the measured points are inside this file: Sublinear opens it. The same report "
              "again:");
    blocks.add(Kind::Code, content.record.command);
    return blocks.take();
}

} // namespace sublinear
