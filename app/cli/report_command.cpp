// SPDX-License-Identifier: MIT
#include "app/cli/figure_options.h"
#include "app/cli/offscreen.h"
#include "app/cli/verbs.h"
#include "app/model/text.h"
#include "app/report/report.h"
#include "core/io/streams.h"
#include "core/scenario/refusal.h"

#include <CLI/CLI.hpp>

#include <memory>

namespace sublinear::cli {

namespace {

struct ReportOptions {
    FigureSource source;
    std::string out;
};

ExitCode runReport(const ReportOptions& options)
{
    if (!reportFormat(toQString(options.out))) {
        complain(refusal("--out", options.out, "a name that ends in .pdf or .html").message);
        return ExitCode::Usage;
    }
    const Offscreen application;
    LoadedFigure loaded = loadFigure(options.source);
    if (!loaded.content) {
        return loaded.exitCode;
    }
    if (const Status written = saveReport(toQString(options.out), std::move(*loaded.content)); !written) {
        complain(written.error().message);
        return ExitCode::CannotWrite;
    }
    return ExitCode::Ok;
}

} // namespace

std::function<ExitCode()> prepareReport(CLI::App& options)
{
    const auto asked = std::make_shared<ReportOptions>();
    addFigureSource(options, asked->source);
    options.add_option("--out", asked->out, "The file: report.pdf or report.html")->type_name("FILE")->required();
    return [asked] { return runReport(*asked); };
}

} // namespace sublinear::cli
