// SPDX-License-Identifier: MIT
// Measured points on the charts: from a file to the pixel, and what the box beside them says.
#include "app/cards/card_page.h"
#include "app/cards/frontier_plot.h"
#include "app/cards/memory_card.h"
#include "app/cards/timeline_card.h"
#include "app/cards/timeline_plot.h"
#include "app/charts/hover_box.h"
#include "app/measure/measure_panel.h"
#include "app/measure/measured_sets.h"
#include "app/measure/points_table.h"
#include "app/measure/provenance.h"
#include "app/measure/set_color.h"
#include "app/measure/shown_marks.h"
#include "app/measure/training_snippet.h"
#include "core/measurement/measurement_json.h"
#include "core/scenario/scenario_json.h"
#include "core/training/executed.h"
#include "tests/app/support/chart_hand.h"
#include "tests/app/support/window_bench.h"

#include <QApplication>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QLabel>
#include <QMimeData>
#include <QProcess>
#include <QPushButton>
#include <QStandardPaths>
#include <QTest>
#include <QToolButton>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

constexpr Bytes kMi = Bytes { 1 } << 20;

PointRecord point(PolicyId id, std::optional<Count> number, Bytes measured, double ns)
{
    PointRecord record;
    record.policy.id = id;
    record.policy.number = number;
    record.predictedPeakBytes = 10 * kMi;
    record.measuredPeakBytes = measured;
    record.staticBytes = 2 * kMi;
    record.stepNs = StepTimes { ns, ns * 0.9, ns * 1.1, 10 };
    return record;
}

/// Asked for by the default scenario, run on a smaller shape: article:4 an eighth over its prediction.
Measurement measured()
{
    Measurement measurement;
    measurement.run.requested = Scenario {};
    Scenario run;
    run.workload.batch = 1;
    measurement.run.run = run;
    measurement.run.substitutions = { { "workload.batch", std::int64_t { 4 }, std::int64_t { 1 }, "memory" } };
    measurement.points = { point(PolicyId::StoreAll, {}, 10 * kMi, 300), point(PolicyId::Article, 4, 11 * kMi, 360),
        point(PolicyId::Segments, 1, 10 * kMi, 420) };
    return measurement;
}

} // namespace

class TestMeasuredOverlay : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<WindowBench> m_bench;

    [[nodiscard]] FrontierPlot& frontier() const { return *m_bench->named<FrontierPlot>("frontier.plot"); }
    [[nodiscard]] MemoryPlot& memory() const { return *m_bench->named<MemoryPlot>("memory.plot"); }
    [[nodiscard]] const ShownMarks& marks() const { return m_bench->window().marks().marks(); }
    [[nodiscard]] Card& card(const char* id) const { return *m_bench->named<Card>(id); }
    [[nodiscard]] const ShownMark* markOf(PolicyId id) const
    {
        for (const ShownMark& shown : marks()) {
            if (shown.mark.point.policy.id == id) {
                return &shown;
            }
        }
        return nullptr;
    }
    void open(const Measurement& measurement, const char* name = "run.json")
    {
        QVERIFY(m_bench->window().openFile(m_bench->written(name, writeMeasurement(measurement))));
        settle();
    }
    void settle() const
    {
        m_bench->model().settle();
        m_bench->window().marks().finish(std::chrono::seconds(30));
        QApplication::processEvents();
    }
    [[nodiscard]] static QColor pixel(Plot& plot, QPointF at)
    {
        const QImage image = plot.viewport()->grab().toImage();
        return image.pixelColor((at * image.devicePixelRatio()).toPoint());
    }
    void drop(const QStringList& paths)
    {
        QMimeData data;
        QList<QUrl> urls;
        for (const QString& path : paths) {
            urls << QUrl::fromLocalFile(path);
        }
        data.setUrls(urls);
        MainWindow& window = m_bench->window();
        QDragEnterEvent enter(window.rect().center(), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window, &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent event(window.rect().center(), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window, &event);
        settle();
    }

private Q_SLOTS:
    void init()
    {
        qputenv("SUBLINEAR_MICRORUN", "/no/such/worker");
        m_bench = std::make_unique<WindowBench>("tst_measured_overlay");
    }
    void cleanup() { m_bench.reset(); }

    void withoutMeasurementsNothingIsDrawn()
    {
        QVERIFY(marks().empty());
        QVERIFY(!card("frontier").measureText().contains(QStringLiteral("measured")));
        QVERIFY(memory().measured().empty());
    }

    void aFileOpensAsPoints()
    {
        const Scenario before = m_bench->model().scenario();
        open(measured());
        QCOMPARE(m_bench->message(), QStringLiteral("Opened run.json: 3 measured points"));
        QVERIFY(m_bench->model().scenario() == before);
        QVERIFY(m_bench->named<MeasurePanel>("measure.panel")->isVisible());
        QCOMPARE(m_bench->named<PointsTable>("measure.points")->rowCount(), 3);
        QCOMPARE(m_bench->named<QLabel>("measure.headline")->text(), QStringLiteral("Memory within 10.0 %, 3 points"));
        QCOMPARE(m_bench->named<QLabel>("measure.largest")->text(),
            QStringLiteral("Memory differs most at article:4, by +1.00 MiB (+10.00 %)"));
        QCOMPARE(marks().size(), std::size_t { 3 });
        QVERIFY(card("frontier").measureText().contains(QStringLiteral("diamonds: measured on another shape")));
        QVERIFY(card("memory").accessibleDescription().contains(QStringLiteral("Measured: article:4 ")));

        QTest::mouseClick(m_bench->named<QToolButton>("measure.remove"), Qt::LeftButton);
        settle();
        QVERIFY(marks().empty());
        QVERIFY(!card("frontier").measureText().contains(QStringLiteral("measured")));
    }

    // Carried over: hollow, at (measured / predicted) of what the scenario's own step holds.
    void pointsStandWhereTheyBelong()
    {
        open(measured());
        const ShownMark* mark = markOf(PolicyId::Article);
        QVERIFY(mark != nullptr && mark->mark.point.carried);
        // It belongs to what is executed: its saving is against what storing all takes then.
        const Evaluation& evaluation = m_bench->model().evaluation();
        SweepRow storing;
        storing.policy = PolicyId::StoreAll;
        const auto stored = executedActivationBytes(evaluation.scenario, std::vector { storing });
        const auto all =
            static_cast<double>(evaluation.memory.totalBytes - evaluation.chosen.activationBytes + *stored.front());
        QVERIFY(all != static_cast<double>(evaluation.storeAllBytes));
        const QPointF place = frontier().place(mark->mark);
        QCOMPARE(place.y(), 100 * (all - static_cast<double>(mark->mark.totalBytes)) / all);
        QVERIFY(std::abs(place.x() - 60) < 1e-9); // a fifth of a step is 60 % of a forward pass
        QVERIFY(mark->mark.totalBytes > mark->mark.ownTotalBytes);
        QVERIFY(frontier().plotRect().contains(frontier().toChart(place)));
        QCOMPARE(pixel(frontier(), frontier().toChart(place)), frontier().look().card);

        QCOMPARE(memory().measured().size(), std::size_t { 1 }); // the others are of other policies
    }

    // The scenario itself was run: solid.
    void whatRanAsItIsIsSolid()
    {
        Measurement measurement = measured();
        measurement.run.run = Scenario {};
        measurement.run.substitutions.clear();
        for (PointRecord& each : measurement.points) {
            each.measuredPeakBytes = *each.measuredPeakBytes * 1000;
            each.predictedPeakBytes = *each.predictedPeakBytes * 1000;
        }
        open(measurement);
        const ShownMark* mark = markOf(PolicyId::Segments);
        QVERIFY(mark != nullptr && !mark->mark.point.carried);
        const QPointF at = frontier().toChart(frontier().place(mark->mark));
        QVERIFY(frontier().plotRect().contains(at));
        QCOMPARE(pixel(frontier(), at), setColor(mark->color, frontier().look()));
        QVERIFY(mark->color != 0); // that is the own run's
    }

    void theBoxTellsRawAndCarriedValues()
    {
        open(measured());
        const ShownMark* mark = markOf(PolicyId::Segments);
        const QPointF at = frontier().toChart(frontier().place(mark->mark));
        send(*frontier().viewport(), QEvent::MouseMove, at, Qt::NoButton);
        QVERIFY2(frontier().hoverText().contains(QStringLiteral("segments:1 measured:")),
            qPrintable(frontier().hoverText()));
        const QString text = frontier().hoverText();
        for (const char* part : { "carried over: 8.0 MiB measured, 8.0 MiB predicted there", "Batch 1 instead of 4",
                 "forward by time, expected +100.0 %", "run.json" }) {
            QVERIFY2(text.contains(QString::fromLatin1(part)), qPrintable(text));
        }
        // By keyboard over K, where the policy is the scenario's.
        memory().setFocus();
        QTest::keyClick(&memory(), Qt::Key_Right);
        QTest::keyClick(&memory(), Qt::Key_Left);
        QVERIFY2(
            memory().hoverText().contains(QStringLiteral("article:4 measured:")), qPrintable(memory().hoverText()));
    }

    void aBudgetIsNamedByItsSizeAndNotInBytes()
    {
        Measurement one = measured();
        one.points.push_back(point(PolicyId::Optimal, Bytes { 1536 } * kMi + 1, 10 * kMi, 330));
        open(one);
        const auto* table = m_bench->named<PointsTable>("measure.points");
        QCOMPARE(table->rowCount(), 4);
        QCOMPARE(table->item(1, 0)->text(), QStringLiteral("article:4"));
        QCOMPARE(table->item(3, 0)->text(), QStringLiteral("optimal:1.50 GiB"));
        QVERIFY(table->copyText().contains(QStringLiteral("optimal:1610612737\t"))); // copied figures are exact
    }

    void pointsFollowTheScenarioAndSayThatTheyAreStale()
    {
        open(measured());
        const Bytes before = markOf(PolicyId::Article)->mark.totalBytes;
        QVERIFY(!markOf(PolicyId::Article)->stale);
        QVERIFY(m_bench->model().setField("workload.batch", std::int64_t { 2 }));
        settle();
        const ShownMark* mark = markOf(PolicyId::Article);
        QVERIFY(mark->stale);
        QVERIFY(mark->mark.totalBytes < before);
        QVERIFY(
            card("frontier").measureText().contains(QStringLiteral("pale diamonds: measured for another scenario")));
        // Pale: near it is no pixel of the full ink.
        const QPointF at = frontier().toChart(frontier().place(mark->mark));
        QVERIFY(pixel(frontier(), at - QPointF(5, 0)) != frontier().look().text);
        m_bench->model().undoStack().undo();
        settle();
        QVERIFY(!markOf(PolicyId::Article)->stale);
        QCOMPARE(markOf(PolicyId::Article)->mark.totalBytes, before);
    }

    void severalFilesAtOnceAndAgain()
    {
        const QString first = m_bench->written("one.json", writeMeasurement(measured()));
        Measurement fewer = measured();
        fewer.points.pop_back();
        const QString second = m_bench->written("two.json", writeMeasurement(fewer));
        const QString scenario = m_bench->written("s.sublinear.json", writeScenario(batchOf(2)));
        drop({ first, scenario, second });
        QCOMPARE(m_bench->window().measured().all().size(), std::size_t { 2 });
        QCOMPARE(m_bench->model().scenario().workload.batch, std::optional<Count>(2));
        QCOMPARE(marks().size(), std::size_t { 5 });
        // Each in its own colour, and named where there is more than one.
        QCOMPARE(markSets(marks()),
            (std::vector<std::pair<QString, int>> {
                { QStringLiteral("one.json"), 1 }, { QStringLiteral("two.json"), 2 } }));
        QVERIFY(setColor(1, frontier().look()) != setColor(2, frontier().look()));
        const QRectF plot = frontier().plotRect();
        QCOMPARE(pixel(frontier(), plot.bottomLeft() + QPointF(7, -7)), frontier().look().card); // the names' box
        drop({ first }); // the same file again is no second set
        QCOMPARE(m_bench->window().measured().all().size(), std::size_t { 2 });
        auto* shown = m_bench->named<QComboBox>("measure.set");
        QCOMPARE(shown->currentText(), QStringLiteral("one.json"));
        shown->setFocus();
        QTest::keyClick(shown, Qt::Key_Down);
        QCOMPARE(shown->currentText(), QStringLiteral("two.json"));
        QCOMPARE(m_bench->named<PointsTable>("measure.points")->rowCount(), 2);
        QTest::mouseClick(m_bench->named<QToolButton>("measure.remove"), Qt::LeftButton);
        settle();
        QVERIFY(markSets(marks()).empty()); // a single one needs no name
        QCOMPARE(marks().front().color, 1); // and keeps its colour
    }

    void peoplesOwnRunsStandOnTheirShape()
    {
        const std::string table = "policy,k,peak_bytes,step_ms,layers,d_model,heads,batch,sequence,dtype\n"
                                  "store_all,,3000000000,100,12,768,12,8,512,bf16\n"
                                  "segments,1,2000000000,130,12,768,12,8,512,bf16\n";
        QVERIFY(m_bench->window().openFile(m_bench->written("runs.csv", table)));
        settle();
        QCOMPARE(m_bench->message(),
            QStringLiteral("Opened runs.csv: 2 measured points; they are drawn on the shape that ran: Show what ran"));
        QVERIFY(marks().empty()); // what of them stays through the step is not known, and this is another shape
        QVERIFY(m_bench->named<QLabel>("measure.headline")->text().startsWith(QStringLiteral("Memory within ")));
        QTest::mouseClick(m_bench->named<QPushButton>("measure.whatRan"), Qt::LeftButton);
        settle();
        QCOMPARE(m_bench->model().effectiveWhole("model.layers"), 12);
        QCOMPARE(marks().size(), std::size_t { 2 });
        QCOMPARE(marks()[0].mark.totalBytes, Bytes { 3000000000 } + (Bytes { 1 } << 30)); // and the reserve
        QVERIFY(!marks()[0].stale && !marks()[0].mark.point.carried);
        QVERIFY(std::abs(marks()[1].mark.extraForward - 0.9) < 1e-9);
        QVERIFY(m_bench->model().setField("accounting", std::string("article")));
        settle(); // a whole peak is a whole peak, whatever the charts count
        QCOMPARE(marks().size(), std::size_t { 2 });
        QCOMPARE(marks()[0].mark.totalBytes, Bytes { 3000000000 });
    }

    // A box in a small card names a few of many fields, and how many more; the dialog names all of them.
    void aFewOfManyChangesStandInTheBox()
    {
        MeasuredSet set { QStringLiteral("run.json"), {}, measured(), 1, 1 };
        const Substitution one = set.measurement.run.substitutions.front();
        const QString each = QStringLiteral("Batch 1 instead of 4");
        const ResolvedScenario scenario = *resolve(*set.measurement.run.requested);
        for (const std::size_t count : { 4U, 11U }) {
            set.measurement.run.substitutions.assign(count, one);
            ShownMarks shown;
            addMarks(shown, set, scenario);
            QVERIFY(!shown.empty());
            const QString last = markLines(shown.front()).back();
            QCOMPARE(last.count(each), qsizetype { 4 });
            QCOMPARE(last.endsWith(QStringLiteral(" and 7 more")), count == 11);
            QCOMPARE(provenanceText(set.measurement, {}).count(each), qsizetype(count));
        }
    }

    // What ran instead is a line of many fields: all of it is to be read, whatever the card's width.
    void linesBesideThePointerAreWrapped()
    {
        const QFontMetricsF metrics(frontier().look().axis);
        const QString text = QStringLiteral("batch 1 instead of 4, ").repeated(11).trimmed();
        const std::vector<HoverLine> lines { { QStringLiteral("short") }, { text, QColor(Qt::red) } };
        for (const double width : { 200.0, 380.0 }) {
            const std::vector<HoverLine> wrapped = wrappedLines(lines, metrics, width);
            QVERIFY(wrapped.size() > 3);
            QCOMPARE(wrapped[0].text, lines[0].text);
            QVERIFY(wrapped[1].chip.isValid() && !wrapped[2].chip.isValid());
            QStringList parts;
            for (std::size_t i = 1; i < wrapped.size(); ++i) {
                QVERIFY(metrics.horizontalAdvance(wrapped[i].text) <= width);
                parts << wrapped[i].text;
            }
            QCOMPARE(parts.join(u' '), text);
        }
        QCOMPARE(wrappedLines(lines, metrics, 1e5).size(), lines.size());
    }

    // An unknown shape is not the scenario's.
    void runsOfAnUnknownShapeAreNotDrawn()
    {
        QVERIFY(m_bench->window().openFile(
            m_bench->written("own.csv", "policy,k,peak_bytes\nstore_all,,3000000000\nsegments,1,2000000000\n")));
        settle();
        QVERIFY(marks().empty());
        QCOMPARE(m_bench->message(),
            QStringLiteral("Opened own.csv: 2 measured points; none is drawn, as their shape is not known (layers, "
                           "d_model, heads, batch, sequence and dtype say it)"));
        QVERIFY(!m_bench->named<QPushButton>("measure.whatRan")->isEnabled());
        QCOMPARE(m_bench->named<PointsTable>("measure.points")->rowCount(), 2);
    }

    void theSnippetWritesWhatIsRead()
    {
        const QString python = QStandardPaths::findExecutable(QStringLiteral("python3"));
        if (python.isEmpty()) {
            QSKIP("no python3");
        }
        // Without the real thing: a device that has a peak, and a step that takes no time.
        static_cast<void>(m_bench->written("torch.py",
            "__version__ = '0.0'\n"
            "class cuda:\n"
            "    is_available = staticmethod(lambda: True)\n"
            "    synchronize = staticmethod(lambda: None)\n"
            "    reset_peak_memory_stats = staticmethod(lambda: None)\n"
            "    max_memory_allocated = staticmethod(lambda: 12345678)\n"
            "    get_device_name = staticmethod(lambda: 'Stand-in, 1')\n"));
        const QString script = m_bench->written("run.py",
            trainingSnippet().toStdString()
                + "shape = dict(layers=2, d_model=64, heads=2, batch=1, sequence=16, dtype='fp32')\n"
                  "log_training_run(lambda: None, 'store_all', **shape)\n"
                  "log_training_run(lambda: None, 'segments', 1, **shape)\n");
        QProcess process;
        process.setWorkingDirectory(m_bench->folder());
        process.start(python, { script });
        QVERIFY(process.waitForFinished());
        QCOMPARE(QString::fromUtf8(process.readAllStandardError()), QString());
        QVERIFY(m_bench->window().openFile(m_bench->path("runs.csv")));
        QVERIFY(m_bench->message().startsWith(QStringLiteral("Opened runs.csv: 2 measured points")));
        const Measurement& read = m_bench->window().measured().all().front().measurement;
        QCOMPARE(read.device->name, std::string("Stand-in, 1"));
        QCOMPARE(read.points[1].measuredPeakBytes, std::optional<Bytes>(12345678));
        QCOMPARE(read.points[1].policy.number, std::optional<Count>(1));
        QCOMPARE(read.points[1].origin, std::string("PyTorch 0.0"));
        QVERIFY(read.points[1].stepNs && read.points[1].stepNs->p25);
    }

    void refusedInOneLineWithNothingLost_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("message");
        const QByteArray good = QByteArray::fromStdString(writeMeasurement(measured()));
        QTest::addRow("truncated") << good.left(good.size() / 2) << QString();
        QTest::addRow("newer") << QByteArray(good).replace("\"version\": 1", "\"version\": 2")
                               << QStringLiteral("version");
        QTest::addRow("negative bytes") << QByteArray(good).replace("\"static_bytes\": 2097152", "\"static_bytes\": -2")
                                        << QStringLiteral("static_bytes");
        QTest::addRow("another's points")
            << QByteArray(good).replace("\"article\"", "\"no_such_policy\"") << QStringLiteral("no_such_policy");
        QTest::addRow("runs with a bad row")
            << QByteArray("policy,k,peak_bytes\nsegments,0x1,5\n") << QStringLiteral("line 2: k");
        QTest::addRow("deep nesting") << QByteArray(good).replace(
            "\"points\": [", "\"points\": [" + QByteArray(99, '['))
                                      << QString();
        QTest::addRow("a stream with garbage")
            << QByteArray("{\"type\":\"hello\",\"seq\":0,\"id\":\"s\",\"protocol\":1}\ngarbage\n")
            << QStringLiteral("line 2");
    }
    void refusedInOneLineWithNothingLost()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, message);
        open(measured());
        const Scenario before = m_bench->model().scenario();
        const QString path = m_bench->written("bad.json", text.toStdString());
        QVERIFY(!m_bench->window().openFile(path));
        QVERIFY2(m_bench->message().contains(QStringLiteral("bad.json: ")), qPrintable(m_bench->message()));
        QVERIFY2(m_bench->message().contains(message), qPrintable(m_bench->message()));
        QVERIFY(!m_bench->message().contains(u'\n'));
        drop({ path });
        QVERIFY2(m_bench->message().contains(QStringLiteral("bad.json: ")), qPrintable(m_bench->message()));
        QCOMPARE(m_bench->window().measured().all().size(), std::size_t { 1 });
        QCOMPARE(marks().size(), std::size_t { 3 });
        QVERIFY(m_bench->model().scenario() == before);
    }

    void aSavedStreamOpensAsWell()
    {
        const QByteArray stream =
            R"({"type":"hello","seq":0,"id":"s","protocol":1,"device":{"name":"Fake","kind":"cpu"},"versions":{}})"
            "\n"
            R"({"type":"plan","seq":1,"id":"a","requested":{"model":{"layers":4}},"run":{"model":{"layers":4}},)"
            R"("substitutions":[],"seed":1,"threads":1,"date":"2026-01-31T12:00:00Z"})"
            "\n"
            R"({"type":"result","seq":2,"id":"a","policy":"store_all","k":null,"predicted_peak_bytes":10,)"
            R"("measured_peak_bytes":10,"static_bytes":2,"valid":true})"
            "\n";
        QVERIFY(m_bench->window().openFile(m_bench->written("run.jsonl", stream.toStdString())));
        QCOMPARE(m_bench->message(), QStringLiteral("Opened run.jsonl: 1 measured point"));
    }

    // From a file to the timeline: over what really runs of the article's law, and over what ran itself.
    void measuredOperationsReachTheTimeline()
    {
        ResolvedScenario ran = measuredStack(*resolve(Scenario {}));
        ran.accounting = Accounting::Training;
        ran.workload.batch = 1;
        Measurement measurement;
        measurement.run.requested = Scenario {};
        measurement.run.run = complete(ran);
        measurement.points = { point(PolicyId::Article, 4, 10 * kMi, 300) };
        const StepDetail detail = *stepDetail(ran, OptimizerTemporary::None);
        for (const TimelineOp& op : detail.timeline.ops) {
            measurement.points.front().ops.push_back({ op.index, op.liveBytes + kMi, {} });
        }
        m_bench->window().findChild<CardPage*>()->setShownIds({ QStringLiteral("timeline") });
        auto* timeline = m_bench->named<TimelineCard>("timeline");
        open(measurement);
        timeline->source().finish(std::chrono::seconds(30));
        QCOMPARE(timeline->plot().picture().lanes.size(), std::size_t { 2 });
        QVERIFY(timeline->plot().picture().lanes[1].measured.front().carried);
        QTest::mouseClick(m_bench->named<QPushButton>("measure.whatRan"), Qt::LeftButton);
        settle();
        timeline->source().finish(std::chrono::seconds(30));
        QCOMPARE(timeline->plot().picture().lanes.size(), std::size_t { 1 });
        const StepLane& lane = timeline->plot().picture().lanes.front();
        QCOMPARE(lane.measured.size(), std::size_t { 1 });
        QVERIFY(!lane.measured.front().carried);
        for (const MeasuredLine::Point& each : lane.measured.front().points) {
            QCOMPARE(each.bytes, lane.detail->timeline.ops[std::size_t(each.op)].liveBytes + kMi);
        }
        QTest::mouseClick(m_bench->named<QToolButton>("measure.remove"), Qt::LeftButton);
        settle();
        timeline->source().finish(std::chrono::seconds(30));
        QVERIFY(timeline->plot().picture().lanes.front().measured.empty());
    }
};

QTEST_MAIN(TestMeasuredOverlay)
#include "tst_measured_overlay.moc"
