// SPDX-License-Identifier: MIT
// What a schedule leaves of each layer, against the tensors of its lowered program that are alive
// when the loss is reached.
#include "core/optimal/optimal.h"
#include "core/plan/evaluate.h"
#include "core/program/lower.h"
#include "core/schedule/layer_fates.h"
#include "core/schedule/policies.h"
#include "stack_cases.h"

#include <QTest>

#include <map>
#include <set>

using namespace sublinear;
using namespace sublinear::test;

namespace {

PolicySpec spec(PolicyId id, std::optional<Count> number = std::nullopt, std::vector<std::string> tensors = {})
{
    PolicySpec made;
    made.id = id;
    made.number = number;
    made.tensors = std::move(tensors);
    return made;
}

/// What of a layer is alive when the head begins.
struct Alive {
    Bytes saved = 0; ///< its own tensors, the output apart
    bool input = false;
};

std::vector<Alive> aliveAtLoss(const Program& program)
{
    const auto storageOf = [&](TensorId id) { return program.tensors[static_cast<std::size_t>(id)].storage; };
    std::map<StorageId, TensorId> holds; // the value that is in a storage last
    std::set<StorageId> live;
    for (const ProgramOp& op : program.ops) {
        if (op.stage == program.layers + 1) {
            break;
        }
        live.insert(op.allocates.begin(), op.allocates.end());
        for (const TensorId written : op.writes) {
            if (written != kNoTensor) {
                holds[storageOf(written)] = written;
            }
        }
        for (const StorageId freed : op.frees) {
            live.erase(freed);
        }
    }
    std::vector<Alive> layers(static_cast<std::size_t>(program.layers));
    for (const StorageId storage : live) {
        const ProgramTensor& tensor = program.tensors[static_cast<std::size_t>(holds.at(storage))];
        const bool output = tensor.stage == 0 || program.storages[static_cast<std::size_t>(storage)].outputOfStep >= 0;
        if (!output) {
            layers[static_cast<std::size_t>(tensor.stage - 1)].saved += tensor.bytes;
        } else if (tensor.stage < program.layers) { // the next layer's input
            layers[static_cast<std::size_t>(tensor.stage)].input = true;
        }
    }
    return layers;
}

char letter(LayerFate fate)
{
    return "KCBrp"[static_cast<std::size_t>(fate)];
}

} // namespace

class TestLayerFates : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writtenOut_data();
    void writtenOut();
    void agreesWithTheProgram_data();
    void agreesWithTheProgram();
    void optimalAgreesWithTheProgram();
    void evaluationCountsTheMarkers();
};

void TestLayerFates::writtenOut_data()
{
    QTest::addColumn<PolicySpec>("policy");
    QTest::addColumn<QString>("expected");
    QTest::newRow("store_all") << spec(PolicyId::StoreAll) << "KKKKKKK";
    QTest::newRow("selective") << spec(PolicyId::Selective, {}, { "attention" }) << "ppppppp";
    QTest::newRow("segments of 3") << spec(PolicyId::Segments, 3) << "BrrBrrB";
    QTest::newRow("every second") << spec(PolicyId::EveryNth, 2) << "KBKBKBK";
    QTest::newRow("every second, without norms") << spec(PolicyId::EveryNth, 2, { "norms" }) << "pBpBpBp";
    // Halves: 4 and 3, of which 2 and 1, of which 1 and 1: the last layer goes straight on to its backward pass.
    QTest::newRow("recursive") << spec(PolicyId::Recursive) << "BrrrBrK";
    QTest::newRow("one state") << spec(PolicyId::Revolve, 1) << "BrrrrrK";
    QTest::newRow("as many states as layers") << spec(PolicyId::Revolve, 7) << "BBBBBBK";
}

void TestLayerFates::writtenOut()
{
    QFETCH(PolicySpec, policy);
    QFETCH(QString, expected);
    const Result<Schedule> schedule = makeSchedule(policy, 7);
    QVERIFY(schedule);
    QString found;
    for (const LayerLeft& left : layersLeft(schedule->runs, false, 7)) {
        found += QLatin1Char(letter(left.fate));
        QCOMPARE(left.dropped != kNoGroup, left.fate == LayerFate::KeptInPart);
    }
    QCOMPARE(found, expected);
}

void TestLayerFates::agreesWithTheProgram_data()
{
    QTest::addColumn<PolicySpec>("policy");
    QTest::addColumn<Count>("layers");
    for (const Count layers : { 1, 2, 5, 8, 13 }) {
        for (const PolicyId id : { PolicyId::StoreAll, PolicyId::Recursive, PolicyId::Segments, PolicyId::EveryNth,
                 PolicyId::FirstM, PolicyId::TwoLevel, PolicyId::Revolve }) {
            const NumberRange range = numberRange(id, layers);
            const bool numbered = policyInfo(id).number != PolicyNumber::None;
            for (Count number = numbered ? range.first : 1; number <= (numbered ? range.last : 1); ++number) {
                const PolicySpec policy = numbered ? spec(id, number) : spec(id);
                QTest::addRow("%s, %d layers", policyText(policy).c_str(), int(layers)) << policy << layers;
            }
        }
        for (const char* tensors : { "attention", "gelu", "norms", "up" }) {
            QTest::addRow("without %s, %d layers", tensors, int(layers))
                << spec(PolicyId::Selective, {}, { tensors }) << layers;
        }
    }
}

namespace {

void compare(const Chain& chain, const Schedule& schedule)
{
    const Result<Program> program = lower(chain, schedule, {});
    QVERIFY2(program, program ? "" : program.error().message.c_str());
    const std::vector<Alive> alive = aliveAtLoss(*program);
    const std::vector<LayerLeft> left = layersLeft(schedule.runs, false, schedule.layers);
    QCOMPARE(left.size(), alive.size());
    for (std::size_t i = 0; i < left.size(); ++i) {
        const Block& layer = chain.layer(static_cast<Count>(i) + 1);
        const bool keeps = left[i].fate == LayerFate::Kept || left[i].fate == LayerFate::KeptInPart;
        QCOMPARE(alive[i].saved, keeps ? savedBytes(layer, left[i].dropped) : 0);
        if (!keeps) {
            QCOMPARE(alive[i].input, left[i].fate == LayerFate::Boundary);
        }
    }
}

} // namespace

void TestLayerFates::agreesWithTheProgram()
{
    QFETCH(PolicySpec, policy);
    QFETCH(Count, layers);
    const Result<Chain> chain = makeChain(gpt2(layers, 2, 16, 32, 4));
    const Result<Schedule> schedule = makeSchedule(policy, layers);
    QVERIFY(chain && schedule);
    compare(*chain, *schedule);
}

void TestLayerFates::optimalAgreesWithTheProgram()
{
    const ResolvedScenario scenario = gpt2(9, 2, 16, 32, 4);
    const Result<Chain> chain = makeChain(scenario);
    const Result<LayerModel> model = makeLayerModel(scenario, {}, optimalDropped());
    QVERIFY(chain && model);
    std::set<LayerFate> seen;
    for (const OptimalPlan& plan : optimalFrontier(*model, tableAt(*model, 2))) {
        compare(*chain, plan.schedule);
        for (const LayerLeft& left : layersLeft(plan.schedule.runs, false, 9)) {
            seen.insert(left.fate);
        }
    }
    // Nothing is kept in full: norms and GELU cost no FLOPs to make again.
    QCOMPARE(seen, (std::set<LayerFate> { LayerFate::KeptInPart, LayerFate::Boundary, LayerFate::Recomputed }));
}

void TestLayerFates::evaluationCountsTheMarkers()
{
    for (const Accounting accounting : { Accounting::Article, Accounting::Training }) {
        for (const Count layers : { 7, 8, 32 }) {
            for (Count K = 2; K <= layers; ++K) {
                Scenario scenario;
                scenario.accounting = accounting;
                scenario.model.layers = layers;
                scenario.checkpointing.k = K;
                const auto stored = [&](PolicyId policy, LayerFate fate) {
                    scenario.checkpointing.policy = policy;
                    const Result<Evaluation> evaluation = evaluate(scenario);
                    return evaluation ? std::count_if(evaluation->depth.begin(), evaluation->depth.end(),
                               [&](const LayerStore& layer) { return layer.fate == fate && layer.keptBytes > 0; })
                                      : -1;
                };
                QCOMPARE(stored(PolicyId::Segments, LayerFate::Boundary), (layers + K - 1) / K);
                QCOMPARE(stored(PolicyId::Article, LayerFate::Checkpoint), layers / K);
            }
        }
    }
}

QTEST_APPLESS_MAIN(TestLayerFates)
#include "tst_layer_fates.moc"
