// SPDX-License-Identifier: MIT
#include "app/cli/verbs.h"
#include "core/import/hf_config.h"
#include "core/io/streams.h"
#include "core/scenario/fields.h"
#include "core/scenario/resolve.h"
#include "core/scenario/scenario_json.h"

#include <CLI/CLI.hpp>

#include <memory>

namespace sublinear::cli {

namespace {

struct ImportOptions {
    std::string file;
    std::vector<std::string> assignments;
};

ExitCode runImport(const ImportOptions& options)
{
    const Result<std::string> text = readInput(options.file, kMaxConfigBytes);
    Result<ImportedModel> imported = text ? importHfConfig(*text) : Result<ImportedModel>(text.error());
    if (!imported) {
        complain(inputName(options.file) + ": " + imported.error().message);
        return ExitCode::BadFile;
    }
    Scenario& scenario = imported->scenario;
    for (const std::string& assignment : options.assignments) {
        if (const Status status = applySet(scenario, assignment); !status) {
            complain("--set: " + status.error().message);
            return ExitCode::Usage;
        }
    }
    // What the config says goes together, so a contradiction came with an assignment.
    if (const Result<ResolvedScenario> resolved = resolve(scenario); !resolved) {
        complain("--set: " + resolved.error().message);
        return ExitCode::Usage;
    }
    for (const std::string& note : imported->notes) {
        complain("note: " + note);
    }
    return print(writeScenario(scenario));
}

} // namespace

std::function<ExitCode()> prepareImport(CLI::App& options)
{
    const auto asked = std::make_shared<ImportOptions>();
    options.add_option("CONFIG", asked->file, "A model's config.json; - is standard input")
        ->type_name("")
        ->required()
        ->check(refuseEmptyName);
    options.add_option("--set", asked->assignments, "Change a field: workload.batch=2; may be repeated")
        ->type_name("PATH=VALUE")
        ->allow_extra_args(false);
    return [asked] { return runImport(*asked); };
}

} // namespace sublinear::cli
