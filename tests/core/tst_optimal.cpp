// SPDX-License-Identifier: MIT
// The planner against every persistent schedule of short random chains.
#include "core/base/text.h"
#include "core/optimal/optimal.h"
#include "core/plan/evaluate.h"
#include "core/program/lower.h"
#include "core/program/verify.h"
#include "core/schedule/policies.h"
#include "core/simulate/simulate.h"
#include "small_chains.h"
#include "stack_cases.h"

#include <QTest>

#include <cmath>

using namespace sublinear;
using namespace sublinear::test;

namespace {

constexpr unsigned kSeeds = 40;

Chain6 chainOf(unsigned seed)
{
    std::mt19937 random(seed);
    const Count N = seed <= 4 ? 6 : 1 + Count(random() % 5);
    return randomChain(random, N, random() % 3 == 0);
}

// Least FLOPs within a budget that any policy of the list reaches, at any of its numbers, every
// layer with the same saved set.
double bestUniform(const Modelled& made, Bytes budget)
{
    double best = std::numeric_limits<double>::infinity();
    std::vector<Run> runs;
    for (const PolicyInfo& info : allPolicies()) {
        for (Count number = 0; number <= made.model.layers; ++number) {
            for (const TensorGroups dropped : kOptions) {
                for (const bool other : { false, true }) {
                    PolicySpec spec;
                    spec.id = info.id;
                    spec.number = number;
                    spec.lastStored = other && info.id == PolicyId::Segments;
                    spec.start = other && info.id == PolicyId::EveryNth ? 1 : 0;
                    if (writeRuns(spec, dropped, made.model.layers, runs)) {
                        const LayerPeak peak = simulateRuns(made.model, made.table, runs);
                        best = peak.bytes <= budget ? std::min(best, peak.recomputeFlops) : best;
                    }
                }
            }
        }
    }
    return best;
}

constexpr std::array<TensorGroups, kGroupSets> kEverySet { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };

// A few layers of a size at which no one tensor outweighs the others.
ResolvedScenario randomStack(unsigned seed)
{
    std::mt19937 random(seed);
    const auto one = [&random](std::initializer_list<Count> choices) {
        return *(choices.begin() + random() % choices.size());
    };
    const Count layers = 1 + Count(random() % 6);
    const Count batch = one({ 1, 4, 8 });
    const Count sequence = one({ 64, 256, 1024 });
    const Count heads = one({ 2, 4, 12 });
    ResolvedScenario scenario = random() % 3 == 0
        ? llama(layers, batch, sequence, { heads * 64, one({ 128, 512, 3072 }), heads, 2, 64 })
        : gpt2(layers, batch, sequence, heads * 64, heads);
    scenario.recipe.attention = random() % 2 == 0 ? Attention::Fused : Attention::Materialized;
    scenario.recipe.dropout = random() % 2 == 0;
    if (random() % 2 == 0) {
        scenario.model.vocab = one({ 128, 1000, 50257 });
        scenario.model.positionRows = sequence;
    }
    return scenario;
}

struct SmallStack {
    explicit SmallStack(unsigned seed)
    {
        const ResolvedScenario scenario = randomStack(seed);
        LowerOptions options;
        options.gradients = seed % 2 == 0 ? Gradients::OnDemand : Gradients::Preallocated;
        Result<LayerModel> layers = makeLayerModel(scenario, options, kEverySet);
        if (!layers) {
            qFatal("a test's own stack is refused");
        }
        model = std::move(*layers);
        table = tableAt(model, scenario.workload.batch);
    }

    LayerModel model;
    StepTable table;
};

// A policy, with what it leaves out, that runs less again than the frontier does within its peak; empty if
// there is none.
std::string policyAhead(const std::vector<OptimalPlan>& frontier, const LayerModel& model, const StepTable& table)
{
    std::vector<Run> runs;
    for (const PolicyInfo& info : allPolicies()) {
        for (Count number = 0; number <= model.layers; ++number) {
            for (const TensorGroups dropped : kEverySet) {
                PolicySpec spec;
                spec.id = info.id;
                spec.number = number;
                if (!writeRuns(spec, dropped, model.layers, runs)) {
                    continue;
                }
                const LayerPeak peak = simulateRuns(model, table, runs);
                const auto over = std::find_if(frontier.begin(), frontier.end(),
                    [&peak](const OptimalPlan& plan) { return plan.peakBytes > peak.bytes; });
                if (over == frontier.begin() || std::prev(over)->recomputeFlops > peak.recomputeFlops) {
                    return policyText(spec) + " without " + join(tensorNames(dropped));
                }
            }
        }
    }
    return "";
}

} // namespace

class TestOptimal : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void equalsExhaustiveSearch_data()
    {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= kSeeds; ++seed) {
            QTest::addRow("%u", seed) << seed;
        }
    }

    // The chains above are hard enough: in many, no uniform policy does as well at some budget.
    // At none does one do better.
    void chainsWithoutUniformOptimum()
    {
        unsigned without = 0;
        for (unsigned seed = 1; seed <= kSeeds; ++seed) {
            const Modelled made = modelOf(chainOf(seed));
            bool beaten = false;
            for (const OptimalPlan& plan : optimalFrontier(made.model, made.table, kOptions, 1)) {
                const double uniform = bestUniform(made, plan.peakBytes);
                QVERIFY(uniform >= plan.recomputeFlops);
                beaten = beaten || uniform > plan.recomputeFlops;
            }
            without += beaten ? 1 : 0;
        }
        QVERIFY2(3 * without >= kSeeds, qPrintable(QStringLiteral("%1 of %2").arg(without).arg(kSeeds)));
    }

    void equalsExhaustiveSearch()
    {
        QFETCH(unsigned, seed);
        const Chain6 chain = chainOf(seed);
        const Modelled made = modelOf(chain);
        const std::vector<Outcome> outcomes = Oracle(chain).all();
        const auto bestWithin = [&outcomes](Bytes budget) {
            double best = std::numeric_limits<double>::infinity();
            for (const Outcome& outcome : outcomes) {
                best = outcome.peak <= budget ? std::min(best, outcome.flops) : best;
            }
            return best;
        };
        const std::vector<OptimalPlan> frontier = optimalFrontier(made.model, made.table, kOptions, 1);
        QVERIFY(!frontier.empty());
        Bytes least = std::numeric_limits<Bytes>::max();
        Bytes most = 0;
        for (const Outcome& outcome : outcomes) {
            least = std::min(least, outcome.peak);
            most = std::max(most, outcome.peak);
        }
        QCOMPARE(frontier.front().peakBytes, least);
        double previous = std::numeric_limits<double>::infinity();
        std::size_t at = 0;
        for (Bytes budget = least; budget <= most; ++budget) {
            while (at + 1 < frontier.size() && frontier[at + 1].peakBytes <= budget) {
                ++at;
            }
            QCOMPARE(frontier[at].recomputeFlops, bestWithin(budget));
            QVERIFY(frontier[at].exact && frontier[at].recomputeFlops <= previous); // more bytes never cost more
            previous = frontier[at].recomputeFlops;
        }
        // control: with one byte less each plan's FLOPs are out of reach
        for (const OptimalPlan& plan : frontier) {
            QVERIFY(bestWithin(plan.peakBytes - 1) > plan.recomputeFlops);
        }
    }

    void realModels_data()
    {
        QTest::addColumn<bool>("fusedAttention");
        QTest::addColumn<Count>("experts");
        QTest::addRow("materialised") << false << Count { 0 };
        QTest::addRow("fused") << true << Count { 0 };
        QTest::addRow("experts behind two dense layers") << true << Count { 4 };
    }

    // Plans for real layers: legal programs with the promised peak, within the budget, and
    // never worse than a simple policy.
    void realModels()
    {
        QFETCH(bool, fusedAttention);
        QFETCH(Count, experts);
        ResolvedScenario scenario = gpt2(8, 2, 64, 64, 4);
        scenario.recipe.attention = fusedAttention ? Attention::Fused : Attention::Materialized;
        scenario.model.vocab = 300;
        scenario.model.positionRows = 64;
        scenario.model.experts = experts;
        scenario.model.expertsPerToken = 2;
        scenario.model.expertDFfn = 64;
        scenario.model.denseLayers = 2;
        LowerOptions options;
        options.gradients = Gradients::OnDemand;
        const Result<LayerModel> model = makeLayerModel(scenario, options, optimalDropped());
        const Result<Chain> chain = makeChain(scenario);
        QVERIFY(model && chain);
        const StepTable table = tableAt(*model, 2);
        const std::vector<OptimalPlan> frontier = optimalFrontier(*model, table);
        QVERIFY(frontier.size() > 5);
        for (std::size_t i = 0; i < frontier.size(); i += 1 + frontier.size() / 12) {
            const OptimalPlan& promised = frontier[i];
            const Result<OptimalPlan> plan = planOptimal(*model, table, promised.peakBytes);
            QVERIFY(plan && plan->exact && plan->peakBytes <= promised.peakBytes);
            QCOMPARE(plan->recomputeFlops, promised.recomputeFlops);
            const Result<Program> program = lower(*chain, plan->schedule, options);
            QVERIFY(program && verify(*program));
            const Simulation run = simulate(*program);
            QCOMPARE(run.peakBytes, plan->peakBytes);
            QCOMPARE(run.recomputeFlops, 2 * plan->recomputeFlops);
        }
        QVERIFY(!planOptimal(*model, table, frontier.front().peakBytes - 1));
        std::vector<Run> runs;
        for (const PolicyId id : { PolicyId::StoreAll, PolicyId::Article, PolicyId::Segments, PolicyId::EveryNth,
                 PolicyId::FirstM, PolicyId::TwoLevel, PolicyId::Recursive, PolicyId::Revolve }) {
            for (Count number = 0; number <= 8; ++number) {
                PolicySpec spec;
                spec.id = id;
                spec.number = number;
                if (!writeRuns(spec, kNoGroup, 8, runs)) {
                    continue;
                }
                const LayerPeak peak = simulateRuns(*model, table, runs);
                const Result<OptimalPlan> plan = planOptimal(*model, table, Bytes(peak.bytes));
                QVERIFY2(plan && plan->recomputeFlops <= peak.recomputeFlops, policyText(spec).c_str());
            }
        }
    }

    void smallStacks_data()
    {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 1; seed <= kSeeds / 2; ++seed) {
            QTest::addRow("%u", seed) << seed;
        }
    }

    // Odd sets of tensors count in small stacks: whatever a policy of the list leaves out, at no budget does
    // it run less again than the plan.
    void smallStacks()
    {
        QFETCH(unsigned, seed);
        const SmallStack made(seed);
        const std::vector<OptimalPlan> frontier = optimalFrontier(made.model, made.table);
        QCOMPARE(policyAhead(frontier, made.model, made.table), std::string());
        for (std::size_t i = 0; i < frontier.size(); i += 1 + frontier.size() / 4) {
            const std::optional<OptimalPlan> plan = optimalWithin(made.model, made.table, frontier[i].peakBytes);
            QVERIFY(plan && plan->peakBytes <= frontier[i].peakBytes);
            QCOMPARE(plan->recomputeFlops, frontier[i].recomputeFlops);
        }
    }

    // Control: with GELU and norms only together, policies that leave out one of them are ahead.
    void setsInPairsAreNotEnough()
    {
        constexpr TensorGroups kPair = kGeluGroup | kNormsGroup;
        constexpr std::array<TensorGroups, 8> kPaired { kNoGroup, kAttentionGroup, kUpGroup, kAttentionGroup | kUpGroup,
            kPair, kPair | kAttentionGroup, kPair | kUpGroup, kPair | kAttentionGroup | kUpGroup };
        int ahead = 0;
        for (unsigned seed = 1; seed <= 12; ++seed) {
            const SmallStack made(seed);
            ahead += policyAhead(optimalFrontier(made.model, made.table, kPaired, 1), made.model, made.table).empty()
                ? 0
                : 1;
        }
        QVERIFY2(ahead > 3, qPrintable(QString::number(ahead)));
    }

    // With bytes to spare nothing is dropped, not even what costs no FLOPs.
    void ampleBudget()
    {
        const Result<LayerModel> model = makeLayerModel(gpt2(6, 2, 64, 64, 4), {}, optimalDropped());
        QVERIFY(model);
        const StepTable table = tableAt(*model, 2);
        const Result<OptimalPlan> plan = planOptimal(*model, table, Bytes { 1 } << 50);
        QVERIFY(plan);
        QCOMPARE(plan->recomputeFlops, 0.0);
        for (const Step& step : stepsOf(plan->schedule)) {
            QVERIFY(step.dropped == kNoGroup && step.act != Act::Recompute);
        }
    }

    // Points are left out here, and a policy of the list has the same peak as a plan, for less.
    void budgetsRiseWhereAPolicyIsCheaper()
    {
        Scenario scenario;
        scenario.accounting = Accounting::Training;
        scenario.model.layers = 96;
        scenario.model.dModel = 1024;
        scenario.model.heads = 16;
        scenario.workload.sequence = 1024;
        scenario.checkpointing.policy = PolicyId::Optimal;
        const Result<Evaluation> evaluation = evaluate(scenario);
        QVERIFY(evaluation && !evaluation->sweep.front().exact);
        for (std::size_t i = 1; i < evaluation->sweep.size(); ++i) {
            QVERIFY(evaluation->sweep[i].k > evaluation->sweep[i - 1].k);
        }
    }

    // Half of one kind and half of another: so many different stretches that neighbours share their fate,
    // which is said. A few layers of another kind are no reason.
    void twoHalvesAreABound()
    {
        ResolvedScenario scenario = llama(128, 4, 2048, { 4096, 14336, 32, 8, 128 });
        scenario.model.experts = 8;
        scenario.model.expertsPerToken = 2;
        scenario.model.expertDFfn = 14336;
        for (const Count dense : { 3, 64 }) {
            scenario.model.denseLayers = dense;
            const Result<LayerModel> model = makeLayerModel(scenario, {}, optimalDropped());
            QVERIFY(model);
            const StepTable table = tableAt(*model, 4);
            const std::vector<OptimalPlan> frontier = optimalFrontier(*model, table);
            QCOMPARE(frontier.front().exact, dense == 3);
            for (std::size_t i = 1; i < frontier.size(); ++i) {
                QVERIFY(frontier[i].peakBytes > frontier[i - 1].peakBytes);
                QVERIFY(frontier[i].recomputeFlops < frontier[i - 1].recomputeFlops);
            }
            std::vector<Run> runs;
            for (const char* policy : { "segments:4", "revolve:6" }) {
                QVERIFY(writeRuns(parsePolicies(policy)->front(), kNoGroup, 128, runs));
                const LayerPeak peak = simulateRuns(*model, table, runs);
                const std::optional<OptimalPlan> plan = optimalWithin(*model, table, Bytes(peak.bytes));
                QVERIFY2(plan && plan->recomputeFlops <= peak.recomputeFlops, policy);
            }
        }
    }

    // Layers are grouped, which is said; no policy of the list does better all the same, neither
    // for a budget nor on the frontier.
    void longChainIsABound()
    {
        const Result<LayerModel> model = makeLayerModel(gpt2(300, 1, 32, 32, 2), {}, optimalDropped());
        QVERIFY(model);
        const StepTable table = tableAt(*model, 1);
        const std::vector<OptimalPlan> frontier = optimalFrontier(*model, table);
        QVERIFY(!frontier.front().exact);
        for (std::size_t i = 1; i < frontier.size(); ++i) {
            QVERIFY(frontier[i].peakBytes > frontier[i - 1].peakBytes);
            QVERIFY(frontier[i].recomputeFlops < frontier[i - 1].recomputeFlops);
        }
        std::vector<Run> runs;
        int tried = 0;
        for (const PolicyInfo& info : allPolicies()) {
            for (const Count number : { 1, 2, 3, 7, 17, 40, 150, 299 }) {
                PolicySpec spec;
                spec.id = info.id;
                spec.number = number;
                if (!writeRuns(spec, kNoGroup, 300, runs)) {
                    continue;
                }
                ++tried;
                const LayerPeak peak = simulateRuns(*model, table, runs);
                const auto over = std::find_if(frontier.begin(), frontier.end(),
                    [&peak](const OptimalPlan& plan) { return plan.peakBytes > peak.bytes; });
                QVERIFY2(over != frontier.begin(), policyText(spec).c_str());
                QVERIFY2(std::prev(over)->recomputeFlops <= peak.recomputeFlops, policyText(spec).c_str());
                if (number == 7 || number == 150) {
                    const Result<OptimalPlan> plan = planOptimal(*model, table, Bytes(peak.bytes));
                    QVERIFY2(plan && plan->peakBytes <= peak.bytes, policyText(spec).c_str());
                    QVERIFY2(plan->recomputeFlops <= peak.recomputeFlops, policyText(spec).c_str());
                }
            }
        }
        QVERIFY(tried > 40);
    }
};

QTEST_APPLESS_MAIN(TestOptimal)
#include "tst_optimal.moc"
