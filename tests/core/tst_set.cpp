// SPDX-License-Identifier: MIT
#include "tests/core/scenario_text.h"

#include <QTest>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

/// "" if the assignment is accepted, else the message.
QByteArray refusalOf(Scenario& scenario, const QByteArray& assignment)
{
    const Status status = applySet(scenario, viewOf(assignment));
    return status ? QByteArray() : bytesOf(status.error().message);
}

} // namespace

class TestSet : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void rangesHoldWhatPeopleTrain_data();
    void rangesHoldWhatPeopleTrain();
    void spellings_data();
    void spellings();
    void refusals_data();
    void refusals();
    void refusalLeavesTheScenario();
};

void TestSet::rangesHoldWhatPeopleTrain_data()
{
    QTest::addColumn<QByteArray>("assignment");
    for (const char* assignment :
        { "model.layers=1", "model.layers=1000", "workload.sequence=1", "workload.sequence=1Mi", "workload.batch=1",
            "workload.batch=4096", "model.d_model=65536", "model.d_ffn=262144", "model.vocab=256000",
            "model.parameters=6.4e9", "model.parameters=1T", "model.experts=0", "model.experts=256",
            "device.memory_bytes=1GiB", "device.memory_bytes=1TiB", "device.reserve_bytes=0", "parallel.data=16384",
            "parallel.zero=0", "parallel.zero=3", "parallel.tensor=8", "checkpointing.m=0", "checkpointing.k=1000" }) {
        QTest::addRow("%s", assignment) << QByteArray(assignment);
    }
}

void TestSet::rangesHoldWhatPeopleTrain()
{
    QFETCH(QByteArray, assignment);
    Scenario scenario;
    QCOMPARE(refusalOf(scenario, assignment), QByteArray());
}

void TestSet::spellings_data()
{
    QTest::addColumn<QByteArray>("assignment");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* assignment, const char* expected) {
        QTest::addRow("%s", assignment) << QByteArray(assignment) << QByteArray(expected);
    };
    row("workload.batch=4.0", "4");
    row("workload.sequence=2k", "2000");
    row("workload.sequence=2Ki", "2048");
    row(" workload.batch = 8 ", "8");
    row("model.parameters=6.4e9", "6400000000");
    row("device.memory_bytes=80GiB", "85899345920");
    row("device.memory_bytes=80.25 GiB", "86167781376");
    row("device.memory_bytes=85899345920", "85899345920");
    row("checkpointing.budget_bytes=20GB", "20000000000");
    row("model.gated_mlp=true", "true");
    row("checkpointing.candidates=1, 2,4,1Ki", "1,2,4,1024");
    row("checkpointing.tensors=gelu, norms", "gelu,norms");
    row("checkpointing.tensors=gelu+norms", "gelu,norms"); // as a policy list has it
    row("model.name=a=b", "a=b");
    row("model.name=a+b", "a+b");
    row("accounting=training", "training");
}

void TestSet::spellings()
{
    QFETCH(QByteArray, assignment);
    Scenario scenario;
    QCOMPARE(refusalOf(scenario, assignment), QByteArray());
    const QByteArray path = assignment.left(assignment.indexOf('=')).trimmed();
    QTEST(textAt(scenario, viewOf(path)), "expected");
}

void TestSet::refusals_data()
{
    QTest::addColumn<QByteArray>("assignment");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* assignment, const char* expected) {
        QTest::addRow("%s", assignment) << QByteArray(assignment) << QByteArray(expected);
    };
    row("workload.batch=1.5", "workload.batch: \"1.5\" is not accepted; it takes a whole number from 1 to 65536");
    row("workload.batch=0", "workload.batch: \"0\" is not accepted; it takes a whole number from 1 to 65536");
    row("workload.batch=-4", "workload.batch: \"-4\" is not accepted; it takes a whole number from 1 to 65536");
    row("workload.batch=65537", "workload.batch: \"65537\" is not accepted; it takes a whole number from 1 to 65536");
    row("workload.batch=four", "workload.batch: \"four\" is not accepted; it takes a whole number from 1 to 65536");
    row("workload.batch=NaN", "workload.batch: \"NaN\" is not accepted; it takes a whole number from 1 to 65536");
    row("workload.batch=1e308", "workload.batch: \"1e308\" is not accepted; it takes a whole number from 1 to 65536");
    row("workload.sequence=4GiB",
        "workload.sequence: \"4GiB\" is not accepted; it takes a whole number from 1 to 16777216");
    row("model.layers=18446744073709551615",
        "model.layers: \"18446744073709551615\" is not accepted; it takes a whole number from 1 to 10000");
    row("parallel.zero=4", "parallel.zero: \"4\" is not accepted; it takes a whole number from 0 to 3");
    row("device.memory_bytes=80 apples",
        "device.memory_bytes: \"80 apples\" is not accepted; it takes bytes from 1 to 1125899906842624, or a size such "
        "as 80GiB");
    row("device.memory_bytes=0",
        "device.memory_bytes: \"0\" is not accepted; it takes bytes from 1 to 1125899906842624, or a size such as "
        "80GiB");
    row("model.gated_mlp=yes", "model.gated_mlp: \"yes\" is not accepted; it takes true or false");
    row("model.gated_mlp=1", "model.gated_mlp: \"1\" is not accepted; it takes true or false");
    row("recipe.dtype=bf32", "recipe.dtype: \"bf32\" is not accepted; it takes one of bf16, fp16, fp32");
    row("recipe.dtype=BF16", "recipe.dtype: \"BF16\" is not accepted; it takes one of bf16, fp16, fp32");
    row("recipe.name=mixed",
        "recipe.name: \"mixed\" is not accepted; it takes one of article, bf16_fp32_master, bf16_pure, fp32, "
        "fp16_mixed, adam8bit, adafactor, sgd");
    row("checkpointing.policy=every_2nd",
        "checkpointing.policy: \"every_2nd\" is not accepted; it takes one of store_all, article, segments, every_nth, "
        "first_m, two_level, selective, recursive, revolve, optimal");
    row("checkpointing.tensors=gelu,down",
        "checkpointing.tensors: \"gelu,down\" is not accepted; it takes a list of attention, gelu, norms, up");
    row("checkpointing.tensors=,",
        "checkpointing.tensors: \",\" is not accepted; it takes a list of attention, gelu, norms, up");
    row("checkpointing.candidates=1,2,x",
        "checkpointing.candidates: \"1,2,x\" is not accepted; it takes a list of whole numbers from 1 to 10000");
    row("checkpointing.candidates=0,2",
        "checkpointing.candidates: \"0,2\" is not accepted; it takes a list of whole numbers from 1 to 10000");
    row("model.name=a\x1B[31m",
        "model.name: \"a\xEF\xBF\xBD[31m\" is not accepted; it takes text of 1 to 200 characters");
    row("model.layrs=3", "model.layrs: unknown field; nearest: model.layers");
    row("layers=3", "layers: unknown field; nearest: model.layers");
    row("workload.batchsize=3", "workload.batchsize: unknown field; nearest: workload.batch");
    row("acounting=article", "acounting: unknown field; nearest: accounting");
    row("nothing.like.it=3", "nothing.like.it: unknown field");
    row("=3", "\"=3\" is not accepted; --set takes PATH=VALUE, such as workload.batch=8");
    row(" =3", "\" =3\" is not accepted; --set takes PATH=VALUE, such as workload.batch=8");
    row("checkpointing.tensors=gelu+down",
        "checkpointing.tensors: \"gelu+down\" is not accepted; it takes a list of attention, gelu, norms, up");
    row("workload.batch", "\"workload.batch\" is not accepted; --set takes PATH=VALUE, such as workload.batch=8");
    row("", "\"\" is not accepted; --set takes PATH=VALUE, such as workload.batch=8");
}

void TestSet::refusals()
{
    QFETCH(QByteArray, assignment);
    Scenario scenario;
    QTEST(refusalOf(scenario, assignment), "expected");
    QVERIFY(scenario == Scenario());
}

void TestSet::refusalLeavesTheScenario()
{
    Scenario scenario;
    scenario.workload.batch = 7;
    const Scenario before = scenario;
    QVERIFY(!applySet(scenario, "workload.batch=0").ok());
    QVERIFY(!applySet(scenario, "workload.bach=3").ok());
    QVERIFY(scenario == before);
    QVERIFY(applySet(scenario, "workload.batch=3").ok());
    QVERIFY(scenario != before);
}

QTEST_APPLESS_MAIN(TestSet)
#include "tst_set.moc"
