// SPDX-License-Identifier: MIT
// One thing pointed at anywhere is lit in every view that shows it: what is drawn is looked at, not what is remembered.
#include "app/cards/depth_card.h"
#include "app/cards/layer_card.h"
#include "app/cards/meanings_card.h"
#include "app/cards/split_card.h"
#include "app/cards/timeline_card.h"
#include "app/cards/timeline_plot.h"
#include "app/export/export_files.h"
#include "app/export/figure.h"
#include "app/export/figure_content.h"
#include "app/highlight/highlight_model.h"
#include "app/table/k_table.h"
#include "core/plan/evaluate.h"
#include "tests/app/support/chart_hand.h"

#include <QApplication>
#include <QTest>

#include <algorithm>
#include <map>
#include <memory>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

using Pictures = std::map<QString, QImage>; ///< by card

/// Pixels of exactly a colour: the inner of areas, whatever their edges blend with.
int pixelsOf(const QImage& image, const QColor& color)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            count += image.pixel(x, y) == color.rgb() ? 1 : 0;
        }
    }
    return count;
}

} // namespace

class TestHighlight : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        m_bench = std::make_unique<ChartHand>(QSize(1600, 1500));
        m_bench->model.setCompared({ { PolicyId::StoreAll, {}, {}, 0, false } });
        settle();
        leave();
        m_plain = pictures();
    }
    void cleanupTestCase() { m_bench.reset(); }
    void cleanup() { leave(); }

    void lights_data()
    {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("id");
        QTest::addColumn<QStringList>("showing"); // beside the source, which has its box there, too
        const QString kind = QStringLiteral("kind:checkpoints");
        const QStringList stacked { QStringLiteral("split"), QStringLiteral("memory"), QStringLiteral("depth"),
            QStringLiteral("meanings"), QStringLiteral("timeline") };
        for (const char* source : { "split", "depth", "timeline" }) {
            QTest::newRow(source) << QString::fromLatin1(source) << kind << stacked;
        }
        const QStringList overK { QStringLiteral("memory"), QStringLiteral("frontier"), QStringLiteral("batch"),
            QStringLiteral("throughput"), QStringLiteral("segments"), QStringLiteral("table") };
        for (const char* source : { "batch", "memory", "throughput", "frontier", "segments", "table" }) {
            QTest::newRow(source) << QString::fromLatin1(source) << QStringLiteral("k:9") << overK;
        }
        QTest::newRow("table, keys") << QStringLiteral("table, keys") << QStringLiteral("k:9") << overK;
        QTest::newRow("layers") << QStringLiteral("layers") << QStringLiteral("tensor:attention_weights")
                                << QStringList { QStringLiteral("layers") };
        QTest::newRow("layers, keys") << QStringLiteral("layers, keys") << QStringLiteral("tensor:attention_weights")
                                      << QStringList { QStringLiteral("layers") };
        QTest::newRow("meanings") << QStringLiteral("meanings") << QStringLiteral("policy:store_all")
                                  << QStringList { QStringLiteral("meanings"), QStringLiteral("memory"),
                                         QStringLiteral("frontier") };
    }

    void lights()
    {
        QFETCH(QString, source);
        QFETCH(QString, id);
        QFETCH(QStringList, showing);
        const QString card = source.section(u',', 0, 0);
        point(source, id);
        QCOMPARE(m_bench->page.highlight().lit(), id);
        const Pictures lit = pictures();
        for (const auto& [name, image] : lit) {
            QVERIFY2((image != m_plain.at(name)) == (showing.contains(name) || name == card), qPrintable(name));
        }
        if (const auto kind = HighlightModel::kindOf(id)) {
            const bool dark = lookOf(m_bench->page.palette(), m_bench->page.font()).dark;
            for (const QString& name : showing) {
                const auto count = [&](const Pictures& of, MemoryKind which) {
                    return pixelsOf(of.at(name), kindColor(which, dark));
                };
                QVERIFY2(count(lit, *kind) > 20, qPrintable(name));
                for (const MemoryKind other : { MemoryKind::Parameters, MemoryKind::Optimizer }) {
                    QVERIFY2(name == QStringLiteral("depth") || count(m_plain, other) > 20, qPrintable(name));
                    const int left = count(lit, other); // the box under the pointer has chips of every kind
                    QVERIFY2(name == card ? left * 4 <= count(m_plain, other) : left == 0, qPrintable(name));
                }
            }
        }
        leave();
        QCOMPARE(m_bench->page.highlight().lit(), QString());
        const Pictures after = pictures();
        for (const auto& [name, image] : after) {
            QVERIFY2(image == m_plain.at(name), qPrintable(name));
        }
    }

    // The numbers move on under what is lit, as when a slider is dragged with a thing pinned.
    void staysLitWhileTheNumbersMove()
    {
        const QString kind = QStringLiteral("kind:optimizer");
        HighlightModel& model = m_bench->page.highlight();
        model.pin(kind);
        Scenario scenario;
        scenario.workload.batch = 3;
        m_bench->take(scenario);
        settle();
        const Pictures moved = pictures();
        m_bench->take({});
        settle();
        const Pictures lit = pictures();
        for (const char* name : { "split", "memory", "meanings", "timeline" }) {
            QVERIFY2(lit.at(QString::fromLatin1(name)) != m_plain.at(QString::fromLatin1(name)), name);
            QVERIFY2(lit.at(QString::fromLatin1(name)) != moved.at(QString::fromLatin1(name)), name);
        }
        // What is pointed at comes first, what is pinned again after it.
        point(QStringLiteral("batch"), QStringLiteral("k:9"));
        QCOMPARE(model.lit(), QStringLiteral("k:9"));
        leave();
        QCOMPARE(model.lit(), kind);
        model.pin({});
        QVERIFY(pictures() == m_plain);
    }

    void exportsAreNeverLit()
    {
        const auto files = [this] {
            const FigureContent content =
                figureContent(m_bench->evaluation(), m_bench->model.scenario(), {}, {}, std::nullopt, {});
            QList<QByteArray> all;
            for (const char* chart : { "split", "layers", "depth", "memory", "frontier", "timeline" }) {
                all << figureFile(Figure(chart, content, {}), FigureFormat::Svg);
            }
            return all;
        };
        const QList<QByteArray> plain = files();
        for (const char* id : { "kind:checkpoints", "k:9", "tensor:attention_weights", "policy:store_all" }) {
            m_bench->page.highlight().pin(QString::fromLatin1(id));
            QVERIFY(pictures() != m_plain);
            QVERIFY2(files() == plain, id);
        }
        m_bench->page.highlight().pin({});
        Scenario other; // the comparison sees a difference where there is one
        other.workload.batch = 3;
        m_bench->take(other);
        QVERIFY(files() != plain);
        m_bench->take({});
        settle();
    }

    void whatIsNoComponentLightsNothing()
    {
        for (const char* id :
            { "kind:nothing", "tensor:nothing", "k:four", "policy:nothing", "card:split", "kind:", "k:", "verdict" }) {
            m_bench->page.highlight().pin(QString::fromLatin1(id));
            for (const auto& [name, image] : pictures()) {
                QVERIFY2(image == m_plain.at(name), qPrintable(name + QLatin1Char(' ') + QString::fromLatin1(id)));
            }
        }
        m_bench->page.highlight().pin({});
        QVERIFY(HighlightModel::isComponent(QStringLiteral("policy:segments:4")));
        QVERIFY(!HighlightModel::isComponent(QStringLiteral("field:checkpointing.k")));
    }

private:
    void settle()
    {
        m_bench->settle();
        auto* timeline = m_bench->page.findChild<TimelineCard*>();
        timeline->source().finish(std::chrono::seconds(30));
        m_bench->settle();
    }

    Pictures pictures()
    {
        Pictures made { { QStringLiteral("table"), m_bench->page.table().grab().toImage() } };
        for (Card* card : m_bench->page.cards()) {
            made[card->id()] = card->picture()->grab().toImage();
        }
        return made;
    }

    void leave()
    {
        m_bench->leaveAll();
        for (QWidget* widget : std::initializer_list<QWidget*> {
                 m_bench->page.findChild<SplitTable*>(), m_bench->page.findChild<TimelinePlot*>() }) {
            QEvent event(QEvent::Leave);
            QApplication::sendEvent(widget, &event);
        }
        if (QWidget* focused = QApplication::focusWidget()) {
            focused->clearFocus();
        }
        m_bench->page.table().setCurrentIndex({});
        m_bench->page.table().scrollToTop();
        m_bench->settle();
    }

    /// A hand goes there.
    void point(const QString& source, const QString& id)
    {
        const auto over = [](QWidget& widget, QPointF at) { send(widget, QEvent::MouseMove, at); };
        const Count k = HighlightModel::numberOf(id);
        KTable& table = m_bench->page.table();
        if (source == QStringLiteral("split")) {
            auto& rows = *m_bench->page.findChild<SplitTable*>();
            for (int y = 0; y < rows.height() && m_bench->page.highlight().lit() != id; ++y) {
                over(rows, QPointF(20, y));
            }
        } else if (source == QStringLiteral("depth")) {
            const Plot& plot = m_bench->plot(source);
            over(*plot.viewport(), plot.toChart({ 8, 0.1 })); // every fourth layer is a checkpoint
        } else if (source == QStringLiteral("timeline")) {
            auto& plot = *m_bench->page.findChild<TimelinePlot*>();
            const QRectF box = plot.painter().plotRect(0);
            for (double y = box.bottom() - 1; y > box.top() && m_bench->page.highlight().lit() != id; --y) {
                over(plot, QPointF(box.center().x(), y));
            }
        } else if (source == QStringLiteral("frontier")) {
            over(*m_bench->plot(source).viewport(), m_bench->onFrontier(k));
        } else if (source.startsWith(QStringLiteral("table"))) {
            const QModelIndex index = table.tableModel().index(int(k - 1), KTableModel::Total);
            table.scrollTo(index);
            if (source == QStringLiteral("table")) {
                over(*table.viewport(), table.visualRect(index).center());
            } else {
                table.setFocus();
                table.setCurrentIndex(table.tableModel().index(int(k - 2), KTableModel::Total));
                QTest::keyClick(&table, Qt::Key_Down);
            }
        } else if (source.startsWith(QStringLiteral("layers"))) {
            auto& plot = m_bench->plot(QStringLiteral("layers"));
            if (source == QStringLiteral("layers")) {
                for (double row = 0; row < 12 && m_bench->page.highlight().lit() != id; ++row) {
                    over(*plot.viewport(), plot.toChart({ 0.01, row }));
                }
            } else {
                plot.setFocus();
                for (int i = 0; i < 12 && m_bench->page.highlight().lit() != id; ++i) {
                    QTest::keyClick(&plot, Qt::Key_Down);
                }
            }
        } else if (source == QStringLiteral("meanings")) {
            auto& plot = m_bench->plot(source);
            for (double row = 0; row < 12 && m_bench->page.highlight().lit() != id; ++row) {
                over(*plot.viewport(), plot.toChart({ 1, row }));
            }
        } else {
            over(*m_bench->plot(source).viewport(), ChartHand::overK(m_bench->plot(source), k));
        }
        m_bench->settle();
    }

    std::unique_ptr<ChartHand> m_bench;
    Pictures m_plain;
};

QTEST_MAIN(TestHighlight)
#include "tst_highlight.moc"
