// SPDX-License-Identifier: MIT
// What is recommended and said in article accounting: against trying every number, every
// alternative taken, and the sentences themselves.
#include "core/plan/evaluate.h"
#include "core/plan/verdict.h"
#include "core/scenario/fields.h"
#include "tests/support/random_scenario.h"

#include <QtTest>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

// The scenario at another number of its policy, as if it had been typed.
Scenario atNumber(const Scenario& scenario, Count number)
{
    Scenario other = scenario;
    other.checkpointing.k = std::max<Count>(number, 1); // m may be 0
    other.checkpointing.m = number;
    return other;
}

// The first two numbers of a headline, as a reader sees them.
std::pair<double, double> shownNumbers(const QString& headline)
{
    const QRegularExpressionMatch match = QRegularExpression("([0-9.]+) of ([0-9.]+) GiB").match(headline);
    return { match.captured(1).toDouble(), match.captured(2).toDouble() };
}

} // namespace

class TestVerdict : public QObject {
    Q_OBJECT
private slots:
    void recommendationAgainstBruteForce();
    void alternativesAreExact();
    void verdictNeverContradicts();
    void verdict_data();
    void verdict();
};

void TestVerdict::recommendationAgainstBruteForce()
{
    Random random(8);
    int fitting = 0;
    int tooLarge = 0;
    for (int tried = 0; tried < 400; ++tried) {
        Scenario scenario = tightScenario(random);
        scenario.model.layers = random.between(1, 24);
        chooseNumber(scenario, random);
        std::vector<Count> numbers;
        const PolicyId policy = *scenario.checkpointing.policy;
        const NumberRange range = numberRange(policy, *scenario.model.layers);
        for (Count number = range.first; number <= range.last; ++number) {
            numbers.push_back(number);
        }
        if (policy == PolicyId::Article && random.oneIn(2)) {
            numbers = { 1, (*scenario.model.layers + 1) / 2, *scenario.model.layers };
            scenario.checkpointing.candidates = numbers;
        }
        if (numbers.empty()) {
            numbers.push_back(1); // store_all
        }
        // Every number typed in by itself, the best kept.
        std::optional<SweepRow> best;
        for (const Count number : numbers) {
            const Result<Evaluation> one = evaluate(atNumber(scenario, number));
            QVERIFY2(one.ok(), one ? "" : one.error().message.c_str());
            const SweepRow& row = one->chosen;
            const auto key = [](const SweepRow& r) {
                return r.fits ? std::tuple(0, r.extraForwardFraction, static_cast<double>(r.totalBytes))
                              : std::tuple(1, static_cast<double>(r.totalBytes), r.extraForwardFraction);
            };
            if (!best || key(row) < key(*best)) {
                best = row;
            }
        }
        const Result<Evaluation> evaluation = evaluate(scenario);
        QVERIFY(evaluation.ok());
        const Recommendation& found = evaluation->recommendation;
        QCOMPARE(found.fits, best->fits);
        QCOMPARE(found.policy, policy);
        QCOMPARE(found.k, best->k);
        QCOMPARE(found.totalBytes, best->totalBytes);
        QCOMPARE(found.extraForwardFraction, best->extraForwardFraction);
        QCOMPARE(found.batch, *scenario.workload.batch);
        QCOMPARE(found.marginBytes, *scenario.device.memoryBytes - best->totalBytes);
        QVERIFY(!found.reason.empty() && found.reason.back() == '.');
        const Result<Evaluation> taken = evaluate(atNumber(scenario, found.k.value_or(1)));
        for (const MemoryRow& row : taken->memory.rows) {
            QVERIFY(row.bytes <= taken->memory.bytesOf(found.dominant));
        }
        (found.fits ? fitting : tooLarge) += 1;
    }
    QVERIFY2(fitting > 50 && tooLarge > 50, qPrintable(QString("%1 %2").arg(fitting).arg(tooLarge)));
}

void TestVerdict::alternativesAreExact()
{
    int policies = 0;
    int batches = 0;
    Random random(9);
    for (int tried = 0; tried < 1000; ++tried) {
        const Scenario scenario = tightScenario(random);
        const Result<Evaluation> evaluation = evaluate(scenario);
        QVERIFY(evaluation.ok());
        const Recommendation& best = evaluation->recommendation;
        for (const Alternative& alternative : best.alternatives) {
            Scenario changed = scenario;
            const QString change = QString::fromStdString(alternative.change);
            if (change.contains("workload.batch=")) {
                for (const QString& assignment : change.split(' ')) {
                    QVERIFY(applySet(changed, assignment.toStdString()));
                }
                QVERIFY(!evaluation->memory.fits);
                ++batches;
            } else {
                const Result<std::vector<PolicySpec>> specs = parsePolicies(alternative.change);
                QVERIFY2(specs.ok(), qPrintable(change));
                QVERIFY(specs->front().id != *scenario.checkpointing.policy);
                changed.checkpointing.policy = specs->front().id;
                changed.checkpointing.k = std::max<Count>(specs->front().number.value_or(1), 1);
                changed.checkpointing.m = specs->front().number;
                ++policies;
            }
            const Result<Evaluation> after = evaluate(changed);
            QVERIFY2(after.ok(), after ? "" : after.error().message.c_str());
            QCOMPARE(after->memory.totalBytes, alternative.totalBytes);
            QCOMPARE(after->memory.fits, alternative.fits);
            QVERIFY(alternative.fits);
            if (!change.contains("workload")) {
                QVERIFY(!best.fits || after->chosen.extraForwardFraction < best.extraForwardFraction);
            }
        }
    }
    QVERIFY2(policies > 100 && batches > 100, qPrintable(QString("%1 %2").arg(policies).arg(batches)));
}

void TestVerdict::verdictNeverContradicts()
{
    Random random(10);
    int near = 0;
    for (int tried = 0; tried < 2000; ++tried) {
        Scenario scenario = tightScenario(random);
        const Result<Evaluation> first = evaluate(scenario);
        QVERIFY(first.ok());
        // A capacity within a few bytes to MiB of the total, on either side.
        const Bytes distance = random.spread(1, 4 * kMiB) - 1;
        const Bytes total = first->memory.totalBytes;
        const bool below = random.oneIn(2) && total > distance;
        scenario.device.memoryBytes = below ? total - distance : total + distance;
        const Result<Evaluation> evaluation = evaluate(scenario);
        QVERIFY(evaluation.ok());
        const Verdict answer = sublinear::verdict(*evaluation);
        const QString headline = QString::fromStdString(answer.headline);
        const auto [need, capacity] = shownNumbers(headline);
        QVERIFY2(answer.fits ? need <= capacity : need > capacity, qPrintable(headline));
        QVERIFY2(answer.fits == headline.startsWith("Fits: "), qPrintable(headline));
        QVERIFY2(distance == 0 || !headline.contains(" 0.00 "), qPrintable(headline));
        near += distance != 0 && distance < kMiB ? 1 : 0;
    }
    QVERIFY(near > 100);
}

void TestVerdict::verdict_data()
{
    QTest::addColumn<QString>("set"); // batch, K, memory in GiB, a candidate
    QTest::addColumn<QString>("headline");
    QTest::addColumn<QString>("advice");
    QTest::addRow("default") << "4 4 80"
                             << "Does not fit: 80.25 of 80 GiB at K=4, short by 0.25 GiB."
                             << "K=5 fits at batch 4 in 78.56 GiB, +81.2 % forward.";
    QTest::addRow("recommended") << "4 5 80"
                                 << "Fits: 78.56 of 80 GiB at K=5, 1.44 GiB to spare."
                                 << "";
    QTest::addRow("more than it takes") << "4 7 80"
                                        << "Fits: 78.56 of 80 GiB at K=7, 1.44 GiB to spare."
                                        << "K=5 fits too at batch 4 in 78.56 GiB, +81.2 % forward.";
    QTest::addRow("exactly full") << "4 4 80.25"
                                  << "Fits: 80.25 of 80.25 GiB at K=4, 0 bytes to spare."
                                  << "";
    QTest::addRow("no need to recompute") << "1 4 80"
                                          << "Fits: 65.06 of 80 GiB at K=4, 14.94 GiB to spare."
                                          << "K=1 fits too at batch 1 in 73.50 GiB, with nothing recomputed.";
    QTest::addRow("outside the candidates") << "4 6 80 4"
                                            << "Fits: 78.56 of 80 GiB at K=6, 1.44 GiB to spare."
                                            << "";
    QTest::addRow("no candidate fits")
        << "4 4 80 4"
        << "Does not fit: 80.25 of 80 GiB at K=4, short by 0.25 GiB."
        << "None of the listed candidates fits at batch 4: K=4 needs least, 80.25 of 80 GiB; the largest term is "
           "optimizer states (48.00 GiB). What fits: first_m:22 (79.94 GiB), article:5 (78.56 GiB), workload.batch=3 "
           "(75.19 GiB).";
    QTest::addRow("a card too small for the states")
        << "4 4 59.5"
        << "Does not fit: 80.25 of 59.5 GiB at K=4, short by 20.75 GiB."
        << "No checkpointing setting can help: parameters and optimizer states alone take 60.00 of 59.5 GiB; the "
           "largest term is optimizer states (48.00 GiB).";
    QTest::addRow("a card too small for one sequence")
        << "4 4 60.0625"
        << "Does not fit: 80.25 of 60.06 GiB at K=4, short by 20.19 GiB."
        << "Nothing fits at batch 4: K=5 needs least, 78.56 of 60.06 GiB; the largest term is optimizer states "
           "(48.00 GiB). No batch fits at K=4 either.";
}

void TestVerdict::verdict()
{
    QFETCH(QString, set);
    QFETCH(QString, headline);
    QFETCH(QString, advice);
    const QStringList values = set.split(' ');
    Scenario scenario;
    scenario.workload.batch = values[0].toLongLong();
    scenario.checkpointing.k = values[1].toLongLong();
    scenario.device.memoryBytes = static_cast<Bytes>(values[2].toDouble() * static_cast<double>(kGiB));
    if (values.size() > 3) {
        scenario.checkpointing.candidates = std::vector<Count> { values[3].toLongLong() };
    }
    const Result<Evaluation> evaluation = evaluate(scenario);
    QVERIFY(evaluation.ok());
    const Verdict answer = sublinear::verdict(*evaluation);
    QCOMPARE(QString::fromStdString(answer.headline), headline);
    QCOMPARE(QString::fromStdString(answer.advice), advice);
}

QTEST_APPLESS_MAIN(TestVerdict)
#include "tst_verdict.moc"
