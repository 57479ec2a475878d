// SPDX-License-Identifier: MIT
// Which run stands in for a scenario that is too large, and that every change is declared.
#include "core/base/units.h"
#include "gpu/cpu/cpu_kernels.h"
#include "gpu/measure/measure_point.h"
#include "gpu/shape/choose_shape.h"
#include "gpu/shape/run_policies.h"

#include <QtTest>

#include <map>

using namespace sublinear;

namespace {

ResolvedScenario resolved(const QByteArray& assignments)
{
    Scenario scenario;
    for (const QByteArray& assignment : assignments.split(' ')) {
        if (!assignment.isEmpty() && !applySet(scenario, assignment.toStdString())) {
            qFatal("%s", assignment.constData());
        }
    }
    const Result<ResolvedScenario> result = resolve(scenario);
    if (!result) {
        qFatal("%s", result.error().message.c_str());
    }
    return *result;
}

RunLimits limits(double seconds, Bytes memory)
{
    RunLimits limits;
    limits.rates = guessedCpuRates(2);
    limits.seconds = seconds;
    limits.memoryBytes = memory;
    return limits;
}

// A device that does everything but the steps in no time.
DeviceRates nothingButSteps()
{
    constexpr double kAtOnce = 1e300;
    DeviceRates rates;
    rates.freshBytesPerSecond = rates.filledBytesPerSecond = rates.numbersPerSecond = kAtOnce;
    return rates;
}

QByteArray shown(const ShapeChoice& choice)
{
    QByteArrayList parts;
    for (const Substitution& each : choice.substitutions) {
        parts << QByteArray::fromStdString(each.path + "=" + fieldValueText(each.to));
    }
    return parts.join(' ');
}

const Substitution* find(const ShapeChoice& choice, std::string_view path)
{
    for (const Substitution& each : choice.substitutions) {
        if (each.path == path) {
            return &each;
        }
    }
    return nullptr;
}

// Every field in which the run differs from what was asked for, by the table of fields.
QByteArrayList differences(const ShapeChoice& choice)
{
    const Scenario from = complete(choice.requested);
    const Scenario to = complete(choice.run);
    QByteArrayList paths;
    for (const Field& field : allFields()) {
        if (field.path != "model.preset" && field.get(from) != field.get(to)) {
            paths << QByteArray(field.path.data(), static_cast<qsizetype>(field.path.size()));
        }
    }
    return paths;
}

const QByteArray kPlain = "accounting=training recipe.name=fp32 recipe.loss=none device.reserve_bytes=0 ";
const QByteArray kSmall = kPlain
    + "model.layers=4 model.d_model=64 model.heads=4 model.d_ffn=256 workload.batch=2 workload.sequence=64 "
      "checkpointing.k=2 ";

} // namespace

class TestShape : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ownRunNeedsNoSubstitution();
    void bf16WhereTheDeviceHasIt();
    void substitutions_data();
    void substitutions();
    void everyChangeIsDeclared_data();
    void everyChangeIsDeclared();
    void orderOfScaling_data();
    void orderOfScaling();
    void noMoreThanItTakes();
    void proportionsStay();
    void articleWithinTime();
    void forecastCountsTheStepsThatRun();
    void forecastCountsBytes_data();
    void forecastCountsBytes();
    void moreToDoTakesLonger();
    void budgetGoesWithTheShape();
    void anUnreachableBudgetIsRefusedAlone();
    void refusedWithTheNumbers();
    void defaultPoints_data();
    void defaultPoints();
    void listsOfPoints_data();
    void listsOfPoints();
};

void TestShape::ownRunNeedsNoSubstitution()
{
    const ResolvedScenario scenario = resolved(kSmall);
    const auto policies = defaultPolicies(scenario);
    const Result<ShapeChoice> choice = chooseShape(scenario, policies, limits(30, 8 * kGiB));
    QVERIFY2(choice.ok(), choice ? "" : choice.error().message.c_str());
    QCOMPARE(shown(*choice), QByteArray());
    QVERIFY(choice->run == scenario);
    QCOMPARE(choice->points.size(), policies.size());
    for (std::size_t i = 0; i < policies.size(); ++i) {
        QVERIFY(choice->points[i].policy == policies[i]);
        QVERIFY(choice->points[i].peakBytes > choice->points[i].staticBytes);
    }
}

// Weights in bf16, what is added up in fp32; a device without it says what it runs instead.
void TestShape::bf16WhereTheDeviceHasIt()
{
    ResolvedScenario scenario = resolved(kSmall);
    scenario.recipe.dtype = scenario.recipe.gradientDtype = Dtype::Bf16;
    scenario.recipe.masterWeights = false;
    RunLimits has = limits(30, 8 * kGiB);
    has.device = { "cuda:3", true };
    const Result<ShapeChoice> half = chooseShape(scenario, defaultPolicies(scenario), has);
    QVERIFY2(half.ok(), half.ok() ? "" : half.error().message.c_str());
    QVERIFY(half->run.recipe.dtype == Dtype::Bf16);
    QCOMPARE(shown(*half), QByteArray("recipe.gradient_dtype=fp32 recipe.master_weights=true"));
    has.device.halfPrecision = false;
    const Result<ShapeChoice> single = chooseShape(scenario, defaultPolicies(scenario), has);
    QVERIFY(single->run.recipe.dtype == Dtype::Fp32);
    QCOMPARE(find(*single, "recipe.dtype")->why, std::string("cuda:3 runs fp32"));
    QVERIFY(half->points.front().peakBytes < single->points.front().peakBytes);
}

void TestShape::substitutions_data()
{
    QTest::addColumn<QByteArray>("more");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const char* more, const char* expected) {
        QTest::addRow("%s", name) << QByteArray(more) << QByteArray(expected);
    };
    row("bf16 with masters", "recipe.name=bf16_fp32_master",
        "recipe.dtype=fp32 recipe.gradient_dtype=fp32 recipe.master_weights=false");
    row("SGD", "recipe.optimizer=sgd", "recipe.optimizer=adamw");
    row("Adam", "recipe.optimizer=adam", "recipe.optimizer=adamw");
    row("gradients on demand", "recipe.gradients=on_demand", "recipe.gradients=preallocated");
    row("vocabulary", "model.vocab=1000 recipe.loss=chunked", "model.vocab= recipe.loss=none");
    row("given count", "model.parameters=1000000", "model.parameters=");
    row("ZeRO over 8", "parallel.data=8 parallel.zero=3", "parallel.data=1 parallel.zero=0");
    row("tensor parallel", "parallel.tensor=2 parallel.sequence_parallel=true",
        "parallel.tensor=1 parallel.sequence_parallel=false");
    row("experts", "model.experts=8 model.expert_d_ffn=128 model.dense_layers=1",
        "model.experts=0 model.experts_per_token=0 model.expert_d_ffn=0 model.dense_layers=0");
    row("shared experts", "model.experts=4 model.experts_per_token=1 model.expert_d_ffn=128 model.shared_experts=2",
        "model.experts=0 model.experts_per_token=0 model.d_ffn=384 model.expert_d_ffn=0 model.shared_experts=0 "
        "model.shared_d_ffn=0");
    row("sinks", "model.attention_sinks=true", "model.attention_sinks=false");
    row("ALiBi", "model.positions=alibi", "model.positions=none");
    row("rotary is run", "model.positions=rotary", "");
    row("reserve", "device.reserve_bytes=1GiB", "device.reserve_bytes=0");
    row("article accounting", "accounting=article", "accounting=training");
    row("dropout and fused attention are run", "recipe.dropout=true recipe.attention=fused", "");
}

void TestShape::substitutions()
{
    QFETCH(QByteArray, more);
    QFETCH(QByteArray, expected);
    const ResolvedScenario scenario = resolved(kSmall + more);
    const Result<ShapeChoice> choice = chooseShape(scenario, defaultPolicies(scenario), limits(60, 8 * kGiB));
    QVERIFY2(choice.ok(), choice ? "" : choice.error().message.c_str());
    QCOMPARE(shown(*choice), expected);
    for (const Substitution& each : choice->substitutions) {
        QVERIFY(!each.why.empty());
    }
}

void TestShape::everyChangeIsDeclared_data()
{
    QTest::addColumn<QByteArray>("assignments");
    QTest::addColumn<double>("seconds");
    QTest::addRow("the article's") << QByteArray() << 24.0;
    QTest::addRow("a Llama with its vocabulary") << QByteArray("model.preset=llama3-8b accounting=training") << 24.0;
    QTest::addRow("a mixture of experts") << QByteArray("model.preset=mixtral-8x7b accounting=training") << 24.0;
    QTest::addRow("deep") << QByteArray("model.layers=4000 checkpointing.k=3000") << 5.0;
    QTest::addRow("every_nth from 1, deep")
        << QByteArray("model.layers=2000 checkpointing.policy=every_nth checkpointing.k=1900") << 5.0;
}

void TestShape::everyChangeIsDeclared()
{
    QFETCH(QByteArray, assignments);
    QFETCH(double, seconds);
    const ResolvedScenario scenario = resolved(assignments);
    const Result<ShapeChoice> choice = chooseShape(scenario, defaultPolicies(scenario), limits(seconds, 8 * kGiB));
    QVERIFY2(choice.ok(), choice ? "" : choice.error().message.c_str());
    const QByteArrayList changed = differences(*choice);
    QVERIFY(!changed.isEmpty());
    for (const QByteArray& path : changed) {
        QVERIFY2(find(*choice, path.toStdString()) != nullptr, path);
    }
    const Scenario from = complete(choice->requested);
    const Scenario to = complete(choice->run);
    for (const Substitution& each : choice->substitutions) {
        QVERIFY2(each.from != each.to, each.path.c_str());
        QVERIFY2(each.from == findField(each.path)->get(from), each.path.c_str());
        QVERIFY2(each.to == findField(each.path)->get(to), each.path.c_str());
    }
}

void TestShape::orderOfScaling_data()
{
    QTest::addColumn<double>("seconds");
    QTest::addColumn<QByteArray>("expected"); // paths of the scaled fields
    QTest::addRow("time enough") << 1e9 << QByteArray();
    QTest::addRow("batch") << 20000.0 << QByteArray("workload.batch");
    QTest::addRow("width") << 300.0
                           << QByteArray("workload.batch model.d_model model.heads model.kv_heads model.d_ffn");
    QTest::addRow("sequence")
        << 20.0 << QByteArray("workload.batch model.d_model model.heads model.kv_heads model.d_ffn workload.sequence");
    QTest::addRow("layers, and K with them")
        << 0.5
        << QByteArray("workload.batch model.d_model model.heads model.kv_heads model.d_ffn workload.sequence "
                      "model.layers checkpointing.start checkpointing.k");
}

void TestShape::orderOfScaling()
{
    QFETCH(double, seconds);
    QFETCH(QByteArray, expected);
    const ResolvedScenario scenario = resolved(kPlain
        + "model.layers=24 model.d_model=1024 model.heads=16 model.kv_heads=8 model.d_ffn=4096 workload.batch=8 "
          "workload.sequence=1024 checkpointing.k=24 checkpointing.m=1 checkpointing.slots=1");
    const Result<ShapeChoice> choice = chooseShape(scenario, defaultPolicies(scenario), limits(seconds, kTiB));
    QVERIFY2(choice.ok(), choice ? "" : choice.error().message.c_str());
    QByteArrayList paths;
    for (const Substitution& each : choice->substitutions) {
        paths << QByteArray::fromStdString(each.path);
        QVERIFY2(each.why.find(" s are given") != std::string::npos || each.path.starts_with("checkpointing.")
                || each.why.find(" min are given") != std::string::npos
                || each.why.find(" h are given") != std::string::npos,
            each.why.c_str());
    }
    QCOMPARE(paths.join(' '), expected);
}

// One sequence more would be over the limit, and memory is a limit like time.
void TestShape::noMoreThanItTakes()
{
    const ResolvedScenario scenario = resolved(kSmall + "workload.batch=64");
    const auto policies = defaultPolicies(scenario);
    const auto bytes = [&](Count batch) {
        ResolvedScenario other = scenario;
        other.workload.batch = batch;
        Bytes most = 0;
        const auto costs = pointCosts(other, policies, guessedCpuRates(2), 0);
        for (const PointCost& cost : *costs) {
            most = std::max(most, cost.peakBytes + bytesBesidePeak(cost.staticBytes, cost.peakBytes));
        }
        return most;
    };
    const Bytes room = bytes(17);
    for (const Count batch : { 17, 16 }) {
        const Result<ShapeChoice> choice = chooseShape(scenario, policies, limits(1e9, room - (batch == 17 ? 0 : 1)));
        QVERIFY(choice.ok());
        QCOMPARE(choice->run.workload.batch, batch);
        QCOMPARE(shown(*choice), QByteArray("workload.batch=") + QByteArray::number(qint64 { batch }));
        QVERIFY(choice->substitutions[0].why.find("GiB are free") != std::string::npos);
    }
}

void TestShape::proportionsStay()
{
    const ResolvedScenario scenario = resolved("model.preset=llama3-8b accounting=training");
    const Result<ShapeChoice> choice = chooseShape(scenario, defaultPolicies(scenario), limits(600, 8 * kGiB));
    QVERIFY(choice.ok());
    const auto& model = choice->run.model;
    QVERIFY(model.heads < scenario.model.heads);
    QCOMPARE(model.headDim, scenario.model.headDim);
    QCOMPARE(model.heads / model.kvHeads, scenario.model.heads / scenario.model.kvHeads);
    QCOMPARE(model.dModel * scenario.model.heads, scenario.model.dModel * model.heads);
    QCOMPARE(model.dFfn * scenario.model.heads, scenario.model.dFfn * model.heads);
    QCOMPARE(model.layers, scenario.model.layers);
    QVERIFY(!model.vocab && model.gatedMlp && model.norm == Norm::RmsNorm);
}

// The default scenario keeps its layers: N and K are what is studied.
void TestShape::articleWithinTime()
{
    const ResolvedScenario scenario = resolved("");
    const auto policies = defaultPolicies(scenario);
    const Result<ShapeChoice> choice = chooseShape(scenario, policies, limits(24, 8 * kGiB));
    QVERIFY(choice.ok());
    QCOMPARE(choice->run.model.layers, Count { 32 });
    QCOMPARE(choice->run.model.headDim, Count { 128 });
    QCOMPARE(choice->run.workload.batch, Count { 1 });
    QVERIFY(choice->run.workload.sequence >= 64);
    // By the textbook, six operations for each weight and token, for all the steps of five points and of
    // the run that they are compared with: within the time, and worth it.
    const auto& model = choice->run.model;
    const double weights =
        static_cast<double>(model.layers) * static_cast<double>(model.dModel * (4 * model.dModel + 2 * model.dFfn));
    const double step = 6 * weights * static_cast<double>(choice->run.workload.batch * choice->run.workload.sequence)
        / guessedCpuRates(2).flopsPerSecond;
    const double seconds = (5 * (2 + 1 + 3 + 10) + 3 + 3) * step;
    QVERIFY2(seconds < 24 && seconds > 24.0 / 6, qPrintable(QString::number(seconds)));
    QCOMPARE(find(*choice, "workload.batch")->from, FieldValue(std::int64_t { 4 }));
    QVERIFY(find(*choice, "recipe.dtype")->why.find("the CPU runs fp32") == 0);
}

// What a measurement runs, counted where it runs.
void TestShape::forecastCountsTheStepsThatRun()
{
    const Result<RunPlan> plan = planRun(resolved(kSmall), parsePolicies("store_all")->front(), 1);
    QVERIFY2(plan.ok(), plan ? "" : plan.error().message.c_str());
    std::map<std::string, double> steps;
    std::string pass;
    MeasureOptions options;
    options.progress = [&](const MeasureProgress& now) { pass = now.pass; };
    options.kernels = [&, own = ownKernels(plan->precision)](const OpCall& call, ThreadPool& pool) {
        steps[pass] += call.op->kernel == Kernel::StackLoss ? 1 : 0;
        return own(call, pool);
    };
    ThreadPool pool(1);
    QVERIFY(measurePoint(*plan, pool, options).ok());
    DeviceRates rates = nothingButSteps();
    rates.tightFitSteps = 0.25; // in a process of its own, where nothing is counted
    const PassSeconds forecast = passSeconds({ 1, 1000, 2000, 3000 }, rates, false);
    QCOMPARE(forecast.touched, steps["touched bytes"]);
    QCOMPARE(forecast.pool, steps["pool"]);
    QCOMPARE(forecast.tightFit, 0.25);
    QCOMPARE(forecast.training, steps["training"]);
    QCOMPARE(forecast.timing, steps["timing"]);
    QCOMPARE(forecast.total(), 16.25);
    QCOMPARE(passSeconds({ 1, 1000, 2000, 3000 }, rates, true).dump, 1.0);
}

void TestShape::forecastCountsBytes_data()
{
    QTest::addColumn<int>("rate"); // the one of them that takes time
    QTest::addColumn<double>("touched");
    QTest::addColumn<double>("pool");
    QTest::addColumn<double>("tightFit");
    QTest::addColumn<double>("training");
    // 1600 bytes of states, of which 400 are weights, in a peak of 2000; 500 come and go
    QTest::addRow("new pages") << 0 << 2000.0 << 2100.0 << 2000.0 * 2 << 2000.0 + 2 * 800;
    QTest::addRow("fills and looks") << 1 << 3 * 2000.0 + 2 * 800 << 1600.0 + 800 << 2 * 800.0
                                     << 2 * 3 * 400.0 + 800 + 2 * 4 * 400;
    QTest::addRow("weights drawn") << 2 << 2 * 100.0 << 100.0 << 2 * 100.0 << 100.0;
}

void TestShape::forecastCountsBytes()
{
    QFETCH(int, rate);
    QFETCH(double, touched);
    QFETCH(double, pool);
    QFETCH(double, tightFit);
    QFETCH(double, training);
    DeviceRates rates = nothingButSteps();
    rates.alone = 2; // one of two threads
    (rate == 0 ? rates.freshBytesPerSecond : rate == 1 ? rates.filledBytesPerSecond : rates.numbersPerSecond) = 1;
    const PassSeconds forecast = passSeconds({ 0, 1600, 2000, 500 }, rates, false);
    QCOMPARE(forecast.touched, touched);
    QCOMPARE(forecast.pool, pool);
    QCOMPARE(forecast.tightFit, tightFit);
    QCOMPARE(forecast.training, training);
    QCOMPARE(forecast.timing, 0.0);
}

// A large model on few tokens: its steps are short, and what surrounds them is not.
void TestShape::moreToDoTakesLonger()
{
    const ResolvedScenario scenario = resolved(kPlain
        + "model.layers=12 model.d_model=768 model.heads=12 model.d_ffn=3072 workload.batch=1 workload.sequence=64");
    const auto policies = *parsePolicies("segments:1,store_all");
    const auto costs = *pointCosts(scenario, policies, guessedCpuRates(2), 0);
    QVERIFY(costs[0].passes.reference > 0 && costs[1].passes.reference == 0.0); // the first point makes it
    const double steps = 16 * costs[1].stepSeconds;
    QVERIFY(costs[1].seconds() > 1.2 * steps);
    const auto dumped = *pointCosts(scenario, policies, guessedCpuRates(2), 0, true);
    QVERIFY(dumped[1].seconds() > costs[1].seconds() + costs[1].stepSeconds);
    // Time that the forecast of the shape needs is not given: it is scaled down.
    const double all = costs[0].seconds() + costs[1].seconds();
    QVERIFY(chooseShape(scenario, policies, limits(1.001 * all, kTiB))->substitutions.empty());
    QVERIFY(!chooseShape(scenario, policies, limits(0.999 * all, kTiB))->substitutions.empty());
}

void TestShape::budgetGoesWithTheShape()
{
    const ResolvedScenario scenario = resolved("");
    const Result<Bytes> all = storeAllPeak(scenario);
    QVERIFY(all.ok());
    const auto policies = *parsePolicies("store_all,optimal:" + std::to_string(*all / 2));
    const Result<ShapeChoice> choice = chooseShape(scenario, policies, limits(24, 8 * kGiB));
    QVERIFY2(choice.ok(), choice ? "" : choice.error().message.c_str());
    const PointCost& storeAll = choice->points[0];
    const PointCost& optimal = choice->points[1];
    const Bytes here = storeAll.peakBytes - storeAll.staticBytes;
    QVERIFY(here < *all / 100);
    QVERIFY(std::abs(*optimal.policy.number - here / 2) <= 1);
    QVERIFY(optimal.peakBytes - optimal.staticBytes <= *optimal.policy.number);
    QVERIFY(optimal.stepSeconds > storeAll.stepSeconds);
}

// The others run; its own refusal names bytes that can be told apart.
void TestShape::anUnreachableBudgetIsRefusedAlone()
{
    const ResolvedScenario scenario = resolved(kSmall);
    const auto policies = *parsePolicies("store_all,optimal:1");
    const Result<ShapeChoice> choice = chooseShape(scenario, policies, limits(60, 8 * kGiB));
    QVERIFY2(choice.ok(), choice ? "" : choice.error().message.c_str());
    QVERIFY(!choice->points[0].refused);
    const PointCost& bad = choice->points[1];
    QVERIFY(bad.refused && bad.refused->field == "would_not_fit");
    const Bytes least = bad.peakBytes - bad.staticBytes;
    QCOMPARE(QString::fromStdString(bad.refused->message),
        QString("no schedule fits in 1 B beside the states; the least is %1 B").arg(least));
    QCOMPARE(bad.seconds(), 0.0);
    // The least is one that is kept.
    const auto kept = *parsePolicies("optimal:" + std::to_string(least));
    QVERIFY(!chooseShape(scenario, kept, limits(60, 8 * kGiB))->points[0].refused);
    const auto under = *parsePolicies("optimal:" + std::to_string(least - 1));
    const Result<ShapeChoice> none = chooseShape(scenario, under, limits(60, 8 * kGiB));
    QVERIFY(!none && none.error().field == "would_not_fit");
    QVERIFY2(none.error().message.starts_with("optimal:"), none.error().message.c_str());
}

void TestShape::refusedWithTheNumbers()
{
    const ResolvedScenario scenario = resolved(kSmall);
    const Result<ShapeChoice> choice = chooseShape(scenario, defaultPolicies(scenario), limits(60, 60 * kMiB));
    QVERIFY(!choice.ok());
    QCOMPARE(QByteArray::fromStdString(choice.error().field), QByteArray("would_not_fit"));
    QVERIFY2(choice.error().message.find("even at its smallest it takes 0.06 GiB where 0.06 GiB") == std::string::npos
            && choice.error().message.find(" GiB are free") != std::string::npos,
        choice.error().message.c_str());
}

void TestShape::defaultPoints_data()
{
    QTest::addColumn<QByteArray>("assignments");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const char* assignments, const char* expected) {
        QTest::addRow("%s", name) << QByteArray(assignments) << QByteArray(expected);
    };
    row("the article's", "", "store_all,article:4,segments:1,first_m:16,two_level:6");
    row("store_all chosen", "checkpointing.policy=store_all", "store_all,segments:1,first_m:16,two_level:6,article:6");
    row("segments chosen", "checkpointing.policy=segments checkpointing.k=1",
        "store_all,segments:1,first_m:16,two_level:6,article:6");
    row("one layer", "model.layers=1", "store_all,article:1,segments:1,first_m:1,two_level:1");
    row("optimal without a budget", "checkpointing.policy=optimal accounting=training",
        "store_all,segments:1,first_m:16,two_level:6,article:6");
    row("selective", "checkpointing.policy=selective checkpointing.tensors=gelu",
        "store_all,selective:gelu,segments:1,first_m:16,two_level:6");
}

void TestShape::defaultPoints()
{
    QFETCH(QByteArray, assignments);
    QFETCH(QByteArray, expected);
    QByteArrayList names;
    for (const PolicySpec& policy : defaultPolicies(resolved(assignments))) {
        names << QByteArray::fromStdString(policyText(policy));
    }
    QCOMPARE(names.join(','), expected);
}

void TestShape::listsOfPoints_data()
{
    QTest::addColumn<QByteArray>("list");
    QTest::addColumn<QByteArray>("expected"); // points, or what the refusal names
    const auto row = [](const char* list, const char* expected) {
        QTest::addRow("%s", list) << QByteArray(list) << QByteArray(expected);
    };
    row("store_all", "store_all");
    row("segments", "segments:1,segments:2,segments:3,segments:4");
    row("first_m", "first_m:0,first_m:1,first_m:2,first_m:3,first_m:4");
    row("selective:gelu+norms,recursive,revolve:2", "selective:gelu+norms,recursive,revolve:2");
    row("segments:2,store_all,segments,store_all",
        "segments:2,store_all,segments:1,segments:3,segments:4"); // each once
    row("selective:gelu+norms,selective:norms+gelu", "selective:gelu+norms");
    row("optimal:1MiB", "optimal:1MiB");
    row("optimal", "!it takes optimal:budget");
    row("segments:5", "!a whole number from 1 to 4");
    row("segmnts", "!did you mean segments?");
}

void TestShape::listsOfPoints()
{
    QFETCH(QByteArray, list);
    QFETCH(QByteArray, expected);
    const Result<std::vector<PolicySpec>> points = pointPolicies(list.toStdString(), resolved(kSmall));
    if (expected.startsWith('!')) {
        QVERIFY(!points.ok());
        QVERIFY2(points.error().message.find(expected.mid(1).toStdString()) != std::string::npos,
            points.error().message.c_str());
        return;
    }
    QVERIFY2(points.ok(), points ? "" : points.error().message.c_str());
    QByteArrayList names;
    for (const PolicySpec& policy : *points) {
        names << QByteArray::fromStdString(policyText(policy));
    }
    QCOMPARE(names.join(','), expected);
}

QTEST_APPLESS_MAIN(TestShape)
#include "tst_shape.moc"
