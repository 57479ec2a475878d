// SPDX-License-Identifier: MIT
#include "core/base/gib_parts.h"
#include "core/base/text.h"
#include "core/base/units.h"

#include <QTest>
#include <array>
#include <cmath>
#include <limits>

using namespace sublinear;

namespace {

constexpr Bytes kMax = std::numeric_limits<Bytes>::max();
constexpr Bytes kMin = std::numeric_limits<Bytes>::min();

QByteArray bytesOf(std::string_view text)
{
    return { text.data(), static_cast<qsizetype>(text.size()) };
}

std::string_view viewOf(const QByteArray& text)
{
    return { text.constData(), static_cast<std::size_t>(text.size()) };
}

/// "-" for none, so that rows can be read.
QByteArray numberText(const std::optional<std::int64_t>& number)
{
    return number ? QByteArray::number(qlonglong { *number }) : QByteArray("-");
}

} // namespace

class TestUnits : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void fixed_data();
    void fixed();
    void fixedRoundsLikePrintf();
    void gib_data();
    void gib();
    void gibRoundsLikeFixed();
    void parts_data();
    void parts();
    void distinct_data();
    void distinct();
    void percent();
    void grouped_data();
    void grouped();
    void whole_data();
    void whole();
    void bytes_data();
    void bytes();
    void nearest_data();
    void nearest();
    void nearestIsLimited();
    void quotes_data();
    void quotes();
    void plainLengths();
    void joinsAndTrims();
    void checkedRemembersOverflow();
};

void TestUnits::fixed_data()
{
    QTest::addColumn<double>("value");
    QTest::addColumn<int>("decimals");
    QTest::addColumn<QByteArray>("expected");
    QTest::addRow("tie to even, down") << 0.125 << 2 << QByteArray("0.12");
    QTest::addRow("tie to even, up") << 93.75 << 1 << QByteArray("93.8");
    QTest::addRow("half to even") << 2.5 << 0 << QByteArray("2");
    QTest::addRow("half to even, up") << 3.5 << 0 << QByteArray("4");
    QTest::addRow("0.15 is less than 0.15") << 0.15 << 1 << QByteArray("0.1");
    QTest::addRow("minus zero after rounding") << -0.04 << 1 << QByteArray("0.0");
    QTest::addRow("minus zero") << -0.0 << 0 << QByteArray("0");
    QTest::addRow("minus stays") << -0.06 << 1 << QByteArray("-0.1");
    QTest::addRow("carry") << 9.996 << 2 << QByteArray("10.00");
    QTest::addRow("large") << 1e22 << 1 << QByteArray("10000000000000000000000.0");
    QTest::addRow("negative decimals are none") << 1.4 << -3 << QByteArray("1");
    QTest::addRow("not a number") << std::nan("") << 2 << QByteArray("n/a");
    QTest::addRow("infinite") << -HUGE_VAL << 2 << QByteArray("n/a");
}

void TestUnits::fixed()
{
    QFETCH(double, value);
    QFETCH(int, decimals);
    QTEST(bytesOf(formatFixed(value, decimals)), "expected");
}

void TestUnits::fixedRoundsLikePrintf()
{
    for (int i = -4000; i <= 4000; ++i) {
        const double value = i / 16.0 + i / 1000.0;
        std::array<char, 64> printed {};
        std::snprintf(printed.data(), printed.size(), "%.2f", value);
        const QByteArray expected = QByteArray(printed.data()) == "-0.00" ? "0.00" : printed.data();
        QCOMPARE(bytesOf(formatFixed(value, 2)), expected);
    }
}

void TestUnits::gib_data()
{
    QTest::addColumn<qlonglong>("bytes");
    QTest::addColumn<int>("decimals");
    QTest::addColumn<QByteArray>("expected");
    QTest::addColumn<QByteArray>("shortForm");
    const auto row = [](const char* name, Bytes bytes, int decimals, const char* expected, const char* shortForm) {
        QTest::addRow("%s", name) << qlonglong { bytes } << decimals << QByteArray(expected) << QByteArray(shortForm);
    };
    row("zero", 0, 2, "0.00", "0");
    row("device", 80 * kGiB, 2, "80.00", "80");
    row("quarter", 80 * kGiB + kGiB / 4, 2, "80.25", "80.25");
    row("half", 80 * kGiB + kGiB / 2, 2, "80.50", "80.5");
    row("tie down", kGiB / 8, 2, "0.12", "0.12");
    row("tie up", kGiB * 3 / 8, 2, "0.38", "0.38");
    row("tie without decimals", kGiB * 3 / 2, 0, "2", "2");
    row("tie without decimals, even", kGiB * 5 / 2, 0, "2", "2");
    row("round sizes keep their zeros", 100 * kGiB, 0, "100", "100");
    row("carry", 100 * kGiB - 1, 2, "100.00", "100");
    row("one byte", 1, 10, "0.0000000009", "0.0000000009");
    row("one byte, exactly", 1, 30, "0.000000000931322574615478515625", "0.000000000931322574615478515625");
    row("negative", -kGiB / 4, 2, "-0.25", "-0.25");
    row("never minus zero", -1, 2, "0.00", "0");
    row("largest", kMax, 2, "8589934592.00", "8589934592");
    row("largest, exactly", kMax, 9, "8589934591.999999999", "8589934591.999999999");
    row("smallest", kMin, 2, "-8589934592.00", "-8589934592");
}

void TestUnits::gib()
{
    QFETCH(qlonglong, bytes);
    QFETCH(int, decimals);
    QFETCH(QByteArray, expected);
    QCOMPARE(bytesOf(formatGiB(bytes, decimals)), expected);
    QCOMPARE(bytesOf(formatGiBUnit(bytes, decimals)), expected + " GiB");
    QTEST(bytesOf(formatGiBShort(bytes, decimals)), "shortForm");
}

void TestUnits::gibRoundsLikeFixed()
{
    for (Bytes bytes = -5'000'000'000; bytes < 5'000'000'000; bytes += 16'777'216 - 1) {
        const double gib = static_cast<double>(bytes) / static_cast<double>(kGiB); // exact
        QCOMPARE(formatGiB(bytes, 2), formatFixed(gib, 2));
        QCOMPARE(formatGiB(bytes, 0), formatFixed(gib, 0));
        QCOMPARE(formatGiB(bytes, 7), formatFixed(gib, 7));
    }
}

void TestUnits::parts_data()
{
    QTest::addColumn<QList<qlonglong>>("bytes");
    QTest::addColumn<QByteArray>("texts");
    const auto row = [](const char* name, const QList<qlonglong>& bytes, const char* texts) {
        QTest::newRow(name) << bytes << QByteArray(texts);
    };
    constexpr Bytes g = kGiB;
    row("none", {}, " = 0.00");
    row("they add up", { 12 * g, 48 * g, g * 81 / 8, g * 135 / 16 }, "12.00 48.00 10.12 8.44 = 78.56");
    // 0.19 + 1.00 + 0.06 + 0.25 + 0.06 + 0.12 = 1.68, of 1.69
    row("the article's layer", { g * 3 / 16, g, g / 16, g / 4, g / 16, g / 8 },
        "0.1875 1.0000 0.0625 0.2500 0.0625 0.1250 = 1.6875");
    row("three decimals are enough", { g / 8, g / 8 }, "0.125 0.125 = 0.250");
    // 0.34 + 0.34 + 0.34 = 1.02, of 1.01
    row("two are rounded up", { g * 337 / 1000, g * 336 / 1000, g * 338 / 1000 }, "0.34 0.33 0.34 = 1.01");
    row("a third each", { g / 3, g / 3, g / 3 + 1 }, "0.33 0.33 0.34 = 1.00");
    row("carry", { g * 1996 / 1000, g * 1996 / 1000, g * 1008 / 1000 }, "2.00 1.99 1.01 = 5.00");
    row("small ones keep their figures", { g / 3, g / 5000, g * 2 / 3 + 9 }, "0.33 0.00020 0.67 = 1.00");
    row("only small ones", { g / 300, g / 700 }, "0.0033 0.0014 = 0.0048");
    row("nothing", { 0, 0 }, "0.00 0.00 = 0.00");
    row("as much as there is", { kMax - g / 3, g / 3 }, "8589934591.67 0.33 = 8589934592.00");
}

void TestUnits::parts()
{
    QFETCH(QList<qlonglong>, bytes);
    QFETCH(QByteArray, texts);
    const GiBParts printed = formatGiBParts(std::vector<Bytes>(bytes.begin(), bytes.end()));
    QCOMPARE(bytesOf(join(printed.parts, " ") + " = " + printed.total), texts);
}

void TestUnits::distinct_data()
{
    QTest::addColumn<qlonglong>("first");
    QTest::addColumn<qlonglong>("second");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, Bytes first, Bytes second, const char* expected) {
        QTest::addRow("%s", name) << qlonglong { first } << qlonglong { second } << QByteArray(expected);
    };
    row("plainly unequal", 80 * kGiB + kGiB / 4, 80 * kGiB, "80.25 of 80.00");
    row("equal", 80 * kGiB, 80 * kGiB, "80.00 of 80.00");
    row("a MiB over", 80 * kGiB + kMiB, 80 * kGiB, "80.001 of 80.000");
    row("a byte over", 80 * kGiB + 1, 80 * kGiB, "80.000000001 of 80.000000000");
    row("a byte under the largest", kMax - 1, kMax, "8589934591.999999998 of 8589934591.999999999");
}

void TestUnits::distinct()
{
    QFETCH(qlonglong, first);
    QFETCH(qlonglong, second);
    const GiBPair pair = formatGiBDistinct(first, second);
    QTEST(bytesOf(pair.first + " of " + pair.second), "expected");
}

void TestUnits::percent()
{
    QCOMPARE(formatPercent(0.296), "29.6 %");
    QCOMPARE(formatPercent(0.9375), "93.8 %");
    QCOMPARE(formatPercent(0.25, 0), "25 %");
    QCOMPARE(formatPercent(-0.0001), "0.0 %");
}

void TestUnits::grouped_data()
{
    QTest::addColumn<qlonglong>("value");
    QTest::addColumn<QByteArray>("expected");
    QTest::addRow("zero") << 0LL << QByteArray("0");
    QTest::addRow("three digits") << 999LL << QByteArray("999");
    QTest::addRow("four digits") << 1000LL << QByteArray("1,000");
    QTest::addRow("negative") << -999999LL << QByteArray("-999,999");
    QTest::addRow("6 GiB") << 6442450944LL << QByteArray("6,442,450,944");
    QTest::addRow("smallest") << qlonglong { kMin } << QByteArray("-9,223,372,036,854,775,808");
}

void TestUnits::grouped()
{
    QFETCH(qlonglong, value);
    QTEST(bytesOf(formatGrouped(value)), "expected");
}

void TestUnits::whole_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected"); // "-" = refused
    const auto row = [](const char* text, const char* expected) {
        QTest::addRow("\"%s\"", text) << QByteArray(text) << QByteArray(expected);
    };
    row("2048", "2048");
    row(" 2048\t", "2048");
    row("+7", "7");
    row("-3", "-3");
    row("0", "0");
    row("000", "0");
    row("0.0", "0");
    row("007", "7");
    row("4.0", "4");
    row("4.", "4");
    row(".5k", "500");
    row("2k", "2000");
    row("2K", "2000");
    row("2 k", "2000");
    row("2Ki", "2048");
    row("1Mi", "1048576");
    row("1mi", "1048576");
    row("1Gi", "1073741824");
    row("1Ti", "1099511627776");
    row("1G", "1000000000");
    row("1T", "1000000000000");
    row("0.5Ki", "512");
    row("0.0009765625Ki", "1");
    row("1.5k", "1500");
    row("6.4e9", "6400000000");
    row("6.4E+9", "6400000000");
    row("1200e-2", "12");
    row("1e-3k", "1");
    row("1_000", "1000");
    row("1_000_000", "1000000");
    row("9223372036854775807", "9223372036854775807");
    row("0.000000000000000000000000000001e30", "1");
    row("100000000000000000000e-20", "1");
    for (const char* refused : { "", " ", "k", "-", "+", ".", "e5", "1e", "1e+", "1.5", "0.5", "1e-1", "0.1Ki", "abc",
             "1x", "12 34", "1,000", "_1", "1_", "1__0", "1_.5", "0x10", "NaN", "nan", "inf", "Infinity", "--1", "+-1",
             "1kk", "1kib", "2B", "9223372036854775808", "-9223372036854775809", "18446744073709551615", "1e19",
             "1e308", "1e400", "1e99999999999999999999", "9007199254740993Ki", "10000000T", "\xD9\xA3" }) {
        row(refused, "-");
    }
    QTest::addRow("two thousand digits") << QByteArray(2000, '1') << QByteArray("-");
    QTest::addRow("NUL") << QByteArray("1\0", 2) << QByteArray("-");
}

void TestUnits::whole()
{
    QFETCH(QByteArray, text);
    QTEST(numberText(parseWhole(viewOf(text))), "expected");
}

void TestUnits::bytes_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* text, const char* expected) {
        QTest::addRow("\"%s\"", text) << QByteArray(text) << QByteArray(expected);
    };
    row("80GiB", "85899345920");
    row("80 GiB", "85899345920");
    row("80gib", "85899345920");
    row("80Gi", "85899345920");
    row("85899345920", "85899345920");
    row("85899345920B", "85899345920");
    row("24576MiB", "25769803776");
    row("80GB", "80000000000");
    row("80G", "80000000000");
    row("80.25GiB", "86167781376");
    row("0.5GiB", "536870912");
    row("1KiB", "1024");
    row("1TiB", "1099511627776");
    row("0", "0");
    row("-1GiB", "-1073741824");
    row("8388607TiB", "9223370937343148032");
    for (const char* refused : { "", "GiB", "B", "0.3GiB", "1.5B", "80GiBB", "80iB", "80 G iB", "80PiB", "8388608TiB",
             "9223372036854775808", "1e300GiB", "80GiB free", "NaN GiB" }) {
        row(refused, "-");
    }
}

void TestUnits::bytes()
{
    QFETCH(QByteArray, text);
    QTEST(numberText(parseBytes(viewOf(text))), "expected");
}

void TestUnits::nearest_data()
{
    QTest::addColumn<QByteArray>("typed");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* typed, const char* expected) {
        QTest::addRow("\"%s\"", typed) << QByteArray(typed) << QByteArray(expected);
    };
    row("model.layrs", "model.layers");
    row("MODEL.LAYERS", "model.layers");
    row("modle.layers", "model.layers");
    row("layers", "model.layers");
    row("layres", "model.layers");
    row("llama2", "llama2-7b, llama2-13b");
    row("lama2-7b", "llama2-7b");
    row("quicksort", "");
    row("x", "");
    row("", "");
}

void TestUnits::nearest()
{
    QFETCH(QByteArray, typed);
    constexpr std::array<std::string_view, 5> names { "model.layers", "model.heads", "llama2-7b", "llama2-13b", "k" };
    QTEST(bytesOf(join(nearestNames(viewOf(typed), names))), "expected");
}

void TestUnits::nearestIsLimited()
{
    constexpr std::array<std::string_view, 5> names { "abcd1", "abcd2", "abcd3", "abcd4", "abcd" };
    QCOMPARE(join(nearestNames("abcde", names)), "abcd1, abcd2, abcd3");
    QCOMPARE(join(nearestNames("abcde", names, 1)), "abcd1");
    QCOMPARE(join(nearestNames("ABCD", names)), "abcd");
    QVERIFY(nearestNames(std::string(1'000'000, 'a'), names).empty());
}

void TestUnits::quotes_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const QByteArray& text, const char* expected) {
        QTest::addRow("%s", name) << text << QByteArray(expected);
    };
    row("empty", "", "\"\"");
    row("plain", "1.5", "\"1.5\"");
    row("umlaut", "\xC3\xA4", "\"\xC3\xA4\"");
    row("line break", "a\nb",
        "\"a\xEF\xBF\xBD"
        "b\"");
    row("escape", "\x1B[31m", "\"\xEF\xBF\xBD[31m\"");
    row("NUL", QByteArray("a\0b", 3),
        "\"a\xEF\xBF\xBD"
        "b\"");
    row("broken UTF-8", "a\xFF", "\"a\xEF\xBF\xBD\"");
    row("cut-off UTF-8", "\xC3", "\"\xEF\xBF\xBD\"");
    row("overlong", "\xC0\x80", "\"\xEF\xBF\xBD\xEF\xBF\xBD\"");
    row("right-to-left override",
        "\xE2\x80\xAE"
        "abc",
        "\"\xEF\xBF\xBD"
        "abc\"");
    row("long", QByteArray(61, 'x'), "\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...\"");
    row("as long as it may be", QByteArray(60, 'x'),
        "\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"");
}

void TestUnits::quotes()
{
    QFETCH(QByteArray, text);
    QTEST(bytesOf(quoted(viewOf(text))), "expected");
}

void TestUnits::plainLengths()
{
    QCOMPARE(plainLength(""), std::optional<std::size_t>(0));
    QCOMPARE(plainLength("abc"), std::optional<std::size_t>(3));
    QCOMPARE(plainLength("\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80"), std::optional<std::size_t>(3));
    for (const char* broken :
        { "a\tb", "\x7F", "\xC2\x80", "\xFF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xE2\x82", "\xEF\xBB\xBF" }) {
        QVERIFY2(!plainLength(broken), broken);
    }
}

void TestUnits::joinsAndTrims()
{
    constexpr std::array<std::string_view, 3> parts { "a", "b", "c" };
    QCOMPARE(join(parts), "a, b, c");
    QCOMPARE(join(parts, "+"), "a+b+c");
    QCOMPARE(join(std::span<const std::string_view>()), "");
    QCOMPARE(trimmed(" \t a b\r\n"), std::string_view("a b"));
    QCOMPARE(trimmed(" \n"), std::string_view(""));
}

void TestUnits::checkedRemembersOverflow()
{
    QCOMPARE((Checked(6) * 7 + 1 - 3).value(), std::optional<std::int64_t>(40));
    QVERIFY(!(Checked(kMax) + 1).ok());
    QVERIFY(!(Checked(kMin) - 1).ok());
    QVERIFY(!(Checked(kMax) * 2 - kMax).value());
    QVERIFY(!(Checked(1) + Checked(kMax) * 2).ok());
}

QTEST_APPLESS_MAIN(TestUnits)
#include "tst_units.moc"
