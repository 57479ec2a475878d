// SPDX-License-Identifier: MIT
#include "tests/core/scenario_text.h"

#include <QTest>

using namespace sublinear;
using namespace sublinear::testing;

class TestContradictions : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void contradictions_data();
    void contradictions();
    void refusalNamesItsField();
    void codeMadeScenariosAreChecked();
};

void TestContradictions::contradictions_data()
{
    QTest::addColumn<QByteArray>("assignments");
    QTest::addColumn<QByteArray>("expected");
    const auto row = addExpectation;
    row("model.kv_heads=5 model.heads=32",
        "model.kv_heads: \"5\" is not accepted with model.heads 32; it takes a divisor of 32");
    row("model.kv_heads=4 model.heads=32", "accepted");
    row("model.kv_heads=64 model.heads=32",
        "model.kv_heads: \"64\" is not accepted with model.heads 32; it takes a divisor of 32");
    row("model.kv_heads=32 model.heads=32", "accepted");
    row("model.kv_heads=5",
        "model.kv_heads: \"5\" is not accepted with model.heads 32 (not given); it takes a divisor of 32");
    row("model.heads=36 model.d_model=4096",
        "model.heads: \"36\" is not accepted with model.d_model 4096; it takes a divisor of 4096, or any number beside "
        "a given model.head_dim");
    row("model.heads=36 model.d_model=4096 model.head_dim=100", "accepted");
    row("model.heads=64 model.d_model=4096", "accepted");
    row("model.heads=36", "accepted");
    row("model.d_model=4100", "accepted");
    row("model.heads=64 model.d_model=32",
        "model.heads: \"64\" is not accepted with model.d_model 32; it takes a divisor of 32, or any number beside a "
        "given model.head_dim");
    row("model.layers=8 checkpointing.k=9",
        "checkpointing.k: \"9\" is not accepted with model.layers 8; it takes a whole number from 1 to 8");
    row("model.layers=8 checkpointing.k=8", "accepted");
    row("checkpointing.k=40",
        "checkpointing.k: \"40\" is not accepted with model.layers 32 (not given); it takes a whole number from 1 to "
        "32");
    row("model.preset=llama2-70b checkpointing.k=40", "accepted");
    row("model.layers=8 checkpointing.k=9 checkpointing.policy=segments",
        "checkpointing.k: \"9\" is not accepted with model.layers 8; it takes a whole number from 1 to 8");
    row("model.layers=8 checkpointing.k=9 checkpointing.policy=two_level",
        "checkpointing.k: \"9\" is not accepted with model.layers 8; it takes a whole number from 1 to 8");
    row("model.layers=8 checkpointing.k=9 checkpointing.policy=every_nth",
        "checkpointing.k: \"9\" is not accepted with model.layers 8; it takes a whole number from 1 to 8");
    row("model.layers=8 checkpointing.k=9 checkpointing.policy=store_all", "accepted");
    row("model.layers=8 checkpointing.k=9 checkpointing.policy=optimal", "accepted");
    row("model.layers=1 checkpointing.k=2", "checkpointing.k: \"2\" is not accepted with model.layers 1; it takes 1");
    row("model.layers=8 checkpointing.m=9 checkpointing.policy=first_m",
        "checkpointing.m: \"9\" is not accepted with model.layers 8; it takes a whole number from 0 to 8");
    row("model.layers=8 checkpointing.m=8 checkpointing.policy=first_m", "accepted");
    row("model.layers=8 checkpointing.m=0 checkpointing.policy=first_m", "accepted");
    row("model.layers=8 checkpointing.slots=9 checkpointing.policy=revolve",
        "checkpointing.slots: \"9\" is not accepted with model.layers 8; it takes a whole number from 1 to 8");
    row("model.layers=8 checkpointing.slots=8 checkpointing.policy=revolve", "accepted");
    row("model.layers=8 checkpointing.candidates=1,9",
        "checkpointing.candidates: \"9\" is not accepted with model.layers 8; it takes a whole number from 1 to 8");
    row("model.layers=8 checkpointing.candidates=1,8", "accepted");
    row("checkpointing.candidates=33",
        "checkpointing.candidates: \"33\" is not accepted with model.layers 32 (not given); it takes a whole number "
        "from 1 to 32");
    row("checkpointing.policy=every_nth checkpointing.k=4 checkpointing.start=3",
        "checkpointing.start: \"3\" is not accepted with checkpointing.k 4; it takes 1 or 4");
    row("checkpointing.policy=every_nth checkpointing.k=4 checkpointing.start=1", "accepted");
    row("checkpointing.policy=every_nth checkpointing.start=3",
        "checkpointing.start: \"3\" is not accepted with checkpointing.k 4 (not given); it takes 1 or 4");
    row("checkpointing.policy=segments checkpointing.start=3", "accepted");
    row("model.experts=8 model.experts_per_token=9",
        "model.experts_per_token: \"9\" is not accepted with model.experts 8; it takes a whole number from 1 to 8");
    row("model.experts=8 model.experts_per_token=8", "accepted");
    row("model.experts=8 model.experts_per_token=0",
        "model.experts_per_token: \"0\" is not accepted with model.experts 8; it takes a whole number from 1 to 8");
    row("model.experts=0 model.experts_per_token=0", "accepted");
    row("model.experts_per_token=2",
        "model.experts_per_token: \"2\" is not accepted with model.experts 0 (not given); it takes 0");
    row("model.experts=8 model.expert_d_ffn=0",
        "model.expert_d_ffn: \"0\" is not accepted with model.experts 8; it takes a whole number from 1 to 1048576");
    row("model.experts=0 model.expert_d_ffn=0", "accepted");
    row("model.layers=8 model.dense_layers=9",
        "model.dense_layers: \"9\" is not accepted with model.layers 8; it takes a whole number from 0 to 8");
    row("model.layers=8 model.dense_layers=8", "accepted");
    row("parallel.tensor=3",
        "parallel.tensor: \"3\" is not accepted with model.heads 32 (not given); it takes a divisor of 32");
    row("parallel.tensor=3 model.heads=12", "accepted");
    row("parallel.tensor=8", "accepted");
    row("model.preset=llama2-70",
        "model.preset: \"llama2-70\" is not known; nearest: llama2-70b, llama2-7b, llama3-70b");
    row("model.preset=nothing-like-any",
        "model.preset: \"nothing-like-any\" is not known; sublinear presets lists those that are");
    // no near spelling, but parts of a name
    row("model.preset=llama-3-instruct-8b", "model.preset: \"llama-3-instruct-8b\" is not known; nearest: llama3-8b");
    row("model.preset=llama2-70b", "accepted");
    row("model.preset=t5-small",
        "model.preset: \"t5-small\" is not accepted; it cannot be modelled: encoder-decoder: two stacks and "
        "cross-attention");
    row("device.gpu=80gib-artcle", "device.gpu: \"80gib-artcle\" is not known; nearest: 80gib-article");
    row("device.gpu=80gib-article", "accepted");
}

void TestContradictions::contradictions()
{
    QFETCH(QByteArray, assignments);
    const Scenario scenario = given(assignments);
    QTEST(outcomeOf(scenario), "expected");
}

void TestContradictions::refusalNamesItsField()
{
    QCOMPARE(resolve(given("checkpointing.k=40")).error().field, "checkpointing.k");
    QCOMPARE(resolve(given("model.preset=llama9")).error().field, "model.preset");
    QCOMPARE(resolve(given("device.gpu=abacus")).error().field, "device.gpu");
}

void TestContradictions::codeMadeScenariosAreChecked()
{
    Scenario scenario;
    scenario.model.layers = -5;
    QCOMPARE(outcomeOf(scenario),
        QByteArray("model.layers: \"-5\" is not accepted; it takes a whole number from 1 to 10000"));
    QCOMPARE(outcomeOf(clamped(scenario)), QByteArray("accepted"));
    scenario = {};
    scenario.model.kvHeads = 0; // would divide by it
    QVERIFY(outcomeOf(scenario) != "accepted");
    scenario = {};
    scenario.recipe.name = "mixed";
    QCOMPARE(outcomeOf(scenario), QByteArray("recipe.name: \"mixed\" is not known; nearest: fp16_mixed"));
}

QTEST_APPLESS_MAIN(TestContradictions)
#include "tst_contradictions.moc"
