// SPDX-License-Identifier: MIT
// The panel as a whole: what it shows, its sections, keyboard and screen reader.
#include "app/controls/picker_button.h"
#include "tests/app/support/panel_bench.h"

#include <QAccessible>
#include <QApplication>
#include <QToolButton>

#include <memory>

using namespace sublinear;
using namespace sublinear::testing;

class TestControls : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<PanelBench> m_bench;

private Q_SLOTS:
    void init() { m_bench = std::make_unique<PanelBench>(); }
    void cleanup() { m_bench.reset(); }

    void showsTheScenario()
    {
        QCOMPARE(m_bench->spin(QStringLiteral("model.layers"))->text(), QStringLiteral("32"));
        QCOMPARE(m_bench->spin(QStringLiteral("workload.batch"))->text(), QStringLiteral("4"));
        QCOMPARE(m_bench->spin(QStringLiteral("workload.sequence"))->text(), QStringLiteral("2048"));
        QCOMPARE(m_bench->spin(QStringLiteral("checkpointing.k"))->text(), QStringLiteral("4"));
        QCOMPARE(m_bench->spin(QStringLiteral("device.memory_bytes"))->text(), QStringLiteral("80 GiB"));
        QCOMPARE(m_bench->slider(QStringLiteral("workload.sequence"))->value(), 2048);
        QCOMPARE(m_bench->slider(QStringLiteral("checkpointing.k"))->maximum(), 32);
    }

    void sectionsFoldByKeyboard()
    {
        FieldSpinBox* width = m_bench->spin(QStringLiteral("model.d_model"));
        QVERIFY(!width->isVisible());
        auto* heading = m_bench->named<QToolButton>(QStringLiteral("section.shape.heading"));
        heading->setFocus();
        QTest::keyClick(heading, Qt::Key_Space);
        QVERIFY(width->isVisible());
        QTest::keyClick(heading, Qt::Key_Space);
        QVERIFY(!width->isVisible());
    }

    void everythingFocusableHasAName()
    {
        m_bench->openAllSections();
        int seen = 0;
        const auto all = m_bench->panel.findChildren<QWidget*>();
        for (QWidget* widget : all) {
            if (widget->focusPolicy() == Qt::NoFocus || widget->focusProxy() != nullptr
                || qobject_cast<QAbstractSpinBox*>(widget->parentWidget()) != nullptr) {
                continue;
            }
            const QAccessibleInterface* face = QAccessible::queryAccessibleInterface(widget);
            QVERIFY(face != nullptr);
            const QString name = face->text(QAccessible::Name);
            QVERIFY2(!name.isEmpty(),
                qPrintable(widget->objectName() + u' ' + QString::fromLatin1(widget->metaObject()->className())));
            ++seen;
        }
        QVERIFY(seen > 15);
    }

    void screenReaderHearsTheNumberItself()
    {
        QAccessibleInterface* face =
            QAccessible::queryAccessibleInterface(m_bench->slider(QStringLiteral("workload.sequence")));
        QVERIFY(face != nullptr && face->valueInterface() != nullptr);
        QCOMPARE(face->valueInterface()->currentValue().toInt(), 2048);
        QAccessibleInterface* box =
            QAccessible::queryAccessibleInterface(m_bench->spin(QStringLiteral("workload.sequence")));
        QVERIFY(box != nullptr && box->valueInterface() != nullptr);
        QCOMPARE(box->valueInterface()->currentValue().toLongLong(), 2048);
        QCOMPARE(box->valueInterface()->maximumValue().toLongLong(), 1 << 24);
    }

    void tabGoesFromTopToBottom()
    {
        QWidget* widget = m_bench->named<PickerButton>(QStringLiteral("scenario.picker"));
        widget->setFocus();
        int lastY = -1;
        for (int i = 0; i < 10; ++i) {
            QWidget* now = QApplication::focusWidget();
            QVERIFY(now != nullptr);
            const int y = now->mapTo(m_bench->panel.widget(), QPoint(0, 0)).y();
            QVERIFY2(y >= lastY, qPrintable(now->objectName()));
            lastY = y;
            QTest::keyClick(now, Qt::Key_Tab);
        }
    }
};

QTEST_MAIN(TestControls)
#include "tst_controls.moc"
