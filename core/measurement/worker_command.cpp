// SPDX-License-Identifier: MIT
#include "core/measurement/worker_command.h"

#include "core/base/json_document.h"
#include "core/base/text.h"
#include "core/io/json_shape.h"
#include "core/scenario/refusal.h"
#include "core/scenario/scenario_json.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sublinear {

namespace {

using nlohmann::json;

constexpr std::array<std::string_view, 3> kTypes { "run", "cancel", "quit" };
constexpr std::array kRunMembers { Member { "type", JsonShape::Text, true }, Member { "id", JsonShape::Text, true },
    Member { "scenario", JsonShape::Object, true }, Member { "policies", JsonShape::Text },
    Member { "device", JsonShape::Text }, Member { "threads", JsonShape::Whole },
    Member { "deadline_s", JsonShape::Number }, Member { "seed", JsonShape::Whole },
    Member { "head", JsonShape::Boolean }, Member { "plan_only", JsonShape::Boolean } };
constexpr std::array kCancelMembers { Member { "type", JsonShape::Text, true }, Member { "id", JsonShape::Text } };
constexpr std::array kQuitMembers { Member { "type", JsonShape::Text, true } };

Status checkNames(const json& object, std::span<const Member> members)
{
    for (const auto& [name, value] : object.items()) {
        const auto known = [&key = name](const Member& member) { return member.name == key; };
        if (std::none_of(members.begin(), members.end(), known)) {
            return Error { quoted(name) + " is no member of this command", name };
        }
    }
    return checkMembers(object, "", members);
}

// JSON has no word for what is no number.
std::string shownNumber(double value)
{
    return std::isfinite(value) ? json(value).dump() : std::to_string(value);
}

Result<Scenario> scenarioOf(const json& object)
{
    json document = object.at("scenario");
    document.emplace("format", kScenarioFormat);
    document.emplace("version", kScenarioVersion);
    Result<Scenario> scenario = readScenario(document.dump(-1, ' ', false, json::error_handler_t::replace));
    return scenario ? scenario : Error { "scenario." + scenario.error().message, "scenario" };
}

Result<Command> runCommand(const json& object)
{
    if (const Status names = checkNames(object, kRunMembers); !names) {
        return names.error();
    }
    Result<Scenario> scenario = scenarioOf(object);
    if (!scenario) {
        return scenario.error();
    }
    RunOptions options;
    options.policies = givenValue<std::string>(object, "policies");
    options.device = givenValue<std::string>(object, "device").value_or(options.device);
    options.threads = givenValue<Count>(object, "threads");
    options.deadlineSeconds = givenValue<double>(object, "deadline_s");
    options.seed = givenValue<Count>(object, "seed").value_or(options.seed);
    options.head = givenValue<bool>(object, "head").value_or(false);
    options.planOnly = givenValue<bool>(object, "plan_only").value_or(false);
    if (const Status checked = checkOptions(options); !checked) {
        return checked.error();
    }
    return Command(RunCommand { object.at("id").get<std::string>(), std::move(*scenario), std::move(options) });
}

} // namespace

std::string refuseClamped(const std::string& typed, Count first, Count last)
{
    const std::string_view digits = std::string_view(typed).substr(typed.starts_with('-') || typed.starts_with('+'));
    const bool isWhole = !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos;
    constexpr std::size_t kAlwaysHeld = 18; // digits
    return isWhole && digits.size() > kAlwaysHeld
        ? quoted(typed) + " is not accepted; it takes " + wholeRangeText(first, last)
        : std::string();
}

Status checkOptions(const RunOptions& options)
{
    const std::string_view device = options.device;
    constexpr std::string_view kCuda = "cuda:";
    const bool isCuda = device.starts_with(kCuda) && device.size() > kCuda.size() && device.size() < kCuda.size() + 4
        && std::all_of(device.begin() + kCuda.size(), device.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (device != "auto" && device != "cpu" && !isCuda) {
        return refusal("device", device, "auto, cpu or cuda:N");
    }
    if (options.threads && (*options.threads < 1 || *options.threads > kMostThreads)) {
        return refusal("threads", std::to_string(*options.threads), wholeRangeText(1, kMostThreads));
    }
    if (options.seed < 0 || options.seed > kLargestSeed) {
        return refusal("seed", std::to_string(options.seed), wholeRangeText(0, kLargestSeed));
    }
    if (options.deadlineSeconds && !(*options.deadlineSeconds > 0 && *options.deadlineSeconds <= kLongestRun)) {
        return refusal(
            "deadline", shownNumber(*options.deadlineSeconds), "a number of seconds over 0 and up to 604800, a week");
    }
    return success();
}

Result<Command> parseCommand(std::string_view line)
{
    const Result<json> object = parseJson(line, kMaxCommandBytes);
    if (!object) {
        return object.error();
    }
    if (!object->is_object()) {
        return Error { "a command is a JSON object, not " + quoted(shownJson(*object)) };
    }
    const json* type = given(*object, "type");
    if (type == nullptr) {
        return missing("type", "one of " + join(kTypes));
    }
    if (*type == "run") {
        return runCommand(*object);
    }
    if (*type != "cancel" && *type != "quit") {
        return refusal("type", shownJson(*type), "one of " + join(kTypes));
    }
    const bool cancels = *type == "cancel";
    const std::span<const Member> members = cancels ? std::span<const Member>(kCancelMembers) : kQuitMembers;
    if (const Status names = checkNames(*object, members); !names) {
        return names.error();
    }
    return cancels ? Command(CancelCommand { givenValue<std::string>(*object, "id") }) : Command(QuitCommand {});
}

std::string runIdOf(std::string_view line)
{
    const Result<json> object = parseJson(line, kMaxCommandBytes);
    const bool isRun = object && object->is_object() && object->value("type", json()) == "run";
    const json* id = isRun ? given(*object, "id") : nullptr;
    return id != nullptr && id->is_string() ? id->get<std::string>() : std::string();
}

std::string commandLine(const Command& command)
{
    nlohmann::ordered_json line;
    if (const auto* run = std::get_if<RunCommand>(&command)) {
        line = { { "type", "run" }, { "id", run->id } };
        line["scenario"] = nlohmann::ordered_json::parse(writeScenario(run->scenario), nullptr, false);
        if (run->options.policies) {
            line["policies"] = *run->options.policies;
        }
        line["device"] = run->options.device;
        if (run->options.threads) {
            line["threads"] = *run->options.threads;
        }
        if (run->options.deadlineSeconds) {
            line["deadline_s"] = *run->options.deadlineSeconds;
        }
        line["seed"] = run->options.seed;
        if (run->options.head) {
            line["head"] = true;
        }
        if (run->options.planOnly) {
            line["plan_only"] = true;
        }
    } else {
        const auto* cancel = std::get_if<CancelCommand>(&command);
        line["type"] = cancel != nullptr ? "cancel" : "quit";
        if (cancel != nullptr && cancel->id) {
            line["id"] = *cancel->id;
        }
    }
    return line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

} // namespace sublinear
