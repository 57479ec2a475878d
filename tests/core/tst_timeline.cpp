// SPDX-License-Identifier: MIT
#include "core/measurement/live_marks.h"
#include "core/measurement/run_program.h"
#include "core/plan/evaluate.h"
#include "core/plan/step_detail.h"
#include "core/plan/timeline.h"
#include "core/policy/law.h"
#include "core/simulate/simulate.h"
#include "core/training/executed.h"
#include "tests/support/random_scenario.h"

#include <QtTest>

#include <limits>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

Timeline timelineOf(const Scenario& scenario)
{
    const Result<ResolvedScenario> resolved = resolve(scenario);
    if (!resolved) {
        qFatal("refused: %s", resolved.error().message.c_str());
    }
    Result<Timeline> result = timeline(*resolved);
    if (!result) {
        qFatal("refused: %s", result.error().message.c_str());
    }
    return std::move(*result);
}

Count stepsOf(const Timeline& timeline, std::string_view step)
{
    return std::count_if(
        timeline.ops.begin(), timeline.ops.end(), [step](const TimelineOp& op) { return op.step == step; });
}

Bytes peakOf(const Timeline& timeline)
{
    return timeline.ops.at(static_cast<std::size_t>(timeline.peakIndex)).liveBytes;
}

// Live bytes without the states, in units of the layer's input x; act is a whole number of them
// in the scenario below.
struct Small {
    Scenario scenario;
    Bytes x = 0;
    Bytes act = 0;
};

// One head of width 1: act = (7 + F + S)*x with F = 1, S = 2, so act = 10 x.
Small small(PolicyId policy, Count layers, Count number)
{
    Small result;
    result.scenario.model.layers = layers;
    result.scenario.model.dModel = 1;
    result.scenario.model.dFfn = 1;
    result.scenario.model.heads = 1;
    result.scenario.workload.batch = 1;
    result.scenario.workload.sequence = 2;
    result.scenario.checkpointing.policy = policy;
    result.scenario.checkpointing.k = std::max<Count>(number, 1);
    result.scenario.checkpointing.m = number;
    result.x = 2 * 2;
    result.act = 10 * result.x;
    return result;
}

// "f1:10 r1:20 b1:20": step, layer and live bytes in x.
QString written(const Small& given)
{
    const Timeline timeline = timelineOf(given.scenario);
    const Bytes states = timeline.ops.back().liveBytes;
    QStringList ops;
    for (const TimelineOp& op : timeline.ops) {
        if (op.step != "optimizer") {
            ops.append(
                QString("%1%2:%3").arg(QChar(op.step.front())).arg(op.layer).arg((op.liveBytes - states) / given.x));
        }
    }
    return ops.join(' ');
}

StepDetail detailOf(const ResolvedScenario& scenario)
{
    Result<StepDetail> result = stepDetail(scenario);
    if (!result) {
        qFatal("refused: %s", result.error().message.c_str());
    }
    return std::move(*result);
}

// What is held of each layer, a letter each, wherever it changes: "AA IA".
QString strips(const StepDetail& detail)
{
    QStringList all;
    for (Count op = 0; op < static_cast<Count>(detail.timeline.ops.size()); ++op) {
        QString strip;
        for (Count layer = 1; layer <= static_cast<Count>(detail.layers.size()); ++layer) {
            strip += QStringLiteral("AWPCIDir.").at(static_cast<int>(detail.held(layer, op)));
        }
        if (all.isEmpty() || all.last() != strip) {
            all << strip;
        }
    }
    return all.join(' ');
}

ResolvedScenario trained(PolicyId policy, Count layers, Count number)
{
    Scenario scenario = small(policy, layers, number).scenario;
    scenario.accounting = Accounting::Training;
    scenario.model.dModel = 32;
    scenario.model.dFfn = 64;
    scenario.model.vocab = 100;
    scenario.workload.sequence = 16;
    scenario.checkpointing.slots = std::max<Count>(number, 1);
    return *resolve(scenario);
}

// A point as its own program foretells it, every operation `over` bytes above.
PointRecord measuredAs(const ResolvedScenario& ran, Bytes over)
{
    PointRecord point;
    point.policy = chosenPolicy(ran);
    const StepDetail detail = *stepDetail(ran, OptimizerTemporary::None);
    point.staticBytes = detail.stateBytes;
    for (const TimelineOp& op : detail.timeline.ops) {
        point.ops.push_back({ op.index, op.liveBytes + over, {} });
    }
    return point;
}

RunRecord runOf(const ResolvedScenario& ran)
{
    RunRecord run;
    run.run = complete(ran);
    return run;
}

} // namespace

class TestTimeline : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void byHand_data();
    void byHand();
    void kindsSumToLive();
    void recomputationMatchesTheLaw();
    void articlePeakIsTheTotal();
    void peakIsWithinTheLaw();
    void peakEqualsTheLaw_data();
    void peakEqualsTheLaw();
    void article();
    void refused();
    void layersByHand_data();
    void layersByHand();
    void executedPeaksAreTheSweeps_data();
    void executedPeaksAreTheSweeps();
    void stepsOfTooManyPassesAreRefused();
    void stepsAreTheWorkersPrograms();
    void measuredOperationsOfTheSameProgramStandWhereTheyWereMeasured();
    void measuredOperationsOfAnotherShapeAreCarriedOver();
    void measuredOperationsOfOtherLayersHaveNoPlace();
};

void TestTimeline::byHand_data()
{
    QTest::addColumn<int>("policy");
    QTest::addColumn<int>("layers");
    QTest::addColumn<int>("number");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, PolicyId id, int layers, int number, const char* expected) {
        QTest::addRow("%s", name) << static_cast<int>(id) << layers << number << QString(expected);
    };
    row("store_all", PolicyId::StoreAll, 2, 0, "f1:10 f2:20 b2:20 b1:10");
    row("article K=1", PolicyId::Article, 2, 1, "f1:10 f2:20 b2:20 b1:10");
    // Layers 2 and 4 are kept; layer 5 is the short rest. The kept one counts in its live segment too.
    row("article K=2 of 5", PolicyId::Article, 5, 2,
        "f1:0 f2:10 f3:10 f4:20 f5:20 r5:30 b5:30 r3:30 b4:40 b3:20 r1:20 b2:30 b1:10");
    row("segments K=2 of 3", PolicyId::Segments, 3, 2, "f1:1 f2:1 f3:2 r3:12 b3:12 r1:11 r2:21 b2:21 b1:11");
    row("segments K=1", PolicyId::Segments, 2, 1, "f1:1 f2:2 r2:12 b2:12 r1:11 b1:11");
    row("every_nth K=2", PolicyId::EveryNth, 3, 2, "f1:10 f2:11 f3:21 b3:21 r2:21 b2:21 b1:10");
    row("first_m 1", PolicyId::FirstM, 2, 1, "f1:1 f2:11 b2:11 r1:11 b1:11");
    row("first_m 0", PolicyId::FirstM, 2, 0, "f1:10 f2:20 b2:20 b1:10");
    row("two_level K=2 of 3", PolicyId::TwoLevel, 3, 2,
        "f1:1 f2:1 f3:2 r3:3 r3:13 b3:13 r1:2 r2:3 r2:13 b2:13 r1:12 b1:12");
}

void TestTimeline::byHand()
{
    QFETCH(int, policy);
    QFETCH(int, layers);
    QFETCH(int, number);
    QFETCH(QString, expected);
    const Small given = small(static_cast<PolicyId>(policy), layers, number);
    const Result<Evaluation> evaluation = evaluate(given.scenario);
    QVERIFY(evaluation.ok());
    QCOMPARE(evaluation->layer.boundaryBytes, given.x);
    QCOMPARE(evaluation->layer.totalBytes, given.act);
    QCOMPARE(written(given), expected);
}

void TestTimeline::kindsSumToLive()
{
    Random random(20);
    for (int tried = 0; tried < 500; ++tried) {
        const Scenario scenario = tightScenario(random);
        const Timeline timeline = timelineOf(scenario);
        const Result<Evaluation> evaluation = evaluate(scenario);
        QVERIFY(evaluation.ok());
        Count index = 0;
        for (const TimelineOp& op : timeline.ops) {
            QCOMPARE(op.index, index++);
            Bytes sum = 0;
            for (const Bytes bytes : op.byKind) {
                QVERIFY(bytes >= 0);
                sum += bytes;
            }
            QCOMPARE(sum, op.liveBytes);
            for (const MemoryKind kind : { MemoryKind::Parameters, MemoryKind::Optimizer }) {
                QCOMPARE(op.byKind[static_cast<std::size_t>(kind)], evaluation->memory.bytesOf(kind));
            }
            QVERIFY(op.liveBytes <= peakOf(timeline));
            QVERIFY(!op.name.empty());
        }
        // Nothing of the activations is left over at the end of the step.
        QCOMPARE(timeline.ops.back().step, std::string_view("optimizer"));
        QCOMPARE(timeline.ops.back().liveBytes, evaluation->memory.totalBytes - evaluation->chosen.activationBytes);
        QCOMPARE(timeline.peakIndex < static_cast<Count>(timeline.ops.size()), true);
        for (Count before = 0; before < timeline.peakIndex; ++before) {
            QVERIFY(timeline.ops[static_cast<std::size_t>(before)].liveBytes < peakOf(timeline));
        }
    }
}

void TestTimeline::recomputationMatchesTheLaw()
{
    Random random(21);
    for (int tried = 0; tried < 500; ++tried) {
        const Scenario scenario = tightScenario(random);
        const Timeline timeline = timelineOf(scenario);
        const Result<Evaluation> evaluation = evaluate(scenario);
        QVERIFY(evaluation.ok());
        const Count layers = *scenario.model.layers;
        QCOMPARE(stepsOf(timeline, "forward"), layers);
        QCOMPARE(stepsOf(timeline, "backward"), layers);
        QCOMPARE(stepsOf(timeline, "optimizer"), Count { 1 });
        QCOMPARE(static_cast<double>(stepsOf(timeline, "recompute")) / static_cast<double>(layers),
            evaluation->chosen.extraForwardFraction);
    }
}

void TestTimeline::articlePeakIsTheTotal()
{
    for (Count layers = 1; layers <= 30; ++layers) {
        for (Count k = 1; k <= layers; ++k) {
            const Small given = small(PolicyId::Article, layers, k);
            const Timeline timeline = timelineOf(given.scenario);
            const Result<Evaluation> evaluation = evaluate(given.scenario);
            QVERIFY(evaluation.ok());
            QCOMPARE(peakOf(timeline), evaluation->memory.totalBytes);
            QCOMPARE(stepsOf(timeline, "recompute"), k == 1 ? 0 : layers - layers / k);
        }
    }
}

// The other laws round up: the schedule never needs more than they say.
void TestTimeline::peakIsWithinTheLaw()
{
    Random random(22);
    int below = 0;
    for (int tried = 0; tried < 1000; ++tried) {
        const Scenario scenario = tightScenario(random);
        const Result<Evaluation> evaluation = evaluate(scenario);
        QVERIFY(evaluation.ok());
        const Bytes peak = peakOf(timelineOf(scenario));
        QVERIFY(peak <= evaluation->memory.totalBytes);
        QCOMPARE(evaluation->memory.scheduledBytes, peak); // which is what the plan says of it
        // Not by more than one layer's saved set and a segment's worth of inputs.
        QVERIFY(evaluation->memory.totalBytes - peak
            <= evaluation->layer.totalBytes + evaluation->layer.boundaryBytes * *scenario.checkpointing.k);
        below += peak < evaluation->memory.totalBytes ? 1 : 0;
    }
    QVERIFY(below > 50);
}

void TestTimeline::peakEqualsTheLaw_data()
{
    QTest::addColumn<int>("policy");
    QTest::addColumn<int>("number");
    QTest::addRow("store_all") << static_cast<int>(PolicyId::StoreAll) << 0;
    QTest::addRow("segments, K divides N") << static_cast<int>(PolicyId::Segments) << 4;
    QTest::addRow("every_nth, K divides N") << static_cast<int>(PolicyId::EveryNth) << 4;
    QTest::addRow("first_m, all layers") << static_cast<int>(PolicyId::FirstM) << 12;
    QTest::addRow("two_level, K divides N") << static_cast<int>(PolicyId::TwoLevel) << 4;
}

void TestTimeline::peakEqualsTheLaw()
{
    QFETCH(int, policy);
    QFETCH(int, number);
    const Small given = small(static_cast<PolicyId>(policy), 12, number);
    const Result<Evaluation> evaluation = evaluate(given.scenario);
    QVERIFY(evaluation.ok());
    QCOMPARE(peakOf(timelineOf(given.scenario)), evaluation->memory.totalBytes);
}

void TestTimeline::article()
{
    const Timeline timeline = timelineOf(Scenario {});
    QCOMPARE(timeline.ops.size(), std::size_t { 32 + 24 + 32 + 1 });
    QCOMPARE(peakOf(timeline), Bytes { 86167781376 });
    const TimelineOp& peak = timeline.ops.at(static_cast<std::size_t>(timeline.peakIndex));
    QCOMPARE(peak.name, std::string("backward layer 32"));
    QCOMPARE(peak.byKind[static_cast<std::size_t>(MemoryKind::Checkpoints)], Bytes { 8 } * 1811939328);
    QCOMPARE(peak.byKind[static_cast<std::size_t>(MemoryKind::Recomputed)], Bytes { 4 } * 1811939328);
    QCOMPARE(timeline.ops.front().name, std::string("forward layer 1"));
    QCOMPARE(timeline.ops.back().name, std::string("optimizer step"));
}

void TestTimeline::refused()
{
    ResolvedScenario scenario = *resolve(Scenario {});
    scenario.checkpointing.policy = PolicyId::Optimal;
    scenario.checkpointing.budgetBytes = 1; // no schedule holds so little
    QVERIFY(!timeline(scenario).ok());
    scenario.checkpointing.policy = PolicyId::Article;
    QVERIFY(timeline(scenario).ok());
    scenario.accounting = Accounting::Training;
    scenario.checkpointing.k = 33;
    QVERIFY(!timeline(scenario).ok());
}

void TestTimeline::layersByHand_data()
{
    QTest::addColumn<int>("policy");
    QTest::addColumn<int>("layers");
    QTest::addColumn<int>("number");
    QTest::addColumn<bool>("training");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, PolicyId id, int layers, int number, bool training, const char* expected) {
        QTest::addRow("%s", name) << static_cast<int>(id) << layers << number << training << QString(expected);
    };
    row("store_all", PolicyId::StoreAll, 2, 0, false, "AA WA WW W. ..");
    row("article", PolicyId::Article, 5, 2, false,
        "AAAAA DAAAA DCAAA DCDAA DCDCA DCDCD DCDCr DCDC. DCrC. DCr.. DC... rC... r.... .....");
    row("segments", PolicyId::Segments, 3, 2, false, "AAA IAA IDA IDI IDr ID. rD. rr. r.. ...");
    row("every_nth", PolicyId::EveryNth, 3, 2, false, "AAA WAA WIA WIW WI. Wr. W.. ...");
    row("two_level", PolicyId::TwoLevel, 3, 2, false, "AAA IAA IDA IDI IDr ID. Ii. Ir. I.. r.. ...");
    row("store_all, program", PolicyId::StoreAll, 2, 0, true, "AA WA WW W. ..");
    row("segments, program", PolicyId::Segments, 3, 2, true, "AAA IAA IDA IDI IDr ID. ri. rr. r.. ...");
    row("article, program", PolicyId::Article, 4, 2, true, "AAAA IAAA ICAA ICIA ICIC ICrC ICr. IC.. rC.. r... ....");
    row("two_level, program", PolicyId::TwoLevel, 3, 2, true, "AAA IAA IDA IDI IDr ID. Ii. Ir. I.. r.. ...");
    // Two states: the inputs of 1 and 2; layer 4 goes back at once, 3 is run again from 2.
    row("revolve, program", PolicyId::Revolve, 4, 2, true,
        "AAAA IAAA IIAA IIDA IIDW IID. IIi. IIr. II.. Ir.. I... r... ....");
}

void TestTimeline::layersByHand()
{
    QFETCH(int, policy);
    QFETCH(int, layers);
    QFETCH(int, number);
    QFETCH(bool, training);
    QFETCH(QString, expected);
    const auto id = static_cast<PolicyId>(policy);
    const ResolvedScenario scenario =
        training ? trained(id, layers, number) : *resolve(small(id, layers, number).scenario);
    const StepDetail detail = detailOf(scenario);
    QCOMPARE(strips(detail), expected);
    QCOMPARE(detail.timeline.ops.size(), timeline(scenario)->ops.size());
}

void TestTimeline::executedPeaksAreTheSweeps_data()
{
    QTest::addColumn<int>("policy");
    for (const PolicyInfo& info : allPolicies()) {
        if (hasLaw(info.id)) {
            QTest::addRow("%s", std::string(info.text).c_str()) << static_cast<int>(info.id);
        }
    }
}

void TestTimeline::executedPeaksAreTheSweeps()
{
    QFETCH(int, policy);
    const auto id = static_cast<PolicyId>(policy);
    ResolvedScenario scenario = *resolve(Scenario {});
    for (const Count number : { 1, 3, 4 }) {
        PolicySpec spec;
        spec.id = id;
        spec.number = number;
        scenario = underPolicy(scenario, spec);
        const Result<Evaluation> evaluation = evaluate(scenario);
        QVERIFY(evaluation.ok());
        const std::array rows { evaluation->chosen };
        const Bytes fixed = evaluation->chosen.totalBytes - evaluation->chosen.activationBytes;
        const Result<StepDetail> detail = executedDetail(scenario);
        QVERIFY2(detail.ok(), detail ? "" : detail.error().message.c_str());
        QCOMPARE(detail->stateBytes, fixed);
        QCOMPARE(peakOf(detail->timeline) - fixed, executedActivationBytes(scenario, rows).front().value());
        QCOMPARE(detail->layers.size(), std::size_t { 32 });
    }
}

// One state for a thousand layers: half a million passes, millions of operations.
void TestTimeline::stepsOfTooManyPassesAreRefused()
{
    for (const Accounting accounting : { Accounting::Article, Accounting::Training }) {
        ResolvedScenario scenario = trained(PolicyId::Revolve, 1000, 1);
        scenario.accounting = accounting;
        const Result<StepDetail> detail = stepDetail(scenario);
        QVERIFY(!detail.ok());
        const QString message = QString::fromStdString(detail.error().message);
        QVERIFY2(message.contains("times, too often") && !message.contains('\n'), qPrintable(message));
        scenario.checkpointing.slots = 100;
        QVERIFY(stepDetail(scenario).ok());
    }
}

// Operation by operation what the worker runs, but for what is assumed of an optimizer that does not work in place.
void TestTimeline::stepsAreTheWorkersPrograms()
{
    for (const PolicyId policy : { PolicyId::StoreAll, PolicyId::Article, PolicyId::Segments, PolicyId::TwoLevel }) {
        const ResolvedScenario ran = measuredStack(trained(policy, 4, 2));
        const Result<Program> program = runProgram(ran, chosenPolicy(ran));
        QVERIFY2(program.ok(), program ? "" : program.error().message.c_str());
        const Simulation run = simulate(*program);
        const StepDetail inPlace = *stepDetail(ran, OptimizerTemporary::None);
        const StepDetail assumed = detailOf(ran);
        QCOMPARE(inPlace.timeline.ops.size(), run.live.size());
        QCOMPARE(assumed.timeline.ops.size(), run.live.size());
        for (std::size_t op = 0; op < run.live.size(); ++op) {
            const bool optimizer = op + 1 == run.live.size();
            QCOMPARE(inPlace.timeline.ops[op].liveBytes - inPlace.stateBytes, run.live[op]);
            QCOMPARE(assumed.timeline.ops[op].liveBytes > inPlace.timeline.ops[op].liveBytes, optimizer);
        }
    }
}

void TestTimeline::measuredOperationsOfTheSameProgramStandWhereTheyWereMeasured()
{
    const ResolvedScenario ran = trained(PolicyId::Segments, 4, 2);
    PointRecord point = measuredAs(ran, 4096);
    point.ops.push_back({ 100000, Bytes { 1 }, {} }); // of no operation
    point.ops[3].liveBytes.reset(); // not measured
    const StepDetail shown = detailOf(ran);
    const LiveMarks found = liveMarks(point, runOf(ran), shown, ran, PeakPart::Whole);
    QVERIFY(!found.carried);
    QCOMPARE(found.marks.size(), shown.timeline.ops.size() - 1);
    for (const LiveMark& mark : found.marks) {
        const auto at = static_cast<std::size_t>(mark.op);
        const Bytes own = shown.timeline.ops[at].liveBytes;
        const Bytes there = *point.ops[at].liveBytes - 4096;
        QVERIFY(mark.op != 3);
        QCOMPARE(mark, (LiveMark { mark.op, own + 4096, there + 4096, there }));
    }
    // A reserve is counted, and measured by nobody.
    ResolvedScenario reserved = ran;
    reserved.device.reserveBytes = ran.device.reserveBytes + 12345;
    for (const LiveMark& mark : liveMarks(point, runOf(ran), detailOf(reserved), reserved, PeakPart::Whole).marks) {
        const Bytes own = shown.timeline.ops[static_cast<std::size_t>(mark.op)].liveBytes;
        QCOMPARE(mark.bytes, own + 12345 + 4096);
        QCOMPARE(mark.measuredBytes, mark.predictedBytes + 4096);
    }
    // Another policy's step, another number, a point that is not valid: not this one's.
    QVERIFY(
        liveMarks(point, runOf(ran), detailOf(trained(PolicyId::Segments, 4, 1)), ran, PeakPart::Whole).marks.empty());
    QVERIFY(
        liveMarks(point, runOf(ran), detailOf(trained(PolicyId::StoreAll, 4, 0)), ran, PeakPart::Whole).marks.empty());
    point.valid = false;
    QVERIFY(liveMarks(point, runOf(ran), shown, ran, PeakPart::Whole).marks.empty());
}

void TestTimeline::measuredOperationsOfAnotherShapeAreCarriedOver()
{
    // The stack alone at half the width; the scenario has embedding and head around it.
    const ResolvedScenario scenario = trained(PolicyId::Segments, 4, 2);
    ResolvedScenario ran = measuredStack(scenario);
    ran.workload.sequence = 8;
    PointRecord point = measuredAs(ran, 0);
    const StepDetail shown = detailOf(scenario);
    const LiveMarks exact = liveMarks(point, runOf(ran), shown, scenario, PeakPart::Whole);
    QVERIFY(exact.carried);
    Count ofLayers = 0;
    for (const LiveMark& mark : exact.marks) {
        const TimelineOp& op = shown.timeline.ops[static_cast<std::size_t>(mark.op)];
        QCOMPARE(mark.bytes, op.liveBytes); // as predicted there, so as predicted here
        QVERIFY(mark.measuredBytes == mark.predictedBytes && mark.measuredBytes < op.liveBytes);
        ofLayers += op.layer > 0 ? 1 : 0;
    }
    QCOMPARE(ofLayers, std::count_if(shown.timeline.ops.begin(), shown.timeline.ops.end(), [](const TimelineOp& op) {
        return op.layer > 0;
    }));
    QVERIFY(exact.marks.size() < shown.timeline.ops.size()); // the head was not run
    for (OpRecord& op : point.ops) {
        op.liveBytes = *op.liveBytes * 2;
    }
    for (const LiveMark& mark : liveMarks(point, runOf(ran), shown, scenario, PeakPart::Whole).marks) {
        QCOMPARE(mark.bytes, 2 * shown.timeline.ops[static_cast<std::size_t>(mark.op)].liveBytes);
    }
    // No file makes a number of it that 64 bits cannot hold.
    PointRecord huge = point;
    huge.ops[5].liveBytes = std::numeric_limits<Bytes>::max();
    QCOMPARE(liveMarks(huge, runOf(ran), shown, scenario, PeakPart::Whole).marks.size(), exact.marks.size() - 1);
    ResolvedScenario reserved = ran;
    reserved.device.reserveBytes = ran.device.reserveBytes + 1;
    QCOMPARE(
        liveMarks(huge, runOf(ran), detailOf(reserved), reserved, PeakPart::Whole).marks.size(), huge.ops.size() - 1);
    // Beside the article's law what stays through the step is the law's own.
    ResolvedScenario article = scenario;
    article.accounting = Accounting::Article;
    const StepDetail executed = *executedDetail(article);
    for (OpRecord& op : point.ops) {
        op.liveBytes = *point.staticBytes + (*op.liveBytes / 2 - *point.staticBytes) * 3;
    }
    const LiveMarks beside = liveMarks(point, runOf(ran), executed, article, PeakPart::WithoutStatic);
    QVERIFY(beside.carried && !beside.marks.empty());
    for (const LiveMark& mark : beside.marks) {
        const Bytes own = executed.timeline.ops[static_cast<std::size_t>(mark.op)].liveBytes - executed.stateBytes;
        QCOMPARE(mark.bytes, executed.stateBytes + 3 * own);
    }
}

void TestTimeline::measuredOperationsOfOtherLayersHaveNoPlace()
{
    const ResolvedScenario scenario = trained(PolicyId::Segments, 4, 2);
    for (const Count layers : { 2, 3, 5, 8 }) {
        const ResolvedScenario ran = measuredStack(trained(PolicyId::Segments, layers, 2));
        const PointRecord point = measuredAs(ran, 0);
        QVERIFY(liveMarks(point, runOf(ran), detailOf(scenario), scenario, PeakPart::Whole).marks.empty());
    }
    // Materialised attention has operations that fused attention has not.
    ResolvedScenario fused = measuredStack(scenario);
    fused.recipe.attention = Attention::Fused;
    QVERIFY(liveMarks(measuredAs(fused, 0), runOf(fused), detailOf(scenario), scenario, PeakPart::Whole).marks.empty());
}

QTEST_APPLESS_MAIN(TestTimeline)
#include "tst_timeline.moc"
