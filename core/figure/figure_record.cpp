// SPDX-License-Identifier: MIT
#include "core/figure/figure_record.h"

#include "core/base/json_document.h"
#include "core/base/text.h"
#include "core/base/version.h"
#include "core/measurement/measurement_json.h"
#include "core/scenario/refusal.h"
#include "core/scenario/resolve.h"
#include "core/scenario/scenario_json.h"
#include "core/scenario/spellings.h"

#include <nlohmann/json.hpp>

namespace sublinear {

namespace {

using Json = nlohmann::ordered_json;

Json parsed(const std::string& document)
{
    return Json::parse(document, nullptr, false);
}

std::string policyList(const std::vector<PolicySpec>& specs)
{
    std::vector<std::string> texts;
    texts.reserve(specs.size());
    for (const PolicySpec& spec : specs) {
        texts.push_back(policyText(spec));
    }
    return join(texts, ",");
}

// These three mean something in XML and HTML, and stand in JSON only inside of texts.
std::string withoutMarkup(const std::string& json)
{
    std::string text;
    text.reserve(json.size());
    for (const char c : json) {
        switch (c) {
        case '<':
            text += "\\u003c";
            break;
        case '>':
            text += "\\u003e";
            break;
        case '&':
            text += "\\u0026";
            break;
        default:
            text += c;
        }
    }
    return text;
}

Result<std::string> textMember(const nlohmann::json& object, const char* name)
{
    const auto found = object.find(name);
    if (found == object.end()) {
        return std::string();
    }
    if (!found->is_string()) {
        return refusal(name, shownJson(*found), "a text");
    }
    return found->get<std::string>();
}

Result<FigureRecord::Measured> readMeasured(const nlohmann::json& entry)
{
    if (!entry.is_object() || !entry.contains("measurement")) {
        return Error { "measurements: an entry is an object with name and measurement" };
    }
    Result<std::string> name = textMember(entry, "name");
    if (!name) {
        return name.error();
    }
    Result<Measurement> measurement = readMeasurement(entry["measurement"].dump());
    if (!measurement) {
        return measurement.error();
    }
    Result<std::string> file = textMember(entry, "file");
    if (!file) {
        return file.error();
    }
    return FigureRecord::Measured { std::move(*name), std::move(*measurement), std::move(*file) };
}

} // namespace

std::string writeFigureRecord(const FigureRecord& record)
{
    Json json = {
        { "format", kFigureFormat },
        { "version", kFigureVersion },
        { "sublinear", kVersion },
        { "chart", record.chart },
    };
    if (const Result<ResolvedScenario> resolved = resolve(record.scenario)) {
        json["accounting"] = spelt(resolved->accounting);
        const PolicySpec chosen = chosenPolicy(*resolved);
        json["policy"] = policyText(chosen);
        json["meaning"] = policyInfo(chosen.id).keeps;
        json["device"] = resolved->device.gpuName;
    }
    json["command"] = record.command;
    json["scenario"] = parsed(writeScenario(record.scenario));
    if (record.baseline) {
        json["baseline"] = parsed(writeScenario(*record.baseline));
    }
    json["policies"] = policyList(record.compared);
    json["measurements"] = Json::array();
    for (const FigureRecord::Measured& set : record.measured) {
        Json entry = { { "name", set.name } };
        if (!set.file.empty()) {
            entry["file"] = set.file;
        }
        entry["measurement"] = parsed(writeMeasurement(set.measurement));
        json["measurements"].push_back(std::move(entry));
    }
    if (!record.secondStep.empty()) {
        json["second_step"] = record.secondStep;
    }
    return withoutMarkup(json.dump(-1, ' ', true, Json::error_handler_t::replace));
}

Result<FigureRecord> readFigureRecord(std::string_view json)
{
    const Result<nlohmann::json> document = parseJson(json, kMaxFigureBytes);
    if (!document) {
        return document.error();
    }
    if (!document->is_object() || document->value("format", nlohmann::json()) != kFigureFormat) {
        return Error { "is not what Sublinear puts into its figures" };
    }
    const auto version = document->find("version");
    if (version == document->end() || *version != kFigureVersion) {
        return refusal("version", version == document->end() ? "none" : shownJson(*version),
            std::to_string(kFigureVersion) + ", which this program reads");
    }
    FigureRecord record;
    for (const auto& [name, member] : { std::pair { "chart", &record.chart }, { "command", &record.command },
             { "second_step", &record.secondStep } }) {
        Result<std::string> value = textMember(*document, name);
        if (!value) {
            return value.error();
        }
        *member = std::move(*value);
    }
    const auto scenario = document->find("scenario");
    if (scenario == document->end()) {
        return missing("scenario", "a sublinear-scenario document");
    }
    Result<Scenario> read = readScenario(scenario->dump());
    if (!read) {
        return read.error();
    }
    record.scenario = std::move(*read);
    if (const auto baseline = document->find("baseline"); baseline != document->end()) {
        Result<Scenario> pinned = readScenario(baseline->dump());
        if (!pinned) {
            return Error { "baseline: " + pinned.error().message };
        }
        record.baseline = std::move(*pinned);
    }
    const Result<std::string> policies = textMember(*document, "policies");
    if (!policies) {
        return policies.error();
    }
    if (!policies->empty()) {
        Result<std::vector<PolicySpec>> specs = parsePolicies(*policies);
        if (!specs) {
            return specs.error();
        }
        record.compared = std::move(*specs);
    }
    const auto measured = document->find("measurements");
    for (const nlohmann::json& entry : measured == document->end() ? nlohmann::json::array() : *measured) {
        Result<FigureRecord::Measured> set = readMeasured(entry);
        if (!set) {
            return set.error();
        }
        record.measured.push_back(std::move(*set));
    }
    return record;
}

} // namespace sublinear
