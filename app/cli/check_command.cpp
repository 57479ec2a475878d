// SPDX-License-Identifier: MIT
#include "app/cli/streams.h"
#include "app/cli/verbs.h"
#include "core/io/check_document.h"

#include <CLI/CLI.hpp>

#include <memory>

namespace sublinear::cli {

namespace {

// All files are looked at, so that one call names everything that is wrong.
ExitCode runCheck(const std::vector<std::string>& files)
{
    ExitCode result = ExitCode::Ok;
    std::string report;
    for (const std::string& file : files) {
        const Result<std::string> text = readInput(file, kMaxDocumentBytes);
        const Result<CheckedDocument> checked = text ? checkDocument(*text) : Result<CheckedDocument>(text.error());
        if (checked) {
            report += inputName(file) + ": " + checked->description + "\n";
        } else {
            complain(inputName(file) + ": " + checked.error().message);
            result = ExitCode::BadFile;
        }
    }
    const ExitCode printed = print(report);
    return printed == ExitCode::Ok ? result : printed;
}

} // namespace

std::function<ExitCode()> prepareCheck(CLI::App& options)
{
    const auto files = std::make_shared<std::vector<std::string>>();
    options.add_option("FILE", *files, "Scenario or measurement files; - is standard input")->type_name("")->required();
    return [files] { return runCheck(*files); };
}

} // namespace sublinear::cli
