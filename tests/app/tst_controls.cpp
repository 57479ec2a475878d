// SPDX-License-Identifier: MIT
#include "app/controls/current_choice.h"
#include "app/controls/field_label.h"
#include "app/controls/field_spin_box.h"
#include "app/controls/fold_section.h"
#include "app/controls/picker_button.h"
#include "app/controls/picker_popup.h"
#include "app/controls/scenario_panel.h"
#include "app/controls/tick_strip.h"
#include "app/controls/value_slider.h"
#include "app/model/scenario_model.h"
#include "app/model/text.h"
#include "core/catalog/catalog.h"

#include <QAccessible>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QStyle>
#include <QTest>
#include <QToolButton>
#include <QTreeView>
#include <QWheelEvent>

#include <memory>

using namespace sublinear;

namespace {

constexpr auto kForever = std::chrono::hours(1);

void type(QWidget* widget, const QString& text)
{
    for (const QChar c : text) {
        QTest::keyClick(widget, c.toLatin1());
    }
}

} // namespace

class TestControls : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<ScenarioModel> m_model;
    std::unique_ptr<ScenarioPanel> m_panel;

    template <class T> T* named(const char* name) const
    {
        auto* widget = m_panel->findChild<T*>(QString::fromLatin1(name));
        if (widget == nullptr) {
            qFatal("no widget %s", name);
        }
        return widget;
    }
    FieldSpinBox* spin(const char* name) const { return named<FieldSpinBox>(name); }
    ValueSlider* slider(const char* name) const { return named<ValueSlider>(name); }

    /// Types into a spin box as a hand does, and takes it with Enter.
    void enter(const char* name, const QString& text) const
    {
        FieldSpinBox* box = spin(name);
        box->setFocus();
        box->selectAll();
        type(box, text);
        QTest::keyClick(box, Qt::Key_Return);
    }

    void openAllSections() const
    {
        for (FoldSection* section : m_panel->sections()) {
            section->setOpen(true);
        }
    }

private Q_SLOTS:
    void init()
    {
        m_model = std::make_unique<ScenarioModel>();
        m_panel = std::make_unique<ScenarioPanel>(*m_model);
        m_panel->resize(m_panel->width(), 900);
        m_panel->show();
        m_panel->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
    }
    void cleanup()
    {
        m_panel.reset();
        m_model.reset();
    }

    void showsTheScenario()
    {
        QCOMPARE(spin("model.layers.spin")->text(), QStringLiteral("32"));
        QCOMPARE(spin("workload.batch.spin")->text(), QStringLiteral("4"));
        QCOMPARE(spin("workload.sequence.spin")->text(), QStringLiteral("2048"));
        QCOMPARE(spin("checkpointing.k.spin")->text(), QStringLiteral("4"));
        QCOMPARE(spin("device.memory_bytes.spin")->text(), QStringLiteral("80 GiB"));
        QCOMPARE(slider("workload.sequence.slider")->value(), 2048);
        QCOMPARE(slider("checkpointing.k.slider")->maximum(), 32);
    }

    void draggingMovesTheModelAndIsOneUndoEntry()
    {
        ValueSlider* batch = slider("workload.batch.slider");
        const QSignalSpy changed(m_model.get(), &ScenarioModel::scenarioChanged);
        const int y = batch->height() / 2;
        const int from = batch->xOf(4);
        QTest::mousePress(batch, Qt::LeftButton, {}, { from, y });
        QVERIFY(m_model->inGesture());
        QCOMPARE(m_model->effectiveWhole("workload.batch"), 4); // taking hold of the handle moves nothing
        for (const int value : { 8, 16, 32, 64 }) {
            QTest::mouseMove(batch, { batch->xOf(value), y });
            QCOMPARE(m_model->effectiveWhole("workload.batch"), value);
            QCOMPARE(spin("workload.batch.spin")->text(), QString::number(value));
        }
        QTest::mouseRelease(batch, Qt::LeftButton, {}, { batch->xOf(64), y });
        QVERIFY(!m_model->inGesture());
        QCOMPARE(changed.size(), 4);
        QCOMPARE(m_model->undoStack().count(), 1);
        QCOMPARE(m_model->undoStack().undoText(), QStringLiteral("Batch 4 \u2192 64"));
        m_model->undoStack().undo();
        QCOMPARE(batch->value(), 4);
    }

    void escapeInADragPutsItBack()
    {
        ValueSlider* batch = slider("workload.batch.slider");
        batch->setFocus();
        const int y = batch->height() / 2;
        QTest::mousePress(batch, Qt::LeftButton, {}, { batch->xOf(4), y });
        QTest::mouseMove(batch, { batch->xOf(64), y });
        QCOMPARE(m_model->effectiveWhole("workload.batch"), 64);
        QTest::keyClick(batch, Qt::Key_Escape);
        QTest::mouseRelease(batch, Qt::LeftButton, {}, { batch->xOf(64), y });
        QCOMPARE(m_model->effectiveWhole("workload.batch"), 4);
        QCOMPARE(m_model->undoStack().count(), 0);
    }

    void pressOnTheGrooveTakesTheHandleThere()
    {
        ValueSlider* sequence = slider("workload.sequence.slider");
        QTest::mouseClick(sequence, Qt::LeftButton, {}, { sequence->xOf(8192), sequence->height() / 2 });
        QCOMPARE(m_model->effectiveWhole("workload.sequence"), 8192);
        QCOMPARE(m_model->undoStack().count(), 1);
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
        ValueSlider* control = slider(name.toLatin1().constData());
        control->setFocus();
        QTest::keyClick(control, Qt::Key(key));
        QCOMPARE(control->value(), expected);
        const QString path = name.chopped(qsizetype(qstrlen(".slider")));
        QCOMPARE(m_model->effectiveWhole(toUtf8(path)), expected);
        QCOMPARE(m_model->undoStack().count(), 1);
    }

    void keyStepsMergeUntilTheFocusLeaves()
    {
        m_model->setMergeWindow(kForever);
        ValueSlider* batch = slider("workload.batch.slider");
        batch->setFocus();
        QTest::keyClick(batch, Qt::Key_Right);
        QTest::keyClick(batch, Qt::Key_Right);
        QCOMPARE(m_model->undoStack().count(), 1);
        slider("model.layers.slider")->setFocus();
        batch->setFocus();
        QTest::keyClick(batch, Qt::Key_Right);
        QCOMPARE(m_model->undoStack().count(), 2);
    }

    void everyValueHasAPlaceOfItsOwnOrder()
    {
        const ValueSlider* sequence = slider("workload.sequence.slider");
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
        ValueSlider* batch = slider("workload.batch.slider");
        const auto turn = [batch] {
            QWheelEvent event(QPointF(5, 5), batch->mapToGlobal(QPointF(5, 5)), {}, { 0, 120 }, Qt::NoButton, {},
                Qt::NoScrollPhase, false);
            QCoreApplication::sendEvent(batch, &event);
        };
        slider("model.layers.slider")->setFocus();
        turn();
        QCOMPARE(m_model->effectiveWhole("workload.batch"), 4);
        batch->setFocus();
        turn();
        QCOMPARE(m_model->effectiveWhole("workload.batch"), 5);
    }

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
        openAllSections();
        enter(qPrintable(name + QStringLiteral(".spin")), typed);
        QCOMPARE(m_model->effectiveWhole(toUtf8(name)), expected);
        QCOMPARE(m_model->undoStack().count(), 1);
        QVERIFY(!named<QLabel>(qPrintable(name + QStringLiteral(".message")))->isVisible());
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
        openAllSections();
        const std::int64_t before = m_model->effectiveWhole(toUtf8(name));
        FieldSpinBox* box = spin(qPrintable(name + QStringLiteral(".spin")));
        const QString shown = box->text();
        enter(qPrintable(name + QStringLiteral(".spin")), typed);

        auto* message = named<QLabel>(qPrintable(name + QStringLiteral(".message")));
        QVERIFY(message->isVisible());
        for (const QString& part : says) {
            QVERIFY2(message->text().contains(part), qPrintable(message->text()));
        }
        QCOMPARE(m_model->effectiveWhole(toUtf8(name)), before);
        QCOMPARE(m_model->undoStack().count(), 0);
        QCOMPARE(box->text(), typed); // there for correction ...
        slider("model.layers.slider")->setFocus();
        QCOMPARE(box->text(), shown); // ... until one goes elsewhere
        QVERIFY(message->isVisible());

        enter(qPrintable(name + QStringLiteral(".spin")), QStringLiteral("2"));
        QVERIFY(!message->isVisible());
    }

    void leavingTakesWhatWasTyped()
    {
        FieldSpinBox* box = spin("workload.batch.spin");
        box->setFocus();
        box->selectAll();
        type(box, QStringLiteral("12"));
        QCOMPARE(m_model->effectiveWhole("workload.batch"), 4);
        slider("model.layers.slider")->setFocus();
        QCOMPARE(m_model->effectiveWhole("workload.batch"), 12);
    }

    void leavingUntouchedChangesNothing()
    {
        Scenario odd;
        odd.device.memoryBytes = 85899345921; // shown rounded
        m_model->replaceScenario(odd, QStringLiteral("odd"));
        openAllSections();
        FieldSpinBox* box = spin("device.memory_bytes.spin");
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Return);
        slider("model.layers.slider")->setFocus();
        QCOMPARE(m_model->scenario(), odd);
    }

    void escapeForgetsWhatWasTyped()
    {
        FieldSpinBox* box = spin("workload.batch.spin");
        box->setFocus();
        box->selectAll();
        type(box, QStringLiteral("77"));
        QTest::keyClick(box, Qt::Key_Escape);
        QCOMPARE(box->text(), QStringLiteral("4"));
        QTest::keyClick(box, Qt::Key_Return);
        QCOMPARE(m_model->effectiveWhole("workload.batch"), 4);
    }

    void messageGoesWhenTheValueChangesElsewhere()
    {
        enter("workload.batch.spin", QStringLiteral("abc"));
        auto* message = named<QLabel>("workload.batch.message");
        QVERIFY(message->isVisible());
        QVERIFY(m_model->setField("model.layers", FieldValue { std::int64_t { 8 } }));
        QVERIFY(message->isVisible());
        QVERIFY(m_model->setField("workload.batch", FieldValue { std::int64_t { 8 } }));
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
        FieldSpinBox* box = spin("workload.sequence.spin");
        box->setFocus();
        QTest::keyClick(box, Qt::Key(key));
        QCOMPARE(m_model->effectiveWhole("workload.sequence"), expected);
        QCOMPARE(box->text(), QString::number(expected));
    }

    void kClampsWhenLayersShrink()
    {
        enter("checkpointing.k.spin", QStringLiteral("16"));
        enter("model.layers.spin", QStringLiteral("10"));
        QCOMPARE(m_model->effectiveWhole("checkpointing.k"), 10);
        QCOMPARE(slider("checkpointing.k.slider")->maximum(), 10);
        QCOMPARE(slider("checkpointing.k.slider")->value(), 10);
        QCOMPARE(spin("checkpointing.k.spin")->text(), QStringLiteral("10"));
        QVERIFY(m_model->refusal().isEmpty());
    }

    void layersSliderGrowsWithTheValue()
    {
        ValueSlider* layers = slider("model.layers.slider");
        QCOMPARE(layers->maximum(), 128);
        enter("model.layers.spin", QStringLiteral("300"));
        QVERIFY(layers->maximum() >= 300);
        QCOMPARE(layers->value(), 300);
        enter("model.layers.spin", QStringLiteral("10000"));
        QCOMPARE(layers->maximum(), 10000);
        enter("model.layers.spin", QStringLiteral("32"));
        QCOMPARE(layers->maximum(), 128);
    }

    void doubleClickOnTheNameResets()
    {
        enter("workload.batch.spin", QStringLiteral("9"));
        QTest::mouseDClick(named<FieldLabel>("workload.batch.label"), Qt::LeftButton);
        QCOMPARE(m_model->effectiveWhole("workload.batch"), 4);
        QVERIFY(!m_model->scenario().workload.batch);
    }

    void ticksStandAtTheDivisors()
    {
        QCOMPARE(divisorsOf(32), (std::vector<int> { 1, 2, 4, 8, 16, 32 }));
        QCOMPARE(divisorsOf(1), (std::vector<int> { 1 }));
        QCOMPARE(divisorsOf(7), (std::vector<int> { 1, 7 }));
        auto* ticks = named<TickStrip>("checkpointing.k.ticks");
        QCOMPARE(ticks->ticks(), divisorsOf(32));
        const ValueSlider* k = slider("checkpointing.k.slider");
        QVERIFY(k->xOf(5) < ticks->rootX() && ticks->rootX() < k->xOf(6)); // the root of 32 is 5.66
        QVERIFY2(ticks->textAt(k->xOf(16)).contains(QStringLiteral("16 divides 32: 2")),
            qPrintable(ticks->textAt(k->xOf(16))));
        QVERIFY(ticks->textAt(ticks->rootX()).contains(QStringLiteral("5.66")));
        QVERIFY(ticks->textAt(k->xOf(24)).isEmpty());

        QTest::mouseClick(ticks, Qt::LeftButton, {}, { k->xOf(16), 2 });
        QCOMPARE(m_model->effectiveWhole("checkpointing.k"), 16);
        enter("model.layers.spin", QStringLiteral("36"));
        QCOMPARE(ticks->ticks(), divisorsOf(36));
        QCOMPARE(ticks->rootX(), k->xOf(6));
    }

    void policyChangesTheNumber()
    {
        auto* policy = named<QComboBox>("checkpointing.policy.combo");
        policy->setFocus();
        const int firstM = policy->findData(QStringLiteral("first_m"));
        QVERIFY(firstM >= 0);
        while (policy->currentIndex() != firstM) {
            QTest::keyClick(policy, Qt::Key_Down);
        }
        QVERIFY(spin("checkpointing.m.spin")->isVisible());
        QVERIFY(!spin("checkpointing.k.spin")->isVisible());
        QCOMPARE(slider("checkpointing.m.slider")->minimum(), 0);
        QCOMPARE(slider("checkpointing.m.slider")->maximum(), 32);
        QCOMPARE(policy->findData(QStringLiteral("optimal")), -1); // has no law
    }

    void parametersAreDerivedUntilGiven()
    {
        openAllSections();
        FieldSpinBox* box = spin("model.parameters.spin");
        QCOMPARE(box->text(), QString());
        QCOMPARE(box->findChild<QLineEdit*>()->placeholderText(), QStringLiteral("6,442,450,944"));
        enter("model.parameters.spin", QStringLiteral("6.4e9"));
        m_model->settle();
        QCOMPARE(m_model->evaluation().parameterCount, 6400000000);
        m_model->undoStack().undo();
        m_model->settle();
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Up); // from the shape's count, not from nothing
        QCOMPARE(m_model->effectiveWhole("model.parameters"), 6442450945);
        box->setFocus();
        box->selectAll();
        QTest::keyClick(box, Qt::Key_Delete);
        QTest::keyClick(box, Qt::Key_Return);
        QVERIFY(!m_model->scenario().model.parameters);
    }

    void pickerFindsByTypingAndPicksByEnter()
    {
        auto* button = named<PickerButton>("model.preset.picker");
        QCOMPARE(button->currentText(), QStringLiteral("The article's (default)"));
        button->setFocus();
        QTest::keyClick(button, Qt::Key_Return);
        PickerPopup* popup = button->popup();
        QVERIFY(QTest::qWaitForWindowExposed(popup));
        type(popup->filter(), QStringLiteral("124m gpt-2"));
        QTest::keyClick(popup->filter(), Qt::Key_Return);
        QVERIFY(!popup->isVisible());
        QCOMPARE(m_model->scenario().model.preset, std::optional<std::string>("gpt2-124m"));
        QCOMPARE(button->currentText(), toQString(findModelPreset("gpt2-124m")->name));
        QCOMPARE(spin("model.layers.spin")->text(), QStringLiteral("12"));

        enter("model.layers.spin", QStringLiteral("13"));
        QVERIFY(button->currentText().endsWith(QStringLiteral("(changed)")));
        m_model->undoStack().undo();
        QVERIFY(!button->currentText().endsWith(QStringLiteral("(changed)")));
    }

    void pickerMovesByArrows()
    {
        auto* button = named<PickerButton>("scenario.picker");
        button->openPopup();
        PickerPopup* popup = button->popup();
        QVERIFY(QTest::qWaitForWindowExposed(popup));
        QVERIFY(!popup->view()->currentIndex().isValid()); // nothing is picked yet
        QTest::keyClick(popup->filter(), Qt::Key_Down);
        const QString first = popup->view()->currentIndex().siblingAtColumn(0).data().toString();
        QCOMPARE(first, toQString(scenarioPresets()[0].name));
        QTest::keyClick(popup->filter(), Qt::Key_Down);
        const QString second = popup->view()->currentIndex().siblingAtColumn(0).data().toString();
        QVERIFY(first != second);
        QTest::keyClick(popup->filter(), Qt::Key_Return);
        QCOMPARE(button->currentText(), second);
        QCOMPARE(m_model->undoStack().count(), 1);
    }

    void pickerPassesOverHeadings()
    {
        auto* button = named<PickerButton>("model.preset.picker");
        button->openPopup();
        PickerPopup* popup = button->popup();
        QVERIFY(QTest::qWaitForWindowExposed(popup));
        QTest::keyClick(popup->filter(), Qt::Key_Return);
        QVERIFY(popup->isVisible()); // Enter before anything is looked at picks nothing
        for (int i = 0; i < 30; ++i) {
            QTest::keyClick(popup->filter(), Qt::Key_Down);
            const QModelIndex now = popup->view()->currentIndex();
            QVERIFY(now.isValid() && now.parent().isValid()); // an entry, not a family's heading
        }
        QCOMPARE(popup->view()->header()->count(), 2);
        QVERIFY(!popup->view()->visualRect(popup->view()->currentIndex().siblingAtColumn(1)).isEmpty());
        popup->close();
    }

    void pickerEscapeChangesNothing()
    {
        auto* button = named<PickerButton>("device.gpu.picker");
        button->openPopup();
        PickerPopup* popup = button->popup();
        QVERIFY(QTest::qWaitForWindowExposed(popup));
        QTest::keyClick(popup->filter(), Qt::Key_Escape);
        QVERIFY(!popup->isVisible());
        QCOMPARE(m_model->undoStack().count(), 0);
        QCOMPARE(button->currentText(), QStringLiteral("80 GiB (article)"));
    }

    void pickerSaysWhyItCannot()
    {
        auto* button = named<PickerButton>("model.preset.picker");
        const auto entries = modelEntries();
        const auto refused = std::find_if(
            entries.begin(), entries.end(), [](const PickerEntry& entry) { return !entry.refused.isEmpty(); });
        QVERIFY(refused != entries.end());
        button->openPopup();
        PickerPopup* popup = button->popup();
        QVERIFY(QTest::qWaitForWindowExposed(popup));
        popup->filter()->setText(refused->name);
        const auto* items = popup->view()->model();
        const auto found =
            items->match(items->index(0, 0), Qt::DisplayRole, refused->name, 1, Qt::MatchExactly | Qt::MatchRecursive);
        QCOMPARE(found.size(), 1);
        QVERIFY(!(found.front().flags() & Qt::ItemIsEnabled));
        QVERIFY(found.front().siblingAtColumn(1).data().toString().contains(refused->refused));
        popup->filter()->setText(QStringLiteral("no such model"));
        QTest::keyClick(popup->filter(), Qt::Key_Return);
        QCOMPARE(m_model->undoStack().count(), 0);
        popup->close();
    }

    void deviceShowsAnEditedMemory()
    {
        auto* button = named<PickerButton>("device.gpu.picker");
        openAllSections();
        enter("device.memory_bytes.spin", QStringLiteral("40"));
        QCOMPARE(button->currentText(), QStringLiteral("80 GiB (article) (changed)"));
        QVERIFY(m_model->chooseGpu("rtx-4090"));
        QCOMPARE(button->currentText(), toQString(findGpuPreset("rtx-4090")->name));
        QVERIFY(spin("device.memory_bytes.spin")->text().endsWith(QStringLiteral("GiB")));
    }

    void sectionsFoldByKeyboard()
    {
        FieldSpinBox* width = spin("model.d_model.spin");
        QVERIFY(!width->isVisible());
        auto* heading = named<QToolButton>("section.shape.heading");
        heading->setFocus();
        QTest::keyClick(heading, Qt::Key_Space);
        QVERIFY(width->isVisible());
        QTest::keyClick(heading, Qt::Key_Space);
        QVERIFY(!width->isVisible());
    }

    void numbersDoNotMoveTheControls()
    {
        ValueSlider* batch = slider("workload.batch.slider");
        QTest::mousePress(batch, Qt::LeftButton, {}, { batch->xOf(4), batch->height() / 2 });
        QCoreApplication::processEvents();
        const QRect spinAt = spin("workload.batch.spin")->geometry();
        const QRect sliderAt = batch->geometry();
        QTest::mouseMove(batch, { batch->xOf(256), batch->height() / 2 });
        QCoreApplication::processEvents();
        QCOMPARE(m_model->effectiveWhole("workload.batch"), 256);
        QCOMPARE(spin("workload.batch.spin")->geometry(), spinAt);
        QCOMPARE(batch->geometry(), sliderAt);
        QTest::mouseRelease(batch, Qt::LeftButton, {}, { batch->xOf(256), batch->height() / 2 });
    }

    void everythingFocusableHasAName()
    {
        openAllSections();
        int seen = 0;
        const auto all = m_panel->findChildren<QWidget*>();
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
        QAccessibleInterface* face = QAccessible::queryAccessibleInterface(slider("workload.sequence.slider"));
        QVERIFY(face != nullptr && face->valueInterface() != nullptr);
        QCOMPARE(face->valueInterface()->currentValue().toInt(), 2048);
        QAccessibleInterface* box = QAccessible::queryAccessibleInterface(spin("workload.sequence.spin"));
        QVERIFY(box != nullptr && box->valueInterface() != nullptr);
        QCOMPARE(box->valueInterface()->currentValue().toLongLong(), 2048);
        QCOMPARE(box->valueInterface()->maximumValue().toLongLong(), 1 << 24);
    }

    void tabGoesFromTopToBottom()
    {
        QWidget* widget = named<PickerButton>("scenario.picker");
        widget->setFocus();
        int lastY = -1;
        for (int i = 0; i < 10; ++i) {
            QWidget* now = QApplication::focusWidget();
            QVERIFY(now != nullptr);
            const int y = now->mapTo(m_panel->widget(), QPoint(0, 0)).y();
            QVERIFY2(y >= lastY, qPrintable(now->objectName()));
            lastY = y;
            QTest::keyClick(now, Qt::Key_Tab);
        }
    }
};

QTEST_MAIN(TestControls)
#include "tst_controls.moc"
