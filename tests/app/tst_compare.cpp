// SPDX-License-Identifier: MIT
#include "app/cards/compare_menu.h"
#include "app/cards/findings.h"
#include "app/cards/frontier_plot.h"
#include "app/cards/memory_card.h"
#include "app/model/text.h"
#include "app/style/policy_look.h"
#include "core/plan/evaluate.h"
#include "tests/app/support/card_bench.h"
#include "tests/app/support/painted.h"
#include "tests/app/support/stray_names.h"

#include <QLineSeries>
#include <QMenu>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace sublinear;
using namespace sublinear::testing;

/// Several policies on one page: what is drawn of them, and what a click on one does.
class TestCompare : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_bench = std::make_unique<CardBench>(
            QSize(1400, 900), QStringList { QStringLiteral("memory"), QStringLiteral("frontier") });
    }
    void cleanup() { m_bench.reset(); }

    void offersEveryPolicyWithALaw();
    void policiesWithoutALawAreSimulated();
    void drawsWhatEvaluateSays_data();
    void drawsWhatEvaluateSays();
    void otherNumbersStandAtTheSameK();
    void whatHasNoPlaceOverTheAxisIsLevelAtItsLeast();
    void everyPolicyIsNamedAndSeen_data();
    void everyPolicyIsNamedAndSeen();
    void everyNameIsNearestToItsOwnPoint_data();
    void everyNameIsNearestToItsOwnPoint();
    void chosenAndRecommendedAreAlwaysNamed();
    void strayNameIsFound();
    void titleCountsWhatIsShown();
    void ownPolicyIsNotDrawnTwice();
    void takingItBackEmptiesTheCurves();
    void clickOnAnotherPolicyChoosesIt();

private:
    void showRow(); ///< size, scenario and compared policies of the data row
    void compare(const QString& policy)
    {
        m_bench->page.compareMenu().setCheckedPolicies({ policy });
        m_bench->settle();
    }
    /// Where the points of another policy are painted, those on the front or the others.
    QList<QPointF> pointsOf(PolicyId policy, bool onFront)
    {
        QColor fill = policyLook(policy, frontier().look().dark).color;
        if (!onFront) {
            fill.setAlphaF(0.35F);
        }
        QList<QPointF> places;
        for (const PaintedMarker& marker : painted(frontier()).markers) {
            const bool ofLegend = marker.centre.y() < frontier().headHeight();
            if (!ofLegend && marker.pen.style() == Qt::NoPen && marker.brush.color() == fill) {
                places << marker.centre;
            }
        }
        return places;
    }
    /// Every point of the frontier with what would be written beside it; what else is marked, without.
    std::vector<NamedPoint> namedPoints()
    {
        const Evaluation& evaluation = m_bench->model.evaluation();
        const PolicyId chosen = evaluation.scenario.checkpointing.policy;
        std::vector<NamedPoint> points;
        for (const auto* rows : { &evaluation.sweep, &evaluation.compared }) {
            for (const SweepRow& row : *rows) {
                const PolicyNumber number = policyInfo(row.policy).number;
                const QPointF at = frontier().toChart({ 100 * row.extraForwardFraction, 100 * row.savedFraction });
                if (!row.k || number == PolicyNumber::Budget || (rows != &evaluation.sweep && row.policy == chosen)) {
                    continue;
                }
                const QString letter = number == PolicyNumber::K ? QStringLiteral("K")
                    : number == PolicyNumber::M                  ? QStringLiteral("m")
                                                                 : QStringLiteral("c");
                const QString own = QStringLiteral("%1=%2").arg(letter).arg(*row.k);
                points.push_back(
                    { row.policy == chosen ? own : policyShortName(row.policy) + QLatin1Char(' ') + own, at });
            }
        }
        for (const PaintedMarker& marker : painted(frontier()).markers) {
            const bool plate = marker.brush.color().rgb() == frontier().look().card.rgb(); // under a name
            if (frontier().plotRect().contains(marker.centre) && !plate) {
                points.push_back({ {}, marker.centre });
            }
        }
        return points;
    }
    /// Whether a line leads to a name from a point of its own, as it does where there is no room beside that.
    bool isLedTo(const Painted& drawn, const PaintedText& text)
    {
        const QRectF near = text.box.adjusted(-3, -3, 3, 3);
        const std::vector<NamedPoint> points = namedPoints();
        return std::any_of(drawn.lines.begin(), drawn.lines.end(), [&](const PaintedLine& line) {
            return near.contains(line.line.p2())
                && std::any_of(points.begin(), points.end(), [&](const NamedPoint& point) {
                       return point.name == text.text && QLineF(point.at, line.line.p1()).length() < 1;
                   });
        });
    }
    FrontierPlot& frontier() { return *m_bench->page.findChild<FrontierPlot*>(QStringLiteral("frontier.plot")); }
    MemoryPlot& memory() { return *m_bench->page.findChild<MemoryPlot*>(QStringLiteral("memory.plot")); }

    std::unique_ptr<CardBench> m_bench;
};

void TestCompare::offersEveryPolicyWithALaw()
{
    QStringList offered;
    for (const QAction* action : m_bench->page.compareMenu().menu()->actions()) {
        if (action->isCheckable()) {
            offered << action->data().toString();
            QVERIFY2(!action->toolTip().isEmpty(), qPrintable(action->text()));
        }
    }
    const QStringList wanted { QStringLiteral("store_all"), QStringLiteral("article"), QStringLiteral("segments"),
        QStringLiteral("every_nth"), QStringLiteral("first_m"), QStringLiteral("two_level") };
    for (const QString& policy : wanted) {
        QVERIFY2(offered.contains(policy), qPrintable(policy));
    }
}

void TestCompare::policiesWithoutALawAreSimulated()
{
    for (const Accounting accounting : { Accounting::Article, Accounting::Training }) {
        Scenario scenario;
        scenario.accounting = accounting;
        scenario.model.layers = 8;
        m_bench->take(scenario);
        for (const PolicyId id : { PolicyId::Selective, PolicyId::Recursive, PolicyId::Revolve, PolicyId::Optimal }) {
            compare(toQString(policyInfo(id).text));
            PolicySpec spec;
            spec.id = id;
            const auto wanted = evaluate(scenario, std::vector { spec });
            QVERIFY(wanted.ok());
            const auto inView = std::count_if(wanted->compared.begin(), wanted->compared.end(),
                [&](const SweepRow& row) { return 100 * row.extraForwardFraction <= frontier().xAxis().maximum; });
            QVERIFY(inView > 0);
            QCOMPARE(pointsOf(id, true).size() + pointsOf(id, false).size(), inView);
        }
    }
}

void TestCompare::drawsWhatEvaluateSays_data()
{
    QTest::addColumn<QString>("policy");
    QTest::addColumn<PolicyId>("id");
    QTest::addRow("segments") << QStringLiteral("segments") << PolicyId::Segments;
    QTest::addRow("every_nth") << QStringLiteral("every_nth") << PolicyId::EveryNth;
    QTest::addRow("two_level") << QStringLiteral("two_level") << PolicyId::TwoLevel;
}

void TestCompare::drawsWhatEvaluateSays()
{
    QFETCH(QString, policy);
    QFETCH(PolicyId, id);
    compare(policy);
    PolicySpec spec;
    spec.id = id;
    const auto wanted = evaluate(Scenario {}, std::vector { spec });
    QVERIFY(wanted.ok());
    const auto* line = findSeries<QLineSeries>(memory(), QStringLiteral("compared.") + policy);
    const QList<QPointF> front = pointsOf(id, true);
    const QList<QPointF> dominated = pointsOf(id, false);
    const auto holds = [](const QList<QPointF>& places, QPointF at) {
        return std::any_of(
            places.begin(), places.end(), [&](QPointF place) { return (place - at).manhattanLength() < 1e-6; });
    };
    QCOMPARE(line->count(), 32);
    QCOMPARE(front.size() + dominated.size(), 32);
    for (int i = 0; i < 32; ++i) {
        const SweepRow& row = wanted->compared[static_cast<std::size_t>(i)];
        QCOMPARE(line->at(i).x(), std::log2(i + 1.0));
        QCOMPARE(line->at(i).y(), static_cast<double>(row.totalBytes) / 1073741824.0);
        const QPointF at = frontier().toChart({ 100 * row.extraForwardFraction, 100 * row.savedFraction });
        QVERIFY(holds(row.pareto ? front : dominated, at));
        QVERIFY2(row.pareto || !holds(front, at), "a dominated point stands on the front");
    }
    QVERIFY(memory().yAxis().maximum >= line->at(31).y());
}

void TestCompare::otherNumbersStandAtTheSameK()
{
    compare(QStringLiteral("first_m"));
    const QList<QPointF> line = findSeries<QLineSeries>(memory(), QStringLiteral("compared.first_m"))->points();
    PolicySpec spec;
    spec.id = PolicyId::FirstM;
    const auto wanted = evaluate(Scenario {}, std::vector { spec });
    QCOMPARE(line.size(), 32); // m=0 has no place over K
    for (const SweepRow& row : wanted->compared) {
        const Count m = *row.k;
        if (m > 0) {
            QCOMPARE(line[m - 1],
                QPointF(std::log2(static_cast<double>(m)), static_cast<double>(row.totalBytes) / 1073741824.0));
        }
    }
    QVERIFY(painted(memory()).hasText(QStringLiteral("First m, m=K")));
    // The box beside the pointer says it at the same number.
    memory().setFocus();
    QTest::keyClick(&memory(), Qt::Key_Home);
    const QString total = QString::number(static_cast<double>(wanted->compared[1].totalBytes) / 1073741824.0, 'f', 2);
    QVERIFY2(
        memory().hoverText().contains(total + QStringLiteral(" GiB First m, m=K")), qPrintable(memory().hoverText()));
}

void TestCompare::whatHasNoPlaceOverTheAxisIsLevelAtItsLeast()
{
    Scenario training;
    training.accounting = Accounting::Training;
    training.model.layers = 8;
    training.checkpointing.policy = PolicyId::Selective; // one place, no number
    m_bench->take(training);
    compare(QStringLiteral("segments"));
    const QList<QPointF> line = findSeries<QLineSeries>(memory(), QStringLiteral("compared.segments"))->points();
    PolicySpec spec;
    spec.id = PolicyId::Segments;
    const auto wanted = evaluate(training, std::vector { spec });
    Bytes least = wanted->compared.front().totalBytes;
    for (const SweepRow& row : wanted->compared) {
        least = std::min(least, row.totalBytes);
    }
    QCOMPARE(line.size(), 2);
    QCOMPARE(line[0], QPointF(memory().xAxis().minimum, static_cast<double>(least) / 1073741824.0));
    QCOMPARE(line[1], QPointF(memory().xAxis().maximum, static_cast<double>(least) / 1073741824.0));
    QVERIFY(painted(memory()).hasText(QStringLiteral("Segments, least")));
}

/// Whatever is asked for is named and drawn in both charts, and no name lies on another.
void TestCompare::everyPolicyIsNamedAndSeen_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<Scenario>("scenario");
    QTest::addColumn<QStringList>("policies");
    QTest::addColumn<QStringList>("names");
    const QStringList laws { QStringLiteral("segments"), QStringLiteral("every_nth"), QStringLiteral("first_m"),
        QStringLiteral("two_level") };
    const QStringList lawNames { QStringLiteral("Segments"), QStringLiteral("K-th recomputed"),
        QStringLiteral("First m"), QStringLiteral("Two levels") };
    Scenario training;
    training.accounting = Accounting::Training;
    training.model.layers = 12;
    for (const QSize size : { QSize(640, 320), QSize(1400, 900) }) { // two cards of a window of 1280, and large ones
        QTest::addRow("article at %d", size.width()) << size << Scenario {} << laws << lawNames;
        QTest::addRow("training at %d", size.width()) << size << training
                                                      << laws
                + QStringList { QStringLiteral("selective"), QStringLiteral("recursive"), QStringLiteral("revolve"),
                      QStringLiteral("optimal") }
                                                      << lawNames
                + QStringList { QStringLiteral("Selective"), QStringLiteral("Recursive"), QStringLiteral("Revolve"),
                      QStringLiteral("Optimal") };
    }
}

void TestCompare::showRow()
{
    QFETCH(QSize, size);
    QFETCH(Scenario, scenario);
    QFETCH(QStringList, policies);
    m_bench->page.resize(size);
    m_bench->take(scenario);
    m_bench->page.compareMenu().setCheckedPolicies(policies);
    m_bench->settle();
}

void TestCompare::everyPolicyIsNamedAndSeen()
{
    QFETCH(QStringList, policies);
    QFETCH(QStringList, names);
    showRow();
    for (Plot* plot : std::initializer_list<Plot*> { &memory(), &frontier() }) {
        const Painted drawn = painted(*plot);
        const QStringList texts = drawn.textList();
        for (const QString& name : names) {
            const auto says = [&](const QString& text) {
                return text == name || text.startsWith(name + QStringLiteral(", "));
            };
            QVERIFY2(std::count_if(texts.begin(), texts.end(), says) == 1,
                qPrintable(name + QStringLiteral(" in ") + texts.join(QLatin1Char('|'))));
        }
        const QStringList faults = unreadable(drawn.texts);
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
        QVERIFY(plot->plotRect().top() > plot->headHeight() && plot->plotRect().height() > 60);
    }
    for (const QString& policy : policies) {
        const auto* line = findSeries<QLineSeries>(memory(), QStringLiteral("compared.") + policy);
        QVERIFY2(line->count() >= 2, qPrintable(policy));
        const PolicyId id = findPolicy(policy.toStdString())->id;
        // A second channel beside colour: its markers lie on its line.
        const QColor ink = policyLook(id, memory().look().dark).color;
        const std::vector<PaintedMarker> markers = painted(memory()).markers;
        const auto onLine = std::count_if(markers.begin(), markers.end(), [&](const PaintedMarker& marker) {
            return marker.pen.style() == Qt::NoPen && marker.brush.color() == ink
                && memory().plotRect().contains(marker.centre);
        });
        QVERIFY2(onLine >= 2, qPrintable(policy));
        QVERIFY2(!pointsOf(id, true).isEmpty() || !pointsOf(id, false).isEmpty(), qPrintable(policy));
    }
}

void TestCompare::everyNameIsNearestToItsOwnPoint_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<Scenario>("scenario");
    QTest::addColumn<QStringList>("policies");
    QTest::addColumn<QStringList>("names"); // some that must be there
    const QStringList none;
    const QStringList laws { QStringLiteral("article"), QStringLiteral("segments"), QStringLiteral("every_nth"),
        QStringLiteral("first_m"), QStringLiteral("two_level") };
    Scenario deep;
    deep.model.layers = 126;
    Scenario training;
    training.accounting = Accounting::Training;
    Scenario segments;
    segments.checkpointing.policy = PolicyId::Segments;
    for (const QSize size : { QSize(640, 250), QSize(640, 320), QSize(1400, 900) }) {
        const auto add = [&](const char* name, const Scenario& scenario, const QStringList& policies,
                             const QString& named) {
            QTest::addRow("%s at %dx%d", name, size.width(), size.height())
                << size << scenario << policies
                << (policies.isEmpty() || size.height() > 400 ? QStringList { named } : none);
        };
        add("default", {}, none, QStringLiteral("K=4"));
        add("compared", {}, laws, QStringLiteral("K=2"));
        add("segments compared", segments, laws, QStringLiteral("K=32"));
        add("deep", deep, none, QStringLiteral("K=1"));
        add("training", training, none, QStringLiteral("K=1"));
    }
}

void TestCompare::everyNameIsNearestToItsOwnPoint()
{
    QFETCH(QStringList, names);
    showRow();
    const Painted drawn = painted(frontier());
    const PolicyId chosen = m_bench->model.evaluation().scenario.checkpointing.policy;
    QVERIFY(!pointsOf(chosen, true).isEmpty()); // the chosen policy's own colour, no other's
    std::vector<PaintedText> alone = drawn.texts;
    std::erase_if(alone, [&](const PaintedText& text) { return isLedTo(drawn, text); });
    QVERIFY(alone.size() + 2 >= drawn.texts.size()); // the chosen and the recommended one
    const QStringList faults = strayNames(alone, namedPoints());
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
    for (const QString& name : names) {
        QVERIFY2(drawn.hasText(name), qPrintable(drawn.textList().join(QLatin1Char('|'))));
    }
}

// However crowded it is around them.
void TestCompare::chosenAndRecommendedAreAlwaysNamed()
{
    QStringList all;
    for (const PolicyInfo& info : allPolicies()) {
        all << toQString(info.text);
    }
    m_bench->page.resize(640, 320);
    m_bench->take({});
    m_bench->page.compareMenu().setCheckedPolicies(all);
    int named = 0;
    for (const PolicyId id : { PolicyId::Article, PolicyId::Segments, PolicyId::FirstM }) {
        Scenario scenario;
        scenario.checkpointing.policy = id;
        for (Count number = 1; number <= 32; number += 3) {
            scenario.checkpointing.k = number;
            scenario.checkpointing.m = number;
            m_bench->take(scenario);
            const Evaluation& evaluation = m_bench->model.evaluation();
            const Painted drawn = painted(frontier());
            const QString letter = id == PolicyId::FirstM ? QStringLiteral("m=%1") : QStringLiteral("K=%1");
            for (const Count marked : { number, *evaluation.recommendation.k }) {
                QVERIFY2(drawn.hasText(letter.arg(marked)), qPrintable(drawn.textList().join(QLatin1Char('|'))));
                ++named;
            }
        }
    }
    QVERIFY(named > 60);
}

void TestCompare::strayNameIsFound()
{
    const std::vector<PaintedText> texts { { QStringLiteral("K=4"), QRectF(100, 100, 24, 14), {} } };
    const NamedPoint own { QStringLiteral("K=4"), QPointF(90, 95) };
    QCOMPARE(strayNames(texts, { own, { QStringLiteral("K=5"), QPointF(140, 95) } }), QStringList());
    QCOMPARE(strayNames(texts, { own, { QStringLiteral("K=5"), QPointF(90.5, 95) } }), QStringList()); // one spot
    QCOMPARE(strayNames(texts, { own, { QStringLiteral("K=5"), QPointF(126, 95) } }).size(), 1);
    // As in a picture: names of two neighbours by turns.
    std::vector<NamedPoint> points = namedPoints();
    QCOMPARE(strayNames(painted(frontier()).texts, points), QStringList());
    std::swap(points[0].name, points[1].name);
    QVERIFY(!strayNames(painted(frontier()).texts, points).isEmpty());
}

void TestCompare::titleCountsWhatIsShown()
{
    const auto title = [&] { return m_bench->card(QStringLiteral("frontier")).titleText(); };
    QCOMPARE(title(), QStringLiteral("Past K=5 you pay more for less")); // of the article's own curve
    m_bench->page.compareMenu().setCheckedPolicies(
        { QStringLiteral("article"), QStringLiteral("segments"), QStringLiteral("first_m") });
    m_bench->settle();
    const Evaluation& evaluation = m_bench->model.evaluation();
    int fair = 0;
    int all = 0;
    for (const auto* rows : { &evaluation.sweep, &evaluation.compared }) {
        for (const SweepRow& row : *rows) {
            const bool twice = rows == &evaluation.compared && row.policy == PolicyId::Article;
            all += twice ? 0 : 1;
            fair += !twice && row.pareto ? 1 : 0;
        }
    }
    QCOMPARE(all, 32 + 32 + 33);
    QVERIFY(fair > 1 && fair < all);
    QCOMPARE(title(), QStringLiteral("Fair trades: %1 of 97 points").arg(fair));
}

void TestCompare::ownPolicyIsNotDrawnTwice()
{
    const auto before = painted(frontier()).markers.size();
    compare(QStringLiteral("article"));
    QCOMPARE(findSeries<QLineSeries>(memory(), QStringLiteral("compared.article"))->count(), 0);
    QCOMPARE(painted(frontier()).markers.size(), before);
}

void TestCompare::takingItBackEmptiesTheCurves()
{
    compare(QStringLiteral("segments"));
    QVERIFY(findSeries<QLineSeries>(memory(), QStringLiteral("compared.segments"))->count() > 0);
    m_bench->page.compareMenu().setCheckedPolicies({});
    m_bench->settle();
    QCOMPARE(findSeries<QLineSeries>(memory(), QStringLiteral("compared.segments"))->count(), 0);
    QVERIFY(pointsOf(PolicyId::Segments, true).isEmpty() && pointsOf(PolicyId::Segments, false).isEmpty());
}

void TestCompare::clickOnAnotherPolicyChoosesIt()
{
    compare(QStringLiteral("segments"));
    const QList<QPointF> front = pointsOf(PolicyId::Segments, true);
    QCOMPARE(front.size(), 1); // K=1, which needs least of all with one forward pass
    QTest::mouseClick(frontier().viewport(), Qt::LeftButton, {}, front[0].toPoint());
    m_bench->settle();
    QCOMPARE(m_bench->model.evaluation().scenario.checkpointing.policy, PolicyId::Segments);
    QCOMPARE(m_bench->model.evaluation().chosen.k, std::optional<Count>(1));
    m_bench->model.undoStack().undo();
    m_bench->settle();
    QCOMPARE(m_bench->model.evaluation().scenario.checkpointing.policy, PolicyId::Article);
    QCOMPARE(m_bench->model.evaluation().chosen.k, std::optional<Count>(4));
}

QTEST_MAIN(TestCompare)
#include "tst_compare.moc"
