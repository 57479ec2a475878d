// SPDX-License-Identifier: MIT
#include "app/model/scenario_model.h"
#include "app/model/text.h"
#include "core/catalog/catalog.h"
#include "core/plan/evaluate.h"

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

class TestScenarioModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void startsWithTheArticle()
    {
        const ScenarioModel model;
        QCOMPARE(model.scenario(), Scenario {});
        QCOMPARE(model.refusal(), QString());
        const auto expected = evaluate(Scenario {});
        QVERIFY(expected.ok());
        QCOMPARE(model.evaluation().memory.totalBytes, expected->memory.totalBytes);
        QCOMPARE(model.evaluation().memory.totalBytes, Bytes { 86167781376 });
        QCOMPARE(model.effectiveWhole("model.layers"), 32);
        QCOMPARE(model.effectiveWhole("checkpointing.k"), 4);
    }

    void startsFromAGivenScenario()
    {
        Scenario start;
        start.workload.batch = 2;
        const ScenarioModel model(start);
        QCOMPARE(model.evaluation().scenario.workload.batch, 2);
        QVERIFY(model.scenarioPreset().empty());
        const ScenarioModel preset(scenarioPresets().front().scenario);
        QCOMPARE(preset.scenarioPreset(), scenarioPresets().front().id);
    }

    void refusedStartKeepsAPicture()
    {
        Scenario start;
        start.model.layers = 8;
        start.checkpointing.k = 9;
        const ScenarioModel model(start);
        QVERIFY(!model.refusal().isEmpty());
        QCOMPARE(model.scenario(), start);
        QCOMPARE(model.evaluation().scenario.model.layers, 32);
    }

    void refusesWhatTheFieldDoesNotTake_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<qint64>("value");
        QTest::addColumn<QString>("named");
        QTest::addRow("zero") << QStringLiteral("workload.batch") << qint64 { 0 } << QStringLiteral("Batch: \"0\"");
        QTest::addRow("negative") << QStringLiteral("model.layers") << qint64 { -3 }
                                  << QStringLiteral("Layers: \"-3\"");
        QTest::addRow("over") << QStringLiteral("workload.batch") << qint64 { 65537 } << QStringLiteral("1 to 65536");
        QTest::addRow("no such field") << QStringLiteral("workload.bath") << qint64 { 4 }
                                       << QStringLiteral("workload.bath");
    }
    void refusesWhatTheFieldDoesNotTake()
    {
        QFETCH(QString, path);
        QFETCH(qint64, value);
        QFETCH(QString, named);
        ScenarioModel model;
        QSignalSpy refused(&model, &ScenarioModel::refused);
        const QSignalSpy changed(&model, &ScenarioModel::scenarioChanged);
        QVERIFY(!model.setField(toUtf8(path), whole(value)));
        QCOMPARE(refused.size(), 1);
        const QString message = refused.front().front().toString();
        QVERIFY2(message.contains(named), qPrintable(message));
        QCOMPARE(changed.size(), 0);
        QCOMPARE(model.undoStack().count(), 0);
    }

    void sameValueIsNoEdit()
    {
        ScenarioModel model;
        QVERIFY(model.setField("workload.batch", whole(4))); // what is derived anyway
        QCOMPARE(model.scenario(), Scenario {});
        QVERIFY(model.setField("workload.batch", whole(3)));
        QVERIFY(model.setField("workload.batch", whole(3)));
        QCOMPARE(model.undoStack().count(), 1);
    }

    void takingAValueAwayDerivesIt()
    {
        ScenarioModel model;
        QVERIFY(model.setField("checkpointing.k", whole(8)));
        QVERIFY(model.setField("checkpointing.k", {}));
        QVERIFY(!model.scenario().checkpointing.k);
        QCOMPARE(model.effectiveWhole("checkpointing.k"), 4);
    }

    void evaluationIsCoalescedAndNotPostponed()
    {
        ScenarioModel model;
        QSignalSpy evaluated(&model, &ScenarioModel::evaluationChanged);
        for (int batch = 5; batch < 205; ++batch) {
            QVERIFY(model.setField("workload.batch", whole(batch)));
        }
        QCOMPARE(evaluated.size(), 0);
        QVERIFY(evaluated.wait());
        QCOMPARE(evaluated.size(), 1);
        QCOMPARE(model.evaluation().scenario.workload.batch, 204);

        // Edits that go on coming do not keep it from happening.
        for (int batch = 5; batch < 15; ++batch) {
            QVERIFY(model.setField("workload.batch", whole(batch)));
            QCoreApplication::processEvents();
        }
        QVERIFY(evaluated.size() > 2);
    }

    void settleEvaluatesAtOnce()
    {
        ScenarioModel model;
        const QSignalSpy evaluated(&model, &ScenarioModel::evaluationChanged);
        QVERIFY(model.setField("workload.batch", whole(2)));
        model.settle();
        QCOMPARE(evaluated.size(), 1);
        QCOMPARE(model.evaluation().scenario.workload.batch, 2);
        model.settle();
        QCOMPARE(evaluated.size(), 1);
    }

    void refusedScenarioKeepsTheLastPicture()
    {
        ScenarioModel model;
        const Bytes before = model.evaluation().memory.totalBytes;
        // Each is accepted, together they are over 2^63 bytes.
        QVERIFY(model.setField("workload.sequence", whole(1 << 24)));
        QVERIFY(model.setField("model.heads", whole(65536)));
        model.settle();
        QVERIFY2(model.refusal().contains(QStringLiteral("2^63")), qPrintable(model.refusal()));
        QCOMPARE(model.evaluation().memory.totalBytes, before);
        QCOMPARE(model.effectiveWhole("model.heads"), 65536);
        QCOMPARE(model.effectiveWhole("workload.batch"), 4);
        model.undoStack().undo();
        model.settle();
        QCOMPARE(model.refusal(), QString());
    }

    void chooseNumberFollowsThePolicy_data()
    {
        QTest::addColumn<QString>("policy");
        QTest::addColumn<QString>("path");
        QTest::addRow("article") << QStringLiteral("article") << QStringLiteral("checkpointing.k");
        QTest::addRow("segments") << QStringLiteral("segments") << QStringLiteral("checkpointing.k");
        QTest::addRow("first_m") << QStringLiteral("first_m") << QStringLiteral("checkpointing.m");
        QTest::addRow("store_all") << QStringLiteral("store_all") << QString();
    }
    void chooseNumberFollowsThePolicy()
    {
        QFETCH(QString, policy);
        QFETCH(QString, path);
        ScenarioModel model;
        model.setMergeWindow(kForever);
        QVERIFY(model.setField("checkpointing.policy", FieldValue { toUtf8(policy) }));
        QCOMPARE(toQString(model.numberPath()), path);
        const int before = model.undoStack().count();
        QCOMPARE(model.chooseNumber(5), !path.isEmpty());
        QCOMPARE(model.chooseNumber(7), !path.isEmpty());
        if (!path.isEmpty()) {
            QCOMPARE(model.effectiveWhole(toUtf8(path)), 7);
            QCOMPARE(model.undoStack().count(), before + 2); // each choice is an entry of its own
        } else {
            QCOMPARE(model.undoStack().count(), before);
        }
    }

    void presetsReplaceWhatTheyAreFor()
    {
        ScenarioModel model;
        QVERIFY(model.setField("workload.batch", whole(7)));
        const auto presets = scenarioPresets();
        QVERIFY(model.chooseScenarioPreset(presets[1].id));
        QCOMPARE(model.scenario(), presets[1].scenario);
        QCOMPARE(model.scenarioPreset(), presets[1].id);
        model.undoStack().undo();
        QCOMPARE(model.scenario().workload.batch, Count { 7 });
        QVERIFY(model.scenarioPreset() != presets[1].id);
        QVERIFY(!model.chooseScenarioPreset("none-such"));
    }

    void modelPresetReplacesTheModelOnly()
    {
        ScenarioModel model;
        QVERIFY(model.setField("workload.batch", whole(7)));
        QVERIFY(model.setField("model.layers", whole(64)));
        QVERIFY(model.setField("checkpointing.k", whole(60)));
        QVERIFY(model.chooseModelPreset("gpt2-124m"));
        model.settle();
        QCOMPARE(model.refusal(), QString());
        QCOMPARE(model.evaluation().scenario.model.layers, 12);
        QCOMPARE(model.evaluation().scenario.workload.batch, 7);
        QCOMPARE(model.evaluation().parameterCount, 12 * (4 * 768 * 768 + 2 * 768 * 3072)); // the article's formula
        QVERIFY(model.setField("model.layers", whole(24)));
        model.settle();
        QCOMPARE(model.evaluation().parameterCount, 24 * (4 * 768 * 768 + 2 * 768 * 3072)); // and it follows the hand
        model.undoStack().undo();
        model.settle();
        QCOMPARE(model.effectiveWhole("checkpointing.k"), 12); // clamped to the new N
        QVERIFY(!model.chooseModelPreset("none-such"));
    }

    void unmodellableIsRefusedWithItsReason()
    {
        const auto presets = modelPresets();
        const auto found = std::find_if(
            presets.begin(), presets.end(), [](const ModelPreset& preset) { return !preset.notModelled.empty(); });
        QVERIFY(found != presets.end());
        ScenarioModel model;
        QSignalSpy refused(&model, &ScenarioModel::refused);
        QVERIFY(!model.chooseModelPreset(found->id));
        QVERIFY(refused.front().front().toString().contains(toQString(found->notModelled)));
        QCOMPARE(model.scenario(), Scenario {});
    }

    void deviceBringsItsMemory()
    {
        ScenarioModel model;
        QVERIFY(model.setField("device.memory_bytes", whole(Bytes { 10 } << 30)));
        QVERIFY(model.chooseGpu("rtx-4090"));
        model.settle();
        QCOMPARE(model.evaluation().memory.capacityBytes, findGpuPreset("rtx-4090")->memoryBytes);
        QVERIFY(!model.chooseGpu("none-such"));
    }

    void everyModelAndDeviceThatIsOfferedEvaluates()
    {
        ScenarioModel model;
        for (const ModelPreset& preset : modelPresets()) {
            if (preset.notModelled.empty()) {
                QVERIFY(model.chooseModelPreset(preset.id));
                model.settle();
                QVERIFY2(model.refusal().isEmpty(), qPrintable(toQString(preset.id) + u' ' + model.refusal()));
            }
        }
        for (const GpuPreset& preset : gpuPresets()) {
            QVERIFY(model.chooseGpu(preset.id));
            model.settle();
            QVERIFY2(model.refusal().isEmpty(), qPrintable(toQString(preset.id) + u' ' + model.refusal()));
        }
        for (const ScenarioPreset& preset : scenarioPresets()) {
            QVERIFY(model.chooseScenarioPreset(preset.id));
            model.settle();
            QVERIFY2(model.refusal().isEmpty(), qPrintable(toQString(preset.id) + u' ' + model.refusal()));
        }
    }

    void randomHandNeverBreaksAnything()
    {
        ScenarioModel model;
        model.setMergeWindow(0ms);
        const std::pair<const char*, int> fields[] = { { "model.layers", 200 }, { "workload.batch", 512 },
            { "workload.sequence", 100000 }, { "checkpointing.k", 300 }, { "model.d_ffn", 65536 } };
        unsigned state = 1;
        const auto next = [&state](unsigned below) {
            state = state * 1664525U + 1013904223U;
            return (state >> 8U) % below;
        };
        for (int i = 0; i < 500; ++i) {
            const auto& [path, limit] = fields[next(std::size(fields))];
            QVERIFY(model.setField(path, whole(1 + next(unsigned(limit)))));
            model.settle();
            QVERIFY2(model.refusal().isEmpty(), qPrintable(model.refusal()));
            Bytes sum = 0;
            for (const MemoryRow& row : model.evaluation().memory.rows) {
                QVERIFY(row.bytes > 0);
                sum += row.bytes;
            }
            QCOMPARE(sum, model.evaluation().memory.totalBytes);
        }
        while (model.undoStack().canUndo()) {
            model.undoStack().undo();
        }
        QCOMPARE(model.undoStack().index(), 0);
    }
};

QTEST_GUILESS_MAIN(TestScenarioModel)
#include "tst_scenario_model.moc"
