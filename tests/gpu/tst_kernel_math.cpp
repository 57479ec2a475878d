// SPDX-License-Identifier: MIT
#include "gpu/kernels/activation.h"
#include "gpu/kernels/bf16.h"
#include "gpu/kernels/math.h"

#include <QtTest>

#include <cmath>
#include <limits>
#include <random>

using namespace sublinear;

namespace {

template <class Real> constexpr Real kInfinity = std::numeric_limits<Real>::infinity();
template <class Real> constexpr Real kNaN = std::numeric_limits<Real>::quiet_NaN();

// How many units in the last place of the exact value lie between; infinite for what must be equal
// (NaN, infinities) and is not.
template <class Real, class Exact> double ulps(Real value, Exact exact)
{
    const auto rounded = static_cast<Real>(exact);
    if (std::isnan(rounded) || std::isnan(value)) {
        return std::isnan(rounded) && std::isnan(value) ? 0.0 : kInfinity<double>;
    }
    if (std::isinf(rounded) || std::isinf(value)) {
        return rounded == value ? 0.0 : kInfinity<double>;
    }
    int exponent = 0;
    std::frexp(rounded, &exponent);
    const int last = std::max(exponent - std::numeric_limits<Real>::digits,
        std::numeric_limits<Real>::min_exponent - std::numeric_limits<Real>::digits);
    return static_cast<double>(std::abs((static_cast<Exact>(value) - exact) / std::ldexp(Exact { 1 }, last)));
}

// The largest error over every 997th of all bit patterns: all exponents, both signs, subnormal
// numbers, infinities, NaN.
template <class Own, class Exact> double worstSingle(const Own& own, const Exact& exact)
{
    double worst = 0.0;
    for (std::uint64_t bits = 0; bits < (std::uint64_t { 1 } << 32U); bits += 997) {
        const auto x = kernels::bitCast<float>(static_cast<std::uint32_t>(bits));
        worst = std::max(worst, ulps(own(x), exact(static_cast<double>(x))));
    }
    return worst;
}

template <class Own, class Exact> double worstDouble(const Own& own, const Exact& exact, double lowest, double highest)
{
    double worst = 0.0;
    std::mt19937_64 draw(1);
    std::uniform_real_distribution<double> range(lowest, highest);
    for (int i = 0; i < 500000; ++i) {
        for (const double x : { kernels::bitCast<double>(draw()), range(draw) }) {
            worst = std::max(worst, ulps(own(x), exact(static_cast<long double>(x))));
        }
    }
    return worst;
}

} // namespace

class TestKernelMath : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bf16RoundsToTheNearest();
    void bf16KeepsWhatItHas();
    void exponentialIsWithinAnUlp();
    void logarithmIsWithinAnUlp();
    void endsOfTheRange();
    void circlePointsAreOnTheCircle();
    void sigmoidKeepsItsDigits();
    void geluIsTheTanhForm();
    void slopesOfActivations();
    void theMeasureSeesAWrongDigit();
};

void TestKernelMath::exponentialIsWithinAnUlp()
{
    const auto single = [](float x) { return kernels::exponential(x); };
    QCOMPARE_LT(worstSingle(single, [](double x) { return std::exp(x); }), 1.0);
    const auto wide = [](double x) { return kernels::exponential(x); };
    QCOMPARE_LT(worstDouble(
                    wide, [](long double x) { return std::exp(x); }, -750.0, 712.0),
        1.0);
}

void TestKernelMath::logarithmIsWithinAnUlp()
{
    const auto single = [](float x) { return kernels::logarithm(x); };
    QCOMPARE_LT(worstSingle(single, [](double x) { return std::log(x); }), 1.0);
    const auto wide = [](double x) { return kernels::logarithm(x); };
    QCOMPARE_LT(worstDouble(
                    wide, [](long double x) { return std::log(x); }, 0.5, 2.0),
        1.0);
}

void TestKernelMath::endsOfTheRange()
{
    QCOMPARE(kernels::exponential(0.0F), 1.0F);
    QCOMPARE(kernels::exponential(-kInfinity<float>), 0.0F);
    QCOMPARE(kernels::exponential(kInfinity<float>), kInfinity<float>);
    QCOMPARE(kernels::exponential(-1e30), 0.0);
    QVERIFY(std::isnan(kernels::exponential(kNaN<double>)));
    QCOMPARE(kernels::exponential(-103.2F), std::numeric_limits<float>::denorm_min());
    QCOMPARE(kernels::logarithm(1.0F), 0.0F);
    QCOMPARE(kernels::logarithm(0.0F), -kInfinity<float>);
    QCOMPARE(kernels::logarithm(-0.0), -kInfinity<double>);
    QCOMPARE(kernels::logarithm(kInfinity<double>), kInfinity<double>);
    QVERIFY(std::isnan(kernels::logarithm(-1.0F)));
    QVERIFY(std::isnan(kernels::logarithm(kNaN<float>)));
}

void TestKernelMath::circlePointsAreOnTheCircle()
{
    const long double circle = 8.0L * std::atan(1.0L);
    double single = 0.0;
    double wide = 0.0;
    for (int i = -200000; i <= 200000; ++i) {
        const double turns = i * 1.23456789e-5;
        const auto narrow = static_cast<float>(turns);
        const auto point = kernels::circlePoint(narrow);
        const auto exact = static_cast<double>(narrow * circle);
        single = std::max({ single, std::abs(point.sine - std::sin(exact)), std::abs(point.cosine - std::cos(exact)) });
        const auto widePoint = kernels::circlePoint(turns);
        const long double angle = turns * circle;
        wide = std::max({ wide, static_cast<double>(std::abs(widePoint.sine - std::sin(angle))),
            static_cast<double>(std::abs(widePoint.cosine - std::cos(angle))) });
    }
    QCOMPARE_LT(single, 1.2e-7);
    QCOMPARE_LT(wide, 2.5e-16);
    QCOMPARE(kernels::circlePoint(0.25).sine, 1.0);
    QCOMPARE(kernels::circlePoint(0.25).cosine, 0.0);
    QCOMPARE(kernels::circlePoint(-0.5F).cosine, -1.0F);
}

void TestKernelMath::sigmoidKeepsItsDigits()
{
    double worst = 0.0;
    for (int i = -8000; i <= 8000; ++i) {
        const float x = static_cast<float>(i) * 0.01F;
        worst = std::max(worst, ulps(kernels::sigmoid(x), 1.0 / (1.0 + std::exp(-static_cast<double>(x)))));
    }
    QCOMPARE_LT(worst, 3.0);
    QCOMPARE(kernels::sigmoid(-kInfinity<float>), 0.0F);
    QCOMPARE(kernels::sigmoid(kInfinity<float>), 1.0F);
}

// x/2 (1 + tanh(...)), which is up to 5e-4 off the exact form with erf.
void TestKernelMath::geluIsTheTanhForm()
{
    double fromTanh = 0.0;
    double fromErf = 0.0;
    for (int i = -12000; i <= 12000; ++i) {
        const double x = i * 1e-3;
        const double u = std::sqrt(2.0 / std::acos(-1.0)) * (x + 0.044715 * x * x * x);
        const double own = kernels::gelu(x);
        fromTanh = std::max(fromTanh, std::abs(own - 0.5 * x * (1.0 + std::tanh(u))));
        fromErf = std::max(fromErf, std::abs(own - 0.5 * x * (1.0 + std::erf(x / std::sqrt(2.0)))));
    }
    QCOMPARE_LT(fromTanh, 1e-14);
    QCOMPARE_GT(fromErf, 1e-4);
    QCOMPARE_LT(fromErf, 1e-3);
    QCOMPARE(kernels::gelu(-kInfinity<float>), 0.0F);
    QCOMPARE(kernels::gelu(kInfinity<float>), kInfinity<float>);
    QCOMPARE(kernels::gelu(1e30F), 1e30F);
    QVERIFY(std::isnan(kernels::gelu(kNaN<float>)));
}

void TestKernelMath::slopesOfActivations()
{
    for (int i = -1200; i <= 1200; ++i) {
        const double x = i * 1e-2 + 1e-3;
        constexpr double step = 1e-5;
        const double gelu = (kernels::gelu(x + step) - kernels::gelu(x - step)) / (2 * step);
        const double silu = (kernels::silu(x + step) - kernels::silu(x - step)) / (2 * step);
        QCOMPARE_LT(std::abs(kernels::geluSlope(x) - gelu), 1e-8);
        QCOMPARE_LT(std::abs(kernels::siluSlope(x) - silu), 1e-8);
    }
    QCOMPARE(kernels::geluSlope(1e30F), 1.0F);
    QCOMPARE(kernels::geluSlope(-1e30F), 0.0F);
    QVERIFY(std::isnan(kernels::geluSlope(kNaN<double>)));
}

void TestKernelMath::theMeasureSeesAWrongDigit()
{
    const float one = std::nextafter(std::nextafter(1.0F, 2.0F), 2.0F);
    QCOMPARE_GE(ulps(one, 1.0), 2.0);
    QVERIFY(std::isinf(ulps(kNaN<float>, 1.0)));
    QVERIFY(std::isinf(ulps(1.0F, kNaN<double>)));
    QVERIFY(std::isinf(ulps(kInfinity<float>, 1.0)));
    QCOMPARE_GE(
        worstSingle([](float x) { return std::exp(x) * 1.000001F; }, [](double x) { return std::exp(x); }), 4.0);
}

// Against the two neighbours in double precision: the nearer one, of two as near the one whose last bit is 0.
void TestKernelMath::bf16RoundsToTheNearest()
{
    using kernels::Bf16;
    int ties = 0;
    for (std::uint64_t bits = 0; bits < (std::uint64_t { 1 } << 32U); bits += 1024) {
        for (const std::uint64_t near : { bits, bits + 1, bits + 1023 }) {
            const auto x = kernels::bitCast<float>(static_cast<std::uint32_t>(near));
            const Bf16 rounded = kernels::toBf16(x);
            if (std::isnan(x)) {
                QVERIFY(std::isnan(static_cast<float>(rounded)));
                continue;
            }
            const Bf16 below { static_cast<std::uint16_t>(near >> 16U) }; // nearer to zero
            const Bf16 above { static_cast<std::uint16_t>((near >> 16U) + 1U) };
            if (std::isinf(x)
                || std::isinf(static_cast<float>(above))) { // beyond the largest but half a step: infinite
                const bool up = std::isinf(x) || (near & 0xFFFFU) >= 0x8000U;
                QCOMPARE(rounded.bits, std::isinf(x) || !up ? below.bits : above.bits);
                continue;
            }
            const double down = std::abs(static_cast<double>(x) - static_cast<double>(static_cast<float>(below)));
            const double up = std::abs(static_cast<double>(static_cast<float>(above)) - static_cast<double>(x));
            ties += down == up ? 1 : 0;
            const bool takesBelow = down < up || (down == up && below.bits % 2 == 0);
            QCOMPARE(rounded.bits, takesBelow ? below.bits : above.bits);
        }
    }
    QVERIFY(ties > 1000);
}

void TestKernelMath::bf16KeepsWhatItHas()
{
    for (std::uint32_t bits = 0; bits < 65536; ++bits) {
        const kernels::Bf16 value { static_cast<std::uint16_t>(bits) };
        const auto wide = static_cast<float>(value);
        if (std::isnan(wide)) {
            QVERIFY(std::isnan(static_cast<float>(kernels::toBf16(wide))));
        } else {
            QCOMPARE(kernels::toBf16(wide).bits, value.bits);
        }
    }
    QCOMPARE(kernels::toBf16(1.0F).bits, std::uint16_t { 0x3F80 });
    QCOMPARE(static_cast<float>(kernels::toBf16(-2.0F)), -2.0F);
    // a NaN whose set bits are all in the half that is cut off
    QVERIFY(std::isnan(static_cast<float>(kernels::toBf16(kernels::bitCast<float>(std::uint32_t { 0x7F800001 })))));
}

QTEST_APPLESS_MAIN(TestKernelMath)
#include "tst_kernel_math.moc"
