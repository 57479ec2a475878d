// SPDX-License-Identifier: MIT
#include "core/plan/evaluate.h"
#include "core/report/plan_json.h"
#include "core/scenario/scenario_json.h"
#include "tests/support/random_scenario.h"

#include <QtTest>

#include <nlohmann/json.hpp>

using namespace sublinear;
using Json = nlohmann::ordered_json;

namespace {

Json planOf(const Scenario& scenario, const char* policies = "", bool withTimeline = false)
{
    const Result<std::vector<PolicySpec>> specs =
        *policies == '\0' ? std::vector<PolicySpec> {} : parsePolicies(policies);
    if (!specs) {
        qFatal("refused: %s", specs.error().message.c_str());
    }
    const Result<Evaluation> evaluation = evaluate(scenario, *specs);
    if (!evaluation) {
        qFatal("refused: %s", evaluation.error().message.c_str());
    }
    const Result<Timeline> steps = timeline(evaluation->scenario);
    if (!steps) {
        qFatal("refused: %s", steps.error().message.c_str());
    }
    const std::string text = planJson(*evaluation, withTimeline ? &*steps : nullptr);
    if (text.back() != '\n') {
        qFatal("no line end");
    }
    return Json::parse(text);
}

QStringList keys(const Json& object)
{
    QStringList names;
    for (const auto& [name, value] : object.items()) {
        names.append(QString::fromStdString(name));
    }
    return names;
}

QStringList words(const char* text)
{
    return QString(text).split(' ');
}

// Every name that ends in "bytes" holds a whole number; says where one does not.
QString notWhole(const Json& value, const QString& path)
{
    if (value.is_object() || value.is_array()) {
        for (const auto& [name, inner] : value.items()) {
            const QString found = notWhole(inner, path + '/' + QString::fromStdString(name));
            if (!found.isEmpty()) {
                return found;
            }
        }
        return {};
    }
    return path.endsWith("bytes") && !value.is_number_integer() ? path : QString();
}

} // namespace

class TestPlanJson : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fieldsInOrder_data();
    void fieldsInOrder();
    void articleFigures();
    void bytesAreWhole();
    void partsSum();
    void scenarioReadsBack();
    void timelineOnRequest();
    void comparedRowsOnce();
    void lawAboveItsSchedule();
    void boundsAreMarked();
    void plansAreExecuted();
    void positionsAreNoted();
};

void TestPlanJson::fieldsInOrder_data()
{
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QStringList>("expected");
    QTest::addRow("document")
        << "" << words("format version scenario parameter_count per_layer memory sweep recommendation timeline");
    QTest::addRow("per_layer") << "/per_layer" << words("components total_bytes boundary_bytes");
    QTest::addRow("component") << "/per_layer/components/0" << words("id name bytes formula basis");
    QTest::addRow("memory")
        << "/memory"
        << words(
               "rows parameters_bytes gradients_bytes master_bytes optimizer_bytes activations_bytes checkpoints_bytes "
               "recomputed_bytes transient_bytes logits_bytes reserve_bytes total_bytes capacity_bytes margin_bytes "
               "fits "
               "peak_at");
    QTest::addRow("memory row") << "/memory/rows/0" << words("id name bytes basis");
    QTest::addRow("sweep row") << "/sweep/3"
                               << words("policy k activation_bytes total_bytes saved_fraction extra_forward_fraction "
                                        "extra_step_fraction fits max_batch "
                                        "throughput pareto basis max_sequence executed_activation_bytes");
    QTest::addRow("recommendation")
        << "/recommendation"
        << words("fits policy k batch total_bytes extra_forward_fraction margin_bytes dominant reason alternatives");
    QTest::addRow("alternative") << "/recommendation/alternatives/0" << words("change total_bytes fits");
    QTest::addRow("timeline") << "/timeline" << words("ops peak_index");
    QTest::addRow("operation") << "/timeline/ops/0" << words("index step layer name live_bytes by_kind");
    QTest::addRow("kinds") << "/timeline/ops/0/by_kind" << words("parameters optimizer checkpoints recomputed");
    QTest::addRow("scenario") << "/scenario"
                              << words("format version model workload recipe parallel checkpointing device accounting");
}

void TestPlanJson::fieldsInOrder()
{
    QFETCH(QString, pointer);
    QFETCH(QStringList, expected);
    const Json plan = planOf(Scenario {}, "", true);
    const Json::json_pointer at(pointer.toStdString());
    QVERIFY2(plan.contains(at), qPrintable(pointer));
    QCOMPARE(keys(plan.at(at)), expected);
}

void TestPlanJson::articleFigures()
{
    const Json plan = planOf(Scenario {});
    QCOMPARE(plan["format"].get<std::string>(), std::string("sublinear-plan"));
    QCOMPARE(plan["version"].get<int>(), 1);
    QCOMPARE(plan["parameter_count"].get<Count>(), Count { 6442450944 });
    QCOMPARE(plan["per_layer"]["total_bytes"].get<Bytes>(), Bytes { 1811939328 });
    QCOMPARE(plan["per_layer"]["boundary_bytes"].get<Bytes>(), Bytes { 67108864 });
    QCOMPARE(plan["per_layer"]["components"][1]["id"].get<std::string>(), std::string("attention_weights"));
    QCOMPARE(plan["per_layer"]["components"][1]["bytes"].get<Bytes>(), kGiB);
    QCOMPARE(plan["memory"]["parameters_bytes"].get<Bytes>(), 12 * kGiB);
    QCOMPARE(plan["memory"]["optimizer_bytes"].get<Bytes>(), 48 * kGiB);
    QCOMPARE(plan["memory"]["activations_bytes"].get<Bytes>(), Bytes { 0 });
    QCOMPARE(plan["memory"]["checkpoints_bytes"].get<Bytes>(), Bytes { 8 } * 1811939328);
    QCOMPARE(plan["memory"]["recomputed_bytes"].get<Bytes>(), Bytes { 4 } * 1811939328);
    QCOMPARE(plan["memory"]["reserve_bytes"].get<Bytes>(), Bytes { 0 });
    QCOMPARE(plan["memory"]["total_bytes"].get<Bytes>(), Bytes { 86167781376 });
    QCOMPARE(plan["memory"]["margin_bytes"].get<Bytes>(), 80 * kGiB - Bytes { 86167781376 });
    QCOMPARE(plan["memory"]["fits"].get<bool>(), false);
    QCOMPARE(plan["sweep"].size(), std::size_t { 32 });
    QCOMPARE(plan["sweep"][3]["policy"].get<std::string>(), std::string("article"));
    QCOMPARE(plan["sweep"][3]["k"].get<Count>(), Count { 4 });
    QCOMPARE(plan["sweep"][3]["max_batch"].get<Count>(), Count { 3 });
    QCOMPARE(plan["sweep"][3]["throughput"].get<double>(), 2.4);
    QCOMPARE(plan["sweep"][3]["basis"].get<std::string>(), std::string("law"));
    QCOMPARE(plan["recommendation"]["k"].get<Count>(), Count { 5 });
    QCOMPARE(plan["recommendation"]["dominant"].get<std::string>(), std::string("optimizer"));
    QCOMPARE(plan["recommendation"]["alternatives"][0]["change"].get<std::string>(), std::string("first_m:22"));
    QVERIFY(!plan.contains("timeline"));
}

void TestPlanJson::bytesAreWhole()
{
    QCOMPARE(notWhole(planOf(Scenario {}, "segments,first_m", true), ""), QString());
    // The check itself: a fraction and a text are found.
    QCOMPARE(notWhole(Json { { "total_bytes", 1.5 } }, ""), QString("/total_bytes"));
    QCOMPARE(notWhole(Json { { "rows", { { { "bytes", "12" } } } } }, ""), QString("/rows/0/bytes"));
}

void TestPlanJson::partsSum()
{
    testing::Random random(30);
    for (int tried = 0; tried < 40; ++tried) {
        const Json memory = planOf(testing::tightScenario(random))["memory"];
        Bytes rows = 0;
        for (const Json& row : memory["rows"]) {
            rows += row["bytes"].get<Bytes>();
        }
        Bytes parts = 0;
        for (const char* part : { "parameters", "gradients", "master", "optimizer", "activations", "checkpoints",
                 "recomputed", "transient", "logits", "reserve" }) {
            parts += memory[std::string(part) + "_bytes"].get<Bytes>();
        }
        QCOMPARE(rows, memory["total_bytes"].get<Bytes>());
        QCOMPARE(parts, memory["total_bytes"].get<Bytes>());
    }
}

void TestPlanJson::scenarioReadsBack()
{
    testing::Random random(31);
    for (int tried = 0; tried < 60; ++tried) {
        Scenario scenario = testing::tightScenario(random);
        if (tried % 2 == 0) {
            scenario.model.name = "name with \"quotes\", | bars and \xc3\xbc";
        }
        const Json plan = planOf(scenario);
        const Result<Scenario> read = readScenario(plan["scenario"].dump());
        QVERIFY2(read.ok(), read ? "" : read.error().message.c_str());
        QCOMPARE(planOf(*read), plan);
        // The comparison itself: another scenario gives another plan.
        Scenario other = *read;
        other.workload.batch = *other.workload.batch + 1;
        QVERIFY(planOf(other) != plan);
    }
}

void TestPlanJson::timelineOnRequest()
{
    const Json plan = planOf(Scenario {}, "", true);
    const Json& ops = plan["timeline"]["ops"];
    QCOMPARE(ops.size(), std::size_t { 89 });
    const auto peak = plan["timeline"]["peak_index"].get<std::size_t>();
    QCOMPARE(ops[peak]["live_bytes"], plan["memory"]["total_bytes"]);
    for (const Json& op : ops) {
        Bytes sum = 0;
        for (const auto& [kind, bytes] : op["by_kind"].items()) {
            sum += bytes.get<Bytes>();
        }
        QCOMPARE(sum, op["live_bytes"].get<Bytes>());
    }
}

void TestPlanJson::comparedRowsOnce()
{
    // article:4 is in the sweep already; store_all has no number.
    const Json plan = planOf(Scenario {}, "article:4,store_all,first_m:22");
    const Json& sweep = plan["sweep"];
    QCOMPARE(sweep.size(), std::size_t { 34 });
    QCOMPARE(sweep[32]["policy"].get<std::string>(), std::string("store_all"));
    QVERIFY(sweep[32]["k"].is_null());
    QCOMPARE(sweep[33]["k"].get<Count>(), Count { 22 });
    QCOMPARE(sweep[33]["fits"].get<bool>(), true);
}

// first_m's law counts one layer's saved set more than its own schedule ever holds.
void TestPlanJson::lawAboveItsSchedule()
{
    Scenario scenario;
    scenario.checkpointing.policy = PolicyId::FirstM;
    scenario.checkpointing.m = 22;
    const Json plan = planOf(scenario, "", true);
    const auto peak = plan["timeline"]["peak_index"].get<std::size_t>();
    QCOMPARE(plan["memory"]["total_bytes"].get<Bytes>() - plan["timeline"]["ops"][peak]["live_bytes"].get<Bytes>(),
        Bytes { 1811939328 });
    QCOMPARE(QString::fromStdString(plan["memory"]["peak_at"].get<std::string>()),
        QString(
            "backward pass of the last recomputed layer. The law counts 79.94 GiB, the schedule's own peak is 78.25 "
            "GiB."));
    QCOMPARE(plan["notes"].size(), std::size_t { 1 });
    QVERIFY(!planOf(Scenario {}).contains("notes")); // where the two agree there is nothing to say
    QCOMPARE(planOf(Scenario {})["memory"]["peak_at"].get<std::string>(),
        std::string("backward pass of the last whole segment"));
}

// A search over groups of layers says that it is one, in every row and once for the whole plan.
void TestPlanJson::boundsAreMarked()
{
    Scenario scenario;
    scenario.accounting = Accounting::Training;
    scenario.model.layers = 6;
    scenario.model.dModel = 256;
    scenario.model.heads = 4;
    scenario.workload.batch = 1;
    scenario.recipe.attention = Attention::Fused;
    scenario.checkpointing.policy = PolicyId::Optimal;
    Result<Evaluation> grouped = evaluate(scenario, *parsePolicies("store_all"));
    QVERIFY(grouped);
    for (SweepRow& row : grouped->sweep) {
        row.exact = false; // as beyond 128 layers
    }
    const Json bound = Json::parse(planJson(*grouped, nullptr));
    QVERIFY(bound["sweep"].size() > 3);
    for (const Json& row : bound["sweep"]) {
        QCOMPARE(row.contains("exact"), row["policy"] == "optimal");
        QVERIFY(!row.contains("exact") || !row["exact"].get<bool>());
        QVERIFY(row["max_sequence"].is_number_integer());
    }
    QVERIFY(QString::fromStdString(bound["notes"][0]).startsWith("optimal is a bound here, not exact"));
    const Json named = planOf(scenario, "selective:gelu+norms,selective:up")["sweep"];
    QCOMPARE(named[named.size() - 2]["tensors"], Json({ "gelu", "norms" }));
    QCOMPARE(named[named.size() - 1]["tensors"], Json({ "up" }));
    const Json exact = planOf(scenario);
    QVERIFY(!exact.contains("notes"));
    for (const Json& row : exact["sweep"]) {
        QVERIFY(row["exact"].get<bool>());
    }
}

// In article accounting plans of `optimal` are run as they are listed, and the budget that was open is filled in.
void TestPlanJson::plansAreExecuted()
{
    Scenario scenario;
    scenario.model.layers = 8;
    scenario.checkpointing.policy = PolicyId::Optimal;
    const Json plan = planOf(scenario, "store_all,revolve:3");
    const Json& sweep = plan["sweep"];
    QVERIFY(sweep.size() > 4);
    const Json& storeAll = sweep[sweep.size() - 2];
    QCOMPARE(storeAll["policy"].get<std::string>(), std::string("store_all"));
    QCOMPARE(storeAll["basis"].get<std::string>(), std::string("law"));
    QCOMPARE(sweep.back()["basis"].get<std::string>(), std::string("executed"));
    for (const Json& row : sweep) {
        QVERIFY(row["executed_activation_bytes"].is_number_integer());
        QVERIFY(row["basis"] == "executed" || row["basis"] == "law");
    }
    const Json& whole = sweep[sweep.size() - 3]; // the budget for everything
    QCOMPARE(whole["extra_forward_fraction"].get<double>(), 0.0);
    QCOMPARE(whole["executed_activation_bytes"].get<Bytes>(), storeAll["executed_activation_bytes"].get<Bytes>());
    QVERIFY(sweep[0]["executed_activation_bytes"].get<Bytes>() < whole["executed_activation_bytes"].get<Bytes>());
    const auto budget = plan["scenario"]["checkpointing"]["budget_bytes"].get<Bytes>();
    QCOMPARE(budget,
        plan["memory"]["capacity_bytes"].get<Bytes>() - plan["memory"]["parameters_bytes"].get<Bytes>()
            - plan["memory"]["optimizer_bytes"].get<Bytes>());
    scenario.checkpointing.budgetBytes = budget; // the same plan, and now said by the user
    QCOMPARE(planOf(scenario)["memory"], plan["memory"]);
    QVERIFY(!planOf(Scenario {})["scenario"]["checkpointing"].contains("budget_bytes"));
}

void TestPlanJson::positionsAreNoted()
{
    Scenario scenario;
    scenario.accounting = Accounting::Training;
    scenario.model.preset = "gpt2-124m";
    scenario.workload.batch = 1;
    scenario.workload.sequence = 2048;
    const Json plan = planOf(scenario);
    QVERIFY(
        QString::fromStdString(plan["notes"][0]).contains("2048 is longer than the model's 1024 learned positions"));
    QCOMPARE(plan["sweep"][0]["max_sequence"].get<Count>(), Count { 1024 });
}

QTEST_APPLESS_MAIN(TestPlanJson)
#include "tst_plan_json.moc"
