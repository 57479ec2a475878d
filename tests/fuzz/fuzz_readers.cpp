// SPDX-License-Identifier: MIT
// libFuzzer target over the readers of files that somebody else has written. Built and run
// by the script `run` beside it.
#include "core/import/hf_config.h"
#include "core/model/parameters.h"
#include "core/scenario/resolve.h"
#include "core/scenario/scenario_json.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {

using namespace sublinear;

void require(bool holds)
{
    if (!holds) {
        std::abort();
    }
}

/// A refusal is one line of bounded length.
void checkMessage(const Error& error)
{
    constexpr std::size_t kLongest = 2000;
    require(!error.message.empty() && error.message.size() < kLongest);
    require(error.message.find('\n') == std::string::npos);
}

/// An accepted scenario is written and read without loss, and resolves or is refused in one line.
void checkScenario(const Scenario& scenario)
{
    const Result<Scenario> again = readScenario(writeScenario(scenario));
    require(again.ok() && *again == scenario);
    const Result<ResolvedScenario> resolved = resolve(scenario);
    if (!resolved) {
        checkMessage(resolved.error());
        return;
    }
    const Result<ParameterCount> count = countParameters(*resolved);
    require(count.ok() ? count->total > 0 : !count.error().message.empty());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const std::string text(data, data + size);
    if (const Result<Scenario> scenario = readScenario(text)) {
        checkScenario(*scenario);
    } else {
        checkMessage(scenario.error());
    }
    if (const Result<ImportedModel> imported = importHfConfig(text)) {
        checkScenario(imported->scenario);
        require(resolve(imported->scenario).ok());
    } else {
        checkMessage(imported.error());
    }
    return 0;
}
