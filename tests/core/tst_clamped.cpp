// SPDX-License-Identifier: MIT
#include "tests/core/scenario_text.h"

#include <QTest>

using namespace sublinear;
using namespace sublinear::testing;

class TestClamped : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void clamps_data();
    void clamps();
    void clampedFollowsAMove_data();
    void clampedFollowsAMove();
};

void TestClamped::clamps_data()
{
    QTest::addColumn<QByteArray>("assignments");
    QTest::addColumn<QByteArray>("expected");
    const auto row = addExpectation;
    row("model.layers=8 checkpointing.k=9", "model.layers=8 checkpointing.k=8");
    row("checkpointing.k=40", "model.layers=- checkpointing.k=32");
    row("model.layers=8 checkpointing.k=4", "checkpointing.k=4");
    row("model.layers=8 checkpointing.m=9 checkpointing.slots=10", "checkpointing.m=8 checkpointing.slots=8");
    row("model.layers=8 checkpointing.candidates=1,8,9", "checkpointing.candidates=1,8");
    row("model.layers=8 checkpointing.candidates=9", "checkpointing.candidates=-");
    row("model.preset=llama2-70b checkpointing.candidates=80,81", "checkpointing.candidates=80");
    row("checkpointing.k=5 checkpointing.start=4", "checkpointing.k=5 checkpointing.start=-");
    row("checkpointing.k=5 checkpointing.start=1", "checkpointing.start=1");
    row("model.layers=4 checkpointing.k=5 checkpointing.start=5", "checkpointing.k=4 checkpointing.start=-");
    row("model.heads=30 model.kv_heads=8", "model.heads=30 model.kv_heads=-");
    row("model.heads=32 model.kv_heads=8", "model.kv_heads=8");
    row("model.heads=30 model.d_model=4096", "model.heads=30 model.d_model=4096 model.head_dim=136");
    row("model.heads=32 model.d_model=4096", "model.head_dim=-");
    row("model.heads=30 parallel.tensor=8", "parallel.tensor=6");
    row("model.experts=4 model.experts_per_token=8", "model.experts_per_token=4");
    row("model.experts=0 model.experts_per_token=8", "model.experts_per_token=-");
    row("model.experts=4 model.expert_d_ffn=0", "model.expert_d_ffn=1");
    row("model.layers=2 model.dense_layers=3", "model.dense_layers=2");
}

void TestClamped::clamps()
{
    QFETCH(QByteArray, assignments);
    QFETCH(QByteArray, expected);
    const Scenario brought = clamped(given(assignments));
    QCOMPARE(differences(brought, expected), QByteArray());
    QCOMPARE(outcomeOf(brought), QByteArray("accepted"));
}

void TestClamped::clampedFollowsAMove_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("move");
    QTest::addColumn<QByteArray>("expected"); // resolved
    const auto row = [](const char* name, const char* before, const char* move, const char* expected) {
        QTest::addRow("%s", name) << QByteArray(before) << QByteArray(move) << QByteArray(expected);
    };
    row("head_dim that was D/H follows", "model.d_model=4096 model.heads=32 model.head_dim=128", "model.heads=16",
        "model.head_dim=256");
    row("and back", "model.d_model=4096 model.heads=30 model.head_dim=136", "model.heads=32", "model.head_dim=128");
    row("free head_dim stays", "model.d_model=4096 model.heads=32 model.head_dim=256", "model.heads=16",
        "model.head_dim=256");
    row("moved head_dim stays", "model.d_model=4096 model.heads=32 model.head_dim=128", "model.head_dim=64",
        "model.head_dim=64");
    row("another move", "model.d_model=4096 model.heads=32 model.head_dim=128", "model.layers=16",
        "model.head_dim=128");
    row("width follows too", "model.d_model=4096 model.heads=32 model.head_dim=128", "model.d_model=8192",
        "model.head_dim=256");
}

void TestClamped::clampedFollowsAMove()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, move);
    QFETCH(QByteArray, expected);
    const Scenario then = given(before);
    const Result<ResolvedScenario> resolved = resolve(clamped(given(before + ' ' + move), &then));
    QVERIFY2(resolved.ok(), resolved ? "" : resolved.error().message.c_str());
    QCOMPARE(differences(complete(*resolved), expected), QByteArray());
}

QTEST_APPLESS_MAIN(TestClamped)
#include "tst_clamped.moc"
