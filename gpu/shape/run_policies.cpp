// SPDX-License-Identifier: MIT
#include "gpu/shape/run_policies.h"

#include "core/policy/law.h"
#include "core/scenario/refusal.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace sublinear {

namespace {

constexpr std::size_t kDefaultPoints = 5;

PolicySpec spec(PolicyId id, std::optional<Count> number = {})
{
    PolicySpec policy;
    policy.id = id;
    policy.number = number;
    return policy;
}

bool needsNumber(PolicyId id)
{
    return policyInfo(id).number != PolicyNumber::None;
}

Error refused(const PolicySpec& policy, const std::string& accepted)
{
    return refusal("policies", policyText(policy), accepted);
}

// The order in which tensors are named, or that one is named twice, makes no other schedule.
PolicySpec inOrder(PolicySpec policy)
{
    std::sort(policy.tensors.begin(), policy.tensors.end());
    policy.tensors.erase(std::unique(policy.tensors.begin(), policy.tensors.end()), policy.tensors.end());
    return policy;
}

// Each is measured once, however often it is listed.
void addOnce(PolicySpec policy, std::vector<PolicySpec>& points)
{
    const bool known = std::any_of(points.begin(), points.end(),
        [ordered = inOrder(policy)](const PolicySpec& each) { return inOrder(each) == ordered; });
    if (!known) {
        points.push_back(std::move(policy));
    }
}

Status append(const PolicySpec& policy, const ResolvedScenario& scenario, std::vector<PolicySpec>& points)
{
    const NumberRange range = numberRange(policy.id, scenario.model.layers);
    const std::string name(policyInfo(policy.id).text);
    if (!needsNumber(policy.id)) {
        addOnce(inScenario(policy, scenario), points);
        return success();
    }
    if (policy.id == PolicyId::Optimal) {
        if (!policy.number) {
            return refused(policy, name + ":budget with whole bytes such as 20GiB or 6500MiB");
        }
        addOnce(inScenario(policy, scenario), points);
        return success();
    }
    if (policy.number && (*policy.number < range.first || *policy.number > range.last)) {
        return refused(policy, name + " with " + wholeRangeText(range.first, range.last));
    }
    const Count first = policy.number.value_or(range.first);
    const Count last = policy.number.value_or(range.last);
    for (Count number = first; number <= last && points.size() <= kMostPoints; ++number) {
        addOnce(inScenario(spec(policy.id, number), scenario), points);
    }
    return success();
}

} // namespace

std::vector<PolicySpec> defaultPolicies(const ResolvedScenario& scenario)
{
    const Count layers = scenario.model.layers;
    const Count root = std::max<Count>(1, std::llround(std::sqrt(static_cast<double>(layers))));
    const PolicySpec chosen = chosenPolicy(scenario);
    std::vector<PolicySpec> candidates { spec(PolicyId::StoreAll), chosen, spec(PolicyId::Segments, 1),
        spec(PolicyId::FirstM, (layers + 1) / 2), spec(PolicyId::TwoLevel, root), spec(PolicyId::Article, root),
        spec(PolicyId::EveryNth, std::min<Count>(2, layers)), spec(PolicyId::Selective) };
    std::vector<PolicySpec> points;
    for (const PolicySpec& candidate : candidates) {
        const PolicySpec policy = inScenario(candidate, scenario);
        const bool known = std::find(points.begin(), points.end(), policy) != points.end();
        if (!known && (policy.number || !needsNumber(policy.id)) && points.size() < kDefaultPoints) {
            points.push_back(policy);
        }
    }
    return points;
}

Result<std::vector<PolicySpec>> pointPolicies(std::string_view list, const ResolvedScenario& scenario)
{
    const Result<std::vector<PolicySpec>> parsed = parsePolicies(list);
    if (!parsed) {
        return parsed.error();
    }
    std::vector<PolicySpec> points;
    for (const PolicySpec& policy : *parsed) {
        if (const Status added = append(policy, scenario, points); !added) {
            return added.error();
        }
    }
    if (points.size() > kMostPoints) {
        return refusal("policies", list, "at most " + std::to_string(kMostPoints) + " points");
    }
    return points;
}

} // namespace sublinear
