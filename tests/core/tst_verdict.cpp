// SPDX-License-Identifier: MIT
// What is recommended and said in article accounting: against trying every number, every
// alternative taken, and the sentences themselves.
#include "core/plan/evaluate.h"
#include "core/plan/verdict.h"
#include "core/plan/words.h"
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
private Q_SLOTS:
    void recommendationAgainstBruteForce();
    void alternativesAreExact();
    void verdictNeverContradicts();
    void verdict_data();
    void verdict();
    void inTraining_data();
    void inTraining();
    void changesInWords_data();
    void changesInWords();
    void sizesAreNeverNothing();
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
    int devices = 0;
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
            } else if (change.contains("device.memory_bytes=")) { // the last resort
                QCOMPARE(best.alternatives.size(), std::size_t(1));
                for (const QString& assignment : change.split(' ')) {
                    QVERIFY(applySet(changed, assignment.toStdString()));
                }
                QCOMPARE(alternative.totalBytes, best.totalBytes);
                QVERIFY(*changed.device.memoryBytes - alternative.totalBytes < kGiB);
                ++devices;
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
            if (!change.contains('=')) {
                const double extra = after->chosen.extraForwardFraction;
                const bool ties = extra == best.extraForwardFraction && alternative.totalBytes < best.totalBytes;
                QVERIFY(!best.fits || extra < best.extraForwardFraction || ties);
            }
        }
    }
    QVERIFY2(policies > 100 && batches > 100 && devices > 10,
        qPrintable(QString("%1 %2 %3").arg(policies).arg(batches).arg(devices)));
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
    // what another policy does, where it recomputes less than what the own one has to offer
    const QString less =
        QStringLiteral(" With less recomputed: first m layers recomputed at m=22 (79.94 GiB, +68.8 % forward).");
    QTest::addRow("default") << "4 4 80"
                             << "Does not fit: 80.25 of 80 GiB at K=4, short by 0.25 GiB."
                             << "K=5 fits at batch 4 in 78.56 GiB, +81.2 % forward." + less;
    QTest::addRow("recommended") << "4 5 80"
                                 << "Fits: 78.56 of 80 GiB at K=5, 1.44 GiB to spare." << less.trimmed();
    QTest::addRow("more than it takes") << "4 7 80"
                                        << "Fits: 78.56 of 80 GiB at K=7, 1.44 GiB to spare."
                                        << "K=5 fits too at batch 4 in 78.56 GiB, +81.2 % forward." + less;
    QTest::addRow("exactly full") << "4 4 80.25"
                                  << "Fits: 80.25 of 80.25 GiB at K=4, 0 bytes to spare." << less.trimmed();
    QTest::addRow("no need to recompute") << "1 4 80"
                                          << "Fits: 65.06 of 80 GiB at K=4, 14.94 GiB to spare."
                                          << "K=1 fits too at batch 1 in 73.50 GiB, with nothing recomputed.";
    QTest::addRow("outside the candidates") << "4 6 80 4"
                                            << "Fits: 78.56 of 80 GiB at K=6, 1.44 GiB to spare."
                                            << "";
    QTest::addRow("no candidate fits")
        << "4 4 80 4"
        << "Does not fit: 80.25 of 80 GiB at K=4, short by 0.25 GiB."
        << "What fits: first m layers recomputed at m=22 (79.94 GiB), every K-th layer in full at K=5 (78.56 GiB), "
           "batch 3 (75.19 GiB). None of the listed candidates fits at batch 4: K=4 needs least, 80.25 of 80 GiB; the "
           "largest term is optimizer states (48.00 GiB).";
    QTest::addRow("a card too small for the states")
        << "4 4 59.5"
        << "Does not fit: 80.25 of 59.5 GiB at K=4, short by 20.75 GiB."
        << "What fits: K=5 with a device of 79.00 GiB (78.56 GiB). No checkpointing setting can help: parameters and "
           "optimizer states alone take 60.00 of 59.5 GiB; the largest term is optimizer states (48.00 GiB).";
    QTest::addRow("a card too small for one sequence")
        << "4 4 60.0625"
        << "Does not fit: 80.25 of 60.06 GiB at K=4, short by 20.19 GiB."
        << "What fits: K=5 with a device of 79.00 GiB (78.56 GiB). No K fits at batch 4: K=5 needs least, 78.56 of "
           "60.06 GiB; the largest term is optimizer states (48.00 GiB). No batch fits at K=4 either.";
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

// What costs no FLOPs is made again all the same, and no identifier stands in a sentence.
void TestVerdict::inTraining_data()
{
    QTest::addColumn<QString>("set");
    QTest::addColumn<QString>("said"); // of headline, advice and reason
    QTest::addColumn<QString>("unsaid");
    const QString model = "accounting=training recipe.attention=fused ";
    QTest::addRow("selective, element by element")
        << model + "checkpointing.policy=selective device.memory_bytes=400GiB"
        << "No layer need run again: 93.62 of 400 GiB with activation functions and norms made again, no extra matrix "
           "FLOPs; "
        << "nothing recomputed";
    QTest::addRow("selective: norms alone")
        << model + "checkpointing.policy=selective checkpointing.tensors=norms device.memory_bytes=400GiB"
        << " GiB with norms made again, no extra matrix FLOPs; "
        << "activation functions";
    QTest::addRow("a layer policy without the cheap tensors")
        << model + "checkpointing.policy=first_m checkpointing.tensors=gelu device.memory_bytes=400GiB"
        << "m=0 fits too at batch 4 in 97.62 GiB, with activation functions made again, no extra matrix FLOPs."
        << "nothing recomputed";
    QTest::addRow("what fused attention does not keep")
        << model + "checkpointing.policy=selective checkpointing.tensors=attention device.memory_bytes=400GiB"
        << " with nothing recomputed; "
        << "again";
    QTest::addRow("optimal, element by element")
        << model + "checkpointing.policy=optimal checkpointing.budget_bytes=10GiB device.memory_bytes=94GiB"
        << "fits too at batch 4 in 93.62 GiB, with activation functions and norms made again, no extra matrix FLOPs."
        << "nothing recomputed";
    QTest::addRow("another policy costs no FLOPs")
        << "model.preset=llama3-8b workload.batch=1 workload.sequence=8192 recipe.name=adam8bit recipe.attention=fused "
           "device.gpu=a100-sxm4-80gb checkpointing.policy=segments checkpointing.k=1 accounting=training"
        << " to spare. With less recomputed: selective recomputation of gelu and norms (79.05 GiB, no extra matrix "
           "FLOPs). "
        << "nothing recomputed";
    QTest::addRow("everything kept") << model + "checkpointing.policy=store_all device.memory_bytes=400GiB"
                                     << "Everything can be kept: 105.37 of 400 GiB with nothing recomputed; "
                                     << "again";
    QTest::addRow("a policy without a number")
        << model + "checkpointing.policy=selective checkpointing.tensors=up device.memory_bytes=400GiB"
        << "Fits: 97.37 of 400 GiB with selective recomputation, "
        << " selective,";
    QTest::addRow("slots") << model + "checkpointing.policy=revolve device.memory_bytes=400GiB"
                           << " GiB with 4 slots, "
                           << "at 4 slots";
    QTest::addRow("identifiers")
        << model + "checkpointing.policy=article checkpointing.k=2 device.memory_bytes=76GiB"
        << "What fits: revolve with 26 slots (75.96 GiB), two levels of K at K=2 (75.33 GiB), K=4 with batch 1 "
           "(75.96 GiB), K=4 with sequence 512 (75.96 GiB). No K fits at batch 4: K=7 needs least, 83.53 of 76 GiB; "
           "the largest term is optimizer states (48.01 GiB)."
        << "revolve:";
    QTest::addRow("several slots, one of which is enough")
        << model + "checkpointing.policy=revolve checkpointing.slots=1 model.layers=4 device.memory_bytes=80GiB"
        << "slots fit too at batch 4 in "
        << "slots fits";
    QTest::addRow("the loss is too large, whatever is recomputed")
        << model + "model.vocab=50257 workload.batch=64 checkpointing.policy=article device.memory_bytes=80GiB"
        << "the states and the loss alone take 139.76 of 80 GiB; the largest term is the loss ("
        << "largest term is recomputed segment";
    QTest::addRow("nothing to choose from") << model + "checkpointing.policy=store_all device.memory_bytes=80GiB"
                                            << "Storing everything does not fit at batch 4: 105.37 of 80 GiB; "
                                            << "needs least";
}

void TestVerdict::inTraining()
{
    QFETCH(QString, set);
    QFETCH(QString, said);
    QFETCH(QString, unsaid);
    Scenario scenario;
    for (const QString& assignment : set.split(' ')) {
        QVERIFY2(applySet(scenario, assignment.toStdString()), qPrintable(assignment));
    }
    const Result<Evaluation> evaluation = evaluate(scenario);
    QVERIFY(evaluation.ok());
    const Verdict answer = sublinear::verdict(*evaluation);
    const QString all =
        QString::fromStdString(answer.headline + " " + answer.advice + " " + evaluation->recommendation.reason);
    QVERIFY2(all.contains(said), qPrintable(all));
    QVERIFY2(!all.contains(unsaid), qPrintable(all));
    QVERIFY2(!all.contains('_') && !all.contains("workload.") && !all.contains("checkpointing."), qPrintable(all));
}

void TestVerdict::changesInWords_data()
{
    QTest::addColumn<QString>("words");
    const auto row = [](const char* change, const char* words) { QTest::addRow("%s", change) << words; };
    row("store_all", "storing everything");
    row("article:5", "every K-th layer in full at K=5");
    row("first_m:0", "first m layers recomputed at m=0");
    row("revolve:1", "revolve with 1 slot");
    row("revolve:4", "revolve with 4 slots");
    row("selective:gelu+norms", "selective recomputation of gelu and norms");
    row("recursive", "recursive checkpoints");
    row("optimal:20GiB", "optimal under a budget of 20.00 GiB");
    row("optimal:6417285120", "optimal under a budget of 5.98 GiB");
    row("optimal:1048576", "optimal under a budget of 1.00 MiB");
    row("workload.batch=3", "batch 3");
    row("checkpointing.k=5 workload.batch=3", "K=5 with batch 3");
    row("checkpointing.m=12 recipe.attention=fused", "m=12 with fused attention");
    row("checkpointing.slots=3 recipe.loss=chunked", "3 slots with chunked loss");
    row("workload.sequence=512", "sequence 512");
    row("recipe.optimizer=adam8bit", "8-bit Adam");
    row("parallel.zero=3", "ZeRO-3");
    row("parallel.data=8 parallel.zero=3", "data parallel over 8 devices, ZeRO-3");
    row("checkpointing.budget_bytes=20GiB workload.batch=2", "a budget of 20.00 GiB with batch 2");
    row("device.memory_bytes=97GiB", "a device of 97.00 GiB");
    row("checkpointing.k=5 device.reserve_bytes=2GiB", "K=5 with a reserve of 2.00 GiB");
    row("model.layers=4", "model.layers=4"); // nobody has put it into words
}

void TestVerdict::changesInWords()
{
    QFETCH(QString, words);
    QCOMPARE(QString::fromStdString(changeWords(QTest::currentDataTag())), words);
}

void TestVerdict::sizesAreNeverNothing()
{
    QCOMPARE(QString::fromStdString(numberWords(PolicyId::Optimal, kGiB / 200)), QString("a budget of 5.12 MiB"));
    QCOMPARE(QString::fromStdString(numberWords(PolicyId::Optimal, kKiB)), QString("a budget of 1024 bytes"));
    QCOMPARE(QString::fromStdString(numberWords(PolicyId::Optimal, 1)), QString("a budget of 1 byte"));
    QCOMPARE(QString::fromStdString(ofCapacity(96 * kGiB, 1)), QString("96.00 GiB of 1 byte"));
    QCOMPARE(QString::fromStdString(ofCapacity(kGiB, 10 * kMiB)), QString("1.00 GiB of 10.00 MiB"));
    QCOMPARE(QString::fromStdString(ofCapacity(kMiB + 1, kMiB)), QString("1048577 of 1048576 bytes"));
    QCOMPARE(QString::fromStdString(ofCapacity(kGiB, kGiB / 2)), QString("1.00 of 0.5 GiB"));
    QCOMPARE(QString::fromStdString(forwardWords(0.0004)), QString("+<0.1 % forward"));
    QCOMPARE(QString::fromStdString(forwardWords(0.0006)), QString("+0.1 % forward"));
}

QTEST_APPLESS_MAIN(TestVerdict)
#include "tst_verdict.moc"
