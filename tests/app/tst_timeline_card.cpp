// SPDX-License-Identifier: MIT
// The step timeline: what it draws, how a hand, the keys and the player go through it, the step below, what was
// measured, and the memory split at its instant.
#include "app/cards/split_card.h"
#include "app/cards/timeline_card.h"
#include "app/cards/timeline_plot.h"
#include "app/measure/measured_sets.h"
#include "app/model/text.h"
#include "core/measurement/measurement.h"
#include "core/plan/timeline.h"
#include "core/scenario/fields.h"
#include "core/training/executed.h"
#include "tests/app/support/card_bench.h"
#include "tests/app/support/chart_hand.h"
#include "tests/app/support/painted.h"

#include <QComboBox>
#include <QLabel>
#include <QPainter>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

#include <memory>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

const QString kTimeline = QStringLiteral("timeline");

Scenario with(std::initializer_list<const char*> sets)
{
    Scenario scenario;
    for (const char* set : sets) {
        if (const Status done = applySet(scenario, set); !done) {
            qFatal("%s", done.error().message.c_str());
        }
    }
    return scenario;
}

/// Of the stack alone, at batch 1: the operations as they were foretold, each `more` bytes above.
Measurement measuredOf(const Scenario& asked, Bytes more, Count batch)
{
    ResolvedScenario ran = measuredStack(*resolve(asked));
    ran.accounting = Accounting::Training;
    ran.workload.batch = batch;
    Measurement measurement;
    measurement.run.requested = asked;
    measurement.run.run = complete(ran);
    PointRecord point;
    point.policy = chosenPolicy(ran);
    const StepDetail detail = *stepDetail(ran, OptimizerTemporary::None);
    point.staticBytes = detail.stateBytes;
    for (const TimelineOp& op : detail.timeline.ops) {
        point.ops.push_back({ op.index, op.liveBytes + more, {} });
    }
    measurement.points.push_back(point);
    return measurement;
}

/// What the card's picture paints, without the pixmap that it keeps of it.
class Sheet : public QWidget {
public:
    explicit Sheet(const TimelinePlot& plot)
        : m_plot(plot)
    {
        resize(plot.size());
    }

protected:
    void paintEvent(QPaintEvent* /*event*/) override
    {
        QPainter painter(this);
        m_plot.painter().paintGround(painter);
        m_plot.painter().paintInstant(painter, m_plot.instant());
    }

private:
    const TimelinePlot& m_plot;
};

Painted picture(const TimelinePlot& plot)
{
    Sheet sheet(plot);
    return painted(sheet);
}

} // namespace

class TestTimelineCard : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<CardBench> m_bench;

    [[nodiscard]] TimelineCard& card() const { return *m_bench->page.findChild<TimelineCard*>(kTimeline); }
    [[nodiscard]] TimelinePlot& plot() const { return card().plot(); }
    [[nodiscard]] Card& split() const { return m_bench->card(QStringLiteral("split")); }
    template <class T> [[nodiscard]] T& named(const char* name) const
    {
        auto* found = m_bench->page.findChild<T*>(QString::fromLatin1(name));
        if (found == nullptr) {
            qFatal("nothing named %s", name);
        }
        return *found;
    }
    [[nodiscard]] QString readOut() const { return named<QLabel>("timeline.instant").accessibleName(); }
    void settle() const
    {
        m_bench->settle();
        card().source().finish(std::chrono::seconds(30));
        m_bench->settle();
    }
    void take(const Scenario& scenario) const
    {
        m_bench->take(scenario);
        settle();
    }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) const
    {
        plot().setFocus();
        QTest::keyClick(&plot(), key, modifiers);
    }
    void turn(int notches, Qt::KeyboardModifiers modifiers = Qt::NoModifier) const
    {
        const QPointF at = plot().painter().plotRect(0).center();
        QWheelEvent event(
            at, plot().mapToGlobal(at), {}, { 0, 120 * notches }, Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
        QApplication::sendEvent(&plot(), &event);
    }
    /// As a hand chooses it.
    void chooseBelow(const QString& id) const
    {
        auto& below = named<QComboBox>("timeline.second");
        const int index = below.findData(id);
        QVERIFY2(index >= 0, qPrintable(id));
        below.setFocus();
        QTest::keyClick(&below, Qt::Key_Home);
        for (int i = 0; i < index; ++i) {
            QTest::keyClick(&below, Qt::Key_Down);
        }
        settle();
        QCOMPARE(below.currentIndex(), index);
    }
    [[nodiscard]] QPointF on(std::size_t lane, Count op) const
    {
        return { plot().painter().xOfOp(lane, op), plot().painter().plotRect(lane).center().y() };
    }

private Q_SLOTS:
    void init()
    {
        m_bench = std::make_unique<CardBench>(QSize(1000, 560), QStringList { QStringLiteral("split"), kTimeline });
        settle();
    }
    void cleanup() { m_bench.reset(); }

    void startsAtThePeakAndNamesIt()
    {
        QCOMPARE(plot().instants(), Count { 32 + 24 + 32 + 1 });
        QCOMPARE(plot().instant(), Count { 35 });
        QCOMPARE(card().titleText(), QStringLiteral("Peak: backward layer 32"));
        QCOMPARE(readOut(), QStringLiteral("36 of 89. backward layer 32, 80.25 GiB"));
        const Painted seen = picture(plot());
        for (const char* text :
            { "80.25 GiB, backward layer 32", "80 GiB (article)", "forward", "backward", "optimizer", "layers",
                "operation of the step", "dropped", "optimizer states", "recomputed segment" }) {
            QVERIFY2(seen.hasText(QString::fromLatin1(text)), text);
        }
        QVERIFY(card().accessibleDescription().contains(readOut()));
        QCOMPARE(plot().accessibleDescription(), readOut());
        // Out of range the device has no line.
        take(with({ "device.memory_bytes=1000GiB" }));
        QVERIFY(!picture(plot()).textList().join(u' ').contains(QStringLiteral("1,000 GiB")));
    }

    void keysStepByOperationAndByLayer()
    {
        take(with({ "accounting=training", "model.layers=3", "checkpointing.policy=segments", "checkpointing.k=1" }));
        const auto& ops = plot().picture().lanes.front().detail->timeline.ops;
        key(Qt::Key_Home);
        QCOMPARE(plot().instant(), Count { 0 });
        key(Qt::Key_Left);
        QCOMPARE(plot().instant(), Count { 0 });
        key(Qt::Key_Right);
        QCOMPARE(plot().instant(), Count { 1 });
        QVERIFY(plot().hoverText().startsWith(QStringLiteral("2. forward")));
        key(Qt::Key_Right, Qt::ControlModifier);
        const Count second = plot().instant();
        QCOMPARE(ops[std::size_t(second)].layer, Count { 2 });
        QCOMPARE(ops[std::size_t(second - 1)].layer, Count { 1 });
        key(Qt::Key_PageDown);
        QCOMPARE(ops[std::size_t(plot().instant())].layer, Count { 3 });
        key(Qt::Key_PageUp);
        QCOMPARE(plot().instant(), second);
        key(Qt::Key_Right);
        key(Qt::Key_Left, Qt::ControlModifier); // first to where its own layer begins
        QCOMPARE(plot().instant(), second);
        key(Qt::Key_End);
        QCOMPARE(plot().instant(), plot().instants() - 1);
        QVERIFY(readOut().contains(QStringLiteral("optimizer")));
        key(Qt::Key_Right);
        QCOMPARE(plot().instant(), plot().instants() - 1);
        key(Qt::Key_P);
        QCOMPARE(plot().instant(), plot().peak());
        QVERIFY(m_bench->model.undoStack().count() <= 1); // no part of the scenario
        key(Qt::Key_Escape);
        QCOMPARE(plot().hoverText(), QString());
    }

    void handScrubs()
    {
        send(plot(), QEvent::MouseButtonPress, on(0, 10), Qt::LeftButton);
        QCOMPARE(plot().instant(), Count { 10 });
        send(plot(), QEvent::MouseMove, on(0, 60), Qt::LeftButton);
        QCOMPARE(plot().instant(), Count { 60 });
        send(plot(), QEvent::MouseMove, QPointF(5000, 10), Qt::LeftButton);
        QCOMPARE(plot().instant(), Count { 88 });
        send(plot(), QEvent::MouseButtonRelease, on(0, 20), Qt::LeftButton);
        send(plot(), QEvent::MouseMove, on(0, 40)); // only looks
        QCOMPARE(plot().instant(), Count { 88 });
        QVERIFY2(plot().hoverText().startsWith(QStringLiteral("41. recompute layer 26\n75.19 GiB live")),
            qPrintable(plot().hoverText()));
        QVERIFY(plot().hoverText().contains(QStringLiteral("48.00 GiB optimizer states")));
        send(plot(), QEvent::Leave, {});
        // A picture of another length: the same place in the step, whatever is there.
        key(Qt::Key_End);
        take(with({ "model.layers=8" }));
        QCOMPARE(plot().instant(), plot().instants() - 1);
        key(Qt::Key_P);
        take(with({ "model.layers=16" }));
        QCOMPARE(plot().instant(), plot().peak()); // and at the peak it stays there
    }

    void wheelTurnsWithTheFocusOnly()
    {
        key(Qt::Key_Home);
        m_bench->page.setFocus();
        turn(-3);
        QCOMPARE(plot().instant(), Count { 0 });
        plot().setFocus();
        turn(-3);
        QCOMPARE(plot().instant(), Count { 3 });
        QVERIFY(plot().hoverText().startsWith(QStringLiteral("4. forward layer 4"))); // where it went, not the pointer
        turn(1);
        QCOMPARE(plot().instant(), Count { 2 });
        turn(-2, Qt::ControlModifier);
        QCOMPARE(plot().instant(), Count { 4 }); // an operation a layer here
    }

    void stripShowsWhatIsHeldAtTheInstant()
    {
        const auto said = [&](Count op, Count layer) {
            plot().moveTo(op);
            const QRectF strip = plot().painter().stripRect(0);
            const double x = strip.left() + (double(layer) - 0.5) / 32 * strip.width();
            send(plot(), QEvent::MouseMove, { x, strip.center().y() });
            return plot().hoverText();
        };
        QCOMPARE(said(0, 1), QStringLiteral("layer 1: not yet run"));
        QCOMPARE(said(5, 3), QStringLiteral("layer 3: dropped"));
        QCOMPARE(said(5, 4), QStringLiteral("layer 4: checkpoint, kept in full"));
        QCOMPARE(said(35, 30), QStringLiteral("layer 30: recomputed"));
        QCOMPARE(said(88, 32), QStringLiteral("layer 32: backward is over"));
    }

    void splitShowsTheInstantAndGoesBack()
    {
        auto& switchOn = named<QToolButton>("timeline.inSplit");
        const QString before = split().titleText();
        QTest::mouseClick(&switchOn, Qt::LeftButton);
        key(Qt::Key_Home);
        QCOMPARE(split().titleText(), QStringLiteral("At forward layer 1"));
        QVERIFY(split().measureText().contains(QStringLiteral("timeline's instant")));
        const auto& lines = named<SplitTable>("split.table").lines();
        QCOMPARE(lines.back().gib, QStringLiteral("60.00")); // the states alone
        key(Qt::Key_P);
        QCOMPARE(lines.back().gib, QStringLiteral("80.25"));
        take(with({ "workload.batch=2" })); // it follows the scenario too
        QCOMPARE(split().titleText(), QStringLiteral("At backward layer 32"));
        QCOMPARE(lines.back().gib, QStringLiteral("70.125"));
        QTest::mouseClick(&switchOn, Qt::LeftButton);
        QVERIFY(split().titleText().startsWith(QStringLiteral("Largest: ")));
        QVERIFY(split().measureText().contains(QStringLiteral("at the peak")));
        take(Scenario {});
        QCOMPARE(split().titleText(), before);
        // Nor does it keep an instant that nobody can see any more.
        QTest::mouseClick(&switchOn, Qt::LeftButton);
        QVERIFY(split().titleText().startsWith(QStringLiteral("At ")));
        m_bench->page.setShownIds({ QStringLiteral("split") });
        QCOMPARE(split().titleText(), before);
        m_bench->page.setShownIds({ QStringLiteral("split"), kTimeline });
        QVERIFY(split().titleText().startsWith(QStringLiteral("At ")));
    }

    void anotherPolicysStepStandsBelow()
    {
        m_bench->model.setCompared(*parsePolicies("store_all,two_level"));
        settle();
        chooseBelow(QStringLiteral("two_level"));
        QCOMPARE(plot().picture().lanes.size(), std::size_t { 2 });
        QCOMPARE(plot().picture().lanes[1].name, QStringLiteral("two_level:4"));
        ResolvedScenario other = *resolve(with({ "checkpointing.policy=two_level" }));
        const Timeline alone = *timeline(other);
        const Timeline& below = plot().picture().lanes[1].detail->timeline;
        QCOMPARE(below.ops.size(), alone.ops.size());
        QCOMPARE(below.peakIndex, alone.peakIndex);
        const QRectF upper = plot().painter().plotRect(0);
        const QRectF lower = plot().painter().plotRect(1);
        QVERIFY(upper.bottom() < lower.top() && upper.left() == lower.left() && upper.height() == lower.height());
        QCOMPARE(card().titleText(), QStringLiteral("Peaks: 80.25 and 62.44 GiB"));
        QVERIFY(card().accessibleDescription().contains(QStringLiteral("article:4, two_level:4")));
        key(Qt::Key_End);
        QVERIFY2(readOut().contains(QStringLiteral("two_level:4: optimizer step")), qPrintable(readOut()));
        // Each layer's passes stand above themselves, whatever is recomputed between them.
        const Timeline& above = plot().picture().lanes[0].detail->timeline;
        const StepAxis& axis = plot().picture().axis;
        const auto opOf = [](const Timeline& step, const char* name) {
            return std::find_if(step.ops.begin(), step.ops.end(), [&](const TimelineOp& op) {
                return op.name == name;
            })->index;
        };
        for (const char* name : { "forward layer 1", "forward layer 32", "backward layer 32", "backward layer 7" }) {
            const Count here = opOf(above, name);
            const Count there = opOf(below, name);
            QCOMPARE(axis.instantOf(0, here + 1), axis.instantOf(1, there + 1));
            QVERIFY(axis.opAt(0, axis.instantOf(0, here)) == here && axis.opAt(1, axis.instantOf(1, there)) == there);
        }
        QVERIFY(axis.instants() >= Count(std::max(above.ops.size(), below.ops.size())));
        send(plot(), QEvent::MouseMove, on(1, 3));
        QVERIFY(plot().hoverText().startsWith(QStringLiteral("two_level:4\n4. forward layer 4")));
        chooseBelow(QStringLiteral("executed"));
        QCOMPARE(plot().picture().lanes[1].name, QStringLiteral("article:4 as it runs"));
        // No longer compared with: nothing stands there.
        chooseBelow(QStringLiteral("store_all"));
        m_bench->model.setCompared({});
        settle();
        QCOMPARE(plot().picture().lanes.size(), std::size_t { 1 });
        QCOMPARE(named<QComboBox>("timeline.second").currentText(), QStringLiteral("Nothing below"));
    }

    void legendNamesWhatLayersCanBe()
    {
        const auto named = [&](const char* text) { return picture(plot()).hasText(QString::fromLatin1(text)); };
        QVERIFY(named("checkpoint") && named("dropped") && named("recomputed"));
        QVERIFY(!named("kept") && !named("kept in part") && !named("input kept"));
        take(with({ "accounting=training", "checkpointing.policy=selective" }));
        QVERIFY(named("kept in part") && !named("checkpoint") && !named("dropped"));
    }

    void whatStaysCanBeLeftOut()
    {
        QCOMPARE(plot().painter().yAxis().maximum, 100.0);
        const double before = plot().painter().placeOf(0, 35).y();
        auto& states = named<QToolButton>("timeline.states");
        key(Qt::Key_Home);
        QTest::mouseClick(&states, Qt::LeftButton);
        QCOMPARE(plot().instant(), Count { 0 }); // it stays where it was
        const StepPainter& painter = plot().painter();
        QCOMPARE(painter.yAxis().maximum, 25.0); // 80.25 and 80 GiB less 60
        const QRectF area = painter.plotRect(0);
        QVERIFY(std::abs(painter.placeOf(0, 35).y() - (area.bottom() - 20.25 / 25 * area.height())) < 1e-6);
        QVERIFY(picture(plot()).hasText(QStringLiteral("80 GiB (article) less what stays")));
        QVERIFY(picture(plot()).hasText(QStringLiteral("80.25 GiB, backward layer 32"))); // said as it is
        QVERIFY(card().measureText().contains(QStringLiteral("without what stays")));
        QTest::mouseClick(&states, Qt::LeftButton);
        QCOMPARE(plot().painter().placeOf(0, 35).y(), before);
    }

    void everyPolicyHasAStep_data()
    {
        QTest::addColumn<bool>("training");
        QTest::addRow("article") << false;
        QTest::addRow("training") << true;
    }
    void everyPolicyHasAStep()
    {
        QFETCH(bool, training);
        for (const PolicyInfo& info : allPolicies()) {
            Scenario scenario = with({ "model.layers=6", "checkpointing.k=3" });
            scenario.accounting = training ? Accounting::Training : Accounting::Article;
            scenario.checkpointing.policy = info.id;
            for (const SecondStep::Kind kind : { SecondStep::Kind::None, SecondStep::Kind::Executed }) {
                if (training && kind == SecondStep::Kind::Executed) {
                    continue;
                }
                const auto answer = TimelineSource::answerTo({ *resolve(scenario), { kind, {} }, nullptr });
                QVERIFY2(!answer.picture.lanes.empty(), info.text.data());
                QVERIFY(answer.trouble.isEmpty()
                    == (answer.picture.lanes.size() == (kind == SecondStep::Kind::None ? 1 : 2)));
                for (std::size_t lane = 0; lane < answer.picture.lanes.size(); ++lane) {
                    const StepDetail& detail = *answer.picture.lanes[lane].detail;
                    QCOMPARE(detail.layers.size(), std::size_t { 6 });
                    const Count last = Count(detail.timeline.ops.size()) - 1;
                    QCOMPARE(answer.picture.axis.opAt(lane, answer.picture.axis.instants() - 1), last);
                    for (Count layer = 1; layer <= 6; ++layer) {
                        QCOMPARE(detail.held(layer, 0), LayerHeld::Ahead);
                        QCOMPARE(detail.held(layer, last), LayerHeld::Done);
                    }
                }
            }
        }
    }

    void measuredOperationsStandOverTheirOwnProgram()
    {
        MeasuredSets sets;
        card().follow(sets);
        const Scenario scenario = with({ "accounting=training", "model.layers=4", "checkpointing.policy=segments",
            "checkpointing.k=2", "workload.batch=1", "recipe.optimizer=adamw" });
        const Scenario stack = complete(measuredStack(*resolve(scenario)));
        take(stack);
        QVERIFY(plot().picture().lanes[0].measured.empty());
        sets.setOwnRun(measuredOf(stack, Bytes { 1 } << 28, 1));
        settle();
        const auto& lane = plot().picture().lanes[0];
        QCOMPARE(lane.measured.size(), std::size_t { 1 });
        QVERIFY(!lane.measured[0].carried);
        QCOMPARE(lane.measured[0].points.size(), lane.detail->timeline.ops.size());
        QCOMPARE(lane.measured[0].points[7].bytes, lane.detail->timeline.ops[7].liveBytes + (Bytes { 1 } << 28));
        QVERIFY(card().measureText().contains(QStringLiteral("diamonds: measured")));
        send(plot(), QEvent::MouseMove, on(0, 7));
        QVERIFY2(plot().hoverText().contains(QStringLiteral("measured, This machine")), qPrintable(plot().hoverText()));
        // Another number is another step.
        Scenario other = stack;
        other.checkpointing.k = 1;
        take(other);
        QVERIFY(plot().picture().lanes[0].measured.empty());
        QVERIFY(!card().measureText().contains(QStringLiteral("measured")));
        sets.dropOwnRun();
        take(stack);
        QVERIFY(plot().picture().lanes[0].measured.empty());
    }

    void measuredOperationsOfAnotherShapeStandHollowOverWhatReallyRuns()
    {
        MeasuredSets sets;
        card().follow(sets);
        sets.setOwnRun(measuredOf(Scenario {}, 0, 1)); // asked for by the article's scenario at batch 4
        settle();
        QCOMPARE(named<QComboBox>("timeline.second").currentData().toString(), QStringLiteral("executed"));
        QCOMPARE(plot().picture().lanes.size(), std::size_t { 2 });
        const int twoSteps = card().minimumHeight();
        QVERIFY(card().height() >= twoSteps);
        QVERIFY(plot().picture().lanes[0].measured.empty()); // a law has no operations
        const StepLane& runs = plot().picture().lanes[1];
        QCOMPARE(runs.measured.size(), std::size_t { 1 });
        QVERIFY(runs.measured[0].carried && !runs.measured[0].stale);
        for (const MeasuredLine::Point& point : runs.measured[0].points) {
            QCOMPARE(point.bytes, runs.detail->timeline.ops[std::size_t(point.op)].liveBytes);
        }
        QVERIFY(card().measureText().contains(QStringLiteral("hollow: measured, another shape")));
        send(plot(), QEvent::MouseMove, on(1, runs.measured[0].points[9].op));
        QVERIFY2(plot().hoverText().contains(QStringLiteral(" carried over\nfrom ")), qPrintable(plot().hoverText()));
        // A hand that wants it away has the last word.
        chooseBelow(QString());
        sets.setOwnRun(measuredOf(Scenario {}, 4096, 1));
        settle();
        QCOMPARE(plot().picture().lanes.size(), std::size_t { 1 });
        QVERIFY2(twoSteps >= card().minimumHeight() + 100, "a second step has no room of its own");
        chooseBelow(QStringLiteral("executed"));
        QCOMPARE(card().minimumHeight(), twoSteps);
        chooseBelow(QString());
        QVERIFY(card().measureText().contains(QStringLiteral("see Show what ran")));
    }

    void columnsShowTheHighestUnderThem()
    {
        take(with({ "accounting=training", "model.layers=128", "checkpointing.policy=segments" }));
        const auto& ops = plot().picture().lanes[0].detail->timeline.ops;
        const std::vector<Count>& shown = plot().painter().shownInstants(0);
        const double width = plot().painter().plotRect(0).width();
        QVERIFY(double(ops.size()) > 3 * width);
        QVERIFY(double(shown.size()) <= width);
        QVERIFY(std::find(shown.begin(), shown.end(), plot().peak()) != shown.end());
        const auto columns = Count(std::floor(width));
        const auto count = Count(ops.size());
        for (Count column = 0; column < Count(shown.size()); ++column) {
            Bytes highest = 0;
            for (Count op = column * count / columns; op < (column + 1) * count / columns; ++op) {
                highest = std::max(highest, ops[std::size_t(op)].liveBytes);
            }
            QCOMPARE(ops[std::size_t(shown[std::size_t(column)])].liveBytes, highest);
        }
        // Where a column is clicked, what it shows is there.
        send(plot(), QEvent::MouseButtonPress, { plot().painter().plotRect(0).left() + 100.5, 60 }, Qt::LeftButton);
        QCOMPARE(plot().instant(), shown[100]);
    }

    void onlyTheNewestIsShown()
    {
        for (const Count layers : { 128, 96, 64, 12 }) {
            Scenario scenario = with({ "accounting=training" });
            scenario.model.layers = layers;
            m_bench->model.replaceScenario(scenario, QStringLiteral("drag"));
            m_bench->model.settle();
        }
        settle();
        QCOMPARE(plot().picture().lanes[0].detail->layers.size(), std::size_t { 12 });
        // Hidden it works nothing out.
        m_bench->page.setShownIds({ QStringLiteral("split") });
        take(with({ "model.layers=20" }));
        QCOMPARE(plot().picture().lanes[0].detail->layers.size(), std::size_t { 12 });
        m_bench->page.setShownIds({ kTimeline });
        settle();
        QCOMPARE(plot().picture().lanes[0].detail->layers.size(), std::size_t { 20 });
    }

    void playerStopsAtThePeakAndAtTheEnd()
    {
        key(Qt::Key_Home);
        card().player().setSpeed(100);
        auto& play = named<QToolButton>("timeline.play");
        QTest::mouseClick(&play, Qt::LeftButton);
        QCOMPARE(play.text(), QStringLiteral("Pause"));
        QTRY_VERIFY(!card().player().isPlaying());
        QCOMPARE(plot().instant(), plot().peak());
        QCOMPARE(play.text(), QStringLiteral("Play"));
        key(Qt::Key_Space);
        QTRY_VERIFY(!card().player().isPlaying());
        QCOMPARE(plot().instant(), plot().instants() - 1);
        // A hand on it, or out of sight, and it stops.
        card().player().setSpeed(0.001);
        for (const bool hidden : { false, true }) {
            key(Qt::Key_Space);
            QVERIFY(card().player().isPlaying());
            QCOMPARE(plot().instant(), Count { 0 }); // from the end it begins anew
            if (hidden) {
                m_bench->page.setShownIds({});
            } else {
                key(Qt::Key_End);
            }
            QVERIFY(!card().player().isPlaying());
        }
    }

    void playerJumpsWhereMotionIsReduced()
    {
        TimelinePlayer player;
        std::vector<Count> seen;
        connect(&player, &TimelinePlayer::moved, this, [&seen](Count op) { seen.push_back(op); });
        player.setCourse({ 100, 45, { 0, 30, 60, 80 } });
        player.setSpeed(1000);
        player.play(0);
        QTRY_VERIFY(!player.isPlaying());
        QCOMPARE(seen, (std::vector<Count> { 30, 45 })); // the peak is never jumped over
        player.play(45);
        QTRY_VERIFY(!player.isPlaying());
        QCOMPARE(seen, (std::vector<Count> { 30, 45, 60, 80, 99 }));
    }

    void everyTextCanBeRead_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<QStringList>("sets");
        const QStringList training { QStringLiteral("accounting=training"), QStringLiteral("model.preset=llama3-8b") };
        for (const QSize size : { QSize(330, 330), QSize(480, 330), QSize(1500, 900) }) {
            QTest::addRow("article, %d", size.width()) << size << QStringList();
            QTest::addRow("training, %d", size.width()) << size << training;
            QTest::addRow("one layer, %d", size.width()) << size << QStringList { QStringLiteral("model.layers=1") };
        }
    }

    void everyTextCanBeRead()
    {
        QFETCH(QSize, size);
        QFETCH(QStringList, sets);
        m_bench->page.setShownIds({ kTimeline });
        m_bench->page.resize(size);
        Scenario scenario;
        for (const QString& set : sets) {
            QVERIFY(applySet(scenario, set.toStdString()).ok());
        }
        take(scenario);
        for (const char* below : { "", "executed" }) {
            if (named<QComboBox>("timeline.second").findData(QString::fromLatin1(below)) >= 0) {
                chooseBelow(QString::fromLatin1(below));
                const QStringList wrong = unreadable(picture(plot()).texts);
                QVERIFY2(wrong.isEmpty(), qPrintable(QString::fromLatin1(below) + wrong.join(u'\n')));
            }
        }
    }

    void doubleClickAndEnterAreFullSize()
    {
        doubleClick(plot(), on(0, 10));
        QCOMPARE(m_bench->page.fullSizeCard(), &card());
        key(Qt::Key_Return);
        QCOMPARE(m_bench->page.fullSizeCard(), nullptr);
    }
};

QTEST_MAIN(TestTimelineCard)
#include "tst_timeline_card.moc"
