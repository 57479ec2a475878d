// SPDX-License-Identifier: MIT
// What other calculators say, against what their own programs were seen to print.
#include "core/peers/formulas.h"
#include "core/plan/evaluate.h"

#include <QTest>

#include <algorithm>

using namespace sublinear;

namespace {

Scenario scenarioOf(std::string_view preset, Count sequence)
{
    Scenario scenario;
    scenario.accounting = Accounting::Training;
    scenario.model.preset = std::string(preset);
    scenario.workload.batch = 1;
    scenario.workload.sequence = sequence;
    scenario.checkpointing.policy = PolicyId::StoreAll;
    return scenario;
}

PeerComparison asked(const Scenario& scenario)
{
    return askPeers(evaluate(scenario).value());
}

const PeerRow& rowOf(const PeerComparison& comparison, std::string_view id)
{
    const auto found = std::find_if(
        comparison.rows.begin(), comparison.rows.end(), [id](const PeerRow& row) { return row.peer.id == id; });
    if (found == comparison.rows.end()) {
        qFatal("no calculator %s", std::string(id).c_str());
    }
    return *found;
}

double gib(const PeerFigure& figure)
{
    return figure.bytes ? static_cast<double>(*figure.bytes) / 1073741824.0 : -1;
}

} // namespace

class TestPeers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhatItsProgramPrints_data();
    void saysWhatItsProgramPrints();
    void equationsAreThePapers();
    void revolveKnowsSegments();
    void statesOnly();
    void refusesWhatItDoesNotKnow();
    void spreadNamesTheTerm();
    void ours();
    void copies();
};

void TestPeers::saysWhatItsProgramPrints_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("preset");
    QTest::addColumn<int>("sequence");
    QTest::addColumn<bool>("fused");
    QTest::addColumn<double>("stored"); // GiB; -1: it says nothing
    QTest::addColumn<double>("full");
    const auto add = [](const char* id, bool fused, double stored, double full, double stored3, double full3) {
        QTest::addRow("%s, Llama 2 7B%s", id, fused ? ", fused" : "")
            << QString::fromLatin1(id) << QStringLiteral("llama2-7b") << 4096 << fused << stored << full;
        QTest::addRow("%s, Llama 3 8B%s", id, fused ? ", fused" : "")
            << QString::fromLatin1(id) << QStringLiteral("llama3-8b") << 8192 << fused << stored3 << full3;
    };
    add("korthikanti", false, 97.0, 1.0, 354.0, 2.0);
    add("cookbook", false, 97.0, 17.0, 354.0, 34.0);
    add("llm-analysis", false, 93.875, 1.0, 351.0, 2.0);
    add("llm-analysis", true, 15.906, 1.0, 35.062, 2.0);
    add("playbook", false, 99.75, 1.0, 366.0, 2.0);
    add("playbook", true, 19.75, 1.0, 46.0, 2.0);
    add("fsdp-estimator", false, 45.875 + 0.732, 1.0 + 1.434 + 0.732, 159.0 + 5.871, 2.0 + 4.969 + 5.871);
    add("fsdp-estimator", true, 13.875 + 0.732, 1.434 + 0.732, 31.0 + 5.871, 2.969 + 5.871);
    add("megatron", true, 18.156, 18.156, 37.853, 37.853);
    add("torch-revolve", false, 80.03, 3.5, 288.06, 11.0);
    add("torch-revolve", true, -1, -1, -1, -1);
    add("zero-infinity", false, 40.0, 2.25, 144.0, 6.5);
    add("fm-training-estimator", false, 97.0, 3.031, 354.0, 11.062);
    add("training-hub", false, 2.0, -1, 4.0, -1);
    add("miao", false, 10.0, 3.5, 20.0, 7.0);
    add("miao", true, 6.16, 2.156, 12.32, 4.312);
    add("train-memory", false, 41.04 / 1.073741824, 8.21 / 1.073741824, 92.0 / 1.073741824, 18.4 / 1.073741824);
}

void TestPeers::saysWhatItsProgramPrints()
{
    QFETCH(QString, id);
    QFETCH(QString, preset);
    QFETCH(int, sequence);
    QFETCH(bool, fused);
    QFETCH(double, stored);
    QFETCH(double, full);
    Scenario scenario = scenarioOf(preset.toStdString(), sequence);
    scenario.recipe.attention = fused ? Attention::Fused : Attention::Materialized;
    const PeerComparison comparison = asked(scenario);
    const PeerRow& row = rowOf(comparison, id.toStdString());
    const auto close = [](double is, double printed) {
        return std::abs(is - printed) <= 0.0006 * std::max(1.0, printed);
    };
    QVERIFY2(close(gib(row.stored), stored), qPrintable(QString::number(gib(row.stored), 'f', 4)));
    QVERIFY2(close(gib(row.everyLayer), full), qPrintable(QString::number(gib(row.everyLayer), 'f', 4)));
    QCOMPARE(row.chosen.bytes, row.stored.bytes); // store_all was chosen
    QCOMPARE(row.stored.note.empty(), row.stored.bytes.has_value());
}

/// The paper's own table 2 at its 22B shape, tensor and sequence parallel over 8.
void TestPeers::equationsAreThePapers()
{
    PeerShape shape;
    shape.s = 2048;
    shape.b = 4;
    shape.h = 6144;
    shape.a = 64;
    shape.layers = 48;
    shape.ffn = 4 * 6144;
    const auto rule = std::find_if(
        peerRules().begin(), peerRules().end(), [](const PeerRule& each) { return each.peer.id == "korthikanti"; });
    const double sbh = 2048.0 * 4 * 6144;
    QCOMPARE(*rule->activations(shape, PeerMode::Stored), 48 * sbh * (34 + 5 * 64 * 2048.0 / 6144));
    shape.tensor = 8;
    QCOMPARE(*rule->activations(shape, PeerMode::Stored), 48 * sbh * (10 + 24.0 / 8 + 5 * 64 * 2048.0 / (6144 * 8)));
    shape.sequenceParallel = true;
    QCOMPARE(*rule->activations(shape, PeerMode::Stored), 48 * sbh / 8 * (34 + 5 * 64 * 2048.0 / 6144));
    QCOMPARE(*rule->activations(shape, PeerMode::Selective), 48 * sbh / 8 * 34);
    QCOMPARE(*rule->activations(shape, PeerMode::EveryLayer), 48 * sbh / 8 * 2);
}

void TestPeers::revolveKnowsSegments()
{
    Scenario scenario = scenarioOf("gpt2-124m", 1024); // 12 layers of 768, 12 heads
    scenario.workload.batch = 8;
    scenario.checkpointing.policy = PolicyId::Segments;
    scenario.checkpointing.k = 4;
    const PeerComparison comparison = asked(scenario);
    const Bytes sbh = Bytes { 8 } * 1024 * 768;
    const Bytes act = 2 * (16 * sbh + 2 * Bytes { 12 } * 1024 * 1024 * 8);
    QCOMPARE(*rowOf(comparison, "torch-revolve").chosen.bytes, 3 * 2 * sbh + 4 * act);
    QVERIFY(!rowOf(comparison, "korthikanti").chosen.bytes);
    QCOMPARE(rowOf(comparison, "korthikanti").chosen.note, std::string("it knows no such policy"));
    QVERIFY(comparison.ours.chosen.bytes.has_value());
}

void TestPeers::statesOnly()
{
    Scenario scenario = scenarioOf("llama2-7b", 4096);
    scenario.parallel.data = 4;
    scenario.parallel.zero = 2;
    const Count p = evaluate(scenario)->parameterCount;
    const PeerComparison comparison = asked(scenario);
    QCOMPARE(*rowOf(comparison, "cookbook").states.bytes, 18 * p);
    QCOMPARE(*rowOf(comparison, "megatron").states.bytes, 9 * p);
    QCOMPARE(*rowOf(comparison, "accelerate").states.bytes, 8 * p);
    QCOMPARE(*rowOf(comparison, "zero-2").states.bytes, 2 * p + 18 * p / 4);
    QVERIFY(!rowOf(comparison, "accelerate").stored.bytes);
    QVERIFY(!rowOf(comparison, "korthikanti").states.bytes);
}

void TestPeers::refusesWhatItDoesNotKnow()
{
    Scenario scenario = scenarioOf("llama2-7b", 4096);
    scenario.recipe.dtype = Dtype::Fp32;
    PeerComparison comparison = asked(scenario);
    QCOMPARE(rowOf(comparison, "korthikanti").stored.note, std::string("it knows numbers of 16 bits only"));
    QVERIFY(rowOf(comparison, "cookbook").stored.bytes.has_value());
    scenario = scenarioOf("llama2-7b", 4096);
    scenario.parallel.tensor = 2;
    comparison = asked(scenario);
    QCOMPARE(rowOf(comparison, "playbook").stored.note, std::string("it does not divide by tensor parallelism"));
    QVERIFY(rowOf(comparison, "korthikanti").stored.bytes.has_value());
    comparison = asked(scenarioOf("mixtral-8x7b", 4096));
    for (const PeerRow& row : comparison.rows) {
        QCOMPARE(row.stored.note, std::string("it knows dense layers only"));
    }
    QCOMPARE(comparison.spread.size(), std::size_t { 1 });
    QVERIFY(comparison.ours.stored.bytes.has_value());
}

void TestPeers::spreadNamesTheTerm()
{
    const std::vector<std::string> eager = [] {
        Scenario scenario = scenarioOf("llama2-7b", 4096);
        scenario.recipe.attention = Attention::Materialized;
        return asked(scenario).spread;
    }();
    QCOMPARE(eager.size(), std::size_t { 4 });
    QVERIFY2(eager[0].starts_with(
                 "Nothing recomputed: 2.00 (training_hub) to 99.75 GiB (Ultra-Scale Playbook widget), ours "),
        eager[0].c_str());
    QVERIFY2(eager[1].find("80.00 GiB at 5 bytes") != std::string::npos, eager[1].c_str());
    Scenario scenario = scenarioOf("llama2-7b", 4096);
    scenario.recipe.attention = Attention::Fused;
    QVERIFY(asked(scenario).spread[1].find("S by S") == std::string::npos);
}

/// Ours are the evaluation's own figures: nothing of them is made here.
void TestPeers::ours()
{
    Scenario scenario; // the article's
    const PeerComparison comparison = asked(scenario);
    const Evaluation own = evaluate(scenario).value();
    QCOMPARE(*comparison.ours.chosen.bytes, own.chosen.activationBytes);
    QCOMPARE(*comparison.ours.stored.bytes + *comparison.ours.states.bytes, own.storeAllBytes);
    QVERIFY(*comparison.ours.everyLayer.bytes < *comparison.ours.stored.bytes);
}

void TestPeers::copies()
{
    const PeerComparison comparison = asked(scenarioOf("llama2-7b", 4096));
    const std::string csv = peersCsv(comparison);
    QCOMPARE(static_cast<std::size_t>(std::count(csv.begin(), csv.end(), '\n')), comparison.rows.size() + 2);
    const std::string markdown = peersMarkdown(comparison);
    for (const PeerRow& row : comparison.rows) {
        QVERIFY(markdown.find("| " + std::string(row.peer.name) + " |") != std::string::npos);
        QVERIFY(csv.find(std::string(row.peer.formula)) != std::string::npos);
        QVERIFY(!row.peer.source.empty() && !row.peer.leavesOut.empty() && !row.peer.assumes.empty());
    }
    QVERIFY(comparison.rows.size() >= 6);
}

QTEST_APPLESS_MAIN(TestPeers)
#include "tst_peers.moc"
