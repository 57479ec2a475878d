// SPDX-License-Identifier: MIT
#include "core/base/units.h"
#include "core/plan/evaluate.h"
#include "core/plan/words.h"
#include "core/report/plan_table.h"
#include "core/report/summary.h"
#include "core/scenario/fields.h"
#include "tests/support/random_scenario.h"

#include <QtTest>

using namespace sublinear;

namespace {

Evaluation evaluated(const Scenario& scenario, const char* policies = "")
{
    const Result<std::vector<PolicySpec>> specs =
        *policies == '\0' ? std::vector<PolicySpec> {} : parsePolicies(policies);
    if (!specs) {
        qFatal("refused: %s", specs.error().message.c_str());
    }
    Result<Evaluation> evaluation = evaluate(scenario, *specs);
    if (!evaluation) {
        qFatal("refused: %s", evaluation.error().message.c_str());
    }
    return std::move(*evaluation);
}

QString text(const std::string& value)
{
    return QString::fromStdString(value);
}

QStringList lines(const std::string& value)
{
    return text(value).split('\n');
}

Scenario withName(const char* name)
{
    Scenario scenario;
    scenario.model.name = name;
    return scenario;
}

} // namespace

class TestPlanTable : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void header_data();
    void header();
    void totalsNeverLookEqual();
    void csv();
    void csvReadsBackExactly();
    void terminal();
    void budgetIsSaid();
    void aligned();
    void markdown();
    void notesOfTheAccounting();
    void latex();
    void timelineRows();
    void noForeignUnits_data();
    void noForeignUnits();
};

void TestPlanTable::header_data()
{
    QTest::addColumn<QString>("policies");
    QTest::addColumn<QString>("number");
    QTest::addRow("K") << ""
                       << "K";
    QTest::addRow("K and m") << "first_m"
                             << "K or m";
    QTest::addRow("K and none") << "store_all"
                                << "K";
    QTest::addRow("slots and a budget") << "training revolve,optimal:40GiB"
                                        << "K or slots or budget, GiB";
    QTest::addRow("a budget alone") << "optimal"
                                    << "budget, GiB";
    QTest::addRow("no number at all") << "store_all alone"
                                      << "K";
}

void TestPlanTable::header()
{
    QFETCH(QString, policies);
    QFETCH(QString, number);
    Scenario scenario;
    scenario.model.layers = 6;
    const bool own = policies == "optimal" || policies.startsWith("store_all alone");
    if (own || policies.startsWith("training ")) {
        scenario.accounting = Accounting::Training;
        scenario.checkpointing.policy = !own ? PolicyId::Article
            : policies == "optimal"          ? PolicyId::Optimal
                                             : PolicyId::StoreAll;
        policies = own ? QString() : policies.mid(9);
    }
    const TextTable table = sweepTable(evaluated(scenario, qPrintable(policies)));
    const std::vector<std::string> expected = { "Policy", number.toStdString(), "Activations, GiB", "Total, GiB",
        "Saved, %", "+Forward, %", "+Step, %", "Saved per +forward", "Fits", "Largest batch", "Largest sequence",
        "Throughput" };
    QCOMPARE(table.header, expected);
    for (const std::vector<std::string>& row : table.rows) {
        QCOMPARE(row.size(), table.header.size());
    }
}

void TestPlanTable::totalsNeverLookEqual()
{
    Scenario scenario;
    scenario.device.memoryBytes = Bytes { 86167781376 } - 1; // one byte less than K=4 needs
    const TextTable table = sweepTable(evaluated(scenario));
    QCOMPARE(text(table.rows[3][8]), QString("no"));
    QVERIFY(table.rows[3][3] != "80.25");
    const TextTable memory = memoryTable(evaluated(scenario));
    QVERIFY(memory.rows[memory.rows.size() - 2][1] != memory.rows.back()[1]);
}

void TestPlanTable::csv()
{
    const QStringList rows = lines(planCsv(evaluated(Scenario {}, "store_all")));
    QCOMPARE(rows.size(), 1 + 32 + 1 + 1); // header, K, store_all, nothing behind the last line end
    QVERIFY(rows.last().isEmpty());
    QCOMPARE(rows[0],
        QString("policy,k,basis,activation_bytes,activation_gib,total_bytes,total_gib,saved_fraction,"
                "extra_forward_fraction,extra_step_fraction,saved_per_extra_forward,fits,max_batch,"
                "throughput_samples_per_store_all_step_time,pareto,tensors,exact"));
    QCOMPARE(rows[1], QString("article,1,law,57982058496,54,122406567936,114,0,0,0,,false,1,1,true,,"));
    QCOMPARE(rows[4],
        QString("article,4,law,21743271936,20.25,86167781376,80.25,0.29605263157894735,0.75,0.25,0.3947368421052631,"
                "false,3,2.4,true,,"));
    QCOMPARE(rows[33], QString("store_all,,law,57982058496,54,122406567936,114,0,0,0,,false,1,1,true,,"));
    QVERIFY(!text(planCsv(evaluated(Scenario {}))).contains('\r'));
}

void TestPlanTable::csvReadsBackExactly()
{
    testing::Random random(40);
    for (int tried = 0; tried < 50; ++tried) {
        const Evaluation evaluation = evaluated(testing::tightScenario(random));
        const QStringList rows = lines(planCsv(evaluation));
        QCOMPARE(rows.size(), static_cast<int>(evaluation.sweep.size()) + 2);
        for (int index = 0; index < static_cast<int>(evaluation.sweep.size()); ++index) {
            const SweepRow& row = evaluation.sweep[static_cast<std::size_t>(index)];
            const QStringList cells = rows[index + 1].split(',');
            QCOMPARE(cells.size(), 17);
            QCOMPARE(cells[3].toLongLong(), row.activationBytes);
            QCOMPARE(cells[5].toLongLong(), row.totalBytes);
            QVERIFY(cells[6].toDouble() == static_cast<double>(row.totalBytes) / 1073741824.0);
            QVERIFY(cells[7].toDouble() == row.savedFraction);
            QVERIFY(cells[13].toDouble() == row.throughput);
        }
    }
}

void TestPlanTable::terminal()
{
    const QString plan = text(planText(evaluated(Scenario {})));
    for (const char* part : { "Does not fit: 80.25 of 80 GiB at K=4, short by 0.25 GiB.\n",
             "K=5 fits at batch 4 in 78.56 GiB, +81.2 % forward. With less recomputed: first m layers recomputed at "
             "m=22 "
             "(79.94 GiB, +68.8 % forward).\n",
             "6,442,450,944 parameters", "Parameters          12.00  N*(4*D*D + 2*D*F)*dtype\n",
             "Optimizer states    48.00", "Total               80.25\n", "Capacity            80.00\n",
             "Attention weights    1.0000  B*H*S*S*dtype\n", "Residuals            0.1250",
             "Saved set (act)      1.6875\n", "<- chosen\n", "<- recommended\n", "does not depend on the batch.\n" }) {
        QVERIFY2(plan.contains(part), part);
    }
    for (const QString& line : plan.split('\n')) {
        QVERIFY2(!line.endsWith(' '), qPrintable(line));
    }
}

// The budget is not the total: what lies between them is said, to the byte that is shown.
void TestPlanTable::budgetIsSaid()
{
    for (const char* gradients : { "preallocated", "on_demand" }) {
        Scenario scenario;
        scenario.accounting = Accounting::Training;
        scenario.model.layers = 6;
        scenario.checkpointing.policy = PolicyId::Optimal;
        QVERIFY(applySet(scenario, std::string("recipe.gradients=") + gradients).ok());
        const Evaluation evaluation = evaluated(scenario);
        const std::string note = budgetNote(evaluation);
        QVERIFY(!evaluation.sweep.empty());
        for (const SweepRow& row : evaluation.sweep) {
            QVERIFY2(
                note.find(", " + formatGiBUnit(row.totalBytes - *row.k) + ": ") != std::string::npos, note.c_str());
        }
        QVERIFY(text(planText(evaluation)).contains(text(note)));
    }
    QVERIFY(budgetNote(evaluated(Scenario {})).empty());
    QVERIFY(freeNote(evaluated(Scenario {})).empty());
    Scenario selective;
    selective.accounting = Accounting::Training;
    selective.recipe.attention = Attention::Fused;
    selective.checkpointing.policy = PolicyId::Selective;
    QVERIFY(text(freeNote(evaluated(selective))).contains("only matrix products count"));
}

void TestPlanTable::aligned()
{
    TextTable table;
    table.header = { "Name", "GiB" };
    table.rows = { { "a", "1.00" },
        { "b\xc3\xbc"
          "cher",
            "-12.50" },
        { "none", "-" } };
    QCOMPARE(text(alignedText(table)),
        QString::fromUtf8("Name       GiB\n"
                          "a         1.00\n"
                          "b\xc3\xbc"
                          "cher  -12.50\n"
                          "none         -\n"));
}

void TestPlanTable::markdown()
{
    const QString plan = text(planMarkdown(evaluated(withName("a|b_c*"))));
    QVERIFY(plan.startsWith("**Does not fit: 80.25 of 80 GiB at K=4, short by 0.25 GiB.** K=5 fits"));
    QVERIFY(plan.contains("a\\|b\\_c\\*"));
    QVERIFY(plan.contains("| article | 4 | 20.25 | 80.25 | 29.6 | 75.0 | 25.0 | 0.39 | no | 3 | 2032 | 2.40 |\n"));
    // Every table line has as many bars as its header.
    int columns = 0;
    for (const QString& line : plan.split('\n')) {
        const int bars = static_cast<int>(QString(line).remove("\\|").count('|'));
        if (bars == 0) {
            columns = 0;
        } else if (columns == 0) {
            columns = bars;
        } else {
            QCOMPARE(bars, columns);
        }
    }
}

// Each accounting's own words: the article's assumption is not training's, and what is left out is said.
void TestPlanTable::notesOfTheAccounting()
{
    Scenario scenario;
    const QString article = text(planText(evaluated(scenario)));
    QVERIFY(article.contains("assumes that its time does not depend on the batch"));
    QVERIFY(article.contains("Throughput: samples per normalised step "));
    QVERIFY(throughputUnit(Accounting::Article).samples == "samples per normalised step");
    QVERIFY(!article.contains("saved set without"));
    scenario.accounting = Accounting::Training;
    scenario.checkpointing.policy = PolicyId::Segments;
    // what saves without extra FLOPs has no ratio to show: nothing is "infinite" here
    // each row of several sets of tensors says which it is
    const TextTable ratios = sweepTable(evaluated(scenario, "store_all,selective:gelu+norms"));
    QCOMPARE(text(ratios.rows.at(ratios.rows.size() - 2)[7]), QString("-"));
    QCOMPARE(text(ratios.rows.back()[7]), QString("-"));
    QVERIFY(ratios.rows.back()[4] != "0.0");
    QCOMPARE(text(ratios.rows.back()[0]), QString("selective:gelu+norms"));
    const QStringList named = lines(planCsv(evaluated(scenario, "selective:gelu+norms,selective:up")));
    QVERIFY(named.at(named.size() - 3).endsWith(",gelu+norms,") && named.at(named.size() - 2).endsWith(",up,"));
    QVERIFY(!text(planText(evaluated(scenario))).contains("optimal is a bound"));
    Evaluation bound = evaluated(scenario, "optimal:40GiB");
    bound.compared.at(0).exact = false; // as beyond 128 layers
    QVERIFY(text(planText(bound)).contains("\nNote: optimal is a bound here, not exact"));
    scenario.checkpointing.tensors = std::vector<std::string> { "gelu", "norms" };
    for (const std::string& plan :
        { planText(evaluated(scenario)), planMarkdown(evaluated(scenario)), planLatex(evaluated(scenario)) }) {
        const QString training = text(plan);
        QVERIFY(!training.contains("does not depend on the batch"));
        QVERIFY(training.contains("step time t0"));
        QVERIFY(training.contains(
            "Throughput: " + text(std::string(throughputUnit(Accounting::Training).samples)) + " at"));
        QVERIFY2(training.contains("every saved set without gelu, norms"), qPrintable(training));
    }
}

void TestPlanTable::latex()
{
    const QString plan = text(planLatex(evaluated(withName("50% of_A&B"), "every_nth:2")));
    QVERIFY(plan.contains("\\begin{tabular}{lrrrrrrrrrrr}\n"));
    QVERIFY(plan.contains("article & 4 & 20.25 & 80.25 & 29.6 & 75.0 & 25.0 & 0.39 & no & 3 & 2032 & 2.40 \\\\\n"));
    QVERIFY(plan.contains("every\\_nth & 2 &"));
    QVERIFY(
        plan.contains("article & 32 & 55.69 & 115.69 & $-$1.5 & 96.9 & 32.3 & $-$0.02 & no & 1 & 1038 & 0.76 \\\\\n"));
    QCOMPARE(plan.count("\\begin{tabular}"), plan.count("\\end{tabular}"));
    for (const QString& line : plan.split('\n')) {
        if (line.startsWith('%')) {
            continue; // a comment
        }
        for (int at = 0; at < line.size(); ++at) {
            if (QString("%_#").contains(line[at])) {
                QVERIFY2(at > 0 && line[at - 1] == '\\', qPrintable(line));
            }
        }
    }
}

void TestPlanTable::timelineRows()
{
    const Result<Timeline> steps = timeline(evaluated(Scenario {}).scenario);
    QVERIFY(steps.ok());
    const TextTable table = timelineTable(*steps);
    QCOMPARE(table.rows.size(), std::size_t { 89 });
    const std::vector<std::string> header = { "Index", "Operation", "Live, GiB", "Parameters, GiB",
        "Optimizer states, GiB", "Checkpoints, GiB", "Recomputed segment, GiB" };
    QCOMPARE(table.header, header);
    const std::vector<std::string> peak = { "35", "backward layer 32", "80.25", "12.00", "48.00", "13.50", "6.75" };
    QCOMPARE(table.rows[35], peak);
}

void TestPlanTable::noForeignUnits_data()
{
    QTest::addColumn<QString>("report");
    const Evaluation evaluation = evaluated(Scenario {}, "segments,first_m,every_nth,two_level,store_all");
    QTest::addRow("text") << text(planText(evaluation));
    QTest::addRow("markdown") << text(planMarkdown(evaluation));
    QTest::addRow("latex") << text(planLatex(evaluation));
    QTest::addRow("csv") << text(planCsv(evaluation));
}

void TestPlanTable::noForeignUnits()
{
    QFETCH(QString, report);
    const QRegularExpression foreign(
        "\\bGB\\b|\\bnan\\b|\\binf\\b|-0\\.0\\b(?!\\d)", QRegularExpression::CaseInsensitiveOption);
    QVERIFY2(!report.contains(foreign), qPrintable(foreign.match(report).captured()));
    QVERIFY(QString("12 GB").contains(foreign)); // the pattern does find one
}

QTEST_APPLESS_MAIN(TestPlanTable)
#include "tst_plan_table.moc"
