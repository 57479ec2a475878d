// SPDX-License-Identifier: MIT
#include "core/io/scenario_source.h"

#include "core/catalog/catalog.h"
#include "core/figure/embed.h"
#include "core/import/config_hint.h"
#include "core/io/streams.h"
#include "core/plan/article_fields.h"
#include "core/plan/evaluate.h"
#include "core/plan/words.h"
#include "core/policy/law.h"
#include "core/scenario/fields.h"
#include "core/scenario/refusal.h"
#include "core/scenario/scenario_json.h"

#include <algorithm>

namespace sublinear {

namespace {

LoadedScenario failed(ExitCode code, const std::string& message)
{
    complain(message);
    LoadedScenario loaded;
    loaded.exitCode = code;
    return loaded;
}

/// A scenario file's, or that of an exported figure, which is put beside it.
Result<Scenario> scenarioIn(const std::string& text, std::optional<FigureRecord>& figure)
{
    const Result<std::optional<std::string>> record = recordIn(text);
    if (!record) {
        return record.error();
    }
    if (!*record) {
        return readScenario(text);
    }
    Result<FigureRecord> read = readFigureRecord(**record);
    if (!read) {
        return read.error();
    }
    figure = std::move(*read);
    return figure->scenario;
}

LoadedScenario loadBase(const ScenarioSource& source)
{
    LoadedScenario loaded;
    if (!source.file.empty()) {
        const Result<std::string> text = readInput(source.file, kMaxFigureBytes);
        if (!text) {
            return failed(ExitCode::BadFile, inputName(source.file) + ": " + text.error().message);
        }
        const Result<Scenario> scenario = scenarioIn(*text, loaded.figure);
        if (!scenario) {
            return failed(
                ExitCode::BadFile, inputName(source.file) + ": " + scenario.error().message + importHint(*text));
        }
        loaded.base = *scenario;
    } else if (!source.preset.empty()) {
        const ScenarioPreset* preset = findScenarioPreset(source.preset);
        if (preset == nullptr) {
            std::vector<std::string_view> known;
            for (const ScenarioPreset& each : scenarioPresets()) {
                known.emplace_back(each.id);
            }
            return failed(ExitCode::Usage, unknownPreset("--preset", source.preset, known).message);
        }
        loaded.base = preset->scenario;
    }
    loaded.scenario = loaded.base;
    return loaded;
}

// Only for what was typed: a file may well be meant for both accountings.
void noteWithoutEffect(const ScenarioSource& source, const Evaluation& evaluation)
{
    if (evaluation.scenario.accounting != Accounting::Article) {
        return;
    }
    const auto leavesOut = [](PolicyId id) { return dropsTensors(id) && !hasLaw(id); }; // laws have whole saved sets
    const auto& compared = evaluation.compared;
    const bool anyLeavesOut = leavesOut(evaluation.scenario.checkpointing.policy)
        || std::any_of(compared.begin(), compared.end(), [&](const SweepRow& row) { return leavesOut(row.policy); });
    for (const std::string& assignment : source.assignments) {
        const std::string path = assignment.substr(0, assignment.find('='));
        if (path == "checkpointing.tensors" && !anyLeavesOut) {
            complain("note: article accounting counts checkpointing.tensors of selective, recursive and revolve alone: "
                     "none of them is listed");
        } else if (findField(path) != nullptr && !countsInArticle(path)) {
            complain("note: article accounting does not count " + path);
        }
    }
}

// A derived D/H that is not whole: accepted, as nothing given contradicts it, but not in silence.
void noteRoundedHeadDim(const LoadedScenario& loaded, const ResolvedScenario& resolved)
{
    const ResolvedScenario::Model& model = resolved.model;
    if (!loaded.scenario.model.headDim && model.dModel % model.heads != 0
        && model.headDim == model.dModel / model.heads) {
        complain("note: model.head_dim is " + std::to_string(model.headDim) + ": d_model/heads, "
            + std::to_string(model.dModel) + "/" + std::to_string(model.heads) + ", is not whole and is rounded down");
    }
}

// Whether the error would be there without the assignments.
bool isOfTheBase(const ScenarioSource& source, const LoadedScenario& loaded)
{
    return !source.file.empty() && (source.assignments.empty() || !evaluate(loaded.base));
}

} // namespace

LoadedScenario loadScenario(const ScenarioSource& source)
{
    LoadedScenario loaded = loadBase(source);
    if (loaded.exitCode != ExitCode::Ok) {
        return loaded;
    }
    for (const std::string& assignment : source.assignments) {
        if (const Status status = applySet(loaded.scenario, assignment); !status) {
            return failed(ExitCode::Usage, "--set: " + status.error().message);
        }
    }
    return loaded;
}

ResolvedSource resolveLoaded(const ScenarioSource& source, const LoadedScenario& loaded)
{
    Result<ResolvedScenario> resolved = resolve(loaded.scenario);
    if (resolved) {
        return { ExitCode::Ok, std::move(*resolved) };
    }
    const bool ofTheFile = !source.file.empty() && (source.assignments.empty() || !resolve(loaded.base));
    if (ofTheFile) {
        complain(inputName(source.file) + ": " + resolved.error().message);
        return { ExitCode::BadFile, {} };
    }
    complain((source.assignments.empty() ? "" : "--set: ") + resolved.error().message);
    return { ExitCode::Usage, {} };
}

EvaluatedScenario evaluateLoaded(
    const ScenarioSource& source, const LoadedScenario& loaded, const std::vector<PolicySpec>& compared)
{
    Result<ResolvedScenario> resolved = resolve(loaded.scenario);
    Result<Evaluation> evaluation = resolved ? evaluate(*resolved, compared) : Result<Evaluation>(resolved.error());
    EvaluatedScenario result;
    if (evaluation) {
        noteWithoutEffect(source, *evaluation);
        noteRoundedHeadDim(loaded, *resolved);
        if (evaluation->rowsLeftOut > 0) {
            complain("rows left out, as their totals are over 9223372036854775807 bytes (2^63-1): "
                + std::to_string(evaluation->rowsLeftOut));
        }
        if (const std::string thinned = slotsNote(*evaluation); !thinned.empty()) {
            complain("note: " + thinned);
        }
        for (const std::string& refused : evaluation->refusedRows) {
            complain("--policies: " + refused);
        }
        result.evaluation = std::move(*evaluation);
        return result;
    }
    const Error& error = evaluation.error();
    if (error.field == "policies") {
        complain("--" + error.message);
        result.exitCode = ExitCode::Usage;
    } else if (isOfTheBase(source, loaded)) {
        complain(inputName(source.file) + ": " + error.message);
        result.exitCode = ExitCode::BadFile;
    } else {
        complain((source.assignments.empty() ? "" : "--set: ") + error.message);
        result.exitCode = ExitCode::Usage;
    }
    return result;
}

} // namespace sublinear
