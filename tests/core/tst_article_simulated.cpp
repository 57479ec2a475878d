// SPDX-License-Identifier: MIT
// Policies without a law in article accounting: simulated with act and x, in the units of the laws.
#include "core/base/units.h"
#include "core/optimal/optimal.h"
#include "core/plan/article_rows.h"
#include "core/plan/article_timeline.h"
#include "core/plan/evaluate.h"
#include "core/plan/step_detail.h"
#include "core/plan/timeline.h"
#include "core/plan/words.h"
#include "core/schedule/policies.h"
#include "core/training/executed.h"
#include "core/training/largest_sequence.h"
#include "core/training/optimal_alternative.h"
#include "small_chains.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <set>

using namespace sublinear;
using namespace sublinear::test;

namespace {

// The article's layer at batch 4 and sequence 2048.
constexpr Bytes kX = Bytes { 4 } * 2048 * 4096 * 2;
constexpr Bytes kAct = 27 * kX;
constexpr Bytes kWeights = 16 * kX; // B*H*S*S*dtype
constexpr Bytes kIntermediate = 4 * kX; // B*S*F*dtype
constexpr Bytes kFixed = Bytes { 6442450944 } * 10;
constexpr std::array<TensorGroups, 2> kWholeOrLess { kNoGroup, kArticleGroups };

Evaluation evaluated(const Scenario& scenario, std::string_view policies)
{
    const Result<ResolvedScenario> resolved = resolve(scenario);
    Result<std::vector<PolicySpec>> specs = parsePolicies(policies);
    if (!resolved || !specs) {
        qFatal("a test's own scenario is refused");
    }
    for (PolicySpec& spec : *specs) {
        spec = inScenario(std::move(spec), *resolved);
    }
    Result<Evaluation> evaluation = evaluate(*resolved, *specs);
    if (!evaluation) {
        qFatal("refused: %s", evaluation.error().message.c_str());
    }
    return std::move(*evaluation);
}

Scenario small(Count layers)
{
    Scenario scenario;
    scenario.model.layers = layers;
    scenario.model.dModel = 4;
    scenario.model.heads = 2;
    scenario.model.dFfn = 6;
    scenario.workload.batch = 3;
    scenario.workload.sequence = 5;
    return scenario;
}

struct Made {
    ResolvedScenario scenario;
    ArticleStack stack;
    ArticleModel model;
};

Made made(const Scenario& scenario)
{
    Made all { *resolve(scenario), {}, {} };
    all.stack = *articleStack(all.scenario);
    all.model = articleModel(all.scenario, all.stack);
    return all;
}

// The same layers as numbers for the search that tries everything.
Chain6 chainOf(const Made& given)
{
    const Bytes x = given.stack.layer.boundaryBytes;
    const Bytes act = given.stack.layer.totalBytes;
    const double S = double(given.scenario.workload.sequence);
    const double F = double(given.scenario.model.dFfn);
    const double layer = 4 * double(given.scenario.model.dModel) + 2 * F + 2 * S;
    Numbers numbers {};
    numbers.dropPeak = numbers.advancePeak = x;
    numbers.forwardFlops = layer;
    for (std::size_t i = 0; i < kWholeOrLess.size(); ++i) {
        const Bytes left = i == 0
            ? 0
            : given.stack.layer.components[1].bytes + given.stack.layer.components[3].bytes; // weights, intermediate
        Numbers::Option& option = numbers.options[i];
        option.saved = act - left - x;
        option.keepPeak = option.throughPeak = act - left;
        option.lastPeak = act;
        option.backwardPeak = left;
        option.throughFlops = option.lastFlops = layer;
        option.rebuildFlops = i == 0 ? 0 : S + F;
    }
    return { x, x, 0, 0, 0, std::vector<Numbers>(std::size_t(given.stack.layers), numbers) };
}

} // namespace

class TestArticleSimulated : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theWholeList();
    void figures_data();
    void figures();
    void scheduleWithALawIsItsLaw();
    void partsAreThePeaks();
    void revolveRecomputesByItsFormula();
    void largestBatchIsTheLargest();
    void optimalEqualsExhaustiveSearch();
    void optimalIsNeverWorse();
    void openBudgetTakesWhatIsLeft();
    void timelineReachesTheTotal_data();
    void timelineReachesTheTotal();
    void alternativeOfOptimal();
    void largestSequenceIsTheLargest();
    void tensorsThatTheLayerLacks();
    void attentionRecipeDoesNotCount();
    void listedWithoutTensors();
    void slotsOfDeepStacks();
    void thinnedSweep();
    void refused_data();
    void refused();
};

void TestArticleSimulated::theWholeList()
{
    const Evaluation evaluation = evaluated({},
        "store_all,article:4,segments:1,every_nth:2,first_m:8,two_level:4,selective:gelu+norms,recursive,revolve:4,"
        "optimal:20GiB");
    QCOMPARE(evaluation.compared.size(), std::size_t { 10 });
    QVERIFY(evaluation.refusedRows.empty());
    for (const SweepRow& row : evaluation.compared) {
        Bytes sum = 0;
        for (const Bytes bytes : row.byKind) {
            QVERIFY(bytes >= 0);
            sum += bytes;
        }
        QCOMPARE(sum, row.totalBytes);
        QCOMPARE(row.totalBytes - row.activationBytes, kFixed);
        QCOMPARE(row.extraStepFraction, row.extraForwardFraction / 3);
        QCOMPARE(row.throughput, double(row.maxBatch) / (1 + row.extraStepFraction));
    }
    QCOMPARE(evaluation.compared.back().k, std::optional<Count>(20 * kGiB));
    QVERIFY(evaluation.compared.back().activationBytes <= 20 * kGiB);
}

void TestArticleSimulated::figures_data()
{
    QTest::addColumn<QString>("policy");
    QTest::addColumn<qint64>("activations");
    QTest::addColumn<double>("extra");
    // of one layer's 4D + 2F + 2S products: S for Q*K^T, F for the up-projection
    const double layer = 4.0 * 4096 + 2.0 * 16384 + 2.0 * 2048;
    const auto row = [](const char* policy, qint64 activations, double extra) {
        QTest::addRow("%s", policy) << QString::fromLatin1(policy) << activations << extra;
    };
    row("selective:attention", 32 * (kAct - kWeights) + kWeights, 2048 / layer);
    row("selective:gelu", 32 * (kAct - kIntermediate) + kIntermediate, 16384 / layer);
    row("selective:gelu+norms", 32 * (kAct - kIntermediate) + kIntermediate, 16384 / layer);
    row("selective:attention+gelu", 32 * (kAct - kWeights - kIntermediate) + kWeights + kIntermediate,
        (2048 + 16384) / layer);
    row("selective:norms+up", 32 * kAct, 0);
    row("selective", 32 * (kAct - kWeights) + kWeights, 2048 / layer); // attention, unless told
    // x_0 and the input of each right half that is still ahead, and one layer
    row("recursive", 5 * kX + kAct, 80.0 / 32);
    row("revolve:1", 2 * kX + kAct, 31.0 * 32 / 2 / 32);
    row("revolve:32", 31 * kX + kAct, 31.0 / 32); // the last layer is kept whole
}

void TestArticleSimulated::figures()
{
    QFETCH(QString, policy);
    QFETCH(qint64, activations);
    QFETCH(double, extra);
    const Evaluation evaluation = evaluated({}, policy.toStdString());
    const SweepRow& row = evaluation.compared.front();
    QCOMPARE(row.activationBytes, activations);
    QCOMPARE(row.extraForwardFraction, extra);
    QCOMPARE(row.totalBytes, kFixed + activations);
    // the same where it is the scenario's own policy
    Scenario own;
    const PolicySpec spec = parsePolicies(policy.toStdString())->front();
    own.checkpointing.policy = spec.id;
    own.checkpointing.slots = spec.number;
    if (!spec.tensors.empty()) {
        own.checkpointing.tensors = spec.tensors;
    }
    const Evaluation alone = evaluated(own, "store_all");
    QCOMPARE(alone.chosen.totalBytes, kFixed + activations);
    QCOMPARE(alone.memory.totalBytes, kFixed + activations);
    QCOMPARE(alone.memory.scheduledBytes, kFixed + activations);
    Bytes sum = 0;
    for (const MemoryRow& each : alone.memory.rows) {
        sum += each.bytes;
    }
    QCOMPARE(sum, alone.memory.totalBytes);
    QVERIFY(!alone.memory.peakAt.empty());
    QCOMPARE(alone.depth.size(), std::size_t { 32 });
}

// On the schedule of a policy that has a law the simulation says what the law's own schedule holds, so
// that rows of both kinds can be compared.
void TestArticleSimulated::scheduleWithALawIsItsLaw()
{
    std::vector<Run> runs;
    int compared = 0;
    for (Count layers = 1; layers <= 14; ++layers) {
        const Made given = made(small(layers));
        for (const PolicyId id : { PolicyId::StoreAll, PolicyId::Segments, PolicyId::EveryNth, PolicyId::FirstM }) {
            for (Count number = 0; number <= layers; ++number) {
                PolicySpec spec;
                spec.id = id;
                spec.number = number;
                const std::optional<LawUnits> units = lawUnits(spec, layers);
                if (!units || !writeRuns(spec, kNoGroup, layers, runs)) {
                    continue;
                }
                ResolvedScenario scenario = given.scenario;
                scenario.checkpointing.policy = id;
                scenario.checkpointing.k = std::max<Count>(1, number);
                scenario.checkpointing.m = number;
                const LayerPeak peak = simulateRuns(given.model.model, given.model.table, runs);
                const Result<Evaluation> evaluation = evaluate(scenario);
                QVERIFY(evaluation.ok());
                QCOMPARE(Bytes(peak.bytes) + given.stack.fixedBytes, evaluation->memory.scheduledBytes);
                QCOMPARE(
                    peak.recomputeFlops / given.model.forwardFlops, double(units->recomputedLayers) / double(layers));
                ++compared;
            }
        }
    }
    QVERIFY(compared > 300);
}

// What a walk over the steps adds up, against the simulation by runs: for every policy, with and
// without tensors left out; nothing is below zero and nothing is left over at the end.
void TestArticleSimulated::partsAreThePeaks()
{
    for (Count layers = 1; layers <= 9; ++layers) {
        const Made given = made(small(layers));
        for (const char* policies : { "selective:attention", "selective:gelu+up", "recursive", "revolve", "optimal" }) {
            const Evaluation evaluation = evaluated(small(layers), policies);
            QVERIFY(!evaluation.compared.empty());
            for (const SweepRow& row : evaluation.compared) {
                ArticleRows rows(given.scenario, given.stack);
                PolicySpec spec = policyOf(row, given.scenario);
                QVERIFY(rows.row(spec));
                const Result<TrainingStep> step = articleStepOf(given.stack, given.model, rows.runs());
                QVERIFY(step.ok() && step->stepOf.size() == step->timeline.ops.size());
                const Timeline* timeline = &step->timeline;
                Bytes most = 0;
                for (const TimelineOp& op : timeline->ops) {
                    Bytes sum = 0;
                    for (const Bytes bytes : op.byKind) {
                        QVERIFY(bytes >= 0);
                        sum += bytes;
                    }
                    QCOMPARE(sum, op.liveBytes);
                    most = std::max(most, sum);
                }
                QVERIFY(row.totalBytes >= most && rows.row(spec)->totalBytes == most);
                QCOMPARE(timeline->ops.back().liveBytes, given.stack.fixedBytes);
            }
        }
    }
}

void TestArticleSimulated::revolveRecomputesByItsFormula()
{
    for (const Count layers : { 1, 2, 7, 20 }) {
        const Evaluation evaluation = evaluated(small(layers), "revolve");
        QCOMPARE(evaluation.compared.size(), std::size_t(layers));
        for (const SweepRow& row : evaluation.compared) {
            QCOMPARE(row.extraForwardFraction, double(revolveExtra(layers, *row.k)) / double(layers));
        }
    }
}

void TestArticleSimulated::largestBatchIsTheLargest()
{
    for (const char* policy : { "selective:attention", "recursive", "revolve:3", "revolve:9" }) {
        const SweepRow row = evaluated({}, policy).compared.front();
        QVERIFY(row.maxBatch > 0);
        Scenario scenario;
        scenario.workload.batch = row.maxBatch;
        QVERIFY(evaluated(scenario, policy).compared.front().fits);
        scenario.workload.batch = row.maxBatch + 1;
        QVERIFY(!evaluated(scenario, policy).compared.front().fits);
    }
}

void TestArticleSimulated::optimalEqualsExhaustiveSearch()
{
    for (Count layers = 1; layers <= 5; ++layers) {
        const Made given = made(small(layers));
        const Chain6 chain = chainOf(given);
        const std::vector<Outcome> outcomes = Oracle(chain).all();
        const std::vector<OptimalPlan> frontier =
            optimalFrontier(given.model.model, given.model.table, kWholeOrLess, 1);
        QVERIFY(!frontier.empty());
        // the search has x_0 alive from the start, article accounting does not count it before it is kept
        Bytes least = std::numeric_limits<Bytes>::max();
        for (const Outcome& outcome : outcomes) {
            least = std::min(least, outcome.peak - chain.x);
        }
        QCOMPARE(frontier.front().peakBytes, least);
        double before = std::numeric_limits<double>::infinity();
        for (const OptimalPlan& plan : frontier) {
            double best = std::numeric_limits<double>::infinity();
            double short1 = best;
            for (const Outcome& outcome : outcomes) {
                const Bytes peak = outcome.peak - chain.x;
                best = peak <= plan.peakBytes ? std::min(best, outcome.flops) : best;
                short1 = peak < plan.peakBytes ? std::min(short1, outcome.flops) : short1;
            }
            QVERIFY(plan.exact);
            QCOMPARE(plan.recomputeFlops, best);
            QVERIFY(short1 > best && plan.recomputeFlops < before); // control: a byte less will not do
            before = plan.recomputeFlops;
        }
    }
}

// At the bytes of any row of the list that is simulated, or of a law that simulation agrees with.
void TestArticleSimulated::optimalIsNeverWorse()
{
    Scenario scenario;
    scenario.model.layers = 12;
    const Evaluation rows = evaluated(scenario,
        "store_all,segments,every_nth,first_m,two_level,selective:attention,selective:gelu,"
        "selective:attention+gelu,recursive,revolve");
    QVERIFY(rows.compared.size() > 50);
    const Evaluation frontier = evaluated(scenario, "optimal");
    for (std::size_t i = 1; i < frontier.compared.size(); ++i) {
        QVERIFY(frontier.compared[i].k > frontier.compared[i - 1].k);
        QVERIFY(frontier.compared[i].extraForwardFraction < frontier.compared[i - 1].extraForwardFraction);
    }
    std::set<Bytes> tried;
    for (const SweepRow& row : rows.compared) {
        if (!tried.insert(row.activationBytes).second) {
            continue;
        }
        const SweepRow best = evaluated(scenario, "optimal:" + std::to_string(row.activationBytes)).compared.front();
        QVERIFY(best.activationBytes <= row.activationBytes);
        for (const SweepRow& other : rows.compared) {
            QVERIFY(
                other.activationBytes > row.activationBytes || best.extraForwardFraction <= other.extraForwardFraction);
        }
    }
    QVERIFY(tried.size() > 30);
}

void TestArticleSimulated::openBudgetTakesWhatIsLeft()
{
    Scenario scenario;
    scenario.checkpointing.policy = PolicyId::Optimal;
    const Evaluation open = evaluated(scenario, "store_all");
    QVERIFY(open.memory.fits && open.recommendation.fits);
    QCOMPARE(open.chosen.k, std::optional<Count>(20 * kGiB));
    QVERIFY(open.chosen.totalBytes <= 80 * kGiB);
    // a device that holds no schedule: the one with the fewest bytes is the answer
    scenario.device.memoryBytes = 61 * kGiB;
    const Evaluation tight = evaluated(scenario, "store_all");
    QVERIFY(!tight.memory.fits);
    QCOMPARE(tight.chosen.totalBytes, tight.sweep.front().totalBytes);
    QCOMPARE(*tight.chosen.k, tight.chosen.activationBytes);
    // at batch 1 all is kept, and nothing recomputed
    scenario.workload.batch = 1;
    scenario.device.memoryBytes = 80 * kGiB;
    QCOMPARE(evaluated(scenario, "store_all").chosen.extraForwardFraction, 0.0);
}

void TestArticleSimulated::timelineReachesTheTotal_data()
{
    QTest::addColumn<QString>("policy");
    for (const char* policy : { "selective", "recursive", "revolve", "optimal" }) {
        QTest::addRow("%s", policy) << QString::fromLatin1(policy);
    }
}

void TestArticleSimulated::timelineReachesTheTotal()
{
    QFETCH(QString, policy);
    Scenario scenario;
    scenario.checkpointing.policy = findPolicy(policy.toStdString())->id;
    const Evaluation evaluation = evaluated(scenario, "store_all");
    const Result<Timeline> steps = timeline(evaluation.scenario);
    QVERIFY(steps.ok());
    const TimelineOp& peak = steps->ops[std::size_t(steps->peakIndex)];
    QCOMPARE(peak.liveBytes, evaluation.chosen.totalBytes);
    QVERIFY(peak.byKind == evaluation.chosen.byKind);
    QCOMPARE(steps->ops.back().name, std::string("optimizer step"));
    const auto of = [&](std::string_view step) {
        return std::count_if(
            steps->ops.begin(), steps->ops.end(), [step](const TimelineOp& op) { return op.step == step; });
    };
    QCOMPARE(of("forward"), 32);
    QCOMPARE(of("backward"), 32);
    // what is held of each layer: nothing before, something at the loss unless dropped, all done at the end
    const Result<StepDetail> detail = stepDetail(evaluation.scenario);
    QVERIFY(detail.ok());
    QCOMPARE(detail->layers.size(), std::size_t { 32 });
    QCOMPARE(detail->stateBytes, kFixed);
    for (Count layer = 1; layer <= 32; ++layer) {
        QCOMPARE(detail->held(layer, 0), LayerHeld::Ahead);
        QCOMPARE(detail->held(layer, Count(steps->ops.size()) - 1), LayerHeld::Done);
        const LayerFate fate = evaluation.depth[std::size_t(layer - 1)].fate;
        const LayerHeld held = detail->held(layer, 32); // the first operation behind the loss
        QCOMPARE(held == LayerHeld::Dropped, fate == LayerFate::Recomputed);
        QCOMPARE(held == LayerHeld::InPart, fate == LayerFate::KeptInPart);
    }
}

void TestArticleSimulated::alternativeOfOptimal()
{
    Evaluation evaluation = evaluated({}, "store_all");
    const std::size_t before = evaluation.recommendation.alternatives.size();
    addOptimalAlternative(evaluation);
    QCOMPARE(evaluation.recommendation.alternatives.size(), before + 1);
    const Alternative& first = evaluation.recommendation.alternatives.front();
    QVERIFY(first.change.starts_with("optimal:") && first.fits && first.totalBytes <= 80 * kGiB);
    const SweepRow row = evaluated({}, first.change).compared.front();
    QCOMPARE(row.totalBytes, first.totalBytes);
    QCOMPARE(first.extraForwardFraction, std::optional<double>(row.extraForwardFraction));
    for (const Alternative& other : evaluation.recommendation.alternatives) {
        QVERIFY(!other.extraForwardFraction || *first.extraForwardFraction <= *other.extraForwardFraction);
    }
    Scenario one;
    one.workload.batch = 1; // everything can be kept
    Evaluation kept = evaluated(one, "store_all");
    kept.scenario.checkpointing.policy = PolicyId::Segments;
    QVERIFY(!kept.recommendation.alternatives.empty() || !optimalAlternative(kept));
}

void TestArticleSimulated::largestSequenceIsTheLargest()
{
    const Evaluation evaluation = evaluated({}, "selective:attention,recursive,revolve:4,optimal:20GiB,segments:4");
    const std::vector<std::optional<Count>> lengths = largestSequences(evaluation.scenario, evaluation.compared);
    for (std::size_t i = 0; i < lengths.size(); ++i) {
        QVERIFY(lengths[i] && *lengths[i] > 0);
        const SweepRow& row = evaluation.compared[i];
        if (row.policy == PolicyId::Optimal) {
            QVERIFY(*lengths[i] >= 2048); // it fits as it is
            continue;
        }
        const std::string policy = policyText(policyOf(row, evaluation.scenario));
        Scenario scenario;
        scenario.workload.sequence = *lengths[i];
        QVERIFY2(evaluated(scenario, policy).compared.front().fits, policy.c_str());
        scenario.workload.sequence = *lengths[i] + 1;
        QVERIFY2(!evaluated(scenario, policy).compared.front().fits, policy.c_str());
    }
}

void TestArticleSimulated::tensorsThatTheLayerLacks()
{
    const auto note = [](std::string_view policies) { return tensorsNote(evaluated({}, policies)); };
    QVERIFY(note("selective:attention+gelu,recursive").empty());
    QVERIFY(note("selective:gelu+norms").find("norms") != std::string::npos);
    QVERIFY(note("selective:norms").find("up-projection") == std::string::npos);
    QVERIFY(note("selective:up").find("up-projection") != std::string::npos);
    Scenario training;
    training.accounting = Accounting::Training;
    QVERIFY(tensorsNote(evaluated(training, "selective:norms")).empty());
    // nothing is said to be made again that is not there
    Scenario norms;
    norms.checkpointing.policy = PolicyId::Selective;
    norms.checkpointing.tensors = { "norms" };
    norms.workload.batch = 1;
    QVERIFY(evaluated(norms, "store_all").recommendation.reason.find("Everything can be kept") == 0);
}

// Article accounting has attention's matrices whatever the recipe says.
void TestArticleSimulated::attentionRecipeDoesNotCount()
{
    Scenario fused;
    fused.recipe.attention = Attention::Fused;
    QCOMPARE(evaluated(fused, "selective").compared.front().totalBytes,
        evaluated({}, "selective").compared.front().totalBytes);
    fused.checkpointing.policy = PolicyId::Selective;
    QCOMPARE(evaluated(fused, "store_all").chosen.totalBytes, evaluated({}, "selective").compared.front().totalBytes);
}

// A list's `selective` without tensors leaves out the scenario's, or attention: the caller need not say so.
void TestArticleSimulated::listedWithoutTensors()
{
    PolicySpec bare;
    bare.id = PolicyId::Selective;
    const std::array specs { bare };
    const auto total = [&specs](const Scenario& scenario) {
        const Result<Evaluation> evaluation = evaluate(scenario, specs);
        return evaluation && evaluation->compared.size() == 1 ? evaluation->compared.front().totalBytes : 0;
    };
    QCOMPARE(total({}), kFixed + 32 * (kAct - kWeights) + kWeights);
    Scenario gelu;
    gelu.checkpointing.tensors = { "gelu" };
    QCOMPARE(total(gelu), kFixed + 32 * (kAct - kIntermediate) + kIntermediate);
    // what a chosen selective leaves out by default is no other policy's
    Scenario selective;
    selective.checkpointing.policy = PolicyId::Selective;
    PolicySpec revolve;
    revolve.id = PolicyId::Revolve;
    revolve.number = 4;
    const Result<Evaluation> beside = evaluate(selective, std::array { revolve });
    const Result<Evaluation> alone = evaluate(Scenario {}, std::array { revolve });
    QVERIFY(beside && alone);
    QCOMPARE(beside->compared.front().totalBytes, alone->compared.front().totalBytes);
    QCOMPARE(beside->compared.front().remade, kNoGroup);
}

// A sweep over slots of a deep stack lists some of them, and says so; a step of too many operations is not
// laid out.
void TestArticleSimulated::slotsOfDeepStacks()
{
    const auto rising = [](const std::vector<Count>& numbers) {
        return std::adjacent_find(numbers.begin(), numbers.end(), std::greater_equal<>()) == numbers.end();
    };
    for (const Count layers : { 1, 32, 1024, 1025, 1537, 10000 }) {
        const std::vector<Count> numbers = sweptNumbers(PolicyId::Revolve, layers);
        QCOMPARE(numbers.front(), Count { 1 });
        QCOMPARE(numbers.back(), layers);
        QCOMPARE(Count(numbers.size()), std::min<Count>(layers, kMostSlotsSwept));
        QVERIFY(rising(numbers));
        QCOMPARE(Count(sweptNumbers(PolicyId::FirstM, layers).size()), layers + 1);
    }
    QVERIFY(sweptNumbers(PolicyId::Recursive, 8).empty());
    Evaluation evaluation = evaluated({}, "store_all");
    QVERIFY(slotsNote(evaluation).empty());
    evaluation.scenario.model.layers = 10000;
    evaluation.sweep.assign(1024, SweepRow {});
    QVERIFY(slotsNote(evaluation).empty());
    for (SweepRow& row : evaluation.sweep) {
        row.policy = PolicyId::Revolve;
    }
    QVERIFY(slotsNote(evaluation).find("1024 of its 10000") != std::string::npos);
    Scenario scenario = small(600);
    scenario.checkpointing.policy = PolicyId::Revolve;
    scenario.checkpointing.slots = 1;
    const Result<Timeline> steps = timeline(*resolve(scenario));
    QVERIFY(!steps.ok());
    QVERIFY2(steps.error().message.find("too often to be told one by one") != std::string::npos,
        steps.error().message.c_str());
    scenario.checkpointing.slots = 6;
    QVERIFY(timeline(*resolve(scenario)).ok());
}

// A sweep that lists not every number of slots has the chosen one and the candidates all the same, and
// recommends what the whole sweep would.
void TestArticleSimulated::thinnedSweep()
{
    constexpr Count kLayers = 1300;
    const std::vector<Count> swept = sweptNumbers(PolicyId::Revolve, kLayers);
    Count own = 700; // one that is left out
    while (std::find(swept.begin(), swept.end(), own) != swept.end()) {
        ++own;
    }
    for (const Accounting accounting : { Accounting::Article, Accounting::Training }) {
        Scenario scenario = small(kLayers);
        scenario.accounting = accounting;
        for (const char* fitting : { "revolve:601", "revolve:781" }) {
            scenario.checkpointing.policy = PolicyId::StoreAll;
            scenario.device.memoryBytes = kGiB;
            scenario.device.reserveBytes = accounting == Accounting::Training ? std::optional<Bytes>(0) : std::nullopt;
            scenario.device.memoryBytes = evaluated(scenario, fitting).compared.front().totalBytes;
            scenario.checkpointing.policy = PolicyId::Revolve;
            scenario.checkpointing.slots = own;
            const Evaluation revolve = evaluated(scenario, "store_all");
            const auto lists = [&revolve](Count number) {
                return std::any_of(revolve.sweep.begin(), revolve.sweep.end(),
                    [number](const SweepRow& row) { return row.k == number; });
            };
            QVERIFY(lists(own));
            for (std::size_t i = 1; i < revolve.sweep.size(); ++i) {
                QVERIFY(revolve.sweep[i].k > revolve.sweep[i - 1].k);
            }
            QCOMPARE(revolve.chosen.k, std::optional<Count>(own));
            QVERIFY(
                slotsNote(revolve).find(std::to_string(revolve.sweep.size()) + " of its 1300") != std::string::npos);
            const Recommendation& best = revolve.recommendation;
            QVERIFY(best.fits && best.k);
            // every number around it, listed one by one
            std::string list = "store_all";
            for (Count number = std::max<Count>(1, *best.k - 2); number <= std::min(kLayers, *best.k + 90); ++number) {
                list += ",revolve:" + std::to_string(number);
            }
            for (const SweepRow& row : evaluated(scenario, list).compared) {
                if (row.policy == PolicyId::Revolve && row.fits) {
                    QVERIFY(row.extraForwardFraction >= best.extraForwardFraction);
                    QVERIFY(row.extraForwardFraction > best.extraForwardFraction || row.totalBytes > best.totalBytes
                        || (row.totalBytes == best.totalBytes && *row.k >= *best.k));
                }
            }
        }
    }
}

void TestArticleSimulated::refused_data()
{
    QTest::addColumn<QString>("policy");
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("named");
    QTest::addRow("more slots than layers") << QStringLiteral("revolve:33") << QStringLiteral("policies")
                                            << QStringLiteral("revolve with a whole number from 1 to 32");
}

void TestArticleSimulated::refused()
{
    QFETCH(QString, policy);
    QFETCH(QString, field);
    QFETCH(QString, named);
    const Result<std::vector<PolicySpec>> specs = parsePolicies(policy.toStdString());
    QVERIFY(specs.ok());
    const Result<Evaluation> evaluation = evaluate(Scenario {}, *specs);
    QVERIFY(!evaluation.ok());
    QCOMPARE(QString::fromStdString(evaluation.error().field), field);
    QVERIFY2(QString::fromStdString(evaluation.error().message).contains(named), evaluation.error().message.c_str());
    // a budget below every schedule: the row is left out, which is said with the least
    const Evaluation tight = evaluated({}, "optimal:1MiB");
    QVERIFY(tight.compared.empty());
    QCOMPARE(tight.refusedRows.size(), std::size_t { 1 });
    QVERIFY2(tight.refusedRows.front().find("optimal:1MiB is left out: no schedule fits in 1.00 MiB; the least is")
            != std::string::npos,
        tight.refusedRows.front().c_str());
    Scenario own;
    own.checkpointing.policy = PolicyId::Optimal;
    own.checkpointing.budgetBytes = kMiB;
    const Result<Evaluation> chosen = evaluate(own);
    QVERIFY(!chosen.ok());
    QCOMPARE(chosen.error().field, std::string("checkpointing.budget_bytes"));
}

QTEST_APPLESS_MAIN(TestArticleSimulated)
#include "tst_article_simulated.moc"
