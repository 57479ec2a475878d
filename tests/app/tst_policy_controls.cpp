// SPDX-License-Identifier: MIT
// The policy, what is said of it, and the numbers that it needs, by mouse and keys.
#include "app/model/text.h"
#include "core/base/units.h"
#include "tests/app/support/panel_bench.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>

#include <memory>

using namespace sublinear;
using namespace sublinear::testing;

class TestPolicyControls : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<PanelBench> m_bench;

    void train(const char* policy)
    {
        Scenario scenario;
        scenario.accounting = Accounting::Training;
        scenario.checkpointing.policy = findPolicy(policy)->id;
        m_bench->model.replaceScenario(scenario, QStringLiteral("test"));
        m_bench->model.settle();
    }
    [[nodiscard]] bool isShown(const char* name) const
    {
        return m_bench->named<QWidget>(QString::fromLatin1(name))->isVisible();
    }
    [[nodiscard]] QComboBox* policy() const
    {
        return m_bench->named<QComboBox>(QStringLiteral("checkpointing.policy.combo"));
    }
    [[nodiscard]] QCheckBox* tensor(const char* name) const
    {
        return m_bench->named<QCheckBox>(QStringLiteral("checkpointing.tensors.") + QString::fromLatin1(name));
    }
    [[nodiscard]] const Scenario::Checkpointing& given() const { return m_bench->model.scenario().checkpointing; }
    Bytes total() const
    {
        m_bench->model.settle();
        return m_bench->model.evaluation().memory.totalBytes;
    }

private Q_SLOTS:
    void init() { m_bench = std::make_unique<PanelBench>(); }
    void cleanup() { m_bench.reset(); }

    void everyPolicySaysWhatItIs_data()
    {
        QTest::addColumn<QByteArray>("id");
        for (const PolicyInfo& info : allPolicies()) {
            QTest::addRow("%s", info.text.data()) << QByteArray(info.text.data());
        }
    }
    void everyPolicySaysWhatItIs()
    {
        QFETCH(QByteArray, id);
        const PolicyInfo& info = *findPolicy(id.constData());
        m_bench->pick(QStringLiteral("accounting"), QStringLiteral("A real training step"));
        m_bench->pick(QStringLiteral("checkpointing.policy"), toQString(info.name));
        QCOMPARE(m_bench->model.effective("checkpointing.policy"), FieldValue { id.toStdString() });

        const QString sentence = m_bench->named<QLabel>(QStringLiteral("checkpointing.policy.sentence"))->text();
        QVERIFY2(sentence.contains(toQString(info.keeps)), qPrintable(sentence));
        QVERIFY2(sentence.contains(toQString(info.flag)), qPrintable(sentence));
        QCOMPARE(policy()->accessibleDescription(), sentence);
        QCOMPARE(policy()->itemData(policy()->currentIndex(), Qt::ToolTipRole).toString(), sentence);

        QCOMPARE(isShown("checkpointing.k.slider"), info.number == PolicyNumber::K);
        QCOMPARE(isShown("checkpointing.m.slider"), info.number == PolicyNumber::M);
        QCOMPARE(isShown("checkpointing.slots.slider"), info.number == PolicyNumber::Slots);
        QCOMPARE(isShown("checkpointing.budget_bytes.spin"), info.number == PolicyNumber::Budget);
        QCOMPARE(isShown("checkpointing.start.combo"), info.id == PolicyId::EveryNth);
        QCOMPARE(isShown("checkpointing.last_stored.check"), info.id == PolicyId::Segments);
        QCOMPARE(isShown("checkpointing.tensors.gelu"), dropsTensors(info.id));
    }

    void articleOffersEveryPolicy()
    {
        policy()->setFocus();
        QTest::keyClick(policy(), Qt::Key_End);
        QCOMPARE(m_bench->model.effective("checkpointing.policy"), FieldValue { std::string("optimal") });
        QVERIFY(isShown("checkpointing.budget_bytes.spin"));
        m_bench->model.settle();
        QVERIFY(m_bench->model.refusal().isEmpty());
        QCOMPARE(m_bench->model.evaluation().chosen.policy, PolicyId::Optimal);
        for (const PolicyInfo& info : allPolicies()) {
            const int row = policy()->findText(toQString(info.name));
            QVERIFY(policy()->model()->index(row, 0).flags() & Qt::ItemIsEnabled);
        }
        // laws are of whole saved sets; what `selective` leaves out can be chosen
        m_bench->pick(QStringLiteral("checkpointing.policy"), toQString(policyInfo(PolicyId::Segments).name));
        QVERIFY(!isShown("checkpointing.tensors.gelu"));
        m_bench->pick(QStringLiteral("checkpointing.policy"), toQString(policyInfo(PolicyId::Selective).name));
        QVERIFY(isShown("checkpointing.tensors.gelu"));
        m_bench->model.settle();
        const Bytes attention = m_bench->model.evaluation().chosen.totalBytes;
        m_bench->click(QStringLiteral("checkpointing.tensors.gelu"));
        m_bench->model.settle();
        QVERIFY(m_bench->model.evaluation().chosen.totalBytes < attention);
    }

    void numbersAreThePolicys_data()
    {
        QTest::addColumn<QByteArray>("policy");
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<qint64>("expected");
        QTest::addRow("K") << QByteArray("segments") << QByteArray("checkpointing.k") << QStringLiteral("2")
                           << qint64 { 2 };
        QTest::addRow("m of 0") << QByteArray("first_m") << QByteArray("checkpointing.m") << QStringLiteral("0")
                                << qint64 { 0 };
        QTest::addRow("slots") << QByteArray("revolve") << QByteArray("checkpointing.slots") << QStringLiteral("3")
                               << qint64 { 3 };
        QTest::addRow("budget in GiB") << QByteArray("optimal") << QByteArray("checkpointing.budget_bytes")
                                       << QStringLiteral("20") << qint64 { 20 * kGiB };
    }
    void numbersAreThePolicys()
    {
        QFETCH(QByteArray, policy);
        QFETCH(QByteArray, path);
        QFETCH(QString, typed);
        QFETCH(qint64, expected);
        train(policy.constData());
        QCOMPARE(m_bench->model.numberPath(), std::string_view(path.constData()));
        m_bench->enter(QString::fromLatin1(path), typed);
        QCOMPARE(m_bench->model.effectiveWhole(path.constData()), expected);
        QVERIFY(m_bench->model.refusal().isEmpty());
        m_bench->model.undoStack().undo();
        QVERIFY(m_bench->model.effectiveWhole(path.constData()) != expected);
    }

    void slotsHaveASlider()
    {
        train("revolve");
        ValueSlider* slots = m_bench->slider(QStringLiteral("checkpointing.slots"));
        QCOMPARE(slots->minimum(), 1);
        QCOMPARE(slots->maximum(), 32);
        QTest::mouseClick(slots, Qt::LeftButton, {}, { slots->xOf(12), slots->height() / 2 });
        QCOMPARE(given().slots, std::optional<Count>(12));
    }

    void budgetIsWhatTheDeviceHasLeftUntilGiven()
    {
        train("optimal");
        QTRY_VERIFY(m_bench->model.evaluation().chosen.k.has_value());
        FieldSpinBox* budget = m_bench->spin(QStringLiteral("checkpointing.budget_bytes"));
        QCOMPARE(budget->text(), QString());
        const QString left = budget->findChild<QLineEdit*>()->placeholderText();
        QVERIFY2(left.endsWith(QStringLiteral(" GiB")), qPrintable(left));
        m_bench->enter(QStringLiteral("checkpointing.budget_bytes"), QStringLiteral("8"));
        QCOMPARE(given().budgetBytes, std::optional<Bytes>(8 * kGiB));
        budget->selectAll();
        QTest::keyClick(budget, Qt::Key_Delete);
        QTest::keyClick(budget, Qt::Key_Return);
        QVERIFY(!given().budgetBytes);
    }

    void everyNthStartsAtOneOrAtK()
    {
        train("every_nth");
        const Bytes atK = total();
        m_bench->pick(QStringLiteral("checkpointing.start"), QStringLiteral("Layers 1, K+1, \u2026"));
        QCOMPARE(given().start, std::optional<Count>(1));
        QVERIFY(total() != atK); // the last layer is no longer recomputed while all others stand
        m_bench->pick(QStringLiteral("checkpointing.start"), QStringLiteral("Layers K, 2K, \u2026"));
        QVERIFY(!given().start);
        QCOMPARE(total(), atK);
    }

    void lastSegmentCanBeStored()
    {
        train("segments");
        m_bench->model.settle();
        const double before = m_bench->model.evaluation().chosen.extraForwardFraction;
        m_bench->click(QStringLiteral("checkpointing.last_stored.check"));
        QCOMPARE(given().lastStored, std::optional(true));
        m_bench->model.settle();
        QVERIFY(m_bench->model.evaluation().chosen.extraForwardFraction < before);
        QTest::keyClick(m_bench->named<QCheckBox>(QStringLiteral("checkpointing.last_stored.check")), Qt::Key_Space);
        QCOMPARE(given().lastStored, std::optional(false));
    }

    void tensorsAreLeftOutByClicks()
    {
        train("segments");
        const Bytes before = total();
        for (const char* name : { "attention", "gelu", "norms", "up" }) {
            QVERIFY(!tensor(name)->isChecked());
        }
        m_bench->click(QStringLiteral("checkpointing.tensors.norms"));
        m_bench->click(QStringLiteral("checkpointing.tensors.gelu"));
        QCOMPARE(given().tensors, std::optional(std::vector<std::string> { "gelu", "norms" }));
        QVERIFY(total() < before);
        m_bench->click(QStringLiteral("checkpointing.tensors.gelu"));
        m_bench->click(QStringLiteral("checkpointing.tensors.norms")); // none: not given at all
        QVERIFY(!given().tensors);
        QCOMPARE(total(), before);
    }

    void selectiveKeepsOne()
    {
        train("selective");
        QVERIFY(tensor("attention")->isChecked()); // materialised: Megatron's choice
        QVERIFY(!tensor("attention")->isEnabled());
        m_bench->click(QStringLiteral("checkpointing.tensors.attention"));
        QVERIFY(tensor("attention")->isChecked());
        m_bench->click(QStringLiteral("checkpointing.tensors.up"));
        QVERIFY(tensor("attention")->isEnabled());
        m_bench->click(QStringLiteral("checkpointing.tensors.attention"));
        QCOMPARE(given().tensors, std::optional(std::vector<std::string> { "up" }));
        QVERIFY(!tensor("up")->isEnabled());
    }

    void accountingKeepsThePolicy()
    {
        for (const PolicyId id : { PolicyId::Recursive, PolicyId::Segments }) {
            train(policyInfo(id).text.data());
            m_bench->pick(QStringLiteral("accounting"), QStringLiteral("The article's sums"));
            m_bench->model.settle();
            QVERIFY(m_bench->model.refusal().isEmpty());
            QCOMPARE(given().policy, std::optional(id));
            QCOMPARE(m_bench->model.evaluation().chosen.policy, id);
        }
    }
};

QTEST_MAIN(TestPolicyControls)
#include "tst_policy_controls.moc"
