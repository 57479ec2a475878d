// SPDX-License-Identifier: MIT
// The guided tour in the window, by hand: every step can be done and names what is there, nothing is locked, and
// leaving, resuming and a restart lose nothing.
#include "app/cards/card_page.h"
#include "app/cards/timeline_plot.h"
#include "app/charts/k_plot.h"
#include "app/controls/field_spin_box.h"
#include "app/controls/value_slider.h"
#include "app/highlight/highlight_model.h"
#include "app/language/language.h"
#include "app/measure/measure_panel.h"
#include "app/model/text.h"
#include "app/tour/tour_guide.h"
#include "app/tour/tour_outline.h"
#include "app/tour/tour_panel.h"
#include "app/tour/tour_stage.h"
#include "core/plan/evaluate.h"
#include "tests/app/support/chart_hand.h"
#include "tests/app/support/fake_worker.h"
#include "tests/app/support/painted.h"
#include "tests/app/support/slider_drag.h"
#include "tests/app/support/window_bench.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSettings>
#include <QToolButton>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

constexpr int kPatience = 30'000;

/// A worker that plans, and measures one of its points when it is told to run.
QByteArray measuringWorker()
{
    const QByteArray begin = FakeWorkers::hello() + FakeWorkers::plan();
    return FakeWorkers::withDevices("read command\ncase \"$command\" in\n*plan_only*)\n"
        + FakeWorkers::says(begin + FakeWorkers::ended(2)) + "read quit\n"
        + FakeWorkers::says(FakeWorkers::bye(3, 0, 0)) + "exit 0;;\nesac\n"
        + FakeWorkers::says(
            begin + FakeWorkers::result(2, "store_all", "null", 4194304, 4194304, 12'300'000) + FakeWorkers::ended(3)));
}

} // namespace

class TestGuidedTour : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<FakeWorkers> m_workers;
    std::unique_ptr<WindowBench> m_bench;

    [[nodiscard]] TourGuide& guide() const { return *m_bench->window().findChild<TourGuide*>(); }
    [[nodiscard]] ScenarioModel& model() const { return m_bench->model(); }
    [[nodiscard]] QString stepId() const { return toQString(guide().step().id); }
    [[nodiscard]] CardPage& page() const { return *m_bench->window().findChild<CardPage*>(); }
    [[nodiscard]] QString shown(const char* label) const
    {
        const auto* found = m_bench->named<QLabel>(label);
        return found->isVisible() ? found->text() : QString();
    }
    void press(const QString& name) const
    {
        auto* widget = m_bench->window().findChild<QWidget*>(name);
        QVERIFY2(widget != nullptr && widget->isVisible() && widget->isEnabled(), qPrintable(name));
        QTest::mouseClick(widget, Qt::LeftButton);
    }
    void press(const char* name) const { press(QString::fromLatin1(name)); }
    void settle() const
    {
        model().settle();
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents();
    }
    void option(int index) const
    {
        settle(); // the step's buttons are laid out
        press(QStringLiteral("tour.option.%1").arg(index));
    }
    void type(const char* spin, const char* text) const
    {
        auto* box = m_bench->named<FieldSpinBox>(spin);
        QVERIFY2(box->isVisible() && box->isEnabled(), spin);
        box->setFocus();
        box->selectAll();
        QTest::keyClicks(box, QString::fromLatin1(text));
        QTest::keyClick(box, Qt::Key_Return);
    }
    [[nodiscard]] Plot& plot(const char* name) const { return *m_bench->named<Plot>(name); }
    void clickK(const char* name, Count k) const
    {
        settle();
        QTest::mouseClick(plot(name).viewport(), Qt::LeftButton, {}, ChartHand::overK(plot(name), k).toPoint());
        settle();
    }
    /// For tests/tour_pictures: the window as the step stands, where a folder for pictures is named.
    void picture(const char* when) const
    {
        const QString folder = qEnvironmentVariable("SUBLINEAR_TOUR_PICTURES");
        if (!folder.isEmpty()) {
            settle();
            QTest::qWait(150); // cards that were just laid out
            const QString name = QStringLiteral("%1-%2-%3.png").arg(guide().index() + 1, 2, 10, QLatin1Char('0'));
            QVERIFY(m_bench->window().grab().save(folder + u'/' + name.arg(stepId(), QString::fromLatin1(when))));
        }
    }
    /// And in which size and theme.
    void dress() const
    {
        const QStringList size = qEnvironmentVariable("SUBLINEAR_TOUR_SIZE", QStringLiteral("1280x800")).split(u'x');
        m_bench->window().resize(size.value(0).toInt(), size.value(1).toInt());
        if (const QByteArray theme = qgetenv("SUBLINEAR_TOUR_THEME"); !theme.isEmpty()) {
            m_bench->trigger(("view.theme." + theme).constData());
        }
    }
    [[nodiscard]] bool isDone() const { return guide().isDone(guide().index()); }

    /// By mouse and keys, what the step asks for.
    void doStep(const QString& id)
    {
        if (id == QStringLiteral("why")) {
            QTRY_VERIFY(!m_bench->named<TimelinePlot>("timeline.plot")->isEmpty());
            m_bench->named<TimelinePlot>("timeline.plot")->setFocus();
            QTest::keyClick(m_bench->named<TimelinePlot>("timeline.plot"), Qt::Key_Left);
        } else if (id == QStringLiteral("layer")) {
            option(1);
        } else if (id == QStringLiteral("sequence")) {
            option(0); // a wrong guess is a guess
            QVERIFY(!isDone()); // predicted, not yet seen
            type("workload.sequence.spin", "4096");
        } else if (id == QStringLiteral("sweep")) {
            clickK("memory.plot", 4);
        } else if (id == QStringLiteral("root")) {
            type("checkpointing.k.spin", "32"); // seen before it was predicted
            QVERIFY(!isDone());
            option(2);
        } else if (id == QStringLiteral("skipped")) {
            auto* slider = m_bench->named<ValueSlider>("checkpointing.k.slider");
            SliderDrag drag(*slider);
            drag.press(4);
            drag.moveTo(slider->xOf(8)); // over the ones that fit, and on
            drag.moveTo(slider->xOf(6));
            drag.release(slider->xOf(6));
        } else if (id == QStringLiteral("batch")) {
            option(2);
            auto* slider = m_bench->named<ValueSlider>("workload.batch.slider");
            slider->setFocus();
            QTest::keyClick(slider, Qt::Key_Left);
        } else if (id == QStringLiteral("frontier")) {
            option(1);
            settle();
            const auto& row = model().evaluation().sweep[4];
            const QPointF at =
                plot("frontier.plot").toChart({ 100 * row.extraForwardFraction, 100 * row.savedFraction });
            QTest::mouseClick(plot("frontier.plot").viewport(), Qt::LeftButton, {}, at.toPoint());
        } else if (id == QStringLiteral("throughput")) {
            settle();
            auto* right = m_bench->named<QPushButton>("tour.option.2");
            right->setFocus();
            QTest::keyClick(right, Qt::Key_Space);
            clickK("throughput.plot", 5);
        } else if (id == QStringLiteral("meanings")) {
            option(1);
            auto* combo = m_bench->named<QComboBox>("checkpointing.policy.combo");
            combo->setFocus();
            while (model().effective("checkpointing.policy") != FieldValue { std::string("segments") }) {
                const int before = combo->currentIndex();
                QTest::keyClick(combo, Qt::Key_Down);
                QVERIFY(combo->currentIndex() > before);
            }
            type("checkpointing.k.spin", "1");
        } else if (id == QStringLiteral("measure")) {
            press("measure.open");
            press("measure.button");
        } else {
            QFAIL(qPrintable(id));
        }
    }

private Q_SLOTS:
    void init()
    {
        m_workers = std::make_unique<FakeWorkers>();
        applyLanguage(*qApp, qEnvironmentVariableIsSet("SUBLINEAR_TOUR_GERMAN") ? Language::German : Language::English);
        qputenv("SUBLINEAR_MICRORUN", m_workers->script(measuringWorker()).toUtf8());
        m_bench = std::make_unique<WindowBench>("tst_guided_tour");
        dress();
    }
    void cleanup()
    {
        m_bench.reset();
        m_workers.reset();
    }

    void walksToItsEndByHand()
    {
        const QStringList ownCards = page().shownIds();
        const Scenario own = batchOf(7);
        model().replaceScenario(own, QStringLiteral("own"));
        QTest::keyClick(&m_bench->window(), Qt::Key_F1);
        QVERIFY(guide().isActive());
        const std::size_t steps = guide().tour().steps.size();
        for (std::size_t i = 0; i < steps; ++i) {
            const QString id = stepId();
            QCOMPARE(guide().index(), i);
            QCOMPARE(model().scenario(), guide().step().scenario);
            QCOMPARE(shown("tour.title"), toQString(guide().step().title));
            QVERIFY2(!isDone(), qPrintable(id));
            QVERIFY(shown("tour.after").isEmpty() && shown("tour.because").isEmpty());
            picture("begins");
            doStep(id);
            QTRY_VERIFY2_WITH_TIMEOUT(isDone(), qPrintable(id), kPatience);
            QCOMPARE(shown("tour.after"), toQString(guide().step().after));
            QCOMPARE(shown("tour.because").isEmpty(), !guide().step().ask.has_value());
            picture("done");
            press("tour.next");
        }
        QVERIFY(!guide().isActive());
        QVERIFY(!m_bench->named<QWidget>("tour.panel")->isVisible());
        QCOMPARE(page().shownIds(), ownCards);
        QCOMPARE(m_bench->window().findChildren<TourOutline*>().size(), 0);
        // Undone to its beginning the scenario is the own one again.
        while (model().undoStack().canUndo() && model().scenario() != own) {
            model().undoStack().undo();
        }
        QCOMPARE(model().scenario(), own);
        QTest::keyClick(&m_bench->window(), Qt::Key_F1); // and it begins anew
        QCOMPARE(stepId(), QStringLiteral("why"));
        QVERIFY(!isDone());
    }

    // What the figures and frames of each step are about is on the screen.
    void everythingNamedIsThere()
    {
        m_bench->trigger("help.tour");
        const TourStage stage(m_bench->window(), page());
        QStringList cards { QStringLiteral("table") };
        for (const Card* card : page().cards()) {
            cards << card->id();
        }
        for (std::size_t i = 0; i < guide().tour().steps.size(); ++i) {
            guide().goTo(i);
            settle();
            const TourStep& step = guide().step();
            QCOMPARE(page().shownIds().size(), qsizetype(step.cards.size()));
            for (const std::string& id : step.cards) {
                QVERIFY2(cards.contains(toQString(id)), id.c_str());
            }
            if (step.ask) {
                guide().giveAnswer(0);
                settle();
            }
            for (const std::string& id : step.revealed) { // what would have given the answer away
                QVERIFY2(page().shownIds().contains(toQString(id)), id.c_str());
            }
            for (const std::string& id : step.highlight) {
                const auto widgets = stage.widgetsOf(id);
                const bool isInside = id.starts_with("kind:") || id.starts_with("tensor:") || id.starts_with("k:");
                QVERIFY2(isInside ? widgets.empty() : widgets.size() == 1, id.c_str());
                if (isInside) {
                    QCOMPARE(page().highlight().lit(), toQString(id));
                }
                for (const QWidget* widget : widgets) {
                    QVERIFY2(widget->isVisible() && !widget->visibleRegion().isEmpty(), id.c_str());
                    QCOMPARE(widget->findChildren<TourOutline*>(Qt::FindDirectChildrenOnly).size(), 1);
                    QCOMPARE(widget->findChild<TourOutline*>()->geometry(), widget->rect());
                }
            }
        }
        QVERIFY(stage.widgetsOf("card:nothing").empty() && stage.widgetsOf("field:nothing").empty());
    }

    void textIsReadable_data()
    {
        QTest::addColumn<int>("pixels");
        QTest::addColumn<bool>("german");
        QTest::addRow("usual type") << 13 << false;
        QTest::addRow("a projector's") << 20 << false;
        QTest::addRow("German") << 13 << true;
        QTest::addRow("a projector's German") << 20 << true;
    }
    void textIsReadable()
    {
        QFETCH(int, pixels);
        QFETCH(bool, german);
        const QFont before = QApplication::font();
        QFont font = before;
        font.setPixelSize(pixels);
        QApplication::setFont(font);
        m_bench->close();
        applyLanguage(*qApp, german ? Language::German : Language::English);
        m_bench->open();
        m_bench->window().resize(1280, 800);
        QCOMPARE(guide().tour().steps.front().title == "Why backward stores", !german);
        m_bench->trigger("help.tour");
        auto* panel = m_bench->named<TourPanel>("tour.panel");
        for (std::size_t i = 0; i < guide().tour().steps.size(); ++i) {
            guide().goTo(i);
            if (guide().step().ask) {
                guide().giveAnswer(0);
            }
            settle();
            for (const QPushButton* button : panel->findChildren<QPushButton*>()) {
                if (button->isVisible()) {
                    const int text = button->fontMetrics().horizontalAdvance(button->text());
                    QVERIFY2(text < button->width(), qPrintable(button->text()));
                }
            }
            QVERIFY(m_bench->named<QScrollArea>("tour.scroll")->horizontalScrollBar()->maximum() == 0);
        }
        QApplication::setFont(before);
        applyLanguage(*qApp, Language::English);
    }

    void locksNothing()
    {
        m_bench->trigger("help.tour");
        QVERIFY(QApplication::activeModalWidget() == nullptr);
        // Another way than the step's: it stays, and can be taken back.
        type("model.layers.spin", "12");
        press("switch.frontier");
        QCOMPARE(model().effectiveWhole("model.layers"), 12);
        QVERIFY(page().shownIds().contains(QStringLiteral("frontier")));
        press("tour.again");
        QCOMPARE(model().scenario(), guide().step().scenario);
        QVERIFY(!m_bench->named<QPushButton>("tour.again")->isEnabled());
        QTest::keyClick(&m_bench->window(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(model().effectiveWhole("model.layers"), 12);
        // On without having done anything.
        press("tour.next");
        QCOMPARE(stepId(), QStringLiteral("layer"));
        QVERIFY(!guide().isDone(0));
    }

    // Both panels beside each other need more than a small window has.
    void chartsKeepTheirRoom()
    {
        m_bench->trigger("help.tour");
        m_bench->trigger("view.measure");
        settle();
        auto* tour = m_bench->named<QWidget>("tour.panel");
        auto* measure = m_bench->named<QWidget>("measure.panel");
        const auto left = [this](QWidget* widget) { return widget->mapTo(&m_bench->window(), QPoint()).x(); };
        m_bench->window().resize(1920, 1080);
        settle();
        QVERIFY(left(measure) > left(tour));
        m_bench->window().resize(1024, 800);
        settle();
        QVERIFY2(page().width() >= 340, qPrintable(QString::number(page().width())));
        QVERIFY(tour->isVisible() && !tour->visibleRegion().isEmpty());
        QVERIFY(measure->isVisible() && !measure->visibleRegion().isEmpty());
        m_bench->trigger("view.measure");
        settle();
        QVERIFY(page().width() >= 340);
    }

    void aStepIsOneUndoEntry()
    {
        m_bench->trigger("help.tour");
        const int before = model().undoStack().count();
        const Scenario first = model().scenario();
        guide().goTo(5);
        QCOMPARE(model().undoStack().count(), before + 1);
        QVERIFY(model().undoStack().undoText().contains(toQString(guide().step().title)));
        model().undoStack().undo();
        QCOMPARE(model().scenario(), first);
        QCOMPARE(stepId(), QStringLiteral("skipped")); // undo is of the scenario
    }

    void goesByKeys()
    {
        QTest::keyClick(&m_bench->window(), Qt::Key_F1);
        QCOMPARE(QApplication::focusWidget()->objectName(), QStringLiteral("tour.next"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QCOMPARE(stepId(), QStringLiteral("layer"));
        QTest::keyClick(&m_bench->window(), Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(stepId(), QStringLiteral("sequence"));
        QTest::keyClick(&m_bench->window(), Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(stepId(), QStringLiteral("layer"));
        auto* steps = m_bench->named<QComboBox>("tour.steps");
        steps->setFocus();
        QTest::keyClick(steps, Qt::Key_End);
        QCOMPARE(stepId(), QStringLiteral("measure"));
        QTest::keyClick(steps, Qt::Key_Escape);
        QVERIFY(!guide().isActive());
        QVERIFY(QApplication::focusWidget() != nullptr); // the keyboard is somewhere still
        QTest::keyClick(&m_bench->window(), Qt::Key_Right, Qt::AltModifier); // nobody's any more
        QVERIFY(!guide().isActive());
    }

    void leftAndResumed()
    {
        const Scenario own = batchOf(7);
        model().replaceScenario(own, QStringLiteral("own"));
        m_bench->trigger("help.tour");
        guide().goTo(1);
        option(0);
        QVERIFY(isDone());
        press("tour.leave");
        QVERIFY(!m_bench->named<QWidget>("tour.panel")->isVisible());
        QCOMPARE(model().scenario(), guide().step().scenario); // to go on playing with
        m_bench->trigger("help.tour");
        QCOMPARE(stepId(), QStringLiteral("layer"));
        QVERIFY(isDone());
        QCOMPARE(guide().answer(), std::optional<std::size_t>(0));
        QVERIFY(!m_bench->named<QPushButton>("tour.option.1")->isEnabled());
        press("tour.own");
        QVERIFY(!guide().isActive());
        QCOMPARE(model().scenario(), own);
    }

    void aRestartGoesOn()
    {
        const QStringList ownCards = page().shownIds();
        const Scenario own = batchOf(7);
        model().replaceScenario(own, QStringLiteral("own"));
        m_bench->trigger("help.tour");
        guide().goTo(2);
        option(1);
        type("workload.sequence.spin", "3072");
        const Scenario played = model().scenario();
        QVERIFY(m_bench->restart());
        QVERIFY(guide().isActive() && m_bench->named<QWidget>("tour.panel")->isVisible());
        QCOMPARE(stepId(), QStringLiteral("sequence"));
        QCOMPARE(model().scenario(), played);
        QCOMPARE(guide().answer(), std::optional<std::size_t>(1));
        QVERIFY(!isDone());
        type("workload.sequence.spin", "4096");
        QVERIFY(isDone());
        press("tour.own");
        QCOMPARE(model().scenario(), own);
        QCOMPARE(page().shownIds(), ownCards);
        QVERIFY(m_bench->restart());
        QVERIFY(!guide().isActive());
        m_bench->trigger("help.tour");
        QCOMPARE(stepId(), QStringLiteral("sequence"));
        QVERIFY(isDone());
    }

    void aFileStaysAsItIs()
    {
        const Scenario own = batchOf(7);
        model().openScenario(own, QStringLiteral("own"));
        const QString path = m_bench->path("own.sublinear.json");
        QVERIFY(m_bench->window().saveTo(path));
        m_bench->trigger("help.tour");
        guide().goTo(3);
        QVERIFY(m_bench->window().documentPath().isEmpty());
        QVERIFY(!m_bench->window().isWindowModified());
        press("tour.own");
        QCOMPARE(m_bench->window().documentPath(), path);
        QVERIFY(!m_bench->window().isWindowModified());

        // Changes that are in no file are asked for; refused, there is no tour.
        QVERIFY(model().setField("workload.batch", FieldValue { std::int64_t { 5 } }));
        int asked = 0;
        answerNextQuestion(QMessageBox::Cancel, &asked);
        m_bench->trigger("help.tour");
        QCOMPARE(asked, 1);
        QVERIFY(!guide().isActive());
        QCOMPARE(model().effectiveWhole("workload.batch"), 5);
        answerNextQuestion(QMessageBox::Discard, &asked);
        m_bench->trigger("help.tour");
        QVERIFY(guide().isActive());
    }

    void storedNonsenseIsPassedOver()
    {
        m_bench->close();
        QSettings settings;
        settings.setValue(QStringLiteral("tour/step"), QStringLiteral("no such step"));
        settings.setValue(
            QStringLiteral("tour/done"), QStringList { QStringLiteral("nor this"), QStringLiteral("why") });
        settings.setValue(QStringLiteral("tour/answers"),
            QStringList { QStringLiteral("layer=99"), QStringLiteral("layer=x"), QStringLiteral("=1"), QString() });
        settings.setValue(QStringLiteral("tour/own"), QStringLiteral("{"));
        settings.sync();
        m_bench->open();
        m_bench->trigger("help.tour");
        QCOMPARE(stepId(), QStringLiteral("why"));
        QVERIFY(isDone());
        guide().goTo(1);
        QVERIFY(!guide().answer());
    }

    void theHintGoesByItself()
    {
        auto hint = [this] { return m_bench->window().findChild<QWidget*>(QStringLiteral("tour.hint")); };
        QVERIFY(hint() != nullptr && hint()->isVisible());
        QVERIFY(m_bench->restart());
        QVERIFY(hint() != nullptr);
        QVERIFY(m_bench->restart());
        QVERIFY(hint() != nullptr);
        QVERIFY(m_bench->restart());
        QVERIFY(hint() == nullptr); // said three times
        m_bench->close();
        QSettings().remove(QStringLiteral("tour"));
        m_bench->open();
        press("tour.hint");
        QVERIFY(guide().isActive());
        QVERIFY(!hint()->isVisible());
        QVERIFY(m_bench->restart());
        QVERIFY(hint() == nullptr); // taken once
    }
};

QTEST_MAIN(TestGuidedTour)
#include "tst_guided_tour.moc"
