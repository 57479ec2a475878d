// SPDX-License-Identifier: MIT
// Every way that changes the scenario is one entry of the history, with a name, and undone exactly.
#include "app/charts/k_plot.h"
#include "app/compare/comparison_dialog.h"
#include "app/controls/field_label.h"
#include "app/export/figure.h"
#include "app/export/figure_content.h"
#include "app/export/render.h"
#include "app/table/k_table.h"
#include "core/plan/evaluate.h"
#include "core/scenario/scenario_json.h"
#include "tests/app/support/chart_hand.h"
#include "tests/app/support/panel_bench.h"
#include "tests/app/support/slider_drag.h"
#include "tests/app/support/window_bench.h"

#include <QCheckBox>
#include <QComboBox>
#include <QMenu>
#include <QTableWidget>
#include <QUndoView>

#include <memory>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

/// Counts everything, with experts, so that no control is pale or has one value only.
Scenario everything(PolicyId policy)
{
    Scenario scenario;
    scenario.accounting = Accounting::Training;
    scenario.model.vocab = 50304;
    scenario.model.experts = 8;
    scenario.model.expertsPerToken = 2;
    scenario.model.gatedMlp = true;
    scenario.workload.batch = 8;
    scenario.checkpointing.policy = policy;
    if (policy == PolicyId::Selective) {
        scenario.checkpointing.tensors = { "attention", "gelu" }; // the last one left cannot be taken off
    }
    return scenario;
}

/// Under which policy the control of a field is there.
PolicyId policyFor(const QString& name)
{
    static const std::vector<std::pair<QString, PolicyId>> kOwn { { QStringLiteral("checkpointing.m."),
                                                                      PolicyId::FirstM },
        { QStringLiteral("checkpointing.slots"), PolicyId::Revolve },
        { QStringLiteral("checkpointing.start"), PolicyId::EveryNth },
        { QStringLiteral("checkpointing.last"), PolicyId::Segments },
        { QStringLiteral("checkpointing.tensors"), PolicyId::Selective },
        { QStringLiteral("checkpointing.budget"), PolicyId::Optimal } };
    for (const auto& [start, policy] : kOwn) {
        if (name.startsWith(start)) {
            return policy;
        }
    }
    return PolicyId::Article;
}

QWidget* controlOf(PanelBench& bench, const QString& name)
{
    return bench.panel.findChild<QWidget*>(name);
}

void press(QWidget& widget, Qt::Key key, const QString& text = {})
{
    QKeyEvent down(QEvent::KeyPress, key, Qt::NoModifier, text);
    QApplication::sendEvent(&widget, &down);
    QKeyEvent up(QEvent::KeyRelease, key, Qt::NoModifier, text);
    QApplication::sendEvent(&widget, &up);
}

/// One gesture of a hand on a control, by which it changes.
void gesture(PanelBench& bench, QWidget& control)
{
    control.setFocus();
    if (auto* slider = qobject_cast<ValueSlider*>(&control)) {
        SliderDrag hand(*slider);
        hand.press(slider->value());
        const int middle = (hand.left() + hand.right()) / 2;
        for (const int x : { hand.left() + 3, middle, middle + 11, middle + 25 }) {
            hand.moveTo(x);
            QCoreApplication::processEvents();
        }
        hand.release(middle + 25);
        return;
    }
    const QUndoStack& history = bench.model.undoStack();
    if (qobject_cast<QCheckBox*>(&control) != nullptr) {
        press(control, Qt::Key_Space, QStringLiteral(" "));
        return;
    }
    for (const Qt::Key key : { Qt::Key_Up, Qt::Key_Down }) { // one of them has somewhere to go
        if (history.count() == 0) {
            press(control, key);
        }
    }
}

} // namespace

class TestGestures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyControlIsOneEntry_data()
    {
        QTest::addColumn<QString>("name");
        const PanelBench bench;
        for (const QWidget* control : bench.panel.findChildren<QWidget*>()) {
            const QString name = control->objectName();
            const bool shown = name.endsWith(QStringLiteral(".spin")) || name.endsWith(QStringLiteral(".combo"))
                || name.endsWith(QStringLiteral(".check")) || name.endsWith(QStringLiteral(".slider"))
                || (name.startsWith(QStringLiteral("checkpointing.tensors."))
                    && qobject_cast<const QCheckBox*>(control) != nullptr);
            if (shown) {
                QTest::addRow("%s", qPrintable(name)) << name;
            }
        }
    }
    void everyControlIsOneEntry()
    {
        QFETCH(QString, name);
        PanelBench bench;
        bench.openAllSections();
        bench.model.openScenario(everything(policyFor(name)), QStringLiteral("Start"));
        bench.model.settle();
        bench.model.undoStack().clear();
        QCoreApplication::processEvents();
        QWidget* control = controlOf(bench, name);
        QVERIFY(control != nullptr);
        QVERIFY2(control->isVisible() && control->isEnabled(), "no hand can reach it");
        const Scenario before = bench.model.scenario();
        gesture(bench, *control);
        QUndoStack& history = bench.model.undoStack();
        QCOMPARE(history.count(), 1);
        QVERIFY(bench.model.scenario() != before);
        QVERIFY2(history.undoText().contains(QStringLiteral(" \u2192 ")), qPrintable(history.undoText()));
        const Scenario after = bench.model.scenario();
        history.undo();
        QCOMPARE(bench.model.scenario(), before);
        history.redo();
        QCOMPARE(bench.model.scenario(), after);
    }

    void doubleClickOnALabelIsOneEntry_data()
    {
        QTest::addColumn<QString>("path");
        for (const char* path : { "workload.batch", "workload.sequence", "model.layers", "checkpointing.k",
                 "recipe.optimizer", "device.reserve_bytes" }) {
            QTest::addRow("%s", path) << QString::fromLatin1(path);
        }
    }
    void doubleClickOnALabelIsOneEntry()
    {
        QFETCH(QString, path);
        PanelBench bench;
        bench.openAllSections();
        Scenario start = everything(PolicyId::Article);
        start.recipe.optimizer = Optimizer::Sgd;
        start.checkpointing.k = 7;
        start.workload.sequence = 512;
        start.model.layers = 20;
        start.device.reserveBytes = 123456789;
        bench.model.openScenario(start, QStringLiteral("Start"));
        bench.model.settle();
        bench.model.undoStack().clear();
        auto* label = bench.named<FieldLabel>(path + QStringLiteral(".label"));
        doubleClick(*label, QPointF(4, 4));
        const Field* field = findField(path.toStdString());
        QCOMPARE(bench.model.undoStack().count(), 1);
        QVERIFY(std::holds_alternative<std::monostate>(field->get(bench.model.scenario())));
        bench.model.undoStack().undo();
        QCOMPARE(bench.model.scenario(), start);
    }

    void everyOtherWayIsOneEntry_data()
    {
        QTest::addColumn<QString>("way");
        QTest::addColumn<QString>("text");
        const auto row = [](const char* way, const char* text) {
            QTest::addRow("%s", way) << QString::fromLatin1(way) << QString::fromUtf8(text);
        };
        row("file.new", "New scenario");
        row("edit.reset", "Reset scenario");
        row("baseline.open", "Go to the baseline");
        row("baseline.swap", "Swap with the baseline");
        row("preset", "Open ");
        row("chart", "K 4 \u2192 ");
        row("table", "K 4 \u2192 1");
        row("open", "Open handed.sublinear.json");
        row("import", "Import ");
        row("figure", "Open figure.svg");
        row("comparison", "Open handed");
    }
    void everyOtherWayIsOneEntry()
    {
        QFETCH(QString, way);
        QFETCH(QString, text);
        WindowBench bench("tst_gestures");
        QUndoStack& history = bench.model().undoStack();
        const Scenario start = bench.model().scenario();
        bench.trigger("baseline.pin");
        QVERIFY(bench.model().setField("workload.batch", FieldValue { std::int64_t { 3 } }));
        bench.model().settle();
        QCoreApplication::processEvents();
        const Scenario edited = bench.model().scenario();
        go(bench, way);
        QCoreApplication::processEvents(); // choices from charts are queued
        QCOMPARE(history.count(), 2);
        QVERIFY2(history.undoText().startsWith(text), qPrintable(history.undoText()));
        history.undo();
        QCOMPARE(bench.model().scenario(), edited);
        history.undo();
        QCOMPARE(bench.model().scenario(), start);
    }

    void historyListsEveryEntryAndLeadsBack()
    {
        WindowBench bench("tst_gestures");
        const Scenario start = bench.model().scenario();
        QVERIFY(bench.model().setField("workload.batch", FieldValue { std::int64_t { 3 } }));
        QVERIFY(bench.model().setField("model.layers", FieldValue { std::int64_t { 24 } }));
        bench.trigger("edit.history");
        auto* view = bench.named<QUndoView>("history.view");
        QCOMPARE(view->model()->rowCount(), 3); // and the start
        QCOMPARE(view->model()->index(1, 0).data().toString(), QStringLiteral("Batch 4 \u2192 3"));
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(view->model()->index(0, 0)).center());
        QCOMPARE(bench.model().scenario(), start);
    }

    void resetLeadsToWhatWasOpened()
    {
        WindowBench bench("tst_gestures");
        const QString path = bench.written("mine.sublinear.json", writeScenario(batchOf(6)));
        QVERIFY(bench.window().openFile(path));
        QVERIFY(bench.model().setField("workload.batch", FieldValue { std::int64_t { 2 } }));
        bench.trigger("edit.reset");
        QCOMPARE(bench.model().scenario(), batchOf(6));
        QVERIFY(!bench.window().isWindowModified());
    }

private:
    static void go(WindowBench& bench, const QString& way)
    {
        const Scenario other = batchOf(11);
        if (way == QLatin1String("chart")) {
            auto* plot = bench.named<KPlot>("memory.plot");
            click(*plot->viewport(), ChartHand::overK(*plot, 9));
        } else if (way == QLatin1String("table")) {
            auto* table = bench.named<KTable>("table");
            table->scrollToTop();
            click(*table->viewport(), QPointF(table->visualRect(table->model()->index(0, 2)).center()));
        } else if (way == QLatin1String("open")) {
            QVERIFY(bench.window().openFile(bench.written("handed.sublinear.json", writeScenario(other))));
        } else if (way == QLatin1String("import")) {
            QVERIFY(bench.window().importFile(QStringLiteral(SUBLINEAR_TEST_DATA "/configs/gpt2.json")));
        } else if (way == QLatin1String("figure")) {
            const FigureContent content = figureContent(*evaluate(*resolve(other), {}), other, {}, {});
            const Figure figure("memory", content, FigureStyle {});
            QVERIFY(bench.window().openFile(bench.written("figure.svg", svgOf(figure).toStdString())));
        } else if (way == QLatin1String("comparison")) {
            bench.trigger("compare.scenarios");
            auto* dialog = bench.window().findChild<ComparisonDialog*>();
            dialog->addFiles({ bench.written("handed.sublinear.json", writeScenario(other)) });
            auto* table = dialog->findChild<QTableWidget*>();
            doubleClick(*table->viewport(), QPointF(table->visualItemRect(table->item(0, 1)).center()));
        } else if (way == QLatin1String("preset")) {
            bench.window().findChild<QMenu*>(QStringLiteral("file.presets"))->actions().last()->trigger();
        } else {
            bench.trigger(qPrintable(way));
        }
    }
};

QTEST_MAIN(TestGestures)
#include "tst_gestures.moc"
