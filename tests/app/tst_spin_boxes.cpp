// SPDX-License-Identifier: MIT
// Numbers of the panel: typing, refusals, keys, derived values.
#include "app/controls/field_label.h"
#include "app/model/text.h"
#include "tests/app/support/panel_bench.h"

#include <QLabel>
#include <QLineEdit>

#include <memory>

using namespace sublinear;
using namespace sublinear::testing;

class TestSpinBoxes : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<PanelBench> m_bench;

private Q_SLOTS:
    void init() { m_bench = std::make_unique<PanelBench>(); }
    void cleanup() { m_bench.reset(); }

    void typedNumbers_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<qint64>("expected");
        QTest::addRow("2k") << QStringLiteral("workload.sequence") << QStringLiteral("2k") << qint64 { 2000 };
        QTest::addRow("4Ki") << QStringLiteral("workload.sequence") << QStringLiteral("4Ki") << qint64 { 4096 };
        QTest::addRow("1Mi") << QStringLiteral("workload.sequence") << QStringLiteral("1Mi") << qint64 { 1048576 };
        QTest::addRow("odd") << QStringLiteral("workload.sequence") << QStringLiteral("2039") << qint64 { 2039 };
        QTest::addRow("below the slider") << QStringLiteral("workload.sequence") << QStringLiteral("1") << qint64 { 1 };
        QTest::addRow("layers over the slider")
            << QStringLiteral("model.layers") << QStringLiteral("1000") << qint64 { 1000 };
        QTest::addRow("6.4e9") << QStringLiteral("model.parameters") << QStringLiteral("6.4e9")
                               << qint64 { 6400000000 };
        QTest::addRow("GiB without unit")
            << QStringLiteral("device.memory_bytes") << QStringLiteral("24") << qint64 { 25769803776 };
        QTest::addRow("half a GiB") << QStringLiteral("device.memory_bytes") << QStringLiteral("79.5")
                                    << qint64 { 85362475008 };
        QTest::addRow("MiB") << QStringLiteral("device.memory_bytes") << QStringLiteral("24576 MiB")
                             << qint64 { 25769803776 };
    }
    void typedNumbers()
    {
        QFETCH(QString, name);
        QFETCH(QString, typed);
        QFETCH(qint64, expected);
        m_bench->openAllSections();
        m_bench->enter(name, typed);
        QCOMPARE(m_bench->model.effectiveWhole(toUtf8(name)), expected);
        QCOMPARE(m_bench->model.undoStack().count(), 1);
        QVERIFY(!m_bench->named<QLabel>(name + QStringLiteral(".message"))->isVisible());
    }

    void badText_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QStringList>("says");
        const auto batch = QStringLiteral("workload.batch");
        const QStringList range { QStringLiteral("Batch"), QStringLiteral("1 to 65536") };
        for (const char* typed : { "abc", "1.5", "-3", "0", "65537", "99999999999999999999", "4 4", "1,5" }) {
            const QString text = QString::fromLatin1(typed);
            QTest::addRow("batch %s", typed) << batch << text << range + QStringList { u'"' + text + u'"' };
        }
        QTest::addRow("batch empty") << batch << QStringLiteral(" ") << range;
        QTest::addRow("K over N") << QStringLiteral("checkpointing.k") << QStringLiteral("33")
                                  << QStringList { QStringLiteral("K: \"33\""), QStringLiteral("1 to 32") };
        QTest::addRow("memory") << QStringLiteral("device.memory_bytes") << QStringLiteral("much")
                                << QStringList { QStringLiteral("Device memory"), QStringLiteral("GiB") };
    }
    void badText()
    {
        QFETCH(QString, name);
        QFETCH(QString, typed);
        QFETCH(QStringList, says);
        m_bench->openAllSections();
        const std::int64_t before = m_bench->model.effectiveWhole(toUtf8(name));
        FieldSpinBox* box = m_bench->spin(name);
        const QString shown = box->text();
        m_bench->enter(name, typed);

        auto* message = m_bench->named<QLabel>(name + QStringLiteral(".message"));
        QVERIFY(message->isVisible());
        for (const QString& part : says) {
            QVERIFY2(message->text().contains(part), qPrintable(message->text()));
        }
        QCOMPARE(m_bench->model.effectiveWhole(toUtf8(name)), before);
        QCOMPARE(m_bench->model.undoStack().count(), 0);
        QCOMPARE(box->text(), typed); // there for correction ...
        m_bench->slider(QStringLiteral("model.layers"))->setFocus();
        QCOMPARE(box->text(), shown); // ... until one goes elsewhere
        QVERIFY(message->isVisible());

        m_bench->enter(name, QStringLiteral("2"));
        QVERIFY(!message->isVisible());
    }

    void leavingTakesWhatWasTyped()
    {
        FieldSpinBox* box = m_bench->spin(QStringLiteral("workload.batch"));
        box->setFocus();
        box->selectAll();
        typeInto(box, QStringLiteral("12"));
        QCOMPARE(m_bench->model.effectiveWhole("workload.batch"), 4);
        m_bench->slider(QStringLiteral("model.layers"))->setFocus();
        QCOMPARE(m_bench->model.effectiveWhole("workload.batch"), 12);
    }

    void leavingUntouchedChangesNothing()
    {
        Scenario odd;
        odd.device.memoryBytes = 85899345921; // shown rounded
        m_bench->model.replaceScenario(odd, QStringLiteral("odd"));
        m_bench->openAllSections();
        FieldSpinBox* box = m_bench->spin(QStringLiteral("device.memory_bytes"));
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Return);
        m_bench->slider(QStringLiteral("model.layers"))->setFocus();
        QCOMPARE(m_bench->model.scenario(), odd);
    }

    void escapeForgetsWhatWasTyped()
    {
        FieldSpinBox* box = m_bench->spin(QStringLiteral("workload.batch"));
        box->setFocus();
        box->selectAll();
        typeInto(box, QStringLiteral("77"));
        QTest::keyClick(box, Qt::Key_Escape);
        QCOMPARE(box->text(), QStringLiteral("4"));
        QTest::keyClick(box, Qt::Key_Return);
        QCOMPARE(m_bench->model.effectiveWhole("workload.batch"), 4);
    }

    void messageGoesWhenTheValueChangesElsewhere()
    {
        m_bench->enter(QStringLiteral("workload.batch"), QStringLiteral("abc"));
        auto* message = m_bench->named<QLabel>(QStringLiteral("workload.batch.message"));
        QVERIFY(message->isVisible());
        QVERIFY(m_bench->model.setField("model.layers", FieldValue { std::int64_t { 8 } }));
        QVERIFY(message->isVisible());
        QVERIFY(m_bench->model.setField("workload.batch", FieldValue { std::int64_t { 8 } }));
        QVERIFY(!message->isVisible());
    }

    void spinBoxKeys_data()
    {
        QTest::addColumn<int>("key");
        QTest::addColumn<int>("expected");
        QTest::addRow("up") << int(Qt::Key_Up) << 2049;
        QTest::addRow("down") << int(Qt::Key_Down) << 2047;
        QTest::addRow("page up") << int(Qt::Key_PageUp) << 4096;
        QTest::addRow("page down") << int(Qt::Key_PageDown) << 1024;
    }
    void spinBoxKeys()
    {
        QFETCH(int, key);
        QFETCH(int, expected);
        FieldSpinBox* box = m_bench->spin(QStringLiteral("workload.sequence"));
        box->setFocus();
        QTest::keyClick(box, Qt::Key(key));
        QCOMPARE(m_bench->model.effectiveWhole("workload.sequence"), expected);
        QCOMPARE(box->text(), QString::number(expected));
    }

    void kClampsWhenLayersShrink()
    {
        m_bench->enter(QStringLiteral("checkpointing.k"), QStringLiteral("16"));
        m_bench->enter(QStringLiteral("model.layers"), QStringLiteral("10"));
        QCOMPARE(m_bench->model.effectiveWhole("checkpointing.k"), 10);
        QCOMPARE(m_bench->slider(QStringLiteral("checkpointing.k"))->maximum(), 10);
        QCOMPARE(m_bench->slider(QStringLiteral("checkpointing.k"))->value(), 10);
        QCOMPARE(m_bench->spin(QStringLiteral("checkpointing.k"))->text(), QStringLiteral("10"));
        QVERIFY(m_bench->model.refusal().isEmpty());
    }

    void doubleClickOnTheNameResets()
    {
        m_bench->enter(QStringLiteral("workload.batch"), QStringLiteral("9"));
        QTest::mouseDClick(m_bench->named<FieldLabel>(QStringLiteral("workload.batch.label")), Qt::LeftButton);
        QCOMPARE(m_bench->model.effectiveWhole("workload.batch"), 4);
        QVERIFY(!m_bench->model.scenario().workload.batch);
    }

    void parametersAreDerivedUntilGiven()
    {
        m_bench->openAllSections();
        FieldSpinBox* box = m_bench->spin(QStringLiteral("model.parameters"));
        QCOMPARE(box->text(), QString());
        QCOMPARE(box->findChild<QLineEdit*>()->placeholderText(), QStringLiteral("6,442,450,944"));
        m_bench->enter(QStringLiteral("model.parameters"), QStringLiteral("6.4e9"));
        m_bench->model.settle();
        QCOMPARE(m_bench->model.evaluation().parameterCount, 6400000000);
        m_bench->model.undoStack().undo();
        m_bench->model.settle();
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Up); // from the shape's count, not from nothing
        QCOMPARE(m_bench->model.effectiveWhole("model.parameters"), 6442450945);
        box->setFocus();
        box->selectAll();
        QTest::keyClick(box, Qt::Key_Delete);
        QTest::keyClick(box, Qt::Key_Return);
        QVERIFY(!m_bench->model.scenario().model.parameters);
    }
};

QTEST_MAIN(TestSpinBoxes)
#include "tst_spin_boxes.moc"
