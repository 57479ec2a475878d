// SPDX-License-Identifier: MIT
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/policy/policy.h"
#include "core/scenario/refusal.h"

#include <algorithm>
#include <array>

namespace sublinear {

namespace {

constexpr std::string_view kField = "policies";
constexpr std::array<std::string_view, 4> kSelectiveTensors = { "attention", "gelu", "norms", "up" };

std::string oneOf(std::string_view typed, std::span<const std::string_view> names)
{
    std::string text = "one of " + join(names);
    const std::vector<std::string> near = nearestNames(typed, names, 1);
    if (!near.empty()) {
        text += " (did you mean " + near.front() + "?)";
    }
    return text;
}

std::string numberText(const PolicyInfo& info)
{
    const std::string text(info.text);
    switch (info.number) {
    case PolicyNumber::K:
        return text + ":K with K a whole number from 1 to the number of layers";
    case PolicyNumber::M:
        return text + ":m with m a whole number from 0 to the number of layers";
    case PolicyNumber::Slots:
        return text + ":slots with a whole number of slots from 1";
    case PolicyNumber::Budget:
        return text + ":budget with whole bytes such as 20GiB or 6500MiB";
    case PolicyNumber::None:
        break;
    }
    return text + " without a number";
}

Result<PolicySpec> parseTensors(PolicySpec spec, std::string_view item, std::string_view list)
{
    for (const std::string_view tensor : split(list, '+')) {
        if (std::find(kSelectiveTensors.begin(), kSelectiveTensors.end(), tensor) == kSelectiveTensors.end()) {
            return refusal(kField, item, "selective:TENSOR+TENSOR, each " + oneOf(tensor, kSelectiveTensors));
        }
        if (std::find(spec.tensors.begin(), spec.tensors.end(), tensor) == spec.tensors.end()) {
            spec.tensors.emplace_back(tensor);
        }
    }
    return spec;
}

Result<PolicySpec> parseOne(std::string_view item)
{
    const std::size_t colon = item.find(':');
    const std::string_view name = trimmed(item.substr(0, colon));
    const PolicyInfo* info = findPolicy(name);
    if (info == nullptr) {
        std::vector<std::string_view> names;
        for (const PolicyInfo& each : allPolicies()) {
            names.push_back(each.text);
        }
        return refusal(kField, item, oneOf(name, names));
    }
    PolicySpec spec;
    spec.id = info->id;
    if (colon == std::string_view::npos) {
        return spec;
    }
    const std::string_view number = trimmed(item.substr(colon + 1));
    if (info->id == PolicyId::Selective) {
        return parseTensors(spec, item, number);
    }
    if (info->number == PolicyNumber::None) {
        return refusal(kField, item, numberText(*info));
    }
    spec.number = info->number == PolicyNumber::Budget ? parseBytes(number) : parseWhole(number);
    const Count least = info->number == PolicyNumber::M ? 0 : 1;
    if (!spec.number || *spec.number < least) {
        return refusal(kField, item, numberText(*info));
    }
    return spec;
}

std::string budgetText(Bytes bytes)
{
    if (bytes % kGiB == 0) {
        return std::to_string(bytes / kGiB) + "GiB";
    }
    if (bytes % kMiB == 0) {
        return std::to_string(bytes / kMiB) + "MiB";
    }
    return std::to_string(bytes);
}

} // namespace

std::string policyText(const PolicySpec& spec)
{
    const PolicyInfo& info = policyInfo(spec.id);
    std::string text(info.text);
    if (spec.id == PolicyId::Selective && !spec.tensors.empty()) {
        return text + ":" + join(spec.tensors, "+");
    }
    if (spec.number) {
        text += ":";
        text += info.number == PolicyNumber::Budget ? budgetText(*spec.number) : std::to_string(*spec.number);
    }
    return text;
}

Result<std::vector<PolicySpec>> parsePolicies(std::string_view list)
{
    std::vector<PolicySpec> specs;
    for (const std::string_view item : split(list, ',')) {
        Result<PolicySpec> spec = parseOne(item);
        if (!spec) {
            return spec.error();
        }
        specs.push_back(*spec);
    }
    return specs;
}

} // namespace sublinear
