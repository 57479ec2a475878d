// SPDX-License-Identifier: MIT
#include "core/io/measurement_check.h"

#include "core/base/json_document.h"
#include "core/io/json_shape.h"
#include "core/policy/policy.h"
#include "core/scenario/refusal.h"
#include "core/scenario/resolve.h"
#include "core/scenario/scenario_json.h"

#include <array>

namespace sublinear {

using nlohmann::json;

namespace {

std::string entryPath(std::string_view path, std::string_view list, std::size_t index)
{
    return memberPath(path, list) + "[" + std::to_string(index) + "]";
}

// A scenario inside a measurement need not repeat its own format and version.
Status checkScenario(const json& object, const std::string& path)
{
    json document = object;
    document.emplace("format", kScenarioFormat);
    document.emplace("version", kScenarioVersion);
    const Result<Scenario> scenario = readScenario(document.dump(-1, ' ', false, json::error_handler_t::replace));
    if (!scenario) {
        return Error { path + "." + scenario.error().message, path };
    }
    const Result<ResolvedScenario> resolved = resolve(*scenario);
    return resolved ? success() : Error { path + "." + resolved.error().message, path };
}

// Median and quartiles of a time in nanoseconds, and over how many steps.
Status checkQuartiles(const json& point, std::string_view path)
{
    constexpr std::array kMembers = { Member { "median", JsonShape::Number, true }, Member { "p25", JsonShape::Number },
        Member { "p75", JsonShape::Number }, Member { "n", JsonShape::Whole } };
    const json* step = given(point, "step_ns");
    if (step == nullptr) {
        return success();
    }
    const std::string where = memberPath(path, "step_ns");
    if (Status members = checkMembers(*step, where, kMembers); !members) {
        return members;
    }
    const double median = step->at("median").get<double>();
    const json* low = given(*step, "p25");
    const json* high = given(*step, "p75");
    const bool ordered =
        (low == nullptr || low->get<double>() <= median) && (high == nullptr || median <= high->get<double>());
    return ordered ? success() : refusal(where + ".median", shownJson(step->at("median")), "a number from p25 to p75");
}

// A list that may be there, of objects with these members.
Status checkList(const json& object, std::string_view path, std::string_view name, std::span<const Member> members)
{
    const json* list = given(object, name);
    if (list == nullptr) {
        return success();
    }
    for (std::size_t index = 0; index < list->size(); ++index) {
        const std::string where = entryPath(path, name, index);
        if (!list->at(index).is_object()) {
            return refusal(where, shownJson(list->at(index)), "an object");
        }
        if (Status entry = checkMembers(list->at(index), where, members); !entry) {
            return entry;
        }
    }
    return success();
}

Status checkTexts(const json& object, std::string_view path, std::string_view name)
{
    const json* list = given(object, name);
    for (std::size_t index = 0; list != nullptr && index < list->size(); ++index) {
        if (!list->at(index).is_string()) {
            return refusal(entryPath(path, name, index), shownJson(list->at(index)), "a text");
        }
    }
    return success();
}

Status checkOps(const json& point, std::string_view path)
{
    constexpr std::array kKind = { Member { "kernel", JsonShape::Text, true },
        Member { "calls", JsonShape::Whole, true }, Member { "ns", JsonShape::Number } };
    constexpr std::array kOp = { Member { "index", JsonShape::Whole, true }, Member { "live_bytes", JsonShape::Whole },
        Member { "ns", JsonShape::Number } };
    const Status kinds = checkList(point, path, "kinds", kKind);
    return kinds ? checkList(point, path, "ops", kOp) : kinds;
}

Status checkPolicy(const json& point, std::string_view path)
{
    const std::string where = memberPath(path, "policy");
    const auto& name = point.at("policy").get_ref<const std::string&>();
    const PolicyInfo* policy = findPolicy(name);
    if (policy == nullptr) {
        return refusal(where, name, "the name of a policy, such as article");
    }
    const bool hasNumber = given(point, "k") != nullptr;
    if (policy->number == PolicyNumber::None && hasNumber) {
        return refusal(memberPath(path, "k"), shownJson(point.at("k")), "null, as " + name + " has no number");
    }
    return success();
}

Status checkSubstitutions(const json& object, std::string_view path)
{
    constexpr std::array kMembers = { Member { "path", JsonShape::Text, true },
        Member { "why", JsonShape::Text, true } };
    return checkList(object, path, "substitutions", kMembers);
}

} // namespace

Status checkRun(const json& object, std::string_view path)
{
    constexpr std::array kMembers = { Member { "requested", JsonShape::Object }, Member { "run", JsonShape::Object },
        Member { "substitutions", JsonShape::Array }, Member { "seed", JsonShape::Whole },
        Member { "threads", JsonShape::Whole }, Member { "date", JsonShape::Text } };
    if (Status members = checkMembers(object, path, kMembers); !members) {
        return members;
    }
    for (const std::string_view name : { "requested", "run" }) {
        if (const json* scenario = given(object, name)) {
            if (Status checked = checkScenario(*scenario, memberPath(path, name)); !checked) {
                return checked;
            }
        }
    }
    return checkSubstitutions(object, path);
}

Status checkDevice(const json& object, std::string_view path)
{
    constexpr std::array kMembers = { Member { "device", JsonShape::Object },
        Member { "versions", JsonShape::Object } };
    constexpr std::array kDevice = { Member { "name", JsonShape::Text, true }, Member { "kind", JsonShape::Text },
        Member { "memory_bytes", JsonShape::Whole }, Member { "driver", JsonShape::Text },
        Member { "runtime", JsonShape::Text } };
    if (Status members = checkMembers(object, path, kMembers); !members) {
        return members;
    }
    const json* device = given(object, "device");
    return device == nullptr ? success() : checkMembers(*device, memberPath(path, "device"), kDevice);
}

// A point of our own has all that a valid measurement means; one from elsewhere (origin) or
// one that is not valid may lack what is not known.
Status checkPoint(const json& point, std::string_view path)
{
    if (!point.is_object()) {
        return refusal(path, shownJson(point), "an object");
    }
    const json* valid = given(point, "valid");
    const bool isOurs = given(point, "origin") == nullptr && !(valid != nullptr && *valid == false);
    const std::array members = { Member { "policy", JsonShape::Text, true }, Member { "k", JsonShape::Whole },
        Member { "predicted_peak_bytes", JsonShape::Whole, isOurs },
        Member { "measured_peak_bytes", JsonShape::Whole, isOurs }, Member { "ideal_peak_bytes", JsonShape::Whole },
        Member { "static_bytes", JsonShape::Whole }, Member { "meters", JsonShape::Object },
        Member { "predicted_step_ns", JsonShape::Number }, Member { "predicted_step_basis", JsonShape::Text },
        Member { "kinds", JsonShape::Array }, Member { "residual_bytes", JsonShape::Whole },
        Member { "step_ns", JsonShape::Object }, Member { "phases_ns", JsonShape::Object },
        Member { "ops", JsonShape::Array }, Member { "products", JsonShape::Array },
        Member { "gradients_identical", JsonShape::Boolean }, Member { "valid", JsonShape::Boolean },
        Member { "note", JsonShape::Text }, Member { "origin", JsonShape::Text } };
    if (Status checked = checkMembers(point, path, members); !checked) {
        return checked;
    }
    constexpr std::array kMeters = { Member { "touched_bytes", JsonShape::Whole },
        Member { "pool_high_bytes", JsonShape::Whole } };
    if (const json* meters = given(point, "meters")) {
        if (Status checked = checkMembers(*meters, memberPath(path, "meters"), kMeters); !checked) {
            return checked;
        }
    }
    if (Status policy = checkPolicy(point, path); !policy) {
        return policy;
    }
    if (Status products = checkTexts(point, path, "products"); !products) {
        return products;
    }
    if (Status quartiles = checkQuartiles(point, path); !quartiles) {
        return quartiles;
    }
    return checkOps(point, path);
}

Result<std::size_t> checkMeasurement(const json& document)
{
    const json* version = given(document, "version");
    const std::string acceptedVersion = std::to_string(kMeasurementVersion);
    if (version == nullptr) {
        return missing("version", acceptedVersion);
    }
    if (*version != kMeasurementVersion) {
        return refusal("version", shownJson(*version), acceptedVersion);
    }
    if (const Status device = checkDevice(document, ""); !device) {
        return device.error();
    }
    if (const Status run = checkRun(document, ""); !run) {
        return run.error();
    }
    const std::array points = { Member { "points", JsonShape::Array, true } };
    if (const Status members = checkMembers(document, "", points); !members) {
        return members.error();
    }
    const json& list = document.at("points");
    for (std::size_t index = 0; index < list.size(); ++index) {
        if (const Status point = checkPoint(list.at(index), entryPath("", "points", index)); !point) {
            return point.error();
        }
    }
    return list.size();
}

} // namespace sublinear
