// SPDX-License-Identifier: MIT
// The card on how long segments should be: its slider, its curve, and what it says.
#include "app/cards/segment_plot.h"
#include "app/controls/value_slider.h"
#include "core/plan/segment_length.h"
#include "core/scenario/fields.h"
#include "tests/app/support/card_bench.h"
#include "tests/app/support/painted.h"

#include <QLabel>
#include <QLineSeries>
#include <QTest>
#include <QToolButton>

#include <cmath>
#include <memory>

using namespace sublinear;
using namespace sublinear::testing;

class TestSegmentCard : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<CardBench> m_bench;

    template <class T> [[nodiscard]] T& named(const char* name) const
    {
        auto* found = m_bench->page.findChild<T*>(QString::fromLatin1(name));
        if (found == nullptr) {
            qFatal("nothing named %s", name);
        }
        return *found;
    }
    [[nodiscard]] ValueSlider& slider() const { return named<ValueSlider>("segments.ratio.slider"); }
    [[nodiscard]] SegmentPlot& plot() const { return named<SegmentPlot>("segments.plot"); }
    [[nodiscard]] QString sentence() const { return named<QLabel>("segments.sentence").text(); }
    [[nodiscard]] QString title() const { return m_bench->card(QStringLiteral("segments")).titleText(); }
    [[nodiscard]] QString readOut() const { return named<QLabel>("segments.ratio.value").text(); }

    /// Whether a drawn curve is that of a ratio, at every K.
    [[nodiscard]] bool draws(const char* series, Count layers, double ratio) const
    {
        const auto* line = findSeries<QLineSeries>(plot(), QString::fromLatin1(series));
        if (line == nullptr || line->count() != layers) {
            return false;
        }
        for (Count k = 1; k <= layers; ++k) {
            const double boundaries = std::ceil(double(layers) / double(k));
            const double wanted = (boundaries + double(k) * (ratio - 1) + double(k) - 1) / ratio;
            if (std::abs(line->at(int(k - 1)).y() - wanted) > 1e-9
                || line->at(int(k - 1)).x() != std::log2(double(k))) {
                return false;
            }
        }
        return true;
    }
    void dragTo(int tenths) const
    {
        ValueSlider& control = slider();
        const int y = control.height() / 2;
        QTest::mousePress(&control, Qt::LeftButton, {}, { control.xOf(control.value()), y });
        QTest::mouseMove(&control, { control.xOf(tenths), y });
        QTest::mouseRelease(&control, Qt::LeftButton, {}, { control.xOf(tenths), y });
    }

private Q_SLOTS:
    void init() { m_bench = std::make_unique<CardBench>(QSize(700, 500), QStringList { QStringLiteral("segments") }); }
    void cleanup() { m_bench.reset(); }

    void startsFromTheScenariosOwnRatio()
    {
        QCOMPARE(slider().value(), 270);
        QCOMPARE(readOut(), QStringLiteral("27.0"));
        QVERIFY(draws("cost", 32, 27));
        QVERIFY(!draws("cost", 32, 26)); // the comparison can fail
        QCOMPARE(findSeries<QLineSeries>(plot(), QStringLiteral("own"))->count(), 0); // one curve: they are the same
        QCOMPARE(plot().best(), (std::vector<Count> { 1 }));
        QCOMPARE(title(), QStringLiteral("Layers alone: K=1 is least at ratio 27.0"));
        QVERIFY2(sentence().contains(QStringLiteral("K* = \u221a(32 / 27.0) = 1.1 cost more")), qPrintable(sentence()));
        QVERIFY(!named<QToolButton>("segments.ratio.own").isEnabled());
    }

    void handMovesTheBestToTheRootAndBack()
    {
        dragTo(10);
        QCOMPARE(readOut(), QStringLiteral("1.0"));
        QVERIFY(draws("cost", 32, 1));
        QVERIFY(draws("own", 32, 27)); // what it is compared with
        QVERIFY(painted(plot()).hasText(QStringLiteral("this scenario: 27.0")));
        QCOMPARE(plot().best(), (std::vector<Count> { 4, 5, 6, 7, 8 }));
        QCOMPARE(title(), QStringLiteral("Layers alone: K=4 to 8 are least at ratio 1.0"));
        QVERIFY2(sentence().contains(QStringLiteral("only then is the square root best, K* = \u221a32 = 5.7")),
            qPrintable(sentence()));
        const Card& card = m_bench->card(QStringLiteral("segments"));
        QVERIFY(card.accessibleDescription().contains(title()) && card.accessibleDescription().contains(sentence()));
        QVERIFY(m_bench->model.undoStack().count() == 0); // it is no part of the scenario

        QTest::mouseClick(&named<QToolButton>("segments.ratio.own"), Qt::LeftButton);
        QCOMPARE(slider().value(), 270);
        QVERIFY(draws("cost", 32, 27));
    }

    void keysMoveIt()
    {
        slider().setFocus();
        QTest::keyClick(&slider(), Qt::Key_Home);
        QCOMPARE(readOut(), QStringLiteral("1.0"));
        QTest::keyClick(&slider(), Qt::Key_Right);
        QCOMPARE(readOut(), QStringLiteral("1.1"));
        QVERIFY(draws("cost", 32, 1.1));
        auto& back = named<QToolButton>("segments.ratio.own");
        back.setFocus();
        QTest::keyClick(&back, Qt::Key_Space);
        QCOMPARE(readOut(), QStringLiteral("27.0"));
    }

    void followsTheScenarioUntilTheHandTakesOver()
    {
        Scenario scenario;
        for (const char* set : { "accounting=training", "recipe.attention=fused", "model.layers=100" }) {
            QVERIFY(applySet(scenario, set).ok());
        }
        m_bench->take(scenario);
        const double own = layerToBoundary(m_bench->model.evaluation());
        QVERIFY(draws("cost", 100, own)); // to the last bit, not to the slider's tenth
        dragTo(40);
        const double hand = slider().value() / 10.0;
        QVERIFY(std::abs(hand - 4) < 0.2);
        QVERIFY(draws("cost", 100, hand));
        QVERIFY(draws("own", 100, own));
        m_bench->take(Scenario {});
        QVERIFY(draws("cost", 32, hand)); // the hand's ratio stays
        QVERIFY(draws("own", 32, 27));
    }

    /// No segment is shorter than a layer, however dear a layer is.
    void bestIsNeverBelowOne_data()
    {
        QTest::addColumn<QStringList>("sets");
        QTest::addColumn<QString>("said");
        QTest::newRow("one layer") << QStringList { QStringLiteral("model.layers=1") }
                                   << QStringLiteral("One layer is one segment");
        QTest::newRow("two layers") << QStringList { QStringLiteral("model.layers=2") }
                                    << QStringLiteral("K* = 1, and \u221a2 = 1.4 is too long");
        QTest::newRow("sequence") << QStringList { QStringLiteral("model.layers=12"),
            QStringLiteral("workload.sequence=8192") }
                                  << QStringLiteral("K* = 1, and");
    }

    void bestIsNeverBelowOne()
    {
        QFETCH(QStringList, sets);
        QFETCH(QString, said);
        Scenario scenario;
        for (const QString& set : sets) {
            QVERIFY(applySet(scenario, set.toStdString()).ok());
        }
        m_bench->take(scenario);
        QVERIFY2(sentence().contains(said), qPrintable(sentence()));
        const QStringList texts = painted(plot()).textList();
        QVERIFY2(texts.contains(QStringLiteral("K* = 1.0")), qPrintable(texts.join(u'\n')));
        QCOMPARE(plot().best(), (std::vector<Count> { 1 }));
    }

    /// The memory card counts logits and the optimizer's step too, and may find another K.
    void saysThatItIsAboutTheLayersAlone()
    {
        Scenario scenario;
        for (const char* set : { "accounting=training", "model.preset=gpt2-124m", "workload.batch=8",
                 "workload.sequence=1024", "checkpointing.policy=segments" }) {
            QVERIFY(applySet(scenario, set).ok());
        }
        m_bench->page.setShownIds({ QStringLiteral("segments"), QStringLiteral("memory") });
        m_bench->take(scenario);
        const QString whole = m_bench->card(QStringLiteral("memory")).titleText();
        QVERIFY2(!whole.startsWith(QStringLiteral("K=1 ")), qPrintable(whole)); // the peak is at the logits
        QVERIFY2(title().startsWith(QStringLiteral("Layers alone: K=1 is least")), qPrintable(title()));
        const Card& card = m_bench->card(QStringLiteral("segments"));
        QVERIFY(card.measureText().startsWith(QStringLiteral("Stack alone")));
        QVERIFY(card.accessibleDescription().contains(QStringLiteral("Logits, parameters and optimizer are left out")));
    }

    void hoverSaysWhatIsCounted()
    {
        plot().setFocus();
        QTest::keyClick(&plot(), Qt::Key_Home);
        QTest::keyClick(&plot(), Qt::Key_Right);
        const QString box = plot().hoverText();
        QVERIFY2(box.contains(QStringLiteral("K=2: 2.56 layers")), qPrintable(box)); // (16 + 2*27 - 1)/27
        QVERIFY2(box.contains(QStringLiteral("16 boundaries")), qPrintable(box));
    }

    void everyTextCanBeRead()
    {
        for (const int tenths : { 10, 20, 80, 270, 1280 }) {
            slider().setValue(tenths);
            m_bench->settle();
            const QStringList wrong = unreadable(painted(plot()).texts);
            QVERIFY2(wrong.isEmpty(), qPrintable(QString::number(tenths) + u' ' + wrong.join(u'\n')));
        }
    }

    void extremesStayInThePicture()
    {
        for (const char* sets : { "model.layers=1", "model.layers=10000", "workload.sequence=1000000" }) {
            Scenario scenario;
            QVERIFY(applySet(scenario, sets).ok());
            m_bench->take(scenario);
            QVERIFY(m_bench->model.refusal().isEmpty());
            const double own = layerToBoundary(m_bench->model.evaluation());
            QVERIFY(draws("cost", m_bench->model.evaluation().scenario.model.layers, own));
            QVERIFY(slider().maximum() >= slider().value());
            QVERIFY(std::abs(slider().value() - own * 10) <= 0.5);
            QVERIFY(std::isfinite(plot().yAxis().maximum) && plot().yAxis().maximum > 0);
        }
    }
};

QTEST_MAIN(TestSegmentCard)
#include "tst_segment_card.moc"
