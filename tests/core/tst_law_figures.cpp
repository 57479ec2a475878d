// SPDX-License-Identifier: MIT
// The published law beside the simulation of training accounting.
#include "core/plan/evaluate.h"
#include "core/plan/law_figures.h"

#include <QTest>

using namespace sublinear;

class TestLawFigures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void followsTheFormula_data();
    void followsTheFormula();
    void saysNothingWhereThereIsNoLaw();
};

namespace {

Scenario training(PolicyId policy)
{
    Scenario scenario;
    scenario.accounting = Accounting::Training;
    scenario.model.layers = 12;
    scenario.checkpointing.policy = policy;
    return scenario;
}

} // namespace

void TestLawFigures::followsTheFormula_data()
{
    QTest::addColumn<PolicyId>("policy");
    QTest::addColumn<Count>("number");
    QTest::addColumn<Count>("wholes"); // in A+x
    QTest::addColumn<Count>("inputs"); // in x
    QTest::addColumn<double>("forward");
    QTest::newRow("article K=1 stores all") << PolicyId::Article << Count { 1 } << Count { 12 } << Count { 0 } << 0.0;
    QTest::newRow("article K=5: floor(12/5)+5")
        << PolicyId::Article << Count { 5 } << Count { 7 } << Count { 0 } << 10 / 12.0;
    QTest::newRow("segments K=5: 5 and ceil(12/5)")
        << PolicyId::Segments << Count { 5 } << Count { 5 } << Count { 3 } << 1.0;
    QTest::newRow("every_nth K=5: 12-2+1 and 2")
        << PolicyId::EveryNth << Count { 5 } << Count { 11 } << Count { 2 } << 2 / 12.0;
    QTest::newRow("first_m 3: 12-3+1 and 3")
        << PolicyId::FirstM << Count { 3 } << Count { 10 } << Count { 3 } << 3 / 12.0;
    QTest::newRow("two_level K=4: 1 and 3+4") << PolicyId::TwoLevel << Count { 4 } << Count { 1 } << Count { 7 } << 2.0;
}

void TestLawFigures::followsTheFormula()
{
    QFETCH(PolicyId, policy);
    QFETCH(Count, number);
    QFETCH(Count, wholes);
    QFETCH(Count, inputs);
    QFETCH(double, forward);
    const Result<Evaluation> evaluation = evaluate(training(policy));
    QVERIFY(evaluation);
    const auto figures = lawFigures(*evaluation);
    QCOMPARE(figures.size(), evaluation->sweep.size());
    for (std::size_t i = 0; i < figures.size(); ++i) {
        const SweepRow& row = evaluation->sweep[i];
        if (row.k != number) {
            continue;
        }
        QVERIFY(figures[i]);
        Bytes fixed = 0; // all that is the same at every number
        for (const MemoryKind kind : { MemoryKind::Parameters, MemoryKind::Gradients, MemoryKind::MasterWeights,
                 MemoryKind::Optimizer, MemoryKind::Reserve }) {
            fixed += row.byKind[static_cast<std::size_t>(kind)];
        }
        const Bytes x = evaluation->layer.boundaryBytes;
        QCOMPARE(figures[i]->totalBytes, fixed + wholes * (evaluation->layer.totalBytes + x) + inputs * x);
        QCOMPARE(figures[i]->extraForwardFraction, forward);
        QVERIFY(figures[i]->totalBytes != row.totalBytes); // transients, at least, are not in any law
        return;
    }
    QFAIL("the number is not listed");
}

void TestLawFigures::saysNothingWhereThereIsNoLaw()
{
    const auto isEmpty = [](const Scenario& scenario) {
        const Result<Evaluation> evaluation = evaluate(scenario);
        return evaluation && lawFigures(*evaluation).empty();
    };
    QVERIFY(!isEmpty(training(PolicyId::Segments)));
    QVERIFY(isEmpty(training(PolicyId::Selective)));
    QVERIFY(isEmpty(training(PolicyId::Revolve)));
    QVERIFY(isEmpty(Scenario {})); // its rows are the law
    Scenario withoutNorms = training(PolicyId::Segments);
    withoutNorms.checkpointing.tensors = std::vector<std::string> { "norms" };
    QVERIFY(isEmpty(withoutNorms));
    Scenario unlike = training(PolicyId::Segments);
    unlike.model.experts = 4;
    unlike.model.expertsPerToken = 2;
    unlike.model.denseLayers = 3;
    QVERIFY(isEmpty(unlike));
}

QTEST_APPLESS_MAIN(TestLawFigures)
#include "tst_law_figures.moc"
