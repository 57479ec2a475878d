// SPDX-License-Identifier: MIT
// Sliders of the panel: dragging, keys, wheel, ticks.
#include "app/controls/tick_strip.h"
#include "app/model/text.h"
#include "tests/app/support/panel_bench.h"

#include <QSignalSpy>
#include <QWheelEvent>

#include <memory>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

constexpr auto kForever = std::chrono::hours(1);

} // namespace

class TestSliders : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<PanelBench> m_bench;

private Q_SLOTS:
    void init() { m_bench = std::make_unique<PanelBench>(); }
    void cleanup() { m_bench.reset(); }

    void draggingMovesTheModelAndIsOneUndoEntry()
    {
        ValueSlider* batch = m_bench->slider(QStringLiteral("workload.batch"));
        const QSignalSpy changed(&m_bench->model, &ScenarioModel::scenarioChanged);
        const int y = batch->height() / 2;
        const int from = batch->xOf(4);
        QTest::mousePress(batch, Qt::LeftButton, {}, { from, y });
        QVERIFY(m_bench->model.inGesture());
        QCOMPARE(m_bench->model.effectiveWhole("workload.batch"), 4); // taking hold of the handle moves nothing
        for (const int value : { 8, 16, 32, 64 }) {
            QTest::mouseMove(batch, { batch->xOf(value), y });
            QCOMPARE(m_bench->model.effectiveWhole("workload.batch"), value);
            QCOMPARE(m_bench->spin(QStringLiteral("workload.batch"))->text(), QString::number(value));
        }
        QTest::mouseRelease(batch, Qt::LeftButton, {}, { batch->xOf(64), y });
        QVERIFY(!m_bench->model.inGesture());
        QCOMPARE(changed.size(), 4);
        QCOMPARE(m_bench->model.undoStack().count(), 1);
        QCOMPARE(m_bench->model.undoStack().undoText(), QStringLiteral("Batch 4 \u2192 64"));
        m_bench->model.undoStack().undo();
        QCOMPARE(batch->value(), 4);
    }

    void escapeInADragPutsItBack()
    {
        ValueSlider* batch = m_bench->slider(QStringLiteral("workload.batch"));
        batch->setFocus();
        const int y = batch->height() / 2;
        QTest::mousePress(batch, Qt::LeftButton, {}, { batch->xOf(4), y });
        QTest::mouseMove(batch, { batch->xOf(64), y });
        QCOMPARE(m_bench->model.effectiveWhole("workload.batch"), 64);
        QTest::keyClick(batch, Qt::Key_Escape);
        QTest::mouseRelease(batch, Qt::LeftButton, {}, { batch->xOf(64), y });
        QCOMPARE(m_bench->model.effectiveWhole("workload.batch"), 4);
        QCOMPARE(m_bench->model.undoStack().count(), 0);
    }

    void pressOnTheGrooveTakesTheHandleThere()
    {
        ValueSlider* sequence = m_bench->slider(QStringLiteral("workload.sequence"));
        QTest::mouseClick(sequence, Qt::LeftButton, {}, { sequence->xOf(8192), sequence->height() / 2 });
        QCOMPARE(m_bench->model.effectiveWhole("workload.sequence"), 8192);
        QCOMPARE(m_bench->model.undoStack().count(), 1);
    }

    void sliderKeys_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("key");
        QTest::addColumn<int>("expected");
        const auto sequence = QStringLiteral("workload.sequence.slider");
        const auto batch = QStringLiteral("workload.batch.slider");
        const auto k = QStringLiteral("checkpointing.k.slider");
        const auto layers = QStringLiteral("model.layers.slider");
        QTest::addRow("sequence right") << sequence << int(Qt::Key_Right) << 2049;
        QTest::addRow("sequence left") << sequence << int(Qt::Key_Left) << 2047;
        QTest::addRow("sequence page up") << sequence << int(Qt::Key_PageUp) << 4096;
        QTest::addRow("sequence page down") << sequence << int(Qt::Key_PageDown) << 1024;
        QTest::addRow("sequence home") << sequence << int(Qt::Key_Home) << 128;
        QTest::addRow("sequence end") << sequence << int(Qt::Key_End) << 131072;
        QTest::addRow("batch left") << batch << int(Qt::Key_Left) << 3;
        QTest::addRow("batch page down") << batch << int(Qt::Key_PageDown) << 2;
        QTest::addRow("K page up: next divisor") << k << int(Qt::Key_PageUp) << 8;
        QTest::addRow("K page down: divisor before") << k << int(Qt::Key_PageDown) << 2;
        QTest::addRow("K end") << k << int(Qt::Key_End) << 32;
        QTest::addRow("layers page up") << layers << int(Qt::Key_PageUp) << 40;
    }
    void sliderKeys()
    {
        QFETCH(QString, name);
        QFETCH(int, key);
        QFETCH(int, expected);
        ValueSlider* control = m_bench->named<ValueSlider>(name);
        control->setFocus();
        QTest::keyClick(control, Qt::Key(key));
        QCOMPARE(control->value(), expected);
        const QString path = name.chopped(qsizetype(qstrlen(".slider")));
        QCOMPARE(m_bench->model.effectiveWhole(toUtf8(path)), expected);
        QCOMPARE(m_bench->model.undoStack().count(), 1);
    }

    void keyStepsMergeUntilTheFocusLeaves()
    {
        m_bench->model.setMergeWindow(kForever);
        ValueSlider* batch = m_bench->slider(QStringLiteral("workload.batch"));
        batch->setFocus();
        QTest::keyClick(batch, Qt::Key_Right);
        QTest::keyClick(batch, Qt::Key_Right);
        QCOMPARE(m_bench->model.undoStack().count(), 1);
        m_bench->slider(QStringLiteral("model.layers"))->setFocus();
        batch->setFocus();
        QTest::keyClick(batch, Qt::Key_Right);
        QCOMPARE(m_bench->model.undoStack().count(), 2);
    }

    void everyValueHasAPlaceOfItsOwnOrder()
    {
        const ValueSlider* sequence = m_bench->slider(QStringLiteral("workload.sequence"));
        QCOMPARE(sequence->valueAt(sequence->xOf(2048)), 2048);
        QCOMPARE(sequence->valueAt(sequence->xOf(131072)), 131072);
        QCOMPARE(sequence->valueAt(-1000), 128);
        QCOMPARE(sequence->valueAt(10000), 131072);
        QVERIFY(sequence->xOf(128) < sequence->xOf(256));
        // Octaves are equally wide, to the pixel.
        const int first = sequence->xOf(1024) - sequence->xOf(512);
        const int second = sequence->xOf(65536) - sequence->xOf(32768);
        QVERIFY(std::abs(first - second) <= 1);
    }

    void wheelOnlyTurnsWhatHasTheFocus()
    {
        ValueSlider* batch = m_bench->slider(QStringLiteral("workload.batch"));
        const auto turn = [batch] {
            QWheelEvent event(QPointF(5, 5), batch->mapToGlobal(QPointF(5, 5)), {}, { 0, 120 }, Qt::NoButton, {},
                Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(batch, &event);
        };
        m_bench->slider(QStringLiteral("model.layers"))->setFocus();
        turn();
        QCOMPARE(m_bench->model.effectiveWhole("workload.batch"), 4);
        batch->setFocus();
        turn();
        QCOMPARE(m_bench->model.effectiveWhole("workload.batch"), 5);
    }

    void layersSliderGrowsWithTheValue()
    {
        ValueSlider* layers = m_bench->slider(QStringLiteral("model.layers"));
        QCOMPARE(layers->maximum(), 128);
        m_bench->enter(QStringLiteral("model.layers"), QStringLiteral("300"));
        QVERIFY(layers->maximum() >= 300);
        QCOMPARE(layers->value(), 300);
        m_bench->enter(QStringLiteral("model.layers"), QStringLiteral("10000"));
        QCOMPARE(layers->maximum(), 10000);
        m_bench->enter(QStringLiteral("model.layers"), QStringLiteral("32"));
        QCOMPARE(layers->maximum(), 128);
    }

    void ticksStandAtTheDivisors()
    {
        QCOMPARE(divisorsOf(32), (std::vector<int> { 1, 2, 4, 8, 16, 32 }));
        QCOMPARE(divisorsOf(1), (std::vector<int> { 1 }));
        QCOMPARE(divisorsOf(7), (std::vector<int> { 1, 7 }));
        auto* ticks = m_bench->named<TickStrip>(QStringLiteral("checkpointing.k.ticks"));
        QCOMPARE(ticks->ticks(), divisorsOf(32));
        const ValueSlider* k = m_bench->slider(QStringLiteral("checkpointing.k"));
        QVERIFY(k->xOf(5) < ticks->rootX() && ticks->rootX() < k->xOf(6)); // the root of 32 is 5.66
        QVERIFY2(ticks->textAt(k->xOf(16)).contains(QStringLiteral("16 divides 32: 2")),
            qPrintable(ticks->textAt(k->xOf(16))));
        QVERIFY(ticks->textAt(ticks->rootX()).contains(QStringLiteral("5.66")));
        QVERIFY(ticks->textAt(k->xOf(24)).isEmpty());

        QTest::mouseClick(ticks, Qt::LeftButton, {}, { k->xOf(16), 2 });
        QCOMPARE(m_bench->model.effectiveWhole("checkpointing.k"), 16);
        m_bench->enter(QStringLiteral("model.layers"), QStringLiteral("36"));
        QCOMPARE(ticks->ticks(), divisorsOf(36));
        QCOMPARE(ticks->rootX(), k->xOf(6));
    }

    void numbersDoNotMoveTheControls()
    {
        ValueSlider* batch = m_bench->slider(QStringLiteral("workload.batch"));
        QTest::mousePress(batch, Qt::LeftButton, {}, { batch->xOf(4), batch->height() / 2 });
        QCoreApplication::processEvents();
        const QRect spinAt = m_bench->spin(QStringLiteral("workload.batch"))->geometry();
        const QRect sliderAt = batch->geometry();
        QTest::mouseMove(batch, { batch->xOf(256), batch->height() / 2 });
        QCoreApplication::processEvents();
        QCOMPARE(m_bench->model.effectiveWhole("workload.batch"), 256);
        QCOMPARE(m_bench->spin(QStringLiteral("workload.batch"))->geometry(), spinAt);
        QCOMPARE(batch->geometry(), sliderAt);
        QTest::mouseRelease(batch, Qt::LeftButton, {}, { batch->xOf(256), batch->height() / 2 });
    }
};

QTEST_MAIN(TestSliders)
#include "tst_sliders.moc"
