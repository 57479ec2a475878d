// SPDX-License-Identifier: MIT
// What takes a search is worked out beside the window: what is shown until it is there, and that
// nothing old is ever shown as new.
#include "app/cards/compare_menu.h"
#include "app/controls/scenario_panel.h"
#include "app/table/k_table.h"
#include "app/window/elided_line.h"
#include "app/window/main_window.h"
#include "core/base/units.h"
#include "core/plan/evaluate.h"
#include "core/plan/verdict.h"
#include "core/training/optimal_alternative.h"
#include "tests/app/support/card_differences.h"
#include "tests/app/support/slider_drag.h"

#include <QLineSeries>
#include <QSemaphore>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTest>

#include <algorithm>
#include <limits>
#include <memory>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

const QSize kPage(1600, 1200);
using Missing = Evaluator::Missing;

/// Long enough for the search that the window is painted before it ends.
Scenario deep(PolicyId policy = PolicyId::Optimal)
{
    Scenario scenario;
    scenario.accounting = Accounting::Training;
    scenario.model.layers = 96;
    scenario.model.dModel = 1024;
    scenario.model.heads = 16;
    scenario.checkpointing.policy = policy;
    return scenario;
}

/// Holds every search up until it is let go, so that what is shown meanwhile can be looked at.
class HeldSearch {
public:
    explicit HeldSearch(ScenarioModel& model)
    {
        model.evaluator().setSearch(
            [gate = m_gate](const ResolvedScenario& scenario, const std::vector<PolicySpec>& compared) {
                gate->acquire();
                return evaluate(scenario, compared);
            });
    }
    ~HeldSearch() { letGo(); }
    HeldSearch(const HeldSearch&) = delete;
    HeldSearch& operator=(const HeldSearch&) = delete;

    void letGo() { m_gate->release(1000); }

private:
    std::shared_ptr<QSemaphore> m_gate = std::make_shared<QSemaphore>();
};

/// One round of the event loop: the evaluation that is due, and no waiting for the search.
void oneRound()
{
    QCoreApplication::processEvents();
    QCoreApplication::sendPostedEvents();
    QCoreApplication::processEvents();
}

QString report(const QStringList& lines)
{
    return lines.mid(0, 20).join(QLatin1Char('\n'));
}

QStringList freeOfPolicy()
{
    return { QStringLiteral("layers"), QStringLiteral("meanings"), QStringLiteral("segments") };
}

} // namespace

class TestComputing : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    void chosenPolicyIsMissingAtFirst();
    void comparedRowsAreMissingAtFirst();
    void nothingOldUnderARapidDrag_data();
    void nothingOldUnderARapidDrag();
    void undoWhileItComputes();
    void anotherPolicyWhileItComputes();
    void refusedWhileItComputes();
    void refusedBySearch();
    void longSweepOverSlotsWaitsToo();
    void shortSearchIsThereAtOnce();
    void articleAccountingSearchesToo();
    void verdictWaits();
    void firstAlternativeIsTheCommandLines_data();
    void firstAlternativeIsTheCommandLines();
    void windowClosesWhileItComputes();
    void refusedPictureIsDimmed();
};

void TestComputing::chosenPolicyIsMissingAtFirst()
{
    CardBench bench(kPage);
    bench.take(deep(PolicyId::Segments));
    HeldSearch search(bench.model);
    Scenario scenario = deep();
    scenario.workload.sequence = 1024; // so that everything changes
    bench.model.replaceScenario(scenario, QStringLiteral("test"));
    oneRound();
    QCOMPARE(bench.model.missing(), Missing::Chosen);
    const Result<Evaluation> wanted = evaluate(scenario);
    QVERIFY(wanted);
    // What does not depend on the policy is of the new scenario, the rest says that it is not.
    Differences found;
    layerDifferences(bench, *wanted, found);
    meaningsDifferences(bench, *wanted, found);
    QCOMPARE(report(found.lines()), QString());
    for (Card* card : bench.page.cards()) {
        const bool free = freeOfPolicy().contains(card->id());
        QCOMPARE(card->face(), free ? Face::Current : Face::Computing);
        QCOMPARE(card->titleText() == QStringLiteral("Computing…"), !free);
        QCOMPARE(card->accessibleDescription() == QStringLiteral("Being computed"), !free);
        const auto* veil = card->findChild<Veil*>(QStringLiteral("veil"));
        QCOMPARE(veil->isVisible(), !free);
    }
    QCOMPARE(bench.page.table().face(), Face::Computing);
    search.letGo();
    QTRY_COMPARE_WITH_TIMEOUT(bench.model.missing(), Missing::Nothing, 60000);
    oneRound();
    QCOMPARE(report(differences(bench, *wanted)), QString());
    for (Card* card : bench.page.cards()) {
        QCOMPARE(card->face(), Face::Current);
        QVERIFY(!card->findChild<Veil*>(QStringLiteral("veil"))->isVisible());
    }
    QCOMPARE(bench.page.table().face(), Face::Current);
}

void TestComputing::comparedRowsAreMissingAtFirst()
{
    CardBench bench(kPage);
    bench.take(deep(PolicyId::Segments));
    auto search = std::make_unique<HeldSearch>(bench.model);
    Card& frontier = bench.card(QStringLiteral("frontier"));
    const QString measure = frontier.measureText();
    bench.page.compareMenu().setCheckedPolicies({ QStringLiteral("optimal") });
    oneRound();
    QCOMPARE(bench.model.missing(), Missing::Compared);
    QCOMPARE(frontier.measureText(), QStringLiteral("Still computing: Optimal under a budget…"));
    // All the rest is there, and no row of the frontier that is being worked out.
    const Result<Evaluation> own = evaluate(deep(PolicyId::Segments));
    QCOMPARE(report(differences(bench, *own)), QString());
    for (Card* card : bench.page.cards()) {
        QCOMPARE(card->face(), Face::Current);
    }
    search->letGo();
    QTRY_COMPARE_WITH_TIMEOUT(bench.model.missing(), Missing::Nothing, 60000);
    oneRound();
    PolicySpec optimal;
    optimal.id = PolicyId::Optimal;
    const Result<Evaluation> both = evaluate(deep(PolicyId::Segments), std::vector { optimal });
    QVERIFY(both && both->compared.size() > 10);
    QCOMPARE(bench.model.evaluation().compared.size(), both->compared.size());
    QVERIFY(frontier.measureText() != QStringLiteral("Still computing: Optimal under a budget…"));
    const auto* line = findSeries<QLineSeries>(
        *bench.page.findChild<QChartView*>(QStringLiteral("memory.plot")), QStringLiteral("compared.optimal"));
    QCOMPARE(line->count(), 2); // it has come to this chart too: no K, level at its least
    // Changed again: the points of the scenario before are gone at once.
    search = std::make_unique<HeldSearch>(bench.model);
    Scenario changed = deep(PolicyId::Segments);
    changed.workload.batch = 2;
    bench.model.replaceScenario(changed, QStringLiteral("test"));
    oneRound();
    QCOMPARE(bench.model.missing(), Missing::Compared);
    QVERIFY(bench.model.evaluation().compared.empty());
    const Result<Evaluation> alone = evaluate(changed);
    QCOMPARE(report(differences(bench, *alone)), QString());
    // Taken back: nothing is waited for.
    bench.page.compareMenu().setCheckedPolicies({});
    oneRound();
    QCOMPARE(bench.model.missing(), Missing::Nothing);
    QCOMPARE(frontier.measureText(), measure);
    search->letGo();
    QTest::qWait(300); // what the worker still finishes is dropped
    QVERIFY(bench.model.evaluation().compared.empty());
}

void TestComputing::nothingOldUnderARapidDrag_data()
{
    QTest::addColumn<QString>("slider");
    QTest::addColumn<PolicyId>("policy");
    QTest::addColumn<QStringList>("compared");
    QTest::newRow("layers, chosen") << QStringLiteral("model.layers") << PolicyId::Optimal << QStringList();
    QTest::newRow("batch, chosen") << QStringLiteral("workload.batch") << PolicyId::Optimal << QStringList();
    QTest::newRow("layers, compared") << QStringLiteral("model.layers") << PolicyId::Segments
                                      << QStringList { QStringLiteral("optimal") };
}

void TestComputing::nothingOldUnderARapidDrag()
{
    QFETCH(QString, slider);
    QFETCH(PolicyId, policy);
    QFETCH(QStringList, compared);
    CardBench bench(kPage);
    bench.take(deep(policy));
    bench.page.compareMenu().setCheckedPolicies(compared);
    bench.settle();
    ScenarioPanel panel(bench.model);
    panel.resize(300, 900);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    // Whatever is shown as known is of the scenario that is set.
    int rounds = 0;
    int old = 0;
    connect(&bench.model, &ScenarioModel::evaluationChanged, &bench.page, [&] {
        ++rounds;
        const Result<ResolvedScenario> present = resolve(bench.model.scenario());
        const bool whole = bench.model.missing() != Missing::Chosen;
        old += whole && bench.model.evaluation().scenario != *present ? 1 : 0;
        old += bench.model.evaluationAtHand().scenario != *present ? 1 : 0;
        old +=
            whole && bench.model.missing() == Missing::Compared && !bench.model.evaluation().compared.empty() ? 1 : 0;
    });
    auto& handle = *panel.findChild<ValueSlider*>(slider + QStringLiteral(".slider"));
    SliderDrag drag(handle);
    drag.press(handle.value());
    for (int step = 0; step <= 80; ++step) {
        const int span = drag.right() - drag.left();
        drag.moveTo(drag.left() + span / 4 + (step % 40) * span / 120);
        oneRound();
        QCOMPARE(bench.card(QStringLiteral("split")).face(),
            bench.model.missing() == Missing::Chosen ? Face::Computing : Face::Current);
        if (step % 13 == 0) {
            QTest::qWait(30); // some searches end while the hand still moves
        }
    }
    drag.release(drag.left() + (drag.right() - drag.left()) / 3);
    QVERIFY(rounds > 20);
    bench.settle();
    QCOMPARE(bench.model.missing(), Missing::Nothing);
    QCOMPARE(old, 0);
    const Result<Evaluation> wanted = evaluate(bench.model.scenario(), bench.model.compared());
    QVERIFY(wanted);
    QCOMPARE(bench.model.evaluation().chosen.totalBytes, wanted->chosen.totalBytes);
    QCOMPARE(bench.model.evaluation().compared.size(), wanted->compared.size());
    if (compared.isEmpty()) {
        QCOMPARE(report(differences(bench, *wanted)), QString());
    }
}

void TestComputing::undoWhileItComputes()
{
    CardBench bench(kPage);
    bench.take(deep());
    const Result<Evaluation> first = evaluate(deep());
    auto search = std::make_unique<HeldSearch>(bench.model);
    Scenario second = deep();
    second.workload.batch = 9;
    for (int i = 0; i < 6; ++i) { // to and fro, faster than any search
        bench.model.replaceScenario(second, QStringLiteral("test"));
        oneRound();
        QCOMPARE(bench.model.missing(), Missing::Chosen);
        bench.model.undoStack().undo();
        oneRound();
    }
    search->letGo();
    bench.settle();
    QCOMPARE(report(differences(bench, *first)), QString());
    search = std::make_unique<HeldSearch>(bench.model);
    bench.model.undoStack().redo();
    oneRound();
    QCOMPARE(bench.model.missing(), Missing::Chosen);
    search->letGo();
    QTRY_COMPARE_WITH_TIMEOUT(bench.model.missing(), Missing::Nothing, 60000);
    oneRound();
    const Result<Evaluation> last = evaluate(second);
    QCOMPARE(report(differences(bench, *last)), QString());
}

void TestComputing::anotherPolicyWhileItComputes()
{
    CardBench bench(kPage);
    HeldSearch search(bench.model);
    bench.model.replaceScenario(deep(), QStringLiteral("test"));
    oneRound();
    QCOMPARE(bench.model.missing(), Missing::Chosen);
    bench.model.replaceScenario(deep(PolicyId::Segments), QStringLiteral("test"));
    oneRound();
    QCOMPARE(bench.model.missing(), Missing::Nothing);
    const Result<Evaluation> wanted = evaluate(deep(PolicyId::Segments));
    QCOMPARE(report(differences(bench, *wanted)), QString());
    search.letGo();
    QTest::qWait(400); // the search ends now, and nobody listens
    QCOMPARE(report(differences(bench, *wanted)), QString());
    QCOMPARE(bench.model.evaluation().scenario.checkpointing.policy, PolicyId::Segments);
}

void TestComputing::refusedWhileItComputes()
{
    CardBench bench(kPage);
    bench.take(deep(PolicyId::Segments));
    HeldSearch search(bench.model);
    bench.model.replaceScenario(deep(), QStringLiteral("test"));
    oneRound();
    QCOMPARE(bench.model.missing(), Missing::Chosen);
    Scenario bad = deep();
    bad.model.heads = 7; // does not divide the width
    bench.model.replaceScenario(bad, QStringLiteral("test"));
    oneRound();
    QCOMPARE(bench.model.missing(), Missing::Nothing);
    QVERIFY(!bench.model.refusal().isEmpty());
    const Result<Evaluation> lastGood = evaluate(deep(PolicyId::Segments));
    search.letGo();
    QTest::qWait(400);
    QVERIFY(!bench.model.refusal().isEmpty());
    QCOMPARE(report(differences(bench, *lastGood)), QString());
    QCOMPARE(bench.card(QStringLiteral("memory")).face(), Face::Stale);
}

void TestComputing::refusedBySearch()
{
    CardBench bench(kPage);
    HeldSearch search(bench.model);
    Scenario scenario = deep();
    scenario.checkpointing.budgetBytes = 1; // no schedule needs so little
    bench.model.replaceScenario(scenario, QStringLiteral("test"));
    oneRound();
    QCOMPARE(bench.model.refusal(), QString()); // not known yet
    search.letGo();
    bench.settle();
    QVERIFY2(bench.model.refusal().startsWith(QStringLiteral("checkpointing.budget_bytes: ")),
        qPrintable(bench.model.refusal()));
    QCOMPARE(bench.model.missing(), Missing::Nothing);
    QCOMPARE(bench.page.table().face(), Face::Stale);
}

void TestComputing::longSweepOverSlotsWaitsToo()
{
    CardBench bench(kPage, { QStringLiteral("memory"), QStringLiteral("layers") });
    for (const Count layers : { 128, 129 }) {
        HeldSearch search(bench.model);
        Scenario scenario = deep(PolicyId::Revolve);
        scenario.model.layers = layers;
        bench.model.replaceScenario(scenario, QStringLiteral("test"));
        oneRound();
        QCOMPARE(bench.model.missing(), layers > 128 ? Missing::Chosen : Missing::Nothing);
        search.letGo();
        bench.settle();
        const Result<Evaluation> wanted = evaluate(scenario);
        QCOMPARE(bench.model.evaluation().chosen.totalBytes, wanted->chosen.totalBytes);
        QCOMPARE(bench.model.evaluation().sweep.size(), static_cast<std::size_t>(layers));
    }
}

void TestComputing::shortSearchIsThereAtOnce()
{
    ScenarioModel model;
    Scenario scenario = deep();
    scenario.model.layers = 1;
    QSignalSpy changes(&model, &ScenarioModel::evaluationChanged);
    model.replaceScenario(scenario, QStringLiteral("test"));
    model.settle();
    QCOMPARE(model.missing(), Missing::Nothing);
    const Result<Evaluation> wanted = evaluate(scenario);
    QCOMPARE(model.evaluation().sweep.size(), wanted->sweep.size());
    QVERIFY(changes.count() == 1 || changes.count() == 2); // in one go, or filled in on a slow machine
}

void TestComputing::articleAccountingSearchesToo()
{
    CardBench bench(kPage);
    HeldSearch search(bench.model);
    bench.page.compareMenu().setCheckedPolicies({ QStringLiteral("optimal"), QStringLiteral("segments") });
    oneRound();
    QCOMPARE(bench.model.refusal(), QString());
    QCOMPARE(bench.model.missing(), Missing::Compared);
    QCOMPARE(bench.model.evaluation().compared.size(), 32U); // segments alone, so far
    QCOMPARE(bench.page.compareMenu().text(), QStringLiteral("Compare: 2"));
    search.letGo();
    bench.settle();
    const auto& rows = bench.model.evaluation().compared;
    QVERIFY(rows.size() > 32U && rows.back().policy == PolicyId::Optimal);
    // chosen itself, everything but its own part is there at once
    HeldSearch again(bench.model);
    QVERIFY(bench.model.setField("checkpointing.policy", FieldValue { std::string("optimal") }));
    oneRound();
    QCOMPARE(bench.model.missing(), Missing::Chosen);
    again.letGo();
    bench.settle();
    QCOMPARE(bench.model.evaluation().chosen.policy, PolicyId::Optimal);
}

void TestComputing::verdictWaits()
{
    MainWindow window;
    window.resize(1280, 800);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    const auto* headline = window.findChild<ElidedLine*>(QStringLiteral("verdict.headline"));
    HeldSearch search(window.model());
    window.model().replaceScenario(deep(), QStringLiteral("test"));
    oneRound();
    QCOMPARE(headline->text(), QStringLiteral("Computing the best plan…"));
    search.letGo();
    window.model().settle();
    QVERIFY2(headline->text().startsWith(QStringLiteral("Fits: "))
            || headline->text().startsWith(QStringLiteral("Does not fit: ")),
        qPrintable(headline->text()));
}

// What `optimal` would do is found beside the window: the alternatives, and the sentence that names
// them, are in the end those of the command line.
void TestComputing::firstAlternativeIsTheCommandLines_data()
{
    QTest::addColumn<PolicyId>("policy");
    QTest::addColumn<Count>("gib");
    QTest::addColumn<QStringList>("compared");
    QTest::addColumn<bool>("optimalFirst");
    QTest::newRow("nothing of the policy fits") << PolicyId::Segments << Count { 1 } << QStringList() << true;
    QTest::newRow("beside rows of optimal")
        << PolicyId::Segments << Count { 1 } << QStringList { QStringLiteral("optimal") } << true;
    QTest::newRow("with less recomputed than by the policy")
        << PolicyId::Segments << Count { 2 } << QStringList() << true;
    QTest::newRow("all fits") << PolicyId::Segments << Count { 200 } << QStringList() << false; // store_all is as good
    QTest::newRow("nothing to gain") << PolicyId::Article << Count { 200 } << QStringList() << false;
}

void TestComputing::firstAlternativeIsTheCommandLines()
{
    QFETCH(PolicyId, policy);
    QFETCH(Count, gib);
    QFETCH(QStringList, compared);
    QFETCH(bool, optimalFirst);
    Scenario scenario = deep(policy);
    scenario.model.layers = 24;
    scenario.model.vocab.reset();
    scenario.workload.batch = 8;
    scenario.workload.sequence = 1024;
    scenario.recipe.attention = Attention::Fused;
    scenario.device.reserveBytes = 0;
    scenario.device.memoryBytes = gib * kGiB;
    if (gib <= 2) { // a little less than the frugalest number of the policy needs, or more
        Bytes least = std::numeric_limits<Bytes>::max();
        const Result<Evaluation> roomy = evaluate(scenario);
        QVERIFY(roomy);
        for (const SweepRow& row : roomy->sweep) {
            least = std::min(least, row.totalBytes);
        }
        scenario.device.memoryBytes = gib == 1 ? least - 100 * kMiB : least + 100 * kMiB;
    }
    MainWindow window;
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    const QSignalSpy changes(&window.model(), &ScenarioModel::evaluationChanged);
    std::vector<PolicySpec> beside;
    for (const QString& id : compared) {
        beside.push_back(parsePolicies(id.toStdString())->front());
    }
    HeldSearch search(window.model());
    window.model().setCompared(beside);
    window.model().replaceScenario(scenario, QStringLiteral("test"));
    oneRound(); // what is shown until then is painted
    search.letGo();
    window.model().settle();
    Result<Evaluation> wanted = evaluate(scenario, beside);
    QVERIFY(wanted);
    addOptimalAlternative(*wanted);
    const auto texts = [](const Evaluation& evaluation) {
        QStringList lines;
        for (const Alternative& alternative : evaluation.recommendation.alternatives) {
            lines << QStringLiteral("%1 %2 %3")
                         .arg(QString::fromStdString(alternative.change))
                         .arg(alternative.totalBytes)
                         .arg(alternative.fits);
        }
        return lines;
    };
    QCOMPARE(texts(window.model().evaluation()), texts(*wanted));
    const QStringList shown = texts(*wanted);
    QCOMPARE(!shown.isEmpty() && shown.front().startsWith(QStringLiteral("optimal:")), optimalFirst);
    QCOMPARE(window.findChild<ElidedLine*>(QStringLiteral("verdict.advice"))->whole(),
        QString::fromStdString(verdict(*wanted).advice));
    QVERIFY(changes.count() > 0);
}

void TestComputing::windowClosesWhileItComputes()
{
    for (int round = 0; round < 4; ++round) {
        auto window = std::make_unique<MainWindow>();
        window->show();
        QVERIFY(QTest::qWaitForWindowExposed(window.get()));
        Scenario scenario = deep();
        scenario.workload.batch = 2 + round;
        window->model().replaceScenario(scenario, QStringLiteral("test"));
        if (round % 2 == 0) {
            oneRound(); // the search has begun
        }
        window->close();
        window.reset();
        oneRound();
    }
}

void TestComputing::refusedPictureIsDimmed()
{
    CardBench bench(kPage);
    Card& memory = bench.card(QStringLiteral("memory"));
    const auto ink = [&] { // the most saturated dot of the picture
        const QImage image = memory.grab().toImage();
        int most = 0;
        for (int y = image.height() / 3; y < image.height(); y += 3) {
            for (int x = 0; x < image.width(); x += 3) {
                most = std::max(most, image.pixelColor(x, y).hsvSaturation());
            }
        }
        return most;
    };
    const int before = ink();
    Scenario bad;
    bad.checkpointing.k = 33;
    bench.take(bad);
    QVERIFY(!bench.model.refusal().isEmpty());
    for (Card* card : bench.page.cards()) {
        QCOMPARE(card->face(), Face::Stale);
        QVERIFY(card->accessibleDescription().startsWith(QStringLiteral("Of the last scenario that had a plan")));
    }
    QVERIFY2(ink() < before / 2, qPrintable(QStringLiteral("%1 of %2").arg(ink()).arg(before)));
    // The old picture still takes a click: that mends it.
    auto* table = &bench.page.table();
    const QRect row = table->visualRect(table->model()->index(2, 1));
    QTest::mouseClick(
        bench.page.childAt(table->viewport()->mapTo(&bench.page, row.center())), Qt::LeftButton, {}, row.center());
    bench.settle();
    QCOMPARE(bench.model.refusal(), QString());
    QCOMPARE(bench.model.evaluation().chosen.k, std::optional<Count>(3));
    QCOMPARE(memory.face(), Face::Current);
    QCOMPARE(ink(), before);
}

QTEST_MAIN(TestComputing)
#include "tst_computing.moc"
