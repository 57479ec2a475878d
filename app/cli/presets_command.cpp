// SPDX-License-Identifier: MIT
#include "app/cli/formats.h"
#include "app/cli/verbs.h"
#include "core/base/text.h"
#include "core/io/streams.h"
#include "core/report/presets_report.h"

#include <CLI/CLI.hpp>

#include <memory>

namespace sublinear::cli {

namespace {

struct PresetsOptions {
    std::string kind;
    std::string format = "table";
};

constexpr std::array<std::string_view, 3> kKinds = { "models", "gpus", "scenarios" };
constexpr std::array<std::string_view, 2> kFormats = { "table", "json" };

ExitCode runPresets(const PresetsOptions& options)
{
    if (!acceptFormat("presets", options.kind, kKinds) || !acceptFormat("--format", options.format, kFormats)) {
        return ExitCode::Usage;
    }
    const bool json = options.format == "json";
    if (options.kind == "models") {
        return print(json ? modelPresetsJson() : alignedText(modelPresetTable()));
    }
    if (options.kind == "gpus") {
        return print(json ? gpuPresetsJson() : alignedText(gpuPresetTable()));
    }
    return print(json ? scenarioPresetsJson() : alignedText(scenarioPresetTable()));
}

} // namespace

std::function<ExitCode()> preparePresets(CLI::App& options)
{
    const auto presets = std::make_shared<PresetsOptions>();
    options.add_option("KIND", presets->kind, join(kKinds))->type_name("")->required();
    options.add_option("--format", presets->format, join(kFormats))->type_name("FORMAT")->capture_default_str();
    return [presets] { return runPresets(*presets); };
}

} // namespace sublinear::cli
