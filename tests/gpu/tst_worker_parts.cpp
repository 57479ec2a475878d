// SPDX-License-Identifier: MIT
// The worker's small parts: arrays as numpy reads them, free memory as the system tells it.
#include "core/base/units.h"
#include "gpu/device/memory.h"
#include "gpu/measure/machine_load.h"
#include "gpu/selftest/check.h"
#include "gpu/sweep/npy.h"

#include <QtTest>

#include <cstring>
#include <stdexcept>

using namespace sublinear;

class TestWorkerParts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void npyHeader_data();
    void npyHeader();
    void npyData();
    void memoryFields_data();
    void memoryFields();
    void groupLimits_data();
    void groupLimits();
    void shortageNamesWhoHoldsIt();
    void hostHasMemory();
    void coresThatAreBusy_data();
    void coresThatAreBusy();
    void threadsThatWait();
    void disturbances_data();
    void disturbances();
    void hostCountsItsLoad();
    void selfTestCounts();
    void selfTestShowsFigures();
};

void TestWorkerParts::npyHeader_data()
{
    QTest::addColumn<int>("type");
    QTest::addColumn<bool>("isDouble");
    QTest::addColumn<QList<int>>("extents");
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char* name, ElementType type, bool isDouble, const QList<int>& extents,
                         const char* text) {
        QTest::addRow("%s", name) << static_cast<int>(type) << isDouble << extents << QByteArray(text);
    };
    row("matrix", ElementType::Fp32, false, { 2, 3 }, "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }");
    row("vector", ElementType::Fp32, true, { 5 }, "{'descr': '<f8', 'fortran_order': False, 'shape': (5,), }");
    row("four axes", ElementType::Byte, false, { 1, 2, 3, 4 },
        "{'descr': '|u1', 'fortran_order': False, 'shape': (1, 2, 3, 4), }");
    row("tokens", ElementType::Int32, false, { 7 }, "{'descr': '<i4', 'fortran_order': False, 'shape': (7,), }");
    row("number", ElementType::Fp32, true, {}, "{'descr': '<f8', 'fortran_order': False, 'shape': (), }");
}

// numpy's format, version 1.0: magic, version, length of the header, the header padded with
// spaces to a multiple of 64 and ended by a newline.
void TestWorkerParts::npyHeader()
{
    QFETCH(int, type);
    QFETCH(bool, isDouble);
    QFETCH(QList<int>, extents);
    QFETCH(QByteArray, text);
    NamedTensor tensor;
    tensor.type = static_cast<ElementType>(type);
    tensor.isDouble = isDouble;
    for (const int extent : extents) {
        tensor.shape.extents[tensor.shape.rank++] = extent;
    }
    const QByteArray content = QByteArray::fromStdString(npyContent(tensor));
    QCOMPARE(content.left(8), QByteArray("\x93NUMPY\x01\x00", 8));
    const int length = static_cast<unsigned char>(content[8]) + 256 * static_cast<unsigned char>(content[9]);
    QCOMPARE(content.size(), 10 + length);
    QCOMPARE(content.size() % 64, 0);
    QVERIFY(content.endsWith('\n'));
    QCOMPARE(content.mid(10).trimmed(), text);
}

void TestWorkerParts::npyData()
{
    NamedTensor tensor;
    tensor.shape = { 2 };
    const std::array<float, 2> values { 1.5F, -2.0F };
    tensor.bytes.resize(sizeof values);
    std::memcpy(tensor.bytes.data(), values.data(), sizeof values);
    const std::string content = npyContent(tensor);
    QCOMPARE(content.size() % 64, sizeof values);
    std::array<float, 2> read {};
    std::memcpy(read.data(), content.data() + content.size() - sizeof read, sizeof read);
    QVERIFY(read == values);
    double number = 0;
    const std::string scalar = npyScalar(0.1);
    std::memcpy(&number, scalar.data() + scalar.size() - sizeof number, sizeof number);
    QVERIFY(number == 0.1);
}

void TestWorkerParts::memoryFields_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<qint64>("bytes");
    QTest::addRow("there") << QByteArray("A: 1 kB\nMemAvailable:   12 kB\n") << qint64 { 12 * 1024 };
    QTest::addRow("tab") << QByteArray("MemAvailable:\t 3 kB") << qint64 { 3072 };
    QTest::addRow("a longer key") << QByteArray("MemAvailableNot: 3 kB") << qint64 { -1 };
    QTest::addRow("other unit") << QByteArray("MemAvailable: 3 MB") << qint64 { -1 };
    QTest::addRow("negative") << QByteArray("MemAvailable: -3 kB") << qint64 { -1 };
    QTest::addRow("over 64 bits") << QByteArray("MemAvailable: 9223372036854775807 kB") << qint64 { -1 };
    QTest::addRow("nothing") << QByteArray() << qint64 { -1 };
}

void TestWorkerParts::memoryFields()
{
    QFETCH(QByteArray, text);
    QFETCH(qint64, bytes);
    QCOMPARE(qint64 { memoryField(text.toStdString(), "MemAvailable").value_or(-1) }, bytes);
}

void TestWorkerParts::groupLimits_data()
{
    QTest::addColumn<QByteArray>("limit");
    QTest::addColumn<QByteArray>("used");
    QTest::addColumn<qint64>("total");
    QTest::addColumn<qint64>("free");
    QTest::addRow("no limit") << QByteArray("max\n") << QByteArray("5\n") << qint64 { 100 } << qint64 { 60 };
    QTest::addRow("no group") << QByteArray() << QByteArray() << qint64 { 100 } << qint64 { 60 };
    QTest::addRow("over the machine") << QByteArray("1000") << QByteArray("5") << qint64 { 100 } << qint64 { 60 };
    QTest::addRow("limit") << QByteArray("50\n") << QByteArray("20\n") << qint64 { 50 } << qint64 { 30 };
    QTest::addRow("machine has less free") << QByteArray("90\n") << QByteArray("2\n") << qint64 { 90 } << qint64 { 60 };
    QTest::addRow("full") << QByteArray("50\n") << QByteArray("70\n") << qint64 { 50 } << qint64 { 0 };
}

void TestWorkerParts::groupLimits()
{
    QFETCH(QByteArray, limit);
    QFETCH(QByteArray, used);
    QFETCH(qint64, total);
    QFETCH(qint64, free);
    const FreeMemory memory = withinGroup({ 100, 60, 1 }, limit.toStdString(), used.toStdString());
    QCOMPARE(qint64 { memory.total }, total);
    QCOMPARE(qint64 { memory.free }, free);
}

void TestWorkerParts::shortageNamesWhoHoldsIt()
{
    QCOMPARE(QString::fromStdString(shortageText(3 * kGiB, { 8 * kGiB, 2 * kGiB, kGiB })),
        QString("needs 3.00 GiB; 2.00 of 8.00 GiB are free, 1.00 are held by this process and 5.00 by others"));
}

void TestWorkerParts::hostHasMemory()
{
    const auto memory = freeMemory();
    QVERIFY(memory && memory->free > 0 && memory->free <= memory->total && memory->own > 0);
}

void TestWorkerParts::coresThatAreBusy_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<double>("seconds"); // of cores 0 and 2, by 100 ticks a second; -1: not known
    QTest::addRow("user, nice, system, irqs, steal")
        << QByteArray("cpu  9 9 9 9 9 9 9 9 9 9\ncpu0 100 20 3 7777 8888 40 5 600 11 22\nintr 5\n") << 7.68;
    QTest::addRow("others' cores") << QByteArray("cpu0 100 0 0 0\ncpu1 900 0 0 0\ncpu2 200 0 0 0\n") << 3.0;
    QTest::addRow("an old system has no steal") << QByteArray("cpu2 100 0 0 5 5 0 1") << 1.01;
    QTest::addRow("none of them") << QByteArray("cpu 5 5 5 5\ncpu1 900 0 0 0\n") << -1.0;
    QTest::addRow("no numbers") << QByteArray("cpu0 many 0 0 0\n") << -1.0;
    QTest::addRow("nothing") << QByteArray() << -1.0;
}

void TestWorkerParts::coresThatAreBusy()
{
    QFETCH(QByteArray, text);
    QFETCH(double, seconds);
    const auto busy = busyNanoseconds(text.toStdString(), 100, [](Count core) { return core == 0 || core == 2; });
    QCOMPARE(busy ? *busy / 1e9 : -1.0, seconds);
}

void TestWorkerParts::threadsThatWait()
{
    QCOMPARE(waitedNanoseconds("153879 7665991 2\n"), 7665991.0);
    QVERIFY(!waitedNanoseconds("153879") && !waitedNanoseconds("") && !waitedNanoseconds("1 -2 3"));
}

void TestWorkerParts::disturbances_data()
{
    QTest::addColumn<double>("waited"); // seconds within one, of two threads; -1: the system does not say
    QTest::addColumn<double>("busy"); // of four cores, its own two seconds included
    QTest::addColumn<int>("threads");
    QTest::addColumn<QByteArray>("said");
    QTest::addRow("alone") << 0.0 << 2.0 << 2 << QByteArray();
    QTest::addRow("a little") << 0.09 << 2.1 << 2 << QByteArray();
    QTest::addRow("its cores were taken")
        << 0.5 << 3.0 << 2 << QByteArray("its threads waited 25 % of the time for others on their cores");
    QTest::addRow("others on cores that it does not need") << 0.0 << 3.9 << 2 << QByteArray();
    QTest::addRow("others on more than those")
        << 0.0 << 4.5 << 2 << QByteArray("others computed on 2.5 of 4 cores, of which the run needs 2");
    QTest::addRow("it needs all") << -1.0 << 2.8 << 4
                                  << QByteArray("others computed on 0.8 of 4 cores, of which the run needs 4");
    QTest::addRow("more threads than cores wait for each other") << 4.0 << 2.1 << 8 << QByteArray();
    QTest::addRow("nothing is known") << -1.0 << -1.0 << 2 << QByteArray();
}

void TestWorkerParts::disturbances()
{
    QFETCH(double, waited);
    QFETCH(double, busy);
    QFETCH(int, threads);
    QFETCH(QByteArray, said);
    MachineLoad before { 5e9, 7e9, 1e9, 3e9, 4 };
    MachineLoad after { 6e9, 9e9, 1e9 + 1e9 * waited, 3e9 + 1e9 * busy, 4 };
    if (waited < 0) {
        before.waitedNs.reset();
    }
    if (busy < 0) {
        after.busyNs.reset();
    }
    QCOMPARE(QByteArray::fromStdString(disturbance(before, after, threads)), said);
    QVERIFY(disturbance(before, before, threads).empty());
}

void TestWorkerParts::hostCountsItsLoad()
{
    const MachineLoad before = machineLoad();
    double sum = 0;
    for (int i = 1; i < 2'000'000; ++i) {
        sum += 1.0 / i;
    }
    const MachineLoad after = machineLoad();
    QVERIFY(sum > 1 && after.wallNs > before.wallNs && after.ownNs > before.ownNs && after.cores >= 1);
    QVERIFY(!before.busyNs || *after.busyNs >= *before.busyNs);
    QVERIFY(!before.waitedNs || *after.waitedNs >= 0);
}

// A self-test that could not fail would prove nothing.
void TestWorkerParts::selfTestCounts()
{
    ThreadPool pool(1);
    const std::vector<SelfCheck> checks {
        { "good", [](const SelfTestSetup&) { return passedIf(true, "1 = 1"); } },
        { "bad", [](const SelfTestSetup&) { return passedIf(false, "1 = 2"); } },
        { "thrown", [](const SelfTestSetup&) -> CheckOutcome { throw std::runtime_error("oh"); } },
        { "elsewhere", [](const SelfTestSetup&) { return notRun("no device"); } },
    };
    QStringList lines;
    const SelfTestCounts counts = runChecks(
        checks, { pool, false }, [&](std::string_view line) { lines << QString::fromStdString(std::string(line)); });
    QCOMPARE(lines,
        (QStringList {
            "ok       good: 1 = 1", "FAILED   bad: 1 = 2", "FAILED   thrown: oh", "not run  elsewhere: no device" }));
    QCOMPARE(QString::fromStdString(summaryLine(counts)), QString("self-test: 1 passed, 2 failed, 1 not run"));
}

// What is not asserted is shown: what placing costs, and how good a forecast of time is.
void TestWorkerParts::selfTestShowsFigures()
{
    ThreadPool pool(1);
    QStringList lines;
    std::vector<SelfCheck> checks;
    for (const SelfCheck& check : pointChecks()) {
        if (check.name == "sweep" || check.name == "meters and gradients: gpt2, fused attention") {
            checks.push_back(check);
        }
    }
    QCOMPARE(checks.size(), std::size_t { 2 });
    runChecks(
        checks, { pool, false }, [&](std::string_view line) { lines << QString::fromStdString(std::string(line)); });
    const QRegularExpression placed("^ok .*; placed at most [0-9,]+ bytes above what is alive at once$");
    QVERIFY2(placed.match(lines.at(0)).hasMatch(), qPrintable(lines.at(0)));
    const QRegularExpression foretold("^ok .*step times foretold from store_all's operations were off by up to "
                                      "[0-9]+\\.[0-9] %, which varies with the machine's load and is not judged$");
    QVERIFY2(foretold.match(lines.at(1)).hasMatch(), qPrintable(lines.at(1)));
}

QTEST_APPLESS_MAIN(TestWorkerParts)
#include "tst_worker_parts.moc"
