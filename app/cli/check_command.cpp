// SPDX-License-Identifier: MIT
#include "app/cli/verbs.h"
#include "core/io/check_files.h"
#include "core/io/streams.h"

#include <CLI/CLI.hpp>

#include <memory>

namespace sublinear::cli {

std::function<ExitCode()> prepareCheck(CLI::App& options)
{
    const auto files = std::make_shared<std::vector<std::string>>();
    options.add_option("FILE", *files, "Scenario or measurement files; - is standard input")
        ->type_name("")
        ->required()
        ->check(refuseEmptyName);
    return [files] { return checkFiles(*files); };
}

} // namespace sublinear::cli
