// SPDX-License-Identifier: MIT
#include "core/training/remedies.h"

#include "core/optimal/optimal.h"
#include "core/plan/alternatives.h"
#include "core/policy/law.h"
#include "core/training/rows.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace sublinear {

namespace {

constexpr Count kDefaultDevices = 8; // of a node, where no number of them makes it fit
constexpr Count kMostDevices = 1024;
constexpr Count kSoonSearched = 128; // layers
constexpr Count kShortest = 128; // tokens; below that a sequence is another task

// The row that would be recommended under another scenario, within its policy.
struct Outcome {
    std::optional<Count> number;
    TrainingRows::Brief brief;
};

std::vector<std::optional<Count>> numbersOf(const ResolvedScenario& scenario)
{
    const PolicyId id = scenario.checkpointing.policy;
    const auto& candidates = scenario.checkpointing.candidates;
    if (policyInfo(id).number == PolicyNumber::None) {
        return { std::nullopt };
    }
    if (candidates && !candidates->empty() && policyInfo(id).number == PolicyNumber::K) {
        return { candidates->begin(), candidates->end() };
    }
    const std::vector<Count> numbers = sweptNumbers(id, scenario.model.layers);
    return { numbers.begin(), numbers.end() };
}

// The same for `optimal`, by one search; empty where nothing fits, as the least would take another.
std::optional<Outcome> optimalUnder(const ResolvedScenario& changed, const TrainingStack& stack)
{
    if (stack.leastBytes > stack.capacityBytes) {
        return std::nullopt;
    }
    const std::optional<OptimalPlan> plan =
        optimalWithin(stack.model, stack.table, stack.capacityBytes - stack.states.totalBytes);
    if (!plan) {
        return std::nullopt;
    }
    // an open budget follows the device by itself
    const std::optional<Count> number =
        changed.checkpointing.budgetBytes ? std::optional<Count>(plan->peakBytes) : std::nullopt;
    return Outcome { number, { plan->peakBytes + stack.states.totalBytes, plan->recomputeFlops / stack.forwardFlops } };
}

std::optional<Outcome> outcomeUnder(const ResolvedScenario& changed)
{
    const Result<TrainingStack> stack = trainingStack(changed, {}, Selective::Left);
    if (!stack) {
        return std::nullopt;
    }
    if (changed.checkpointing.policy == PolicyId::Optimal) {
        return optimalUnder(changed, *stack);
    }
    TrainingRows rows(*stack);
    PolicySpec spec = chosenPolicy(changed);
    std::optional<Outcome> best;
    for (const std::optional<Count> number : numbersOf(changed)) {
        spec.number = number;
        const std::optional<TrainingRows::Brief> brief = rows.brief(spec);
        if (brief && (!best || isBetter(*brief, best->brief, stack->capacityBytes))) {
            best = Outcome { number, *brief };
        }
    }
    return best;
}

class Remedies {
public:
    Remedies(const TrainingStack& stack, const ResolvedScenario& scenario, const SweepRow& recommended,
        const SweepRow& chosen, Bytes program)
        : m_stack(stack)
        , m_scenario(scenario)
        , m_recommended(recommended)
        , m_chosen(chosen)
        , m_program(program)
    {
    }

    // As many sequences as some row of the sweep takes.
    void smallerBatch(std::span<const SweepRow> sweep)
    {
        Count batch = 0;
        for (const SweepRow& row : sweep) {
            batch = std::max(batch, row.maxBatch);
        }
        if (batch > 0 && batch < m_scenario.workload.batch) {
            ResolvedScenario changed = m_scenario;
            changed.workload.batch = batch;
            add("workload.batch=" + std::to_string(batch), changed);
        }
    }

    // Half the sequence, and half of that, until it fits.
    void shorterSequence()
    {
        ResolvedScenario changed = m_scenario;
        Bytes least = m_program; // that it can be: attention's matrices shrink by four
        while (changed.workload.sequence / 2 >= kShortest) {
            changed.workload.sequence /= 2;
            least /= 4;
            if (m_stack.states.totalBytes + least > m_stack.capacityBytes) {
                continue;
            }
            if (const std::optional<Outcome> found = outcomeUnder(changed); fits(found)) {
                push("workload.sequence=" + std::to_string(changed.workload.sequence), *found);
                return;
            }
        }
    }

    void fusedAttention()
    {
        if (m_scenario.recipe.attention == Attention::Materialized) {
            ResolvedScenario changed = m_scenario;
            changed.recipe.attention = Attention::Fused;
            add("recipe.attention=fused", changed);
        }
    }

    void chunkedLoss()
    {
        if (m_scenario.recipe.loss == Loss::Full && m_scenario.model.vocab) {
            ResolvedScenario changed = m_scenario;
            changed.recipe.loss = Loss::Chunked;
            add("recipe.loss=chunked", changed);
        }
    }

    void smallOptimizer()
    {
        const Optimizer optimizer = m_scenario.recipe.optimizer;
        if (optimizer == Optimizer::Adam || optimizer == Optimizer::AdamW || optimizer == Optimizer::SgdMomentum) {
            ResolvedScenario changed = m_scenario;
            changed.recipe.optimizer = Optimizer::Adam8bit;
            add("recipe.optimizer=adam8bit", changed);
        }
    }

    // Over the devices there are, or over the fewest that make it fit.
    void sharding()
    {
        ResolvedScenario changed = m_scenario;
        changed.parallel.zero = 3;
        if (m_scenario.parallel.data > 1) {
            if (m_scenario.parallel.zero < 3) {
                add("parallel.zero=3", changed);
            }
            return;
        }
        // by the states alone, with what the program holds now; then as many more as it takes
        changed.parallel.data = 2;
        while (changed.parallel.data < kMostDevices && !mayFit(changed)) {
            changed.parallel.data *= 2;
        }
        std::optional<Outcome> best = outcomeUnder(changed);
        for (int more = 0; more < 2 && !fits(best) && changed.parallel.data < kMostDevices; ++more) {
            changed.parallel.data *= 2;
            best = outcomeUnder(changed);
        }
        if (!fits(best)) { // no number of them helps: what a node of them would do
            changed.parallel.data = kDefaultDevices;
            best = outcomeUnder(changed);
        }
        if (best) {
            push("parallel.data=" + std::to_string(changed.parallel.data) + " parallel.zero=3", *best);
        }
    }

    [[nodiscard]] std::vector<Alternative> take() { return std::move(m_found); }

private:
    [[nodiscard]] bool fits(const std::optional<Outcome>& outcome) const
    {
        return outcome && outcome->brief.totalBytes <= m_stack.capacityBytes;
    }
    [[nodiscard]] bool mayFit(const ResolvedScenario& changed) const
    {
        const Result<TrainingStates> states = trainingStates(changed, m_stack.chain, m_stack.parameterCount);
        return states && states->totalBytes + m_program <= m_stack.capacityBytes;
    }
    void add(const std::string& change, const ResolvedScenario& changed)
    {
        if (const std::optional<Outcome> found = outcomeUnder(changed)) {
            push(change, *found);
        }
    }
    void push(const std::string& change, const Outcome& outcome)
    {
        if (outcome.brief.totalBytes == m_recommended.totalBytes) {
            return; // the peak stands elsewhere in the step
        }
        SweepRow row;
        row.policy = m_scenario.checkpointing.policy;
        row.k = outcome.number;
        m_found.push_back({ numberChange(row, m_chosen) + change, outcome.brief.totalBytes, fits(outcome) });
    }

    const TrainingStack& m_stack;
    const ResolvedScenario& m_scenario;
    const SweepRow& m_recommended;
    const SweepRow& m_chosen;
    Bytes m_program; ///< what the row with the fewest bytes holds beside the states
    std::vector<Alternative> m_found;
};

} // namespace

std::vector<Alternative> remedies(const TrainingStack& stack, const ResolvedScenario& scenario,
    std::span<const SweepRow> sweep, const SweepRow& recommended, const SweepRow& chosen)
{
    Bytes least = chosen.totalBytes;
    for (const SweepRow& row : sweep) {
        least = std::min(least, row.totalBytes);
    }
    Remedies found(stack, scenario, recommended, chosen, least - stack.states.totalBytes);
    const bool statesFit = stack.states.totalBytes <= stack.capacityBytes; // else some changes are too little
    if (statesFit) {
        found.smallerBatch(sweep);
    }
    if (scenario.checkpointing.policy == PolicyId::Optimal && stack.layers > kSoonSearched) {
        return found.take(); // each of the others would be a long search
    }
    if (statesFit) {
        found.shorterSequence();
        found.fusedAttention();
    }
    found.chunkedLoss();
    found.smallOptimizer();
    found.sharding();
    return found.take();
}

} // namespace sublinear
