// SPDX-License-Identifier: MIT
#pragma once

#include "core/policy/policy.h"
#include "core/scenario/resolve.h"

#include <string>
#include <vector>

namespace sublinear {

/// A small stack of GPT-2 or Llama blocks that the self-test runs.
struct TestStack {
    bool llama = false;
    bool fused = false;
    bool head = false; ///< with embedding, LM head and chunked loss
    Count layers = 6;
    Count width = 64;
    Count heads = 4;
    Count batch = 2;
    Count sequence = 48;

    [[nodiscard]] std::string name() const;
    [[nodiscard]] ResolvedScenario scenario() const;
};

PolicySpec testPolicy(PolicyId id, std::optional<Count> number = {}, std::vector<std::string> tensors = {});

/// One of each policy, store_all first; `full`: K in {1, 2, 3, N} of each that has one.
std::vector<PolicySpec> testPolicies(Count layers, bool full);

} // namespace sublinear
