// SPDX-License-Identifier: MIT
// Whatever is written on a card can be read: nothing lies over another, nothing is cut off.
#include "app/charts/plot.h"
#include "tests/app/support/card_bench.h"
#include "tests/app/support/painted.h"

#include "core/base/units.h"
#include "core/policy/policy.h"
#include "core/scenario/fields.h"
#include "core/scenario/spellings.h"

#include <QLabel>
#include <QPainter>
#include <QTest>

#include <cmath>
#include <memory>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

Scenario withLayers(Count layers)
{
    Scenario scenario;
    scenario.model.layers = layers;
    return scenario;
}

QString report(const QStringList& lines)
{
    return lines.mid(0, 20).join(QLatin1Char('\n'));
}

} // namespace

class TestCardTexts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_bench = std::make_unique<CardBench>(QSize(1600, 1200)); }
    void cleanup() { m_bench.reset(); }

    void nothingLiesOverAnother_data();
    void nothingLiesOverAnother();
    void overlapIsFound();
    void evenAxesKeepEvenLabels();
    void whatIsDroppedIsNamed();
    void titlesAreNotCut_data();
    void titlesAreNotCut();

private:
    std::unique_ptr<CardBench> m_bench;
};

void TestCardTexts::nothingLiesOverAnother_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<Scenario>("scenario");
    for (const QSize size : { QSize(620, 700), QSize(980, 700), QSize(1600, 950) }) {
        const auto add = [&](const char* name, const Scenario& scenario) {
            QTest::addRow("%s at %dx%d", name, size.width(), size.height()) << size << scenario;
        };
        const bool narrow = size.width() < 900; // beside the measure panel: the usual scenario, and each accounting
        for (const Count layers : narrow ? std::vector<Count> { 32 } : std::vector<Count> { 1, 2, 8, 32, 128, 1000 }) {
            add(qPrintable(QStringLiteral("%1 layers").arg(layers)), withLayers(layers));
        }
        Scenario scenario;
        if (!narrow) {
            scenario.device.memoryBytes = kGiB;
            add("tiny device", scenario);
            scenario.device.memoryBytes = Bytes { 1 } << 44;
            add("huge device", scenario);
            for (const PolicyId policy :
                { PolicyId::StoreAll, PolicyId::Segments, PolicyId::EveryNth, PolicyId::FirstM, PolicyId::TwoLevel }) {
                scenario = {};
                scenario.checkpointing.policy = policy;
                add(qPrintable(QString::fromStdString(std::string(toText(policy)))), scenario);
            }
        }
        for (const PolicyId policy : { PolicyId::Article, PolicyId::Selective, PolicyId::Revolve, PolicyId::Optimal }) {
            scenario = {};
            scenario.accounting = Accounting::Training;
            scenario.model.vocab = 50257;
            scenario.checkpointing.policy = policy;
            add(qPrintable(QString::fromStdString(std::string(toText(policy)) + " in training")), scenario);
        }
    }
}

void TestCardTexts::nothingLiesOverAnother()
{
    QFETCH(QSize, size);
    QFETCH(Scenario, scenario);
    m_bench->page.resize(size);
    m_bench->take(scenario);
    QStringList faults;
    for (Card* card : m_bench->page.cards()) {
        for (const QString& fault : unreadable(painted(*card).texts)) {
            faults << card->id() + QStringLiteral(": ") + fault;
        }
    }
    QVERIFY2(faults.isEmpty(), qPrintable(report(faults)));
}

void TestCardTexts::overlapIsFound()
{
    const PaintedText low { QStringLiteral("low"), QRectF(0, 20, 40, 14), Qt::black };
    const PaintedText high { QStringLiteral("high"), QRectF(0, 4, 40, 14), Qt::black };
    PaintedText across { QStringLiteral("across"), QRectF(30, 10, 40, 14), Qt::black };
    QVERIFY(unreadable({ low, high }).isEmpty());
    QCOMPARE(unreadable({ low, high, across }).size(), 2);
    across.box.moveLeft(41);
    QVERIFY(unreadable({ low, high, across }).isEmpty());
    // A widget smaller than what it paints.
    class Small : public QWidget {
        void paintEvent(QPaintEvent* /*event*/) override
        {
            QPainter painter(this);
            painter.drawText(QPointF(-20, 20), QStringLiteral("half of this is outside"));
        }
    } small;
    small.resize(60, 30);
    QCOMPARE(unreadable(painted(small).texts).size(), 1);
}

/// Where an even axis has no room for every label, every second stays, or every third: from 0 on, evenly.
void TestCardTexts::evenAxesKeepEvenLabels()
{
    m_bench->page.resize(620, 710);
    for (const char* set : { "model.layers=32", "workload.sequence=4096", "workload.batch=32" }) {
        Scenario scenario;
        QVERIFY(applySet(scenario, set).ok());
        m_bench->take(scenario);
        auto& plot = *m_bench->page.findChild<Plot*>(QStringLiteral("layers.plot"));
        const std::vector<Tick>& ticks = plot.xAxis().ticks;
        std::vector<std::size_t> shown;
        for (std::size_t i = 0; i < ticks.size(); ++i) {
            const double middle = plot.toChart({ ticks[i].at, 0 }).x();
            const Painted drawn = painted(plot);
            const auto isLabel = [&](const PaintedText& text) {
                return text.text == ticks[i].text && text.box.top() > plot.plotRect().bottom()
                    && std::abs(text.box.center().x() - middle) < 1;
            };
            if (std::any_of(drawn.texts.begin(), drawn.texts.end(), isLabel)) {
                shown.push_back(i);
            }
        }
        QVERIFY2(shown.size() >= 2 && shown[0] == 0, set);
        for (std::size_t i = 1; i < shown.size(); ++i) {
            QCOMPARE(shown[i] - shown[i - 1], shown[1]);
        }
        QVERIFY2(shown.back() + shown[1] >= ticks.size(), set); // none is missing at the end
    }
}

/// What a policy drops of a layer is said by both cards on layers, not only hatched.
void TestCardTexts::whatIsDroppedIsNamed()
{
    Scenario scenario;
    scenario.accounting = Accounting::Training;
    scenario.checkpointing.policy = PolicyId::Selective;
    const auto title = [&](const char* id) { return m_bench->card(QLatin1String(id)).titleText(); };
    const auto measure = [&](const char* id) { return m_bench->card(QLatin1String(id)).measureText(); };
    m_bench->take(scenario);
    QCOMPARE(title("layers"), QStringLiteral("Without attention: 48.4 % stay"));
    QCOMPARE(measure("layers"), QStringLiteral("0.94 of 1.94 GiB kept; hatched: recomputed"));
    QCOMPARE(title("depth"), QStringLiteral("All 32 layers without attention"));
    scenario.checkpointing.policy = PolicyId::FirstM;
    scenario.checkpointing.m = 4;
    scenario.checkpointing.tensors = { { "gelu", "norms" } };
    m_bench->take(scenario);
    QCOMPARE(title("depth"), QStringLiteral("0 of 32 kept, 28 in part, 4 recomputed"));
    QCOMPARE(measure("depth"), QStringLiteral("Kept, GiB; in part: without activation, norms"));
    // Fused attention keeps no matrices: nothing grows with the square, and no word of it is said.
    scenario = {};
    scenario.accounting = Accounting::Training;
    m_bench->take(scenario);
    QVERIFY2(measure("layers").endsWith(QStringLiteral("; dark grows with S²")), qPrintable(measure("layers")));
    scenario.recipe.attention = Attention::Fused;
    m_bench->take(scenario);
    QVERIFY2(measure("layers").endsWith(QStringLiteral(" kept for backward")), qPrintable(measure("layers")));
}

void TestCardTexts::titlesAreNotCut_data()
{
    QTest::addColumn<Scenario>("scenario");
    QTest::addColumn<int>("width");
    const auto add = [](const std::string& name, const Scenario& scenario) {
        for (const int width : { 978, 620 }) { // what a window of 1280 leaves, and beside the measure panel
            QTest::addRow("%s at %d", name.c_str(), width) << scenario << width;
        }
    };
    add("article", {});
    add("1000 layers", withLayers(1000));
    for (const PolicyId policy :
        { PolicyId::Segments, PolicyId::Selective, PolicyId::Recursive, PolicyId::Revolve, PolicyId::Optimal }) {
        Scenario scenario;
        scenario.accounting = Accounting::Training;
        scenario.model.layers = 24;
        scenario.model.dModel = 2048;
        scenario.model.heads = 16;
        scenario.model.vocab = 50257;
        scenario.workload.batch = 16;
        scenario.checkpointing.policy = policy;
        if (policy == PolicyId::Optimal) {
            scenario.checkpointing.budgetBytes = Bytes { 20'000'000'000 };
        }
        add(std::string(toText(policy)), scenario);
        scenario = {};
        scenario.accounting = Accounting::Training;
        scenario.model.preset = "llama3-8b";
        scenario.recipe.attention = Attention::Fused;
        scenario.checkpointing.policy = policy;
        add("Llama 3 8B, " + std::string(toText(policy)), scenario);
    }
}

void TestCardTexts::titlesAreNotCut()
{
    QFETCH(Scenario, scenario);
    QFETCH(int, width);
    m_bench->page.resize(width, 710);
    QStringList ids = CardBench::allIds();
    m_bench->page.setShownIds(ids);
    m_bench->take(scenario);
    QCOMPARE(m_bench->model.refusal(), QString());
    QStringList cut;
    for (Card* card : m_bench->page.cards()) {
        for (const char* part : { ".title", ".measure" }) {
            const auto* label = card->findChild<QLabel*>(card->id() + QLatin1String(part));
            if (label->text() != (part[1] == 't' ? card->titleText() : card->measureText())) {
                cut << label->text();
            }
        }
    }
    QCOMPARE(report(cut), QString());
}

QTEST_MAIN(TestCardTexts)
#include "tst_card_texts.moc"
