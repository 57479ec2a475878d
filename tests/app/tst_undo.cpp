// SPDX-License-Identifier: MIT
// What one undo takes back.
#include "app/model/scenario_model.h"

#include <QSignalSpy>
#include <QTest>

using namespace sublinear;
using namespace std::chrono_literals;

namespace {

FieldValue whole(std::int64_t value)
{
    return FieldValue { value };
}

/// Long enough that no slow machine splits what is meant to merge.
constexpr auto kForever = std::chrono::hours(1);

} // namespace

class TestUndo : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void setFieldIsOneUndoEntry()
    {
        ScenarioModel model;
        const QSignalSpy changed(&model, &ScenarioModel::scenarioChanged);
        QVERIFY(model.setField("workload.batch", whole(3)));
        QCOMPARE(changed.size(), 1);
        QCOMPARE(model.scenario().workload.batch, Count { 3 });
        QCOMPARE(model.undoStack().count(), 1);
        QCOMPARE(model.undoStack().undoText(), QStringLiteral("Batch 4 \u2192 3"));
        model.undoStack().undo();
        QCOMPARE(model.scenario(), Scenario {});
        model.undoStack().redo();
        QCOMPARE(model.scenario().workload.batch, Count { 3 });
    }

    void undoTextOfBytesIsInGiB()
    {
        ScenarioModel model;
        QVERIFY(model.setField("device.memory_bytes", whole(Bytes { 24 } << 30)));
        QCOMPARE(model.undoStack().undoText(), QStringLiteral("Device memory 80 GiB \u2192 24 GiB"));
    }

    void undoTextOfASwitchIsOnOrOff()
    {
        ScenarioModel model;
        QVERIFY(model.setField("recipe.dropout", FieldValue { true }));
        QCOMPARE(model.undoStack().undoText(), QStringLiteral("Dropout off \u2192 on"));
    }

    void gestureIsOneEntry()
    {
        ScenarioModel model;
        model.setMergeWindow(0ms);
        model.beginGesture();
        for (const int batch : { 5, 6, 7, 8 }) {
            QVERIFY(model.setField("workload.batch", whole(batch)));
        }
        model.endGesture();
        QCOMPARE(model.undoStack().count(), 1);
        QCOMPARE(model.undoStack().undoText(), QStringLiteral("Batch 4 \u2192 8"));
        model.undoStack().undo();
        QCOMPARE(model.scenario(), Scenario {});
    }

    void gestureThatEndsWhereItBeganLeavesNothing()
    {
        ScenarioModel model;
        model.beginGesture();
        QVERIFY(model.setField("workload.batch", whole(9)));
        QCOMPARE(model.undoStack().count(), 1);
        QVERIFY(model.setField("workload.batch", whole(4)));
        model.endGesture();
        QCOMPARE(model.undoStack().count(), 0);
        QCOMPARE(model.scenario(), Scenario {});
    }

    void twoGesturesAreTwoEntries()
    {
        ScenarioModel model;
        model.setMergeWindow(kForever);
        for (const int batch : { 5, 6 }) {
            model.beginGesture();
            QVERIFY(model.setField("workload.batch", whole(batch)));
            model.endGesture();
        }
        QCOMPARE(model.undoStack().count(), 2);
    }

    void clampedNumberComesBackWithinAGesture()
    {
        ScenarioModel model;
        QVERIFY(model.setField("checkpointing.k", whole(16)));
        model.beginGesture();
        QVERIFY(model.setField("model.layers", whole(8)));
        QCOMPARE(model.effectiveWhole("checkpointing.k"), 8);
        QVERIFY(model.setField("model.layers", whole(31)));
        QCOMPARE(model.effectiveWhole("checkpointing.k"), 16);
        QVERIFY(model.setField("model.layers", whole(8)));
        model.endGesture();
        QCOMPARE(model.effectiveWhole("checkpointing.k"), 8);
        model.undoStack().undo();
        QCOMPARE(model.effectiveWhole("checkpointing.k"), 16);
        QCOMPARE(model.effectiveWhole("model.layers"), 32);
    }

    void keyboardStepsMergeWithinTheWindowOnly_data()
    {
        QTest::addColumn<qint64>("window");
        QTest::addColumn<int>("entries");
        QTest::addRow("in time") << qint64 { 3'600'000 } << 1;
        QTest::addRow("late") << qint64 { 0 } << 3;
    }
    void keyboardStepsMergeWithinTheWindowOnly()
    {
        QFETCH(qint64, window);
        QFETCH(int, entries);
        ScenarioModel model;
        model.setMergeWindow(std::chrono::milliseconds(window));
        for (const int batch : { 5, 6, 7 }) {
            QVERIFY(model.setField("workload.batch", whole(batch)));
        }
        QCOMPARE(model.undoStack().count(), entries);
    }

    void differentFieldsNeverMerge()
    {
        ScenarioModel model;
        model.setMergeWindow(kForever);
        QVERIFY(model.setField("workload.batch", whole(5)));
        QVERIFY(model.setField("model.layers", whole(5)));
        QVERIFY(model.setField("workload.batch", whole(6)));
        QCOMPARE(model.undoStack().count(), 3);
    }

    void nothingMergesIntoWhatWasUndone()
    {
        ScenarioModel model;
        model.setMergeWindow(kForever);
        QVERIFY(model.setField("workload.batch", whole(5)));
        model.endGesture();
        QVERIFY(model.setField("workload.batch", whole(6)));
        model.undoStack().undo();
        QVERIFY(model.setField("workload.batch", whole(7)));
        QCOMPARE(model.undoStack().count(), 2);
        model.undoStack().undo();
        QCOMPARE(model.scenario().workload.batch, Count { 5 });
    }

    void openingIsUndoneWithItsDocument()
    {
        ScenarioModel model;
        const int before = model.document();
        Scenario other;
        other.workload.batch = 9;
        model.openScenario(other, QStringLiteral("Open other"));
        QVERIFY(model.document() != before);
        QCOMPARE(model.undoStack().undoText(), QStringLiteral("Open other"));
        model.undoStack().undo();
        QCOMPARE(model.document(), before);
        QCOMPARE(model.scenario(), Scenario {});
        model.replaceScenario(other, QStringLiteral("Replace"));
        QCOMPARE(model.document(), before);
        QCOMPARE(model.scenario(), other);
    }
};

QTEST_GUILESS_MAIN(TestUndo)
#include "tst_undo.moc"
