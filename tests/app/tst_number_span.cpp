// SPDX-License-Identifier: MIT
// The numbers that a policy is drawn over, and the stripes and bars above them.
#include "app/charts/axis.h"
#include "app/charts/number_span.h"
#include "app/charts/stripes.h"

#include <QTest>

#include <algorithm>
#include <limits>
#include <random>

using namespace sublinear;

class TestNumberSpan : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void numbersHaveOneStripeEach();
    void nearestNeverLeavesTheNumbers();
    void numberLabels_data();
    void numberLabels();
    void everyAxisOverNumbersIsLabelled();
    void budgetsHaveOneStripeEach();
    void budgetsAreNamedInGiB();
    void stripesAreSteps();
    void barsFallToZeroBetween();
    void leftOutNumbersAreDrawnAsTheOneBefore();
};

void TestNumberSpan::numbersHaveOneStripeEach()
{
    for (Count layers = 1; layers <= 1000; ++layers) {
        double left = kAxis::border(0, layers);
        int wrong = 0;
        for (Count k = 1; k <= layers; ++k) {
            const double right = kAxis::border(k, layers);
            const double middle = kAxis::position(k);
            const double hair = 1e-9;
            wrong += left < middle && middle < right ? 0 : 1;
            wrong += kAxis::nearest(middle, layers) == k ? 0 : 1;
            wrong += kAxis::nearest(right - hair, layers) == k ? 0 : 1;
            wrong += kAxis::nearest(left + hair, layers) == k ? 0 : 1;
            wrong += kAxis::nearest(right + hair, layers) == std::min(k + 1, layers) ? 0 : 1;
            left = right;
        }
        QVERIFY2(wrong == 0, qPrintable(QStringLiteral("%1 layers: %2 wrong").arg(layers).arg(wrong)));
    }
}

void TestNumberSpan::nearestNeverLeavesTheNumbers()
{
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    for (const Count layers : { 1, 2, 3, 32, 1000 }) {
        QCOMPARE(kAxis::nearest(-kInfinity, layers), Count { 1 });
        QCOMPARE(kAxis::nearest(-7, layers), Count { 1 });
        QCOMPARE(kAxis::nearest(99, layers), layers);
        QCOMPARE(kAxis::nearest(kInfinity, layers), layers);
        const Count odd = kAxis::nearest(std::numeric_limits<double>::quiet_NaN(), layers);
        QVERIFY(odd >= 1 && odd <= layers);
    }
}

void TestNumberSpan::numberLabels_data()
{
    QTest::addColumn<Count>("first");
    QTest::addColumn<Count>("last");
    QTest::addColumn<QString>("labels");
    const auto row = [](Count first, Count last, const char* labels) {
        QTest::addRow("%d..%d", static_cast<int>(first), static_cast<int>(last))
            << first << last << QString::fromLatin1(labels);
    };
    row(1, 1, "1");
    row(1, 2, "1 2");
    row(1, 3, "1 2 3");
    row(1, 32, "1 2 4 8 16 32");
    row(1, 40, "1 2 4 8 16 32"); // 40 would run into 32
    row(1, 48, "1 2 4 8 16 32 48");
    row(1, 96, "1 2 4 8 16 32 64 96");
    row(0, 1, "0 1");
    row(0, 32, "0 1 2 4 8 16 32");
}

void TestNumberSpan::numberLabels()
{
    QFETCH(Count, first);
    QFETCH(Count, last);
    QFETCH(QString, labels);
    QStringList found;
    for (const Tick& tick : kAxis::spec(first, last).ticks) {
        found << tick.text;
    }
    QCOMPARE(found.join(QLatin1Char(' ')), labels);
}

void TestNumberSpan::everyAxisOverNumbersIsLabelled()
{
    for (const Count first : { 0, 1 }) {
        for (Count last = 1; last <= 1000; ++last) {
            const AxisSpec axis = kAxis::spec(first, last);
            QCOMPARE(axis.minimum, kAxis::border(0, last - first + 1));
            QCOMPARE(axis.maximum, kAxis::border(last - first + 1, last - first + 1));
            double before = axis.minimum;
            for (const Tick& tick : axis.ticks) {
                const Count number = tick.text.toLongLong();
                QVERIFY(number >= first && number <= last);
                QCOMPARE(tick.at, kAxis::position(number - first + 1));
                QVERIFY(tick.at > before && tick.at < axis.maximum);
                before = tick.at;
            }
            QCOMPARE(axis.ticks.front().text, QString::number(first));
        }
    }
}

void TestNumberSpan::budgetsHaveOneStripeEach()
{
    std::mt19937_64 random(2016);
    std::uniform_int_distribution<Count> gap(1, Count { 3 } << 30);
    for (const int count : { 1, 2, 3, 40, 336 }) {
        NumberSpan span;
        Count budget = Count { 1 } << 30;
        for (int i = 0; i < count; ++i) {
            span.budgets.push_back(budget);
            budget += gap(random);
        }
        span.first = span.budgets.front();
        span.last = span.budgets.back();
        QCOMPARE(span.places(), Count { count });
        double left = span.border(0);
        for (Count place = 0; place < span.places(); ++place) {
            const Count number = span.budgets[static_cast<std::size_t>(place)];
            const double right = span.border(place + 1);
            const double middle = span.position(number);
            QVERIFY(left < middle && middle < right);
            QCOMPARE(span.nearest(middle), number);
            const double hair = (right - left) * 1e-6;
            QCOMPARE(span.nearest(left + hair), number);
            QCOMPARE(span.nearest(right - hair), number);
            SweepRow row;
            row.k = number;
            QCOMPARE(span.indexOf(row), static_cast<std::size_t>(place));
            const auto next = static_cast<std::size_t>(std::min(place + 1, span.places() - 1));
            QCOMPARE(span.stepped(number, 1), span.budgets[next]);
            QCOMPARE(span.stepped(number, 0), number);
            left = right;
        }
        QCOMPARE(span.nearest(-1e9), span.first);
        QCOMPARE(span.nearest(1e9), span.last);
        QCOMPARE(span.stepped(span.first, -1), span.first);
        const AxisSpec axis = span.axis();
        QVERIFY(axis.minimum < span.position(span.first) && axis.maximum > span.position(span.last));
        for (const Tick& tick : axis.ticks) {
            QVERIFY(tick.at >= axis.minimum && tick.at <= axis.maximum);
            QCOMPARE(tick.text.toDouble(), tick.at);
        }
    }
}

void TestNumberSpan::budgetsAreNamedInGiB()
{
    NumberSpan span;
    span.budgets = { Count { 5 } << 30, Count { 20 } << 30 };
    span.first = span.budgets.front();
    span.last = span.budgets.back();
    QVERIFY(span.hasNumbers());
    QCOMPARE(span.nameOf(Count { 20 } << 30), QStringLiteral("20.00 GiB"));
    QCOMPARE(span.title(), QStringLiteral("budget, GiB"));
    QCOMPARE(span.word(), QStringLiteral("budget"));
    QVERIFY(span.holds(Count { 7 } << 30)); // between two rows, as a budget that was typed
    QVERIFY(!span.holds(4));
    const NumberSpan counted { 0, 32, QStringLiteral("m") };
    QCOMPARE(counted.nameOf(7), QStringLiteral("m=7"));
    QCOMPARE(counted.stepped(32, 1), Count { 32 });
    QCOMPARE(counted.nearest(counted.position(7)), Count { 7 });
    const NumberSpan none;
    QVERIFY(!none.hasNumbers());
    QVERIFY(none.axis().ticks.empty());
    QCOMPARE(none.word(), QString());
}

void TestNumberSpan::stripesAreSteps()
{
    const auto border = [](qsizetype i) { return 0.5 + static_cast<double>(i * i); };
    const auto value = [](qsizetype i) { return static_cast<double>(10 - i); };
    for (const qsizetype count : { 0, 1, 2, 17 }) {
        const QList<QPointF> edge = stripeEdge(count, border, value);
        QCOMPARE(edge.size(), 2 * count);
        for (qsizetype i = 0; i < count; ++i) {
            QCOMPARE(edge[2 * i], QPointF(border(i), value(i)));
            QCOMPARE(edge[2 * i + 1], QPointF(border(i + 1), value(i)));
        }
    }
}

void TestNumberSpan::barsFallToZeroBetween()
{
    const auto border = [](qsizetype i) { return static_cast<double>(2 * i); };
    const auto value = [](qsizetype i) { return static_cast<double>(i + 1); };
    QVERIFY(barEdge(0, border, value, 0.1).isEmpty());
    const QList<QPointF> edge = barEdge(3, border, value, 0.1);
    QCOMPARE(edge.size(), 12);
    for (qsizetype i = 0; i < 3; ++i) {
        const double left = border(i) + 0.2;
        const double right = border(i + 1) - 0.2;
        QCOMPARE(edge[4 * i], QPointF(left, 0));
        QCOMPARE(edge[4 * i + 1], QPointF(left, value(i)));
        QCOMPARE(edge[4 * i + 2], QPointF(right, value(i)));
        QCOMPARE(edge[4 * i + 3], QPointF(right, 0));
    }
    QCOMPARE(barEdge(3, border, value, 0), stripeEdge(3, border, value));
}

// A sweep of thousands of slots lists some: what lies between is no row of nothing. Rows over 2^63-1 bytes
// are.
void TestNumberSpan::leftOutNumbersAreDrawnAsTheOneBefore()
{
    const std::vector<bool> listed { false, true, true, false, false, true, true, false };
    const std::vector<qsizetype> wanted { -1, 1, 2, 2, 2, 5, 6, -1 };
    QCOMPARE(drawnPlaces(listed, true), wanted);
    QCOMPARE(drawnPlaces(listed, false), (std::vector<qsizetype> { -1, 1, 2, -1, -1, 5, 6, -1 }));
    QCOMPARE(drawnPlaces({ false, false }, true), (std::vector<qsizetype> { -1, -1 }));
    QVERIFY(drawnPlaces({}, true).empty());
}

QTEST_APPLESS_MAIN(TestNumberSpan)
#include "tst_number_span.moc"
