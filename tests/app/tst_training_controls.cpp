// SPDX-License-Identifier: MIT
// The switch between the two accountings, and what only training accounting counts.
#include "app/controls/choice_row.h"
#include "app/controls/fold_section.h"
#include "app/model/text.h"
#include "core/base/units.h"
#include "core/catalog/catalog.h"
#include "core/plan/article_fields.h"
#include "core/plan/evaluate.h"
#include "core/scenario/recipes.h"
#include "core/scenario/scenario_json.h"
#include "tests/app/support/card_differences.h"
#include "tests/app/support/panel_bench.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>

#include <memory>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

const QString kTraining = QStringLiteral("A real training step");
const QString kArticle = QStringLiteral("The article's sums");

} // namespace

class TestTrainingControls : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<PanelBench> m_bench;

    void train()
    {
        m_bench->openAllSections();
        m_bench->pick(QStringLiteral("accounting"), kTraining);
    }
    [[nodiscard]] const Scenario& given() const { return m_bench->model.scenario(); }
    [[nodiscard]] QString shown(const char* path) const
    {
        return m_bench->named<QComboBox>(QString::fromLatin1(path) + QStringLiteral(".combo"))->currentText();
    }
    /// What stands under the recipe; empty where nothing does.
    [[nodiscard]] QString note() const
    {
        const auto* label = m_bench->panel.findChild<QLabel*>(QStringLiteral("recipe.name.note"));
        return label != nullptr && label->isVisible() ? label->text() : QString();
    }
    [[nodiscard]] QLabel* message(const char* path) const
    {
        return m_bench->named<QLabel>(QString::fromLatin1(path) + QStringLiteral(".message"));
    }

private Q_SLOTS:
    void init() { m_bench = std::make_unique<PanelBench>(); }
    void cleanup() { m_bench.reset(); }

    void switchIsOneUndoableField()
    {
        m_bench->model.settle();
        QCOMPARE(m_bench->model.evaluation().memory.totalBytes, Bytes { 86167781376 });
        m_bench->pick(QStringLiteral("accounting"), kTraining);
        QCOMPARE(given().accounting, std::optional(Accounting::Training));
        QCOMPARE(m_bench->model.undoStack().count(), 1);
        QCOMPARE(m_bench->model.undoStack().undoText(), QStringLiteral("Accounting article \u2192 training"));
        m_bench->model.settle();
        const auto expected = evaluate(given());
        QCOMPARE(m_bench->model.evaluation().memory.totalBytes, expected->memory.totalBytes);
        QVERIFY(expected->memory.bytesOf(MemoryKind::Gradients) > 0);
        QCOMPARE(readScenario(writeScenario(given())).value().accounting, std::optional(Accounting::Training));
        m_bench->model.undoStack().undo();
        QCOMPARE(shown("accounting"), kArticle);
        QCOMPARE(given(), Scenario {});
    }

    void everyCardFollowsTheSwitch()
    {
        CardBench cards(QSize(1500, 1000));
        ScenarioPanel panel(cards.model);
        panel.show();
        auto* combo = panel.findChild<QComboBox*>(QStringLiteral("accounting.combo"));
        combo->setFocus();
        for (const Qt::Key key : { Qt::Key_Down, Qt::Key_Up, Qt::Key_Down }) {
            const Scenario before = cards.model.scenario();
            const auto then = evaluate(before);
            QTest::keyClick(combo, key);
            cards.settle();
            const auto now = evaluate(cards.model.scenario());
            const QStringList wrong = differences(cards, *now);
            QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(u'\n')));
            QVERIFY(!differences(cards, *then).isEmpty()); // the other accounting's picture is another
        }
    }

    void articlePalesWhatItDoesNotCount()
    {
        m_bench->openAllSections();
        const auto check = [this](bool training) {
            int pale = 0;
            for (const FoldSection* section : m_bench->panel.sections()) {
                bool anyPale = false;
                for (const auto* row : section->findChildren<ScenarioRow*>()) {
                    const bool counts = training || countsInArticle(row->field().path);
                    QVERIFY2(row->isEnabled() == counts, row->field().path.data());
                    QVERIFY(row->isVisible());
                    anyPale = anyPale || !counts;
                    pale += counts ? 0 : 1;
                }
                const auto* hint = section->findChild<QLabel*>(section->objectName() + QStringLiteral(".hint"));
                QCOMPARE(hint->isVisible(), anyPale);
            }
            QCOMPARE(pale > 15, !training);
        };
        check(false);
        m_bench->pick(QStringLiteral("accounting"), kTraining);
        check(true);
        m_bench->pick(QStringLiteral("accounting"), kArticle);
        check(false);
    }

    void recipeFillsWhatItStandsFor_data()
    {
        QTest::addColumn<QByteArray>("name");
        for (const RecipePreset& recipe : allRecipes()) {
            QTest::addRow("%s", recipe.name.data()) << QByteArray(recipe.name.data());
        }
    }
    void recipeFillsWhatItStandsFor()
    {
        QFETCH(QByteArray, name);
        const RecipePreset& recipe = *findRecipe(name.constData());
        train();
        // Given by hand before: choosing a recipe puts its own in their place.
        QVERIFY(m_bench->model.setField("recipe.optimizer", FieldValue { std::string("sgd_momentum") }));
        QVERIFY(m_bench->model.setField("recipe.dtype", FieldValue { std::string("fp32") }));
        m_bench->pick(QStringLiteral("recipe.name"), QStringLiteral("Plain SGD"));
        m_bench->pick(QStringLiteral("recipe.name"), toQString(recipe.label));
        const Scenario& all = m_bench->model.completed();
        QCOMPARE(all.recipe.name, std::optional(name.toStdString()));
        QVERIFY(all.recipe.dtype == recipe.dtype && all.recipe.gradientDtype == recipe.gradientDtype);
        QVERIFY(all.recipe.masterWeights == recipe.masterWeights && all.recipe.optimizer == recipe.optimizer);
        m_bench->model.settle();
        QVERIFY(m_bench->model.refusal().isEmpty());
        QCOMPARE(m_bench->model.evaluation().memory.bytesOf(MemoryKind::MasterWeights) > 0, recipe.masterWeights);

        // A field that is given wins, and the recipe says that it does.
        const bool fp16 = recipe.dtype == Dtype::Fp16;
        m_bench->pick(
            QStringLiteral("recipe.dtype"), fp16 ? QStringLiteral("bf16, 2 bytes") : QStringLiteral("fp16, 2 bytes"));
        QCOMPARE(given().recipe.dtype, std::optional(fp16 ? Dtype::Bf16 : Dtype::Fp16));
        QCOMPARE(shown("recipe.name"), toQString(recipe.label));
        QVERIFY2(note().startsWith(QStringLiteral("Changed since: number type")), qPrintable(note()));
        m_bench->model.undoStack().undo();
        QCOMPARE(note(), QString());
    }

    void choosingARecipeTakesChangesBack()
    {
        train();
        m_bench->pick(QStringLiteral("recipe.optimizer"), QStringLiteral("SGD, no state"));
        QCOMPARE(note(), QStringLiteral("Changed since: optimizer"));
        auto* combo = m_bench->named<QComboBox>(QStringLiteral("recipe.name.combo"));
        combo->setFocus();
        QTest::keyClick(combo, Qt::Key_Down);
        QTest::keyClick(combo, Qt::Key_Up);
        QCOMPARE(shown("recipe.name"), QStringLiteral("The article's"));
        QCOMPARE(note(), QString());
        QVERIFY(!given().recipe.optimizer);
    }

    void choicesReachTheScenario_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QByteArray>("value");
        const auto row = [](const char* path, const char* text, const char* value) {
            QTest::addRow("%s", path) << QString::fromLatin1(path) << QString::fromLatin1(text) << QByteArray(value);
        };
        row("recipe.attention", "Fused (flash)", "fused");
        row("recipe.loss", "In chunks", "chunked");
        row("recipe.gradients", "On demand", "on_demand");
        row("recipe.gradient_dtype", "fp32, 4 bytes", "fp32");
        row("recipe.optimizer", "8-bit Adam", "adam8bit");
        row("parallel.zero", "3: and parameters (FSDP)", "3");
        row("model.norm", "RMSNorm", "rmsnorm");
        row("model.positions", "Rotary", "rotary");
    }
    void choicesReachTheScenario()
    {
        QFETCH(QString, path);
        QFETCH(QString, text);
        QFETCH(QByteArray, value);
        train();
        for (const char* set : { "model.vocab=50304", "parallel.data=8", "checkpointing.policy=store_all" }) {
            Scenario next = given();
            QVERIFY(applySet(next, set).ok());
            m_bench->model.replaceScenario(next, QStringLiteral("test"));
        }
        m_bench->model.settle();
        const auto byKind = m_bench->model.evaluation().chosen.byKind;
        m_bench->pick(path, text);
        QCOMPARE(fieldValueText(m_bench->model.effective(toUtf8(path))), value.toStdString());
        m_bench->model.settle();
        QVERIFY(m_bench->model.refusal().isEmpty());
        QVERIFY(m_bench->model.evaluation().chosen.byKind != byKind);
    }

    void checksReachTheScenario_data()
    {
        QTest::addColumn<QString>("path");
        for (const char* path : { "recipe.dropout", "recipe.master_weights", "parallel.sequence_parallel",
                 "model.gated_mlp", "model.tied_embeddings" }) {
            QTest::addRow("%s", path) << QString::fromLatin1(path);
        }
    }
    void checksReachTheScenario()
    {
        QFETCH(QString, path);
        Scenario start;
        for (const char* set : { "accounting=training", "model.vocab=50304", "parallel.tensor=4" }) {
            QVERIFY(applySet(start, set).ok());
        }
        m_bench->model.replaceScenario(start, QStringLiteral("test"));
        m_bench->openAllSections();
        m_bench->model.settle();
        const Bytes before = m_bench->model.evaluation().memory.totalBytes;
        const FieldValue was = m_bench->model.effective(toUtf8(path));
        m_bench->click(path + QStringLiteral(".check"));
        QCOMPARE(m_bench->model.effective(toUtf8(path)), FieldValue { !std::get<bool>(was) });
        m_bench->model.settle();
        QVERIFY(m_bench->model.evaluation().memory.totalBytes != before);
        m_bench->click(path + QStringLiteral(".check"));
        QCOMPARE(m_bench->model.effective(toUtf8(path)), was);
    }

    void reserveIsEditedInGiB()
    {
        m_bench->openAllSections();
        QVERIFY(!m_bench->spin(QStringLiteral("device.reserve_bytes"))->isEnabled());
        train();
        QCOMPARE(m_bench->spin(QStringLiteral("device.reserve_bytes"))->text(), QStringLiteral("1 GiB"));
        m_bench->enter(QStringLiteral("device.reserve_bytes"), QStringLiteral("2.5"));
        m_bench->model.settle();
        QCOMPARE(m_bench->model.evaluation().memory.bytesOf(MemoryKind::Reserve), Bytes { 2684354560 });
        m_bench->enter(QStringLiteral("device.reserve_bytes"), QStringLiteral("0"));
        m_bench->model.settle();
        QCOMPARE(m_bench->model.evaluation().memory.bytesOf(MemoryKind::Reserve), Bytes { 0 });
    }

    void tensorParallelGoesByDivisors()
    {
        train();
        FieldSpinBox* tensor = m_bench->spin(QStringLiteral("parallel.tensor"));
        m_bench->enter(QStringLiteral("parallel.tensor"), QStringLiteral("3"));
        QVERIFY(message("parallel.tensor")->text().contains(QStringLiteral("1, 2, 4, 8, 16, 32")));
        QCOMPARE(m_bench->model.effectiveWhole("parallel.tensor"), 1);
        QTest::keyClick(tensor, Qt::Key_Escape);
        for (const int expected : { 2, 4, 8 }) {
            QTest::keyClick(tensor, Qt::Key_Up);
            QCOMPARE(m_bench->model.effectiveWhole("parallel.tensor"), expected);
        }
        QTest::keyClick(tensor, Qt::Key_Down);
        QCOMPARE(m_bench->model.effectiveWhole("parallel.tensor"), 4);
        m_bench->enter(QStringLiteral("model.heads"), QStringLiteral("24")); // the divisors are 24's from now on
        m_bench->enter(QStringLiteral("parallel.tensor"), QStringLiteral("3"));
        QCOMPARE(m_bench->model.effectiveWhole("parallel.tensor"), 3);
    }

    void refusalGoesWithItsReason_data()
    {
        QTest::addColumn<int>("way");
        QTest::addRow("undo") << 0;
        QTest::addRow("preset") << 1;
        QTest::addRow("another field") << 2;
    }
    void refusalGoesWithItsReason()
    {
        QFETCH(int, way);
        QVERIFY(m_bench->model.setField("workload.batch", FieldValue { std::int64_t { 3 } }));
        m_bench->enter(QStringLiteral("checkpointing.k"), QStringLiteral("40"));
        QVERIFY(message("checkpointing.k")->isVisible());
        m_bench->slider(QStringLiteral("workload.batch"))->setFocus();
        QVERIFY(message("checkpointing.k")->isVisible()); // to be read after one has gone on
        if (way == 0) {
            m_bench->model.undoStack().undo();
        } else if (way == 1) {
            QVERIFY(m_bench->model.chooseScenarioPreset(scenarioPresets()[1].id));
        } else {
            m_bench->enter(QStringLiteral("model.layers"), QStringLiteral("48"));
        }
        QVERIFY(!message("checkpointing.k")->isVisible());
    }

    void refusalOfTextThatStandsThereGoesOnceItIsGood()
    {
        m_bench->enter(QStringLiteral("checkpointing.k"), QStringLiteral("40"));
        QVERIFY(m_bench->model.setField("model.layers", FieldValue { std::int64_t { 36 } }));
        QVERIFY(message("checkpointing.k")->isVisible()); // 40 is still over 36
        QVERIFY(m_bench->model.setField("model.layers", FieldValue { std::int64_t { 48 } }));
        QVERIFY(!message("checkpointing.k")->isVisible());
        QTest::keyClick(m_bench->spin(QStringLiteral("checkpointing.k")), Qt::Key_Return);
        QCOMPARE(m_bench->model.effectiveWhole("checkpointing.k"), 40);
    }

    void randomHandsFindNoRefusal_data()
    {
        QTest::addColumn<unsigned>("seed");
        for (const unsigned seed : { 1U, 2U, 3U }) {
            QTest::addRow("%u", seed) << seed;
        }
    }
    void randomHandsFindNoRefusal()
    {
        QFETCH(unsigned, seed);
        train();
        ScenarioModel& model = m_bench->model;
        QVERIFY(model.setField("model.layers", FieldValue { std::int64_t { 6 } }));
        unsigned state = seed;
        const auto next = [&state](unsigned below) {
            state = state * 1664525U + 1013904223U;
            return (state >> 8U) % below;
        };
        const auto rows = m_bench->panel.findChildren<ScenarioRow*>();
        int edits = 0;
        for (int i = 0; i < 600; ++i) {
            const ScenarioRow* row = rows.at(qsizetype(next(unsigned(rows.size()))));
            const Field& field = row->field();
            if (!row->isVisible() || field.path == "accounting") {
                continue;
            }
            if (auto* spin = row->findChild<FieldSpinBox*>(); spin != nullptr && field.kind == FieldKind::Whole) {
                spin->setFocus();
                const Qt::Key keys[] = { Qt::Key_Up, Qt::Key_Down, Qt::Key_PageUp, Qt::Key_PageDown };
                QTest::keyClick(spin, keys[next(4)]);
            } else if (auto* combo = row->findChild<QComboBox*>()) {
                combo->setFocus();
                QTest::keyClick(combo, next(2) == 0 ? Qt::Key_Down : Qt::Key_Up);
            } else if (const auto boxes = row->findChildren<QCheckBox*>(); !boxes.isEmpty()) {
                QTest::keyClick(boxes.at(qsizetype(next(unsigned(boxes.size())))), Qt::Key_Space);
            } else {
                continue;
            }
            ++edits;
            model.settle();
            QVERIFY2(model.refusal().isEmpty(),
                qPrintable(toQString(field.path) + u' ' + model.refusal() + u' '
                    + toQString(writeScenario(model.scenario()))));
            Bytes sum = 0;
            for (const MemoryRow& part : model.evaluation().memory.rows) {
                QVERIFY2(part.bytes > 0, field.path.data());
                sum += part.bytes;
            }
            QCOMPARE(sum, model.evaluation().memory.totalBytes);
        }
        QVERIFY2(edits > 300, qPrintable(QString::number(edits)));
    }
};

QTEST_MAIN(TestTrainingControls)
#include "tst_training_controls.moc"
