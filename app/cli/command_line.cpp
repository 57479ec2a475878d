// SPDX-License-Identifier: MIT
#include "app/cli/command_line.h"

#include "app/cli/verbs.h"
#include "core/base/text.h"
#include "core/base/version.h"
#include "core/io/streams.h"

#include <CLI/CLI.hpp>

#include <array>
#include <filesystem>

namespace sublinear::cli {

namespace {

constexpr std::array kVerbs = {
    Verb { "plan", "Memory, recomputation and the largest batch of a scenario", &preparePlan },
    Verb { "import", "Turn a model's config.json into a scenario", &prepareImport },
    Verb { "presets", "List the built-in models, GPUs and scenarios", &preparePresets },
    Verb { "check", "Say whether files are sound scenarios or measurements", &prepareCheck },
    Verb { "measure", "Run the schedules for real and compare with what was predicted", &prepareMeasure },
    Verb { "export", "Write charts as SVG, PDF, PNG, CSV, JSON or TikZ", &prepareExport },
    Verb { "report", "Write verdict, charts, tables and assumptions as one PDF or HTML", &prepareReport },
};

constexpr std::string_view kExitCodes =
    "Exit codes: 0 ok; 1 failure; 2 usage, a bad --set included; 3 unreadable, invalid or unmodellable file;\n"
    "4 could not write; 5 device or worker failed; 10 does not fit (plan --fail-if-over).\n";

std::vector<std::string_view> verbNames()
{
    std::vector<std::string_view> names;
    for (const Verb& verb : kVerbs) {
        names.push_back(verb.name);
    }
    return names;
}

const Verb* findVerb(std::string_view word)
{
    const auto* found =
        std::find_if(kVerbs.begin(), kVerbs.end(), [word](const Verb& verb) { return verb.name == word; });
    return found == kVerbs.end() ? nullptr : found;
}

bool exists(const std::string& path)
{
    std::error_code ignored; // what cannot be looked at cannot be opened either
    return std::filesystem::exists(path, ignored);
}

// "plna": a misspelt verb or a file that is not there.
std::string neitherVerbNorFile(const std::string& word)
{
    const std::vector<std::string_view> names = verbNames();
    std::string message = quoted(word) + " is neither a verb (" + join(names) + ") nor a file that is there";
    const std::vector<std::string> near = nearestNames(word, names, 1);
    if (!near.empty()) {
        message += "; nearest verb: " + near.front();
    }
    return message;
}

// Two columns: the verb, and what it does.
std::string generalHelp()
{
    std::string text = "What to keep, what to recompute, does it fit, and what does it cost.\n\n"
                       "Usage: sublinear [FILE]          opens the window\n"
                       "       sublinear VERB [OPTIONS]  needs no display; VERB --help lists its options\n"
                       "       sublinear --help | --version\n\nVerbs:\n";
    for (const Verb& verb : kVerbs) {
        text += "  " + std::string(verb.name) + std::string(10 - verb.name.size(), ' ') + std::string(verb.description)
            + "\n";
    }
    return text + "\n" + std::string(kExitCodes);
}

ExitCode runGeneralOption(int argc, const std::string& option)
{
    if (argc > 2) {
        complain(option + " stands alone; options of a verb come behind the verb");
        return ExitCode::Usage;
    }
    return print(option == "--version" ? "sublinear " + std::string(kVersion) + "\n" : generalHelp());
}

ExitCode runVerb(const Verb& verb, int argc, const char* const* argv)
{
    CLI::App options(std::string(verb.description), "sublinear " + std::string(verb.name));
    options.footer(std::string(kExitCodes));
    const std::function<ExitCode()> run = verb.prepare(options);
    try {
        options.parse(argc - 1, argv + 1);
    } catch (const CLI::CallForHelp&) {
        return print(options.help());
    } catch (const CLI::ParseError& error) {
        complain(std::string(verb.name) + ": " + error.what());
        return ExitCode::Usage;
    }
    return run();
}

} // namespace

std::optional<int> runCommandLine(int argc, const char* const* argv)
{
    if (argc < 2) {
        return std::nullopt;
    }
    const std::string first = argv[1];
    if (const Verb* verb = findVerb(first)) {
        return static_cast<int>(runVerb(*verb, argc, argv));
    }
    if (first == "--help" || first == "-h" || first == "--version") {
        return static_cast<int>(runGeneralOption(argc, first));
    }
    const bool isOption = first.size() > 1 && first.front() == '-';
    if (isOption || exists(first)) {
        return std::nullopt;
    }
    complain(neitherVerbNorFile(first));
    return static_cast<int>(ExitCode::Usage);
}

} // namespace sublinear::cli
