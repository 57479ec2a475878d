// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/result.h"
#include "core/scenario/resolve.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sublinear {

/// What the number behind a policy counts.
enum class PolicyNumber { None, K, M, Slots, Budget };

/// One meaning of "checkpoint every K" and what it is called elsewhere.
struct PolicyInfo {
    PolicyId id;
    std::string_view text; ///< spelling in files and --policies
    std::string_view name; ///< for people
    std::string_view keeps; ///< what stays in memory
    std::string_view flag; ///< the framework flag that means the same
    std::string_view law; ///< published law in article accounting
    PolicyNumber number;
};

inline constexpr std::size_t kPolicyCount = 10;
std::span<const PolicyInfo> allPolicies();
const PolicyInfo& policyInfo(PolicyId id);
const PolicyInfo* findPolicy(std::string_view text);
/// The scenario field that holds a policy's number: "checkpointing.k"; empty where it has none.
std::string_view numberField(PolicyId id);

/// A policy with its number: `article:4`. Without one, a sweep over all its numbers is meant.
struct PolicySpec {
    PolicyId id = PolicyId::Article;
    std::optional<Count> number; ///< K, m, slots or budget bytes
    std::vector<std::string> tensors; ///< left out of each saved set; `selective` without any: the scenario's
    Count start = 0; ///< every_nth: 0 stands for K
    bool lastStored = false; ///< segments
    bool operator==(const PolicySpec&) const = default;
};

/// What `selective` leaves out unless told: attention where its matrices are kept at all
/// (Megatron's choice), as article accounting always has them, else the cheap element-wise ones
/// (llm.c's).
std::vector<std::string> defaultTensors(const ResolvedScenario& scenario);

/// "article:4", "store_all", "selective:gelu+norms", "optimal:20GiB"
std::string policyText(const PolicySpec& spec);

/// LIST of the command line: `policy[:number]` by commas.
Result<std::vector<PolicySpec>> parsePolicies(std::string_view list);

/// The policy and number that a scenario has chosen.
PolicySpec chosenPolicy(const ResolvedScenario& scenario);

/// Whether the scenario's tensors are left out under a policy: store_all keeps every tensor, and
/// optimal chooses for itself.
bool dropsTensors(PolicyId id);

/// A policy beside the chosen one, read as the scenario has it: every_nth's start, segments'
/// last_stored and the tensors that layers leave out, none of which a LIST has room for.
PolicySpec inScenario(PolicySpec spec, const ResolvedScenario& scenario);

} // namespace sublinear
