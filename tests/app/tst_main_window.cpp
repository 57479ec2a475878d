// SPDX-License-Identifier: MIT
// The window around the views: verdict, menus, clipboard, theme, keyboard.
#include "app/controls/field_spin_box.h"
#include "app/controls/fold_section.h"
#include "app/controls/value_slider.h"
#include "app/model/text.h"
#include "app/window/about.h"
#include "app/window/command_line_text.h"
#include "app/window/verdict_mark.h"
#include "core/base/version.h"
#include "core/catalog/catalog.h"
#include "core/plan/verdict.h"
#include "core/scenario/fields.h"
#include "core/scenario/scenario_json.h"
#include "tests/app/support/window_bench.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QProcess>
#include <QScrollArea>

using namespace sublinear;
using namespace sublinear::testing;

class TestMainWindow : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<WindowBench> m_bench;

private Q_SLOTS:
    void init() { m_bench = std::make_unique<WindowBench>("tst_main_window"); }
    void cleanup() { m_bench.reset(); }

    void verdictIsTheCoresSentence()
    {
        const Verdict expected = verdict(m_bench->model().evaluation());
        QCOMPARE(m_bench->headline(), toQString(expected.headline));
        QCOMPARE(m_bench->advice(), toQString(expected.advice));
        QVERIFY(m_bench->headline().startsWith(QStringLiteral("Does not fit: 80.25 of 80 GiB")));
        auto* mark = m_bench->window().findChild<VerdictMark*>();
        QVERIFY(mark->state() == VerdictMark::State::DoesNotFit);

        QVERIFY(m_bench->model().setField("workload.batch", FieldValue { std::int64_t { 1 } }));
        QTRY_VERIFY(m_bench->headline().startsWith(QStringLiteral("Fits: ")));
        QVERIFY(mark->state() == VerdictMark::State::Fits);
    }

    void verdictThatHasNoRoomSaysSo()
    {
        MainWindow& window = m_bench->window();
        Scenario scenario; // nothing fits: the advice lists what would
        for (const char* set : { "accounting=training", "model.preset=llama3-8b", "device.memory_bytes=40GiB" }) {
            QVERIFY2(applySet(scenario, set).ok(), set);
        }
        m_bench->model().replaceScenario(scenario, QStringLiteral("test"));
        m_bench->model().settle();
        auto* line = m_bench->named<ElidedLine>("verdict.advice");
        const QString whole = toQString(verdict(m_bench->model().evaluation()).advice);
        QCOMPARE(line->whole(), whole);
        const auto wide = [&] { return line->fontMetrics().horizontalAdvance(line->text()); };
        window.resize(1024, 800);
        QApplication::processEvents();
        QVERIFY2(line->fontMetrics().horizontalAdvance(whole) > line->width(), qPrintable(whole)); // it has no room
        QVERIFY2(line->text().endsWith(QStringLiteral("…")), qPrintable(line->text()));
        QVERIFY(whole.startsWith(line->text().chopped(1)) && wide() <= line->width());
        // The cut is never in the first thing to try.
        const QString first = whole.left(whole.indexOf(QStringLiteral(" GiB)")) + 5);
        QVERIFY2(first.startsWith(QStringLiteral("What fits: ")) && line->text().startsWith(first),
            qPrintable(line->text()));
        QCOMPARE(line->toolTip(), whole);
        QCOMPARE(line->accessibleDescription(), whole);
        // Under a hand it is whole: it can be scrolled, and copied to the last word.
        QTest::mouseClick(line, Qt::LeftButton, {}, { 20, line->height() / 2 });
        QCOMPARE(line->text(), whole);
        QTest::keyClick(line, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(line, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->text(), whole);
        m_bench->named<QWidget>("table")->setFocus();
        QVERIFY(line->text().endsWith(QStringLiteral("…")));
        window.resize(4000, 800);
        QApplication::processEvents();
        QCOMPARE(line->text(), whole);
        QVERIFY(line->accessibleDescription().isEmpty());
    }

    void refusedScenarioSaysWhyAndComesBack()
    {
        // Each is accepted, together they are over 2^63 bytes.
        QVERIFY(m_bench->model().setField("workload.sequence", FieldValue { std::int64_t { 1 } << 24 }));
        auto* box = m_bench->named<FieldSpinBox>("model.heads.spin");
        m_bench->named<FoldSection>("section.shape")->setOpen(true);
        box->setFocus();
        box->selectAll();
        for (const char c : { '6', '5', '5', '3', '6' }) {
            QTest::keyClick(box, c);
        }
        QTest::keyClick(box, Qt::Key_Return);
        QTRY_VERIFY2(m_bench->headline().startsWith(QStringLiteral("No plan: ")), qPrintable(m_bench->headline()));
        QVERIFY2(m_bench->headline().contains(QStringLiteral("2^63")), qPrintable(m_bench->headline()));
        QVERIFY(m_bench->window().findChild<VerdictMark*>()->state() == VerdictMark::State::Refused);
        QVERIFY(!m_bench->advice().isEmpty());
        m_bench->trigger("edit.undo");
        QTRY_VERIFY(m_bench->headline().startsWith(QStringLiteral("Does not fit")));
    }

    void verdictFollowsTheHand()
    {
        auto* batch = m_bench->named<ValueSlider>("workload.batch.slider");
        const int y = batch->height() / 2;
        QTest::mousePress(batch, Qt::LeftButton, {}, { batch->xOf(4), y });
        QTest::mouseMove(batch, { batch->xOf(2), y });
        QTRY_VERIFY(m_bench->headline().startsWith(QStringLiteral("Fits: ")));
        QTest::mouseRelease(batch, Qt::LeftButton, {}, { batch->xOf(2), y });
        QTest::keyClick(&m_bench->window(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(m_bench->model().effectiveWhole("workload.batch"), 4);
        QTest::keyClick(&m_bench->window(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(m_bench->model().effectiveWhole("workload.batch"), 2);
        QVERIFY(m_bench->named<QAction>("edit.undo")->text().contains(QStringLiteral("Batch 4 \u2192 2")));
    }

    void undoKeyInASpinBoxIsTheWindows()
    {
        auto* box = m_bench->named<FieldSpinBox>("workload.batch.spin");
        box->setFocus();
        box->selectAll();
        QTest::keyClick(box, Qt::Key_8);
        QTest::keyClick(box, Qt::Key_Return);
        QCOMPARE(m_bench->model().effectiveWhole("workload.batch"), 8);
        QTest::keyClick(box, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(m_bench->model().effectiveWhole("workload.batch"), 4);
        // While something is being typed it is the text's.
        box->selectAll();
        QTest::keyClick(box, Qt::Key_9);
        QTest::keyClick(box, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(m_bench->model().effectiveWhole("workload.batch"), 4);
        QCOMPARE(box->text(), QStringLiteral("4"));
    }

    void aDragStepLaysNothingOutAnew()
    {
        class Counter : public QObject {
        public:
            bool eventFilter(QObject* watched, QEvent* event) override
            {
                if (event->type() == QEvent::LayoutRequest) {
                    seen << watched->objectName();
                }
                return false;
            }
            QStringList seen;
        } counter;
        m_bench->window().centralWidget()->setObjectName(QStringLiteral("body"));
        QTest::qWait(50); // what showing the window left to do
        for (QWidget* widget : { m_bench->window().centralWidget(), m_bench->named<QWidget>("verdict.bar"),
                 m_bench->named<QScrollArea>("scenario.panel")->widget() }) {
            widget->installEventFilter(&counter);
        }
        auto* batch = m_bench->named<ValueSlider>("workload.batch.slider");
        const int y = batch->height() / 2;
        QTest::mousePress(batch, Qt::LeftButton, {}, { batch->xOf(4), y });
        QTest::mouseMove(batch, { batch->xOf(3), y }); // from here on it is an own scenario, which one label says
        QTest::qWait(50);
        counter.seen.clear();
        for (const int value : { 2, 16, 256 }) { // over the verdict's change of mind, too
            QTest::mouseMove(batch, { batch->xOf(value), y });
            QCoreApplication::processEvents();
        }
        QVERIFY2(counter.seen.isEmpty(), qPrintable(counter.seen.join(u' ')));
        QTest::mouseRelease(batch, Qt::LeftButton, {}, { batch->xOf(256), y });
        m_bench->named<QWidget>("message.bar")->show(); // the counter does count
        QTRY_VERIFY(!counter.seen.isEmpty());
    }

    void presetsOpenFromTheMenu()
    {
        const auto presets = m_bench->named<QMenu>("file.presets")->actions();
        QVERIFY(presets.size() > 1);
        presets.at(1)->trigger();
        QVERIFY(!m_bench->model().scenarioPreset().empty());
        QVERIFY(presets.at(1)->text() == toQString(findScenarioPreset(m_bench->model().scenarioPreset())->name));
    }

    void copiesJsonThatReadsBack()
    {
        QVERIFY(m_bench->model().setField("workload.batch", FieldValue { std::int64_t { 3 } }));
        m_bench->trigger("edit.copyJson");
        const auto read = readScenario(toUtf8(QApplication::clipboard()->text()));
        QVERIFY(read.ok());
        QCOMPARE(*read, batchOf(3));
    }

    void copiedCommandGivesTheSameScenario()
    {
        Scenario scenario = batchOf(3);
        scenario.model.name = "it's a model; $HOME";
        scenario.checkpointing.candidates = std::vector<Count> { 1, 2, 4 };
        scenario.device.memoryBytes = Bytes { 24 } << 30;
        const std::string line = commandLineText(scenario);
        QVERIFY(line.starts_with("sublinear plan --set "));

        // The shell itself says what arrives.
        QProcess shell;
        shell.start(QStringLiteral("sh"),
            { QStringLiteral("-c"), QStringLiteral("sublinear() { printf '%s\\n' \"$@\"; }; ") + toQString(line) });
        QVERIFY(shell.waitForFinished());
        const QStringList words = QString::fromUtf8(shell.readAllStandardOutput()).split(u'\n', Qt::SkipEmptyParts);
        Scenario rebuilt;
        for (qsizetype i = 2; i < words.size(); i += 2) {
            QCOMPARE(words.at(i - 1), QStringLiteral("--set"));
            const auto set = applySet(rebuilt, toUtf8(words.at(i)));
            QVERIFY2(set.ok(), qPrintable(words.at(i)));
        }
        QCOMPARE(rebuilt, scenario);
        QCOMPARE(commandLineText(Scenario {}), std::string("sublinear plan"));
    }

    void themeIsRemembered()
    {
        const QPalette before = QApplication::palette();
        m_bench->trigger("view.theme.dark");
        QVERIFY(QApplication::palette().color(QPalette::Window).lightness() < 128);
        QVERIFY(m_bench->restart());
        QVERIFY(m_bench->named<QAction>("view.theme.dark")->isChecked());
        m_bench->trigger("view.theme.light");
        QVERIFY(QApplication::palette().color(QPalette::Window).lightness() > 128);
        QApplication::setPalette(before);
    }

    void aboutSaysLicenceAndVersions()
    {
        const QString text = aboutText();
        for (const QString& part :
            { QStringLiteral("MIT"), QStringLiteral("GPL-3.0-or-later"), QStringLiteral("Qt Charts"),
                QString::fromLatin1(qVersion()), toQString(kVersion), QStringLiteral("arxiv.org") }) {
            QVERIFY2(text.contains(part), qPrintable(part));
        }
        m_bench->trigger("help.about");
        auto* about = m_bench->window().findChild<QWidget*>(QStringLiteral("about"));
        QVERIFY(about != nullptr && about->isVisible());
        about->close();
    }

    void everythingFocusableHasAName()
    {
        const auto sections = m_bench->window().findChildren<FoldSection*>();
        for (FoldSection* section : sections) {
            section->setOpen(true);
        }
        int seen = 0;
        const auto all = m_bench->window().findChildren<QWidget*>();
        for (QWidget* widget : all) {
            if (widget->focusPolicy() == Qt::NoFocus || widget->focusProxy() != nullptr || !widget->isVisible()
                || qobject_cast<QAbstractSpinBox*>(widget->parentWidget()) != nullptr) {
                continue;
            }
            const QAccessibleInterface* face = QAccessible::queryAccessibleInterface(widget);
            QVERIFY(face != nullptr);
            QVERIFY2(!face->text(QAccessible::Name).isEmpty(),
                qPrintable(widget->objectName() + u' ' + QString::fromLatin1(widget->metaObject()->className())));
            ++seen;
        }
        QVERIFY(seen > 20);
    }

    void shortcutsDoNotCollide()
    {
        QHash<QString, QString> taken;
        const auto actions = m_bench->window().findChildren<QAction*>();
        for (const QAction* action : actions) {
            const QString keys = action->shortcut().toString();
            if (!keys.isEmpty()) {
                QVERIFY2(
                    !taken.contains(keys), qPrintable(keys + u' ' + action->objectName() + u' ' + taken.value(keys)));
                taken.insert(keys, action->objectName());
            }
        }
        QVERIFY(taken.size() >= 7);
    }
};

QTEST_MAIN(TestMainWindow)
#include "tst_main_window.moc"
