// SPDX-License-Identifier: MIT
// Programs placed in one block: no two storages alive at once overlap, and the block is as large
// as the largest live total.
#include "core/optimal/optimal.h"
#include "core/program/lower.h"
#include "core/program/placement.h"
#include "core/schedule/policies.h"
#include "core/simulate/simulate.h"
#include "stack_cases.h"

#include <QTest>

using namespace sublinear;
using namespace sublinear::test;

namespace {

std::vector<PolicySpec> policiesFor(Count N)
{
    std::vector<PolicySpec> all;
    const auto add = [&](PolicyId id, std::optional<Count> number = std::nullopt) -> PolicySpec& {
        PolicySpec made;
        made.id = id;
        made.number = number;
        return all.emplace_back(made);
    };
    add(PolicyId::StoreAll);
    add(PolicyId::Recursive);
    for (Count K = 1; K <= N; ++K) {
        for (const PolicyId id :
            { PolicyId::Article, PolicyId::Segments, PolicyId::EveryNth, PolicyId::TwoLevel, PolicyId::Revolve }) {
            add(id, K);
        }
        add(PolicyId::Segments, K).lastStored = true;
        add(PolicyId::EveryNth, K).start = 1;
    }
    for (Count m = 0; m <= N; ++m) {
        add(PolicyId::FirstM, m);
    }
    const std::size_t plain = all.size();
    for (std::size_t i = 0; i < plain; ++i) {
        PolicySpec mixed = all[i];
        mixed.tensors =
            i % 2 == 0 ? std::vector<std::string> { "gelu", "norms" } : std::vector<std::string> { "attention", "up" };
        all.push_back(mixed);
    }
    for (const std::vector<std::string>& tensors : std::vector<std::vector<std::string>> {
             { "attention" }, { "gelu" }, { "norms" }, { "up" }, { "attention", "gelu", "norms", "up" } }) {
        add(PolicyId::Selective).tensors = tensors;
    }
    return all;
}

Program programOf(const Chain& chain, const Schedule& schedule)
{
    LowerOptions options;
    options.parameterElementBytes = options.gradientElementBytes = 4;
    return *lower(chain, schedule, options);
}

ResolvedScenario stack(bool isLlama, Count layers, Attention attention, bool dropout)
{
    ResolvedScenario scenario = isLlama ? llama(layers, 2, 32, { 48, 112, 4, 2, 12 }) : gpt2(layers, 2, 32, 48, 4);
    scenario.recipe.dtype = scenario.recipe.gradientDtype = Dtype::Fp32;
    scenario.recipe.attention = attention;
    scenario.recipe.dropout = dropout;
    return scenario;
}

} // namespace

class TestPlacement : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isIdeal_data()
    {
        QTest::addColumn<bool>("isLlama");
        QTest::addColumn<bool>("isFused");
        QTest::addColumn<bool>("dropout");
        QTest::addColumn<int>("head"); // 0 none, 1 full loss, 2 chunked
        QTest::addColumn<int>("layers");
        for (const int layers : { 1, 4, 7, 12 }) {
            for (const bool isLlama : { false, true }) {
                for (const bool isFused : { false, true }) {
                    if (isFused && layers == 12) {
                        continue; // fewer tensors than the other: the easier one
                    }
                    for (const bool dropout : { false, true }) {
                        for (const int head : { 0, 1, 2 }) {
                            if (head > 0 && layers == 12) {
                                continue; // it adds to one end of the step only
                            }
                            QTest::addRow("%s, %s%s%s, %d layers", isLlama ? "llama" : "gpt2",
                                isFused ? "fused" : "materialised", dropout ? ", dropout" : "",
                                head == 0       ? ""
                                    : head == 1 ? ", full loss"
                                                : ", chunked loss",
                                layers)
                                << isLlama << isFused << dropout << head << layers;
                        }
                    }
                }
            }
        }
    }

    // Whatever the policy: no byte is lost to fragmentation at the peak.
    void isIdeal()
    {
        QFETCH(bool, isLlama);
        QFETCH(bool, isFused);
        QFETCH(bool, dropout);
        QFETCH(int, head);
        QFETCH(int, layers);
        ResolvedScenario scenario =
            stack(isLlama, layers, isFused ? Attention::Fused : Attention::Materialized, dropout);
        if (head > 0) {
            scenario.model.vocab = 61;
            scenario.recipe.loss = head == 1 ? Loss::Full : Loss::Chunked;
        }
        const Chain chain = *makeChain(scenario);
        for (const PolicySpec& policy : policiesFor(layers)) {
            compare(programOf(chain, *makeSchedule(policy, layers)), policyText(policy));
        }
        QCOMPARE(s_worse, 0);
    }

    void optimalIsIdeal()
    {
        const ResolvedScenario scenario = stack(false, 8, Attention::Materialized, false);
        const Chain chain = *makeChain(scenario);
        LowerOptions options;
        options.parameterElementBytes = options.gradientElementBytes = 4;
        const std::vector<TensorGroups> groups(optimalDropped().begin(), optimalDropped().end());
        const LayerModel model = *makeLayerModel(scenario, options, groups);
        const std::vector<OptimalPlan> frontier = optimalFrontier(model, tableAt(model, 2));
        QVERIFY(frontier.size() > 4);
        for (const OptimalPlan& plan : frontier) {
            compare(programOf(chain, plan.schedule), "optimal:" + std::to_string(plan.peakBytes));
        }
        QCOMPARE(s_worse, 0);
    }

    // The comparators can say no.
    void overlapIsCaught()
    {
        const Chain chain = *makeChain(stack(false, 3, Attention::Materialized, false));
        PolicySpec storeAll;
        storeAll.id = PolicyId::StoreAll;
        const Program program = programOf(chain, *makeSchedule(storeAll, 3));
        const Placement good = place(program);
        QVERIFY(checkPlacement(program, good).ok());
        std::size_t caught = 0;
        for (std::size_t i = 0; i < good.offsets.size(); ++i) {
            Placement moved = good;
            moved.offsets[i] += kGranuleBytes;
            caught += checkPlacement(program, moved).ok() ? 0 : 1;
            moved.offsets[i] = good.offsets[i] + 1;
            QVERIFY(!checkPlacement(program, moved).ok());
        }
        QVERIFY(caught > good.offsets.size() / 2); // the others have room beside them
        Placement shorter = good;
        shorter.placedBytes -= kGranuleBytes;
        QVERIFY(!checkPlacement(program, shorter).ok());
        Placement fewer = good;
        fewer.offsets.pop_back();
        QVERIFY(!checkPlacement(program, fewer).ok());
    }

    void init() { s_worse = 0; }

private:
    static void compare(const Program& program, const std::string& name)
    {
        const Placement placement = place(program);
        const Status legal = checkPlacement(program, placement);
        QVERIFY2(legal.ok(), legal.ok() ? "" : (name + ": " + legal.error().message).c_str());
        // rounding up costs at most a granule for each storage that is there
        const Bytes exact = simulate(program).peakBytes;
        QVERIFY(placement.idealBytes >= exact);
        QVERIFY(placement.idealBytes < exact + kGranuleBytes * static_cast<Bytes>(program.storages.size()));
        if (placement.placedBytes != placement.idealBytes) {
            ++s_worse;
            qWarning("%s: %lld bytes beyond the ideal %lld", name.c_str(),
                static_cast<long long>(placement.placedBytes - placement.idealBytes),
                static_cast<long long>(placement.idealBytes));
        }
    }

    static inline int s_worse = 0;
};

QTEST_APPLESS_MAIN(TestPlacement)
#include "tst_placement.moc"
