// SPDX-License-Identifier: MIT
#include "app/cli/figure_options.h"
#include "app/cli/formats.h"
#include "app/cli/offscreen.h"
#include "app/cli/verbs.h"
#include "app/export/export_files.h"
#include "app/export/figure.h"
#include "app/model/text.h"
#include "core/base/text.h"
#include "core/io/streams.h"
#include "core/scenario/refusal.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>

namespace sublinear::cli {

namespace {

struct ExportOptions {
    FigureSource source;
    std::string folder;
    std::string charts = "all";
    std::string formats = "svg";
    std::string size = "960x600";
    std::string theme = "light";
    bool noTitle = false;
    FigureStyle style;
};

/// The entries of a list, each once and in their own order; empty, with the complaint made, where one is no choice.
std::vector<std::string> chosenOf(
    std::string_view option, std::string_view list, std::span<const std::string_view> choices)
{
    std::vector<std::string> chosen;
    for (const std::string_view entry : split(list, ',')) {
        if (!acceptFormat(option, entry, choices)) {
            return {};
        }
        if (std::find(chosen.begin(), chosen.end(), entry) == chosen.end()) {
            chosen.emplace_back(entry);
        }
    }
    return chosen;
}

std::vector<std::string> chartsOf(const std::string& list)
{
    std::vector<std::string_view> choices { "all" };
    choices.insert(choices.end(), figureCharts().begin(), figureCharts().end());
    std::vector<std::string> charts = chosenOf("--charts", list, choices);
    const auto all = std::find(charts.begin(), charts.end(), "all");
    if (all != charts.end()) {
        charts.erase(all);
        for (const std::string_view chart : allCharts()) {
            if (std::find(charts.begin(), charts.end(), chart) == charts.end()) {
                charts.emplace_back(chart);
            }
        }
    }
    return charts;
}

bool readStyle(ExportOptions& options)
{
    const Result<FigureSize> size = parseFigureSize(options.size);
    if (!size) {
        complain("--" + size.error().message);
        return false;
    }
    const std::optional<Ground> ground = groundNamed(options.theme);
    if (!ground) {
        complain(refusal("--theme", options.theme, "one of light, dark, projector").message);
        return false;
    }
    const auto within = [](std::string_view option, double value, double least, double most) {
        if (value >= least && value <= most) {
            return true;
        }
        complain(refusal(option, CLI::detail::to_string(value),
            "a number from " + CLI::detail::to_string(least) + " to " + CLI::detail::to_string(most))
                     .message);
        return false;
    };
    if (!within("--scale", options.style.scale, kSmallestScale, kLargestScale)
        || !within("--font-size", options.style.fontPoints, kSmallestFont, kLargestFont)) {
        return false;
    }
    options.style.size = *size;
    options.style.ground = *ground;
    options.style.title = !options.noTitle;
    if (const Status sound = checkStyle(options.style); !sound) {
        complain("--" + sound.error().message);
        return false;
    }
    return true;
}

std::string refuseFolder(const std::string& name)
{
    return name.empty() || name == "-" ? quoted(name) + " is no folder: export writes files into a folder"
                                       : std::string();
}

ExitCode runExport(ExportOptions& options)
{
    ExportOrder order;
    order.charts = chartsOf(options.charts);
    const std::vector<std::string> formats = chosenOf("--format", options.formats, kFigureFormats);
    if (order.charts.empty() || formats.empty() || !readStyle(options)) {
        return ExitCode::Usage;
    }
    for (const std::string& name : formats) {
        const auto found = std::find(kFigureFormats.begin(), kFigureFormats.end(), name);
        order.formats.push_back(static_cast<FigureFormat>(found - kFigureFormats.begin()));
    }
    order.style = options.style;
    order.folder = toQString(options.folder);
    const Offscreen application;
    const LoadedFigure loaded = loadFigure(options.source);
    if (!loaded.content) {
        return loaded.exitCode;
    }
    if (const Status written = exportFigures(*loaded.content, order); !written) {
        complain(written.error().message);
        return ExitCode::CannotWrite;
    }
    return ExitCode::Ok;
}

} // namespace

std::function<ExitCode()> prepareExport(CLI::App& options)
{
    const auto asked = std::make_shared<ExportOptions>();
    addFigureSource(options, asked->source);
    options.add_option("--out", asked->folder, "Folder for the files, <chart>.<format>; made if it is not there")
        ->type_name("DIR")
        ->required()
        ->check(&refuseFolder);
    options
        .add_option("--charts", asked->charts,
            "all or some of " + join(figureCharts()) + "; by commas; all leaves out the last two")
        ->type_name("LIST")
        ->capture_default_str();
    options.add_option("--format", asked->formats, join(kFigureFormats) + "; by commas")
        ->type_name("LIST")
        ->capture_default_str();
    options.add_option("--size", asked->size, "In pixels or millimetres: 960x600, 160x100mm")
        ->type_name("SIZE")
        ->capture_default_str();
    options.add_option("--scale", asked->style.scale, "Pixels of a PNG for each of the size")
        ->type_name("FACTOR")
        ->capture_default_str();
    options.add_option("--font-size", asked->style.fontPoints, "Of labels and axis numbers, in points")
        ->type_name("PT")
        ->capture_default_str();
    options.add_flag("--no-title", asked->noTitle, "Leave the title to the caption");
    options.add_option("--theme", asked->theme, "light, dark, projector")->type_name("THEME")->capture_default_str();
    return [asked] { return runExport(*asked); };
}

} // namespace sublinear::cli
