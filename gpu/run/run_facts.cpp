// SPDX-License-Identifier: MIT
#include "gpu/run/run_facts.h"

namespace sublinear {

RunFacts runFacts(const ResolvedScenario& scenario, std::uint64_t seed)
{
    const auto& model = scenario.model;
    RunFacts facts;
    facts.shape = localShape(scenario);
    facts.norm = model.norm;
    facts.positions = model.positions;
    facts.qkNorm = model.qkNorm;
    facts.gatedMlp = model.gatedMlp;
    facts.tiedHead = model.vocab.has_value() && model.tiedEmbeddings;
    facts.slidingWindow = model.slidingWindow;
    facts.seed = seed;
    return facts;
}

} // namespace sublinear
