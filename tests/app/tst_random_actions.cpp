// SPDX-License-Identifier: MIT
// Whatever a hand does to the window, nothing that is shown is no number, rows sum, and undoing it all leads back.
// SUBLINEAR_ACTIONS and SUBLINEAR_SEED take the place of the usual number and seed; SUBLINEAR_ACTIONS_LOG names a file
// for every action, which is there after a crash, too.
#include "core/plan/evaluation.h"
#include "tests/app/support/finite.h"
#include "tests/app/support/random_hand.h"
#include "tests/app/support/window_bench.h"

#include <QFile>

#include <cmath>
#include <deque>
#include <memory>
#include <optional>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

constexpr std::uint64_t kUsualActions = 10'000;
constexpr std::uint64_t kUsualSeed = 20160421;
constexpr std::uint64_t kPerPicture = 6; ///< actions until a picture is waited for
constexpr std::uint64_t kLooks = 300; ///< actions between two looks at all that is painted
constexpr std::size_t kTold = 25; ///< the last actions that a failure names

std::uint64_t given(const char* name, std::uint64_t usual)
{
    bool isNumber = false;
    const std::uint64_t value = qEnvironmentVariable(name).toULongLong(&isNumber);
    return isNumber ? value : usual;
}

struct Failure {
    std::uint64_t at = 0;
    QStringList faults;
    std::deque<QString> last;

    [[nodiscard]] QString text(std::uint64_t seed) const
    {
        QString said =
            QStringLiteral("seed %1, action %2: %3\nthe last ones:").arg(seed).arg(at).arg(faults.join(u'\n'));
        for (const QString& action : last) {
            said += QStringLiteral("\n  ") + action;
        }
        return said;
    }
};

/// Does actions first to last on a new window; what went wrong, if anything did.
std::optional<Failure> run(std::uint64_t seed, std::uint64_t first, std::uint64_t last)
{
    WindowBench bench("tst_random_actions");
    bench.window().resize(1024, 700);
    ScenarioModel& model = bench.model();
    model.undoStack().setUndoLimit(0); // all of them are to be undone
    const Scenario start = model.scenario();
    bool evaluated = true;
    QObject::connect(&model, &ScenarioModel::evaluationChanged, &model, [&evaluated] { evaluated = true; });
    RandomHand hand(bench, seed, QStringLiteral(SUBLINEAR_TEST_DATA));
    QFile log(qEnvironmentVariable("SUBLINEAR_ACTIONS_LOG"));
    const bool logs = !log.fileName().isEmpty() && log.open(QIODevice::WriteOnly | QIODevice::Append);
    Failure failure;
    for (std::uint64_t i = first; i < last; ++i) {
        const QString action = QStringLiteral("%1: %2").arg(i).arg(hand.act(i));
        if (logs) {
            log.write(action.toUtf8() + '\n');
            log.flush();
        }
        failure.last.push_back(action);
        if (failure.last.size() > kTold) {
            failure.last.pop_front();
        }
        if (i % kPerPicture != 0 && i + 1 < last) {
            continue; // a hand is faster than the screen
        }
        QCoreApplication::processEvents();
        if (std::exchange(evaluated, false) && model.refusal().isEmpty()) {
            failure.faults = evaluationFaults(model.evaluationAtHand()) + seriesFaults(bench.window());
        }
        if (i % kLooks == 0) {
            failure.faults += textFaults(bench.window());
        }
        if (!failure.faults.isEmpty()) {
            failure.at = i;
            return failure;
        }
    }
    {
        const QSignalBlocker quiet(model); // thousands of entries need no picture each
        while (model.undoStack().canUndo()) {
            model.undoStack().undo();
        }
    }
    if (model.scenario() != start) {
        failure.at = last;
        failure.faults << QStringLiteral("undoing everything leads elsewhere");
        return failure;
    }
    return std::nullopt;
}

/// The fewest actions up to the failing one that still fail, by halves.
Failure shrunk(std::uint64_t seed, Failure failure)
{
    for (std::uint64_t count = (failure.at + 1) / 2; count > 0; count /= 2) {
        const std::optional<Failure> again = run(seed, failure.at + 1 - count, failure.at + 1);
        if (!again) {
            break;
        }
        failure = *again;
    }
    return failure;
}

} // namespace

class TestRandomActions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void faultsAreSeen_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("fault");
        QTest::addRow("nan") << QStringLiteral("saved nan %") << true;
        QTest::addRow("infinite") << QStringLiteral("-inf GiB") << true;
        QTest::addRow("at the end") << QStringLiteral("K=NaN") << true;
        QTest::addRow("a word") << QStringLiteral("information of finance") << false;
        QTest::addRow("no ratio") << QStringLiteral("\u221E") << false;
    }
    void faultsAreSeen()
    {
        QFETCH(QString, text);
        QFETCH(bool, fault);
        QCOMPARE(saysNoNumber(text), fault);
    }

    void sumsThatMissAreSeen()
    {
        WindowBench bench("tst_random_actions");
        Evaluation evaluation = bench.model().evaluation();
        QCOMPARE(evaluationFaults(evaluation), QStringList());
        ++evaluation.memory.rows.front().bytes;
        evaluation.sweep.front().throughput = std::nan("");
        ++evaluation.sweep.back().byKind[0];
        QCOMPARE(evaluationFaults(evaluation).size(), 3);
    }

    void nothingBreaksAndAllIsUndone()
    {
        const std::uint64_t seed = given("SUBLINEAR_SEED", kUsualSeed);
        const std::uint64_t count = given("SUBLINEAR_ACTIONS", kUsualActions);
        const std::optional<Failure> failure = run(seed, 0, count);
        QVERIFY2(!failure, qPrintable(failure ? shrunk(seed, *failure).text(seed) : QString()));
    }
};

QTEST_MAIN(TestRandomActions)
#include "tst_random_actions.moc"
