// SPDX-License-Identifier: MIT
#include "app/charts/axis.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

using namespace sublinear;

namespace {

/// What a label says, whatever its suffix.
double meaning(QString text)
{
    double unit = 1;
    const QString suffixes = QStringLiteral("MGTP");
    if (!text.isEmpty() && suffixes.contains(text.back())) {
        unit = std::pow(1000.0, 2 + static_cast<double>(suffixes.indexOf(text.back())));
        text.chop(1);
    }
    bool ok = false;
    const double value = text.toDouble(&ok);
    return ok ? value * unit : std::numeric_limits<double>::quiet_NaN();
}

bool isRound(double step)
{
    const double power = std::pow(10.0, std::floor(std::log10(step) + 1e-9));
    const double mantissa = step / power;
    return std::abs(mantissa - 1) < 1e-6 || std::abs(mantissa - 2) < 1e-6 || std::abs(mantissa - 2.5) < 1e-6
        || std::abs(mantissa - 5) < 1e-6;
}

/// Why an axis is not one that may be drawn over [lowest, highest]; empty if it is.
QString fault(const AxisSpec& axis, double lowest, double highest)
{
    if (!std::isfinite(axis.minimum) || !std::isfinite(axis.maximum) || !std::isfinite(axis.gridStep)) {
        return QStringLiteral("not finite");
    }
    if (!(axis.minimum < axis.maximum)) {
        return QStringLiteral("empty range");
    }
    const double hair = 1e-8 * axis.gridStep;
    if (axis.minimum > std::min(0.0, lowest) + hair || axis.maximum < std::max(0.0, highest) - hair) {
        return QStringLiteral("data outside");
    }
    if (!isRound(axis.gridStep)) {
        return QStringLiteral("step is not round");
    }
    if (axis.ticks.size() < 2 || axis.ticks.front().at != axis.minimum) {
        return QStringLiteral("no tick at the lower end");
    }
    bool zero = false;
    for (std::size_t i = 0; i < axis.ticks.size(); ++i) {
        const Tick& tick = axis.ticks[i];
        const double tolerance = 1e-9 * axis.gridStep;
        if (std::abs(meaning(tick.text) - tick.at) > std::max(tolerance, 1e-9 * std::abs(tick.at))) {
            return QStringLiteral("label \"%1\" stands at %2").arg(tick.text).arg(tick.at, 0, 'g', 17);
        }
        if (i > 0 && std::abs(tick.at - axis.ticks[i - 1].at - axis.gridStep) > 1e-6 * axis.gridStep) {
            return QStringLiteral("ticks are not one step apart");
        }
        if (tick.text.size() > 8) {
            return QStringLiteral("label \"%1\" is too long").arg(tick.text);
        }
        zero = zero || tick.at == 0;
    }
    return zero ? QString() : QStringLiteral("zero is not a tick");
}

} // namespace

class TestAxis : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void ticksAreRound_data();
    void ticksAreRound();
    void anyRangeIsCovered();
    void aBadAxisIsRejected();
    void wholeQuantitiesHaveWholeSteps();
    void nothingAndNonsenseGiveAnAxis_data();
    void nothingAndNonsenseGiveAnAxis();
    void axisStaysUnderAMovingHand();
    void axisFollowsWhenItMust();
};

void TestAxis::ticksAreRound_data()
{
    QTest::addColumn<double>("highest");
    QTest::addColumn<QStringList>("labels");
    const auto row = [](double highest, const char* labels) {
        QTest::addRow("%g", highest) << highest << QString::fromLatin1(labels).split(QLatin1Char(' '));
    };
    row(1, "0 0.25 0.50 0.75 1.00");
    row(0.9, "0 0.2 0.4 0.6 0.8 1.0");
    row(4, "0 1 2 3 4");
    row(10, "0 2.5 5.0 7.5 10.0");
    row(80.25, "0 20 40 60 80 100");
    row(94.25, "0 25 50 75 100");
    row(999, "0 250 500 750 1000");
    row(65536, "0 20000 40000 60000 80000");
    row(1.2e6, "0 0.5M 1.0M 1.5M");
    row(1.25e6, "0 0.5M 1.0M 1.5M");
    row(1.1e6, "0 0.25M 0.50M 0.75M 1.00M 1.25M");
    row(1.2e7, "0 5M 10M 15M");
    row(1.1e7, "0 2.5M 5.0M 7.5M 10.0M 12.5M");
    row(3e9, "0 1G 2G 3G");
    row(8e12, "0 2T 4T 6T 8T");
    row(0.0012, "0 0.0005 0.0010 0.0015");
    row(3e-7, "0 1e-7 2e-7 3e-7");
    row(1.1e-8, "0 2.5e-9 5e-9 7.5e-9 1e-8 1.25e-8");
}

void TestAxis::ticksAreRound()
{
    QFETCH(double, highest);
    QFETCH(QStringList, labels);
    const AxisSpec axis = valueAxis(0, highest);
    QStringList found;
    for (const Tick& tick : axis.ticks) {
        found << tick.text;
    }
    QCOMPARE(found.join(QLatin1Char(' ')), labels.join(QLatin1Char(' ')));
    QCOMPARE(fault(axis, 0, highest), QString());
}

void TestAxis::anyRangeIsCovered()
{
    std::mt19937_64 random(1604);
    std::uniform_real_distribution<double> power(-9, 15);
    std::uniform_real_distribution<double> share(-1, 1);
    for (int i = 0; i < 20000; ++i) {
        const double highest = std::pow(10.0, power(random));
        const double lowest = i % 2 == 0 ? 0 : highest * share(random);
        const AxisSpec axis = valueAxis(lowest, highest);
        const QString why = fault(axis, lowest, highest);
        QVERIFY2(why.isEmpty(), qPrintable(QStringLiteral("%1 to %2: %3").arg(lowest).arg(highest).arg(why)));
        const auto ticks = axis.ticks.size();
        QVERIFY2(ticks >= 3 && ticks <= (axis.minimum < 0 ? 7U : 6U),
            qPrintable(QStringLiteral("%1 to %2: %3 ticks").arg(lowest).arg(highest).arg(ticks)));
        // No more of the axis is empty than rounding up asks for.
        QVERIFY(highest > axis.maximum - axis.gridStep * (1 + 1e-6));
    }
}

void TestAxis::aBadAxisIsRejected()
{
    const AxisSpec good = valueAxis(-3, 80);
    QCOMPARE(fault(good, -3, 80), QString());
    AxisSpec bad = good;
    bad.maximum = std::numeric_limits<double>::quiet_NaN();
    QVERIFY(!fault(bad, -3, 80).isEmpty());
    bad = good;
    bad.maximum = 79;
    QVERIFY(!fault(bad, -3, 80).isEmpty());
    bad = good;
    bad.gridStep = 3;
    QVERIFY(!fault(bad, -3, 80).isEmpty());
    bad = good;
    bad.ticks[1].text = QStringLiteral("7");
    QVERIFY(!fault(bad, -3, 80).isEmpty());
    bad = good;
    bad.ticks.erase(bad.ticks.begin() + 1);
    QVERIFY(!fault(bad, -3, 80).isEmpty());
}

void TestAxis::wholeQuantitiesHaveWholeSteps()
{
    for (int highest = 1; highest <= 70000; highest += 1 + highest / 50) {
        const AxisSpec axis = valueAxis(0, highest, nullptr, 1);
        QVERIFY(axis.gridStep >= 1);
        for (const Tick& tick : axis.ticks) {
            QCOMPARE(tick.at, std::round(tick.at));
            QVERIFY2(!tick.text.contains(QLatin1Char('.')), qPrintable(tick.text));
        }
    }
}

void TestAxis::nothingAndNonsenseGiveAnAxis_data()
{
    constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    QTest::addColumn<double>("lowest");
    QTest::addColumn<double>("highest");
    QTest::newRow("nothing") << 0.0 << 0.0;
    QTest::newRow("not a number") << kNaN << kNaN;
    QTest::newRow("infinite") << -kInfinity << kInfinity;
    QTest::newRow("only negative") << -42.0 << -7.0;
    QTest::newRow("both sides") << -12.5 << 71.0;
    QTest::newRow("hair above nothing") << 0.0 << 1e-12;
    QTest::newRow("denormal") << 0.0 << 5e-324;
    QTest::newRow("largest") << 0.0 << 9.2e18;
}

void TestAxis::nothingAndNonsenseGiveAnAxis()
{
    QFETCH(double, lowest);
    QFETCH(double, highest);
    for (const double leastStep : { 0.0, 1.0 }) {
        const AxisSpec axis = valueAxis(lowest, highest, nullptr, leastStep);
        QVERIFY(std::isfinite(axis.minimum) && std::isfinite(axis.maximum) && std::isfinite(axis.gridStep));
        QVERIFY(axis.minimum < axis.maximum);
        QVERIFY(axis.minimum <= 0 && axis.maximum >= 0);
        QVERIFY(!std::isfinite(lowest) || axis.minimum <= lowest);
        QVERIFY(!std::isfinite(highest) || axis.maximum >= highest);
        QVERIFY(axis.ticks.size() >= 2 && axis.ticks.size() <= 8);
        for (const Tick& tick : axis.ticks) {
            QVERIFY(std::isfinite(tick.at));
            QVERIFY(!tick.text.contains(QStringLiteral("nan")) && !tick.text.contains(QStringLiteral("inf")));
        }
    }
}

void TestAxis::axisStaysUnderAMovingHand()
{
    AxisSpec axis = valueAxis(0, 80);
    const AxisSpec start = axis;
    // A tremble of a tenth around one place never moves it.
    for (int i = 0; i < 100; ++i) {
        axis = valueAxis(0, i % 2 == 0 ? 72 : 79, &axis);
        QCOMPARE(axis, start);
    }
    // One sweep up and down changes it a handful of times, and it always holds the data.
    int changes = 0;
    for (int i = 0; i <= 2000; ++i) {
        const double highest = i <= 1000 ? 1.0 + i : 2001.0 - i;
        const AxisSpec next = valueAxis(0, highest, &axis);
        QVERIFY(next.maximum >= highest);
        QVERIFY2(highest >= 0.55 * next.maximum, qPrintable(QStringLiteral("%1 of %2").arg(highest).arg(next.maximum)));
        changes += next == axis ? 0 : 1;
        axis = next;
    }
    QVERIFY2(changes >= 2 && changes <= 60, qPrintable(QString::number(changes)));
}

void TestAxis::axisFollowsWhenItMust()
{
    const AxisSpec axis = valueAxis(0, 80);
    QVERIFY(valueAxis(0, 81, &axis).maximum >= 81);
    QVERIFY(valueAxis(-1, 79, &axis).minimum <= -1);
    QVERIFY(valueAxis(0, 10, &axis).maximum < 20);
    const AxisSpec both = valueAxis(-40, 80);
    QVERIFY(valueAxis(-30, 80, &both) == both);
    QCOMPARE(valueAxis(0, 80, &both).minimum, 0.0); // nothing is below zero any more
    const AxisSpec none;
    QCOMPARE(valueAxis(0, 1, &none), valueAxis(0, 1)); // an axis without ticks was never shown
}

QTEST_APPLESS_MAIN(TestAxis)
#include "tst_axis.moc"
