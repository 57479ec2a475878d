// SPDX-License-Identifier: MIT
#include "core/base/units.h"
#include "core/plan/evaluate.h"
#include "core/policy/law.h"

#include <QtTest>

using namespace sublinear;

namespace {

QString text(const std::string& value)
{
    return QString::fromStdString(value);
}

PolicySpec spec(PolicyId id, std::optional<Count> number = {}, Count start = 0, bool lastStored = false)
{
    PolicySpec result;
    result.id = id;
    result.number = number;
    result.start = start;
    result.lastStored = lastStored;
    return result;
}

// Rows that a law must give: kept acts and inputs, live acts and inputs, layers run again.
using Parts = QList<qint64>;

Parts parts(const LawUnits& units)
{
    return { units.keptActs, units.keptInputs, units.liveActs, units.liveInputs, units.recomputedLayers };
}

} // namespace

class TestLaws : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void closedForms_data();
    void closedForms();
    void byHand_data();
    void byHand();
    void withoutLaw_data();
    void withoutLaw();
    void fates_data();
    void fates();
    void fatesAgreeWithLaws();
};

// tests/data/closed_forms.csv: published shapes, GiB to three decimals.
void TestLaws::closedForms_data()
{
    QTest::addColumn<QStringList>("cells");
    QFile file(QStringLiteral(SUBLINEAR_TEST_DATA "/closed_forms.csv"));
    QVERIFY2(file.open(QIODevice::ReadOnly), "no fixture");
    const QStringList lines = QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 119);
    for (int line = 1; line < lines.size(); ++line) {
        const QStringList cells = lines[line].split(',');
        QTest::addRow("%d: %s %s %s", line + 1, qPrintable(cells[0]), qPrintable(cells[7]), qPrintable(cells[8]))
            << cells;
    }
}

void TestLaws::closedForms()
{
    QFETCH(QStringList, cells);
    QCOMPARE(cells.size(), 11);
    const QString quantity = cells[7];
    Scenario scenario;
    scenario.model.layers = cells[1].toLongLong();
    scenario.model.dModel = cells[2].toLongLong();
    scenario.model.heads = cells[3].toLongLong();
    scenario.model.dFfn = cells[4].toLongLong();
    scenario.workload.sequence = cells[5].toLongLong();
    scenario.workload.batch = cells[6].toLongLong();
    const PolicyInfo* policy = findPolicy(quantity.toStdString());
    scenario.checkpointing.policy = policy != nullptr ? policy->id : PolicyId::StoreAll;
    if (!cells[8].isEmpty()) {
        scenario.checkpointing.k = cells[8].toLongLong();
    }
    const Result<Evaluation> evaluation = evaluate(scenario);
    QVERIFY2(evaluation.ok(), evaluation ? "" : evaluation.error().message.c_str());
    if (quantity == "act_bytes") {
        QCOMPARE(QString::number(evaluation->layer.totalBytes), cells[9]);
    } else if (quantity == "input_bytes") {
        QCOMPARE(QString::number(evaluation->layer.boundaryBytes), cells[9]);
    } else if (quantity == "parameters") {
        QCOMPARE(QString::number(evaluation->parameterCount), cells[9]);
    } else if (quantity == "adam") {
        QCOMPARE(text(formatGiB(evaluation->memory.bytesOf(MemoryKind::Optimizer), 3)), cells[9]);
    } else {
        QVERIFY2(policy != nullptr, qPrintable(quantity));
        QCOMPARE(text(formatGiB(evaluation->chosen.activationBytes, 3)), cells[9]);
        if (!cells[10].isEmpty()) {
            QCOMPARE(text(formatFixed(evaluation->chosen.extraForwardFraction, 3)),
                QString::number(cells[10].toDouble(), 'f', 3));
        }
    }
}

void TestLaws::byHand_data()
{
    QTest::addColumn<int>("policy");
    QTest::addColumn<int>("number");
    QTest::addColumn<int>("start");
    QTest::addColumn<bool>("lastStored");
    QTest::addColumn<int>("layers");
    QTest::addColumn<Parts>("expected");

    const auto row = [](const char* name, PolicyId id, int number, int layers, const Parts& expected, int start = 0,
                         bool lastStored = false) {
        QTest::addRow("%s", name) << static_cast<int>(id) << number << start << lastStored << layers << expected;
    };
    row("store_all of 7", PolicyId::StoreAll, 0, 7, { 7, 0, 0, 0, 0 });
    row("article K=1 stores all", PolicyId::Article, 1, 10, { 10, 0, 0, 0, 0 });
    row("article K=4 of 10", PolicyId::Article, 4, 10, { 2, 0, 4, 0, 8 });
    row("article K=N", PolicyId::Article, 10, 10, { 1, 0, 10, 0, 9 });
    row("article of one layer", PolicyId::Article, 1, 1, { 1, 0, 0, 0, 0 });
    row("segments K=1 checkpoints every layer", PolicyId::Segments, 1, 10, { 0, 10, 1, 0, 10 });
    row("segments K=4 of 10", PolicyId::Segments, 4, 10, { 0, 3, 4, 0, 10 });
    row("segments K=N", PolicyId::Segments, 10, 10, { 0, 1, 10, 0, 10 });
    row("segments K=4 of 10, last stored", PolicyId::Segments, 4, 10, { 0, 2, 4, 0, 8 }, 0, true);
    row("segments K=5 of 10, last stored", PolicyId::Segments, 5, 10, { 0, 1, 5, 0, 5 }, 0, true);
    row("segments K=N, last stored", PolicyId::Segments, 10, 10, { 10, 0, 0, 0, 0 }, 0, true);
    row("every_nth K=1", PolicyId::EveryNth, 1, 10, { 0, 10, 1, 0, 10 });
    row("every_nth K=4 of 10", PolicyId::EveryNth, 4, 10, { 8, 2, 1, 0, 2 });
    row("every_nth K=4 of 10 from layer 1", PolicyId::EveryNth, 4, 10, { 7, 3, 1, 0, 3 }, 1);
    row("every_nth K=2 of 24 from layer 1", PolicyId::EveryNth, 2, 24, { 12, 12, 1, 0, 12 }, 1);
    row("first_m 0 stores all", PolicyId::FirstM, 0, 10, { 10, 0, 0, 0, 0 });
    row("first_m 3", PolicyId::FirstM, 3, 10, { 7, 3, 1, 0, 3 });
    row("first_m N", PolicyId::FirstM, 10, 10, { 0, 10, 1, 0, 10 });
    row("two_level K=4 of 10", PolicyId::TwoLevel, 4, 10, { 0, 3, 1, 4, 20 });
    row("two_level K=1", PolicyId::TwoLevel, 1, 10, { 0, 10, 1, 1, 20 });
}

void TestLaws::byHand()
{
    QFETCH(int, policy);
    QFETCH(int, number);
    QFETCH(int, start);
    QFETCH(bool, lastStored);
    QFETCH(int, layers);
    QFETCH(Parts, expected);
    const auto id = static_cast<PolicyId>(policy);
    const bool none = policyInfo(id).number == PolicyNumber::None;
    const std::optional<LawUnits> units =
        lawUnits(spec(id, none ? std::nullopt : std::optional<Count>(number), start, lastStored), layers);
    QVERIFY(units.has_value());
    QCOMPARE(parts(*units), expected);
    QCOMPARE(units->keptIsCheckpoint, id == PolicyId::Article && number > 1);
}

void TestLaws::withoutLaw_data()
{
    QTest::addColumn<int>("policy");
    QTest::addColumn<int>("number");
    QTest::addColumn<int>("layers");
    QTest::addRow("K of 0") << static_cast<int>(PolicyId::Article) << 0 << 8;
    QTest::addRow("K over N") << static_cast<int>(PolicyId::Article) << 9 << 8;
    QTest::addRow("segments over N") << static_cast<int>(PolicyId::Segments) << 9 << 8;
    QTest::addRow("m of -1") << static_cast<int>(PolicyId::FirstM) << -1 << 8;
    QTest::addRow("m over N") << static_cast<int>(PolicyId::FirstM) << 9 << 8;
    QTest::addRow("no layers") << static_cast<int>(PolicyId::StoreAll) << 1 << 0;
    QTest::addRow("selective") << static_cast<int>(PolicyId::Selective) << 1 << 8;
    QTest::addRow("recursive") << static_cast<int>(PolicyId::Recursive) << 1 << 8;
    QTest::addRow("revolve") << static_cast<int>(PolicyId::Revolve) << 1 << 8;
    QTest::addRow("optimal") << static_cast<int>(PolicyId::Optimal) << 1 << 8;
}

void TestLaws::withoutLaw()
{
    QFETCH(int, policy);
    QFETCH(int, number);
    QFETCH(int, layers);
    const PolicySpec given = spec(static_cast<PolicyId>(policy), number);
    QVERIFY(!lawUnits(given, layers).has_value());
    QVERIFY(layerFates(given, layers).empty());
    QVERIFY(!lawUnits(spec(PolicyId::Article), 8).has_value()); // no number given
}

void TestLaws::fates_data()
{
    QTest::addColumn<int>("policy");
    QTest::addColumn<int>("number");
    QTest::addColumn<int>("start");
    QTest::addColumn<bool>("lastStored");
    QTest::addColumn<QString>("expected"); // of 7 layers: K kept, C checkpoint, B boundary, r recomputed

    const auto row = [](const char* name, PolicyId id, int number, const char* expected, int start = 0,
                         bool lastStored = false) {
        QTest::addRow("%s", name) << static_cast<int>(id) << number << start << lastStored << QString(expected);
    };
    row("store_all", PolicyId::StoreAll, 1, "KKKKKKK");
    row("article K=1", PolicyId::Article, 1, "KKKKKKK");
    row("article K=3", PolicyId::Article, 3, "rrCrrCr");
    row("article K=7", PolicyId::Article, 7, "rrrrrrC");
    row("segments K=1", PolicyId::Segments, 1, "BBBBBBB");
    row("segments K=3", PolicyId::Segments, 3, "BrrBrrB");
    row("segments K=3, last stored", PolicyId::Segments, 3, "BrrBrrK", 0, true);
    row("segments K=7, last stored", PolicyId::Segments, 7, "KKKKKKK", 0, true);
    row("every_nth K=3", PolicyId::EveryNth, 3, "KKBKKBK");
    row("every_nth K=3 from layer 1", PolicyId::EveryNth, 3, "BKKBKKB", 1);
    row("first_m 2", PolicyId::FirstM, 2, "BBKKKKK");
    row("first_m 0", PolicyId::FirstM, 0, "KKKKKKK");
    row("two_level K=4", PolicyId::TwoLevel, 4, "BrrrBrr");
}

void TestLaws::fates()
{
    QFETCH(int, policy);
    QFETCH(int, number);
    QFETCH(int, start);
    QFETCH(bool, lastStored);
    QFETCH(QString, expected);
    QString found;
    for (const LayerFate fate : layerFates(spec(static_cast<PolicyId>(policy), number, start, lastStored), 7)) {
        found += QString("KCBr").at(static_cast<int>(fate));
    }
    QCOMPARE(found, expected);
}

// Two descriptions of one policy: what a law counts as kept is what the layers keep.
void TestLaws::fatesAgreeWithLaws()
{
    int compared = 0;
    for (const PolicyInfo& info : allPolicies()) {
        for (Count layers = 1; hasLaw(info.id) && layers <= 40; ++layers) {
            for (Count number = 0; number <= layers; ++number) {
                for (const int variant : { 0, 1 }) {
                    const PolicySpec given = spec(info.id, number, variant, variant == 1);
                    const std::optional<LawUnits> units = lawUnits(given, layers);
                    if (!units) {
                        continue;
                    }
                    const std::vector<LayerFate> fates = layerFates(given, layers);
                    QCOMPARE(static_cast<Count>(fates.size()), layers);
                    const auto count = [&fates](
                                           LayerFate fate) { return std::count(fates.begin(), fates.end(), fate); };
                    // A stored last segment is gone before a recomputed one is live: the law leaves it out.
                    const bool lastLeftOut = given.lastStored && info.id == PolicyId::Segments && number < layers;
                    const Count storedLast = lastLeftOut ? layers - (layers - 1) / number * number : 0;
                    QCOMPARE(count(LayerFate::Kept) + count(LayerFate::Checkpoint), units->keptActs + storedLast);
                    QCOMPARE(count(LayerFate::Boundary), units->keptInputs);
                    ++compared;
                }
            }
        }
    }
    QVERIFY(compared > 9000);
}

QTEST_APPLESS_MAIN(TestLaws)
#include "tst_laws.moc"
