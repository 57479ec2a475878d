// SPDX-License-Identifier: MIT
#include "app/cards/split_card.h"
#include "app/style/look.h"
#include "app/style/policy_look.h"
#include "app/style/theme.h"
#include "app/table/k_table.h"
#include "tests/app/support/card_bench.h"
#include "tests/app/support/contrast.h"
#include "tests/app/support/painted.h"

#include <QApplication>
#include <QAreaSeries>
#include <QLabel>
#include <QPieSeries>
#include <QPieSlice>
#include <QTest>

#include <map>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

const std::array<bool, 2> kBoth { false, true };
const std::array<Theme, 4> kThemes { Theme::Light, Theme::Dark, Theme::Projector, Theme::ProjectorDark };

bool isDark(Theme theme)
{
    return theme == Theme::Dark || theme == Theme::ProjectorDark;
}

Look lookFor(Theme theme)
{
    applyTheme(*qApp, theme);
    return lookOf(QApplication::palette(), QApplication::font());
}

MemoryKind kindAt(std::size_t index)
{
    return static_cast<MemoryKind>(index);
}

QString idOf(MemoryKind kind)
{
    const std::string_view id = memoryKindId(kind);
    return QString::fromUtf8(id.data(), static_cast<qsizetype>(id.size()));
}

/// The colour that fills most of a box beside the ink: what a text in it stands on. A button's ground has many shades,
/// each less than the letters.
QColor ground(const QImage& image, const QRectF& box, const QColor& ink)
{
    std::map<QRgb, int> counts;
    const QRect inside = box.toAlignedRect().adjusted(-2, 0, 2, 0) & image.rect();
    for (int y = inside.top(); y <= inside.bottom(); ++y) {
        for (int x = inside.left(); x <= inside.right(); ++x) {
            counts[image.pixel(x, y)] += image.pixel(x, y) == ink.rgb() ? 0 : 1;
        }
    }
    const auto most =
        std::max_element(counts.begin(), counts.end(), [](auto& a, auto& b) { return a.second < b.second; });
    return most == counts.end() ? QColor() : QColor(most->first);
}

/// Texts of a widget that are too faint on what they really stand on.
QStringList faint(QWidget& widget, double least)
{
    const QImage image = widget.grab().toImage();
    QStringList faults;
    for (const PaintedText& one : painted(widget).texts) {
        if (!QRectF(widget.rect()).contains(one.box)) {
            continue; // half scrolled away
        }
        const QColor behind = ground(image, one.box, one.ink);
        const double value = contrast(one.ink, behind);
        if (value < least) {
            faults << QStringLiteral("\"%1\": %2 on %3 is %4:1")
                          .arg(one.text, one.ink.name(), behind.name())
                          .arg(value, 0, 'f', 2);
        }
    }
    return faults;
}

/// Fill of every kind's slice and area, by "ring.parameters" and "memory.parameters".
std::map<QString, QColor> fillsOf(CardBench& bench)
{
    std::map<QString, QColor> fills;
    const auto* ring = bench.page.findChild<SplitRing*>(QStringLiteral("split.ring"));
    const auto* slices = findSeries<QPieSeries>(*ring, QStringLiteral("split"));
    for (const QPieSlice* slice : slices->slices()) {
        fills[QStringLiteral("ring.") + slice->label()] = slice->brush().color();
    }
    const auto* memory = bench.page.findChild<QChartView*>(QStringLiteral("memory.plot"));
    for (std::size_t i = 0; i < kMemoryKinds; ++i) {
        const auto* area = findSeries<QAreaSeries>(*memory, idOf(kindAt(i)));
        fills[QStringLiteral("memory.") + idOf(kindAt(i))] = area->brush().color();
    }
    return fills;
}

} // namespace

class TestLook : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void contrastIsWcags_data();
    void contrastIsWcags();
    void textStandsOut();
    void edgesStandOut();
    void kindsAreApart_data();
    void kindsAreApart();
    void policiesAreApart_data();
    void policiesAreApart();
    void fontsFollowTheBase();
    void switchRecoloursEverything();
    void projectorIsLargeAndGoesAgain();
    void whatIsPaintedCanBeRead_data();
    void whatIsPaintedCanBeRead();
    void faintTextIsFound();
    void cleanup() { applyTheme(*qApp, Theme::Light); }
};

void TestLook::contrastIsWcags_data()
{
    QTest::addColumn<QColor>("first");
    QTest::addColumn<QColor>("second");
    QTest::addColumn<double>("ratio");
    QTest::newRow("black on white") << QColor(Qt::black) << QColor(Qt::white) << 21.0;
    QTest::newRow("same") << QColor(0x12, 0x34, 0x56) << QColor(0x12, 0x34, 0x56) << 1.0;
    // The two greys that WCAG texts name as just enough and just too little on white.
    QTest::newRow("#767676") << QColor(0x76, 0x76, 0x76) << QColor(Qt::white) << 4.54;
    QTest::newRow("#777777") << QColor(0x77, 0x77, 0x77) << QColor(Qt::white) << 4.48;
    QTest::newRow("red") << QColor(0xFF, 0, 0) << QColor(Qt::white) << 4.00;
}

void TestLook::contrastIsWcags()
{
    QFETCH(QColor, first);
    QFETCH(QColor, second);
    QFETCH(double, ratio);
    QVERIFY(std::abs(contrast(first, second) - ratio) < 0.005);
    QVERIFY(std::abs(contrast(second, first) - ratio) < 0.005);
}

void TestLook::textStandsOut()
{
    for (const Theme theme : kThemes) {
        const Look look = lookFor(theme);
        QCOMPARE(look.dark, isDark(theme));
        QCOMPARE(look.projector, theme == Theme::Projector || theme == Theme::ProjectorDark);
        const QColor hint = QApplication::palette().color(QPalette::PlaceholderText);
        for (const QColor& behind : { look.card, look.window }) {
            for (const QColor& ink :
                { look.text, look.muted, look.accent, look.fits, look.doesNotFit, look.limit, hint }) {
                QVERIFY2(contrast(ink, behind) >= 4.5,
                    qPrintable(
                        QStringLiteral("%1 on %2 is %3").arg(ink.name(), behind.name()).arg(contrast(ink, behind))));
            }
        }
    }
}

void TestLook::edgesStandOut()
{
    for (const Theme theme : kThemes) {
        const Look look = lookFor(theme);
        const bool dark = isDark(theme);
        for (std::size_t i = 0; i < kMemoryKinds; ++i) {
            const QColor edge = edgeColor(kindColor(kindAt(i), dark), dark);
            QVERIFY2(contrast(edge, look.card) >= 3,
                qPrintable(
                    QStringLiteral("%1, %2: %3 is %4:1")
                        .arg(idOf(kindAt(i)), dark ? QStringLiteral("dark") : QStringLiteral("light"), edge.name())
                        .arg(contrast(edge, look.card))));
        }
        for (const QColor& mark : { look.accent, look.fits, look.doesNotFit, look.limit }) {
            QVERIFY(contrast(mark, look.card) >= 3);
        }
    }
}

void TestLook::policiesAreApart_data()
{
    QTest::addColumn<bool>("dark");
    QTest::addColumn<int>("sight");
    QTest::addColumn<double>("least");
    for (const bool dark : kBoth) {
        const char* theme = dark ? "dark" : "light";
        QTest::addRow("%s", theme) << dark << static_cast<int>(Sight::Full) << 15.0;
        QTest::addRow("%s, protanope", theme) << dark << static_cast<int>(Sight::Protanope) << 12.0;
        QTest::addRow("%s, deuteranope", theme) << dark << static_cast<int>(Sight::Deuteranope) << 12.0;
    }
}

/// A tritanope's rows are for kinds only, which lie side by side; curves have markers, too.
void TestLook::kindsAreApart_data()
{
    policiesAreApart_data();
    QTest::newRow("light, tritanope") << false << static_cast<int>(Sight::Tritanope) << 12.0;
    QTest::newRow("dark, tritanope") << true << static_cast<int>(Sight::Tritanope) << 9.0;
}

void TestLook::kindsAreApart()
{
    QFETCH(bool, dark);
    QFETCH(int, sight);
    QFETCH(double, least);
    QStringList close;
    for (std::size_t i = 0; i < kMemoryKinds; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const double distance = labDistance(seenBy(static_cast<Sight>(sight), kindColor(kindAt(i), dark)),
                seenBy(static_cast<Sight>(sight), kindColor(kindAt(j), dark)));
            if (distance < least) {
                close << QStringLiteral("%1 and %2: %3").arg(idOf(kindAt(i)), idOf(kindAt(j))).arg(distance);
            }
        }
    }
    QVERIFY2(close.isEmpty(), qPrintable(close.join(QStringLiteral("; "))));
}

/// All may stand in one chart, the chosen one too: each has a colour and a marker of its own.
void TestLook::policiesAreApart()
{
    QFETCH(bool, dark);
    QFETCH(int, sight);
    QFETCH(double, least);
    const QColor ground = lookFor(dark ? Theme::Dark : Theme::Light).card;
    QStringList close;
    for (const PolicyInfo& one : allPolicies()) {
        const PolicyLook look = policyLook(one.id, dark);
        const QString name = QString::fromStdString(std::string(one.text));
        QVERIFY2(contrast(look.color, ground) >= 3, qPrintable(name));
        QVERIFY2(look.marker != MarkerShape::Diamond, qPrintable(name)); // a measured point's
        for (const PolicyInfo& other : allPolicies()) {
            if (other.id == one.id) {
                break;
            }
            const PolicyLook second = policyLook(other.id, dark);
            const double distance = labDistance(
                seenBy(static_cast<Sight>(sight), look.color), seenBy(static_cast<Sight>(sight), second.color));
            if (distance < least || look.marker == second.marker) {
                close << QStringLiteral("%1 and %2: %3")
                             .arg(name, QString::fromStdString(std::string(other.text)))
                             .arg(distance);
            }
        }
    }
    QVERIFY2(close.isEmpty(), qPrintable(close.join(QStringLiteral("; "))));
}

void TestLook::fontsFollowTheBase()
{
    QFont base = QApplication::font();
    base.setPixelSize(13);
    const Look small = lookOf(QApplication::palette(), base);
    base.setPixelSize(21); // a projector
    const Look large = lookOf(QApplication::palette(), base);
    QCOMPARE(large.title.pixelSize() - small.title.pixelSize(), 8);
    QCOMPARE(large.axis.pixelSize() - small.axis.pixelSize(), 8);
    QVERIFY(small.axis.pixelSize() < small.title.pixelSize());
    QVERIFY(small.title.pixelSize() < small.strong.pixelSize());
    QFont points = QApplication::font();
    points.setPointSizeF(9.75); // 13 pixels at 96 dpi
    QCOMPARE(lookOf(QApplication::palette(), points).title.pixelSize(), 13);
}

void TestLook::switchRecoloursEverything()
{
    applyTheme(*qApp, Theme::Light);
    CardBench bench(QSize(1300, 900));
    const auto grab = [&] {
        bench.settle();
        return bench.page.grab().toImage();
    };
    const QImage light = grab();
    const std::map<QString, QColor> lightFills = fillsOf(bench);
    QCOMPARE(lightFills.size(), 2 * kMemoryKinds);
    applyTheme(*qApp, Theme::Dark);
    const QImage dark = grab();
    for (const auto& [name, fill] : fillsOf(bench)) {
        QVERIFY2(fill != lightFills.at(name), qPrintable(name));
    }
    for (std::size_t i = 0; i < kMemoryKinds; ++i) {
        const QColor wanted = kindColor(kindAt(i), true);
        QCOMPARE(fillsOf(bench).at(QStringLiteral("ring.") + idOf(kindAt(i))).name(), wanted.name());
        QCOMPARE(fillsOf(bench).at(QStringLiteral("memory.") + idOf(kindAt(i))).name(), wanted.name());
    }
    // Light ground anywhere in the dark page is a view that did not hear of the switch.
    const auto lightShare = [](const QImage& image) {
        qsizetype bright = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                bright += luminance(QColor(image.pixel(x, y))) > 0.8 ? 1 : 0;
            }
        }
        return static_cast<double>(bright) / static_cast<double>(image.width() * image.height());
    };
    QVERIFY2(lightShare(light) > 0.6, qPrintable(QString::number(lightShare(light))));
    QVERIFY2(lightShare(dark) < 0.02, qPrintable(QString::number(lightShare(dark))));
    // And back, to the pixel.
    applyTheme(*qApp, Theme::Light);
    QCOMPARE(grab(), light);
}

void TestLook::projectorIsLargeAndGoesAgain()
{
    applyTheme(*qApp, Theme::Light);
    CardBench bench(QSize(1000, 900));
    bench.settle();
    const auto* title = bench.page.findChild<QLabel*>(QStringLiteral("memory.title"));
    const int usual = title->font().pixelSize();
    const auto heights = [&] {
        std::vector<int> each;
        for (const Card* card : bench.page.cards()) {
            each.push_back(card->isVisible() ? card->height() : 0);
        }
        return each;
    };
    const std::vector<int> usualHeights = heights();
    const auto besideEachOther = [&] { // cards in the first row
        const std::vector<Card*>& cards = bench.page.cards();
        return std::count_if(cards.begin(), cards.end(),
            [&](const Card* card) { return card->isVisible() && card->y() == cards.front()->y(); });
    };
    QCOMPARE(besideEachOther(), std::ptrdiff_t { 3 });
    applyTheme(*qApp, Theme::Projector);
    bench.settle();
    QVERIFY2(title->font().pixelSize() >= usual * 4 / 3, qPrintable(QString::number(title->font().pixelSize())));
    QVERIFY(contrast(lookOf(bench.page.palette(), bench.page.font()).muted, Qt::white) > 10);
    QCOMPARE(besideEachOther(), std::ptrdiff_t { 2 }); // large type needs wider cards
    applyTheme(*qApp, Theme::ProjectorDark);
    bench.settle();
    QVERIFY(title->font().pixelSize() >= usual * 4 / 3);
    QVERIFY(contrast(lookOf(bench.page.palette(), bench.page.font()).muted, Qt::black) > 10);
    applyTheme(*qApp, Theme::Light);
    bench.settle();
    QCOMPARE(title->font().pixelSize(), usual);
    QCOMPARE(besideEachOther(), std::ptrdiff_t { 3 });
    QCOMPARE(heights(), usualHeights);
}

void TestLook::whatIsPaintedCanBeRead_data()
{
    QTest::addColumn<int>("theme");
    QTest::addColumn<Scenario>("scenario");
    Scenario tight;
    Scenario roomy;
    roomy.workload.batch = 1;
    roomy.device.memoryBytes = Bytes { 1 } << 40;
    Scenario hopeless;
    hopeless.workload.batch = 512;
    for (const Theme theme : { Theme::Light, Theme::Dark }) {
        const char* name = isDark(theme) ? "dark" : "light";
        QTest::addRow("article, %s", name) << static_cast<int>(theme) << tight;
        QTest::addRow("everything fits, %s", name) << static_cast<int>(theme) << roomy;
        QTest::addRow("nothing fits, %s", name) << static_cast<int>(theme) << hopeless;
    }
    QTest::newRow("article, projector") << static_cast<int>(Theme::Projector) << tight;
    QTest::newRow("article, projector in a dark room") << static_cast<int>(Theme::ProjectorDark) << tight;
}

void TestLook::whatIsPaintedCanBeRead()
{
    QFETCH(int, theme);
    QFETCH(Scenario, scenario);
    applyTheme(*qApp, static_cast<Theme>(theme));
    CardBench bench(QSize(1300, 900));
    bench.take(scenario);
    QStringList faults;
    for (Card* card : bench.page.cards()) {
        for (const QString& fault : faint(*card, 4.5)) {
            faults << card->id() + QStringLiteral(": ") + fault;
        }
    }
    for (const QString& fault : faint(bench.page.table(), 4.5)) {
        faults << QStringLiteral("table: ") + fault;
    }
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join(QLatin1Char('\n'))));
}

void TestLook::faintTextIsFound()
{
    class Faint : public QWidget {
        void paintEvent(QPaintEvent* /*event*/) override
        {
            QPainter painter(this);
            painter.fillRect(rect(), Qt::white);
            painter.setPen(QColor(0x99, 0x99, 0x99));
            painter.drawText(rect(), Qt::AlignCenter, QStringLiteral("hardly there"));
        }
    } widget;
    widget.resize(200, 40);
    QCOMPARE(faint(widget, 4.5).size(), 1);
    QVERIFY(faint(widget, 2).isEmpty());
}

QTEST_MAIN(TestLook)
#include "tst_look.moc"
