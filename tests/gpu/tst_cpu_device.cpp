// SPDX-License-Identifier: MIT
#include "gpu/device/cpu.h"

#include "core/base/units.h"

#include <QtTest>

using namespace sublinear;

class TestCpuDevice : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsName_data();
    void readsName();
    void readsMemory_data();
    void readsMemory();
    void hostIsReal();
};

void TestCpuDevice::readsName_data()
{
    QTest::addColumn<QByteArray>("cpuinfo");
    QTest::addColumn<QByteArray>("name");

    QTest::addRow("first of two") << QByteArray("processor\t: 0\nmodel name\t: Intel(R) Xeon(R) @ 2.20GHz\n"
                                                "processor\t: 1\nmodel name\t: other\n")
                                  << QByteArray("Intel(R) Xeon(R) @ 2.20GHz");
    QTest::addRow("no newline at the end") << QByteArray("model name : A: B") << QByteArray("A: B");
    QTest::addRow("arm has no model name") << QByteArray("processor\t: 0\nBogoMIPS\t: 50.00\n") << QByteArray("CPU");
    QTest::addRow("empty name") << QByteArray("model name\t:\n") << QByteArray("CPU");
    QTest::addRow("nothing to read") << QByteArray() << QByteArray("CPU");
}

void TestCpuDevice::readsName()
{
    QFETCH(QByteArray, cpuinfo);
    QFETCH(QByteArray, name);
    QCOMPARE(QByteArray::fromStdString(cpuName(cpuinfo.toStdString())), name);
}

void TestCpuDevice::readsMemory_data()
{
    QTest::addColumn<QByteArray>("meminfo");
    QTest::addColumn<qint64>("bytes"); // -1: not known

    QTest::addRow("24 GiB") << QByteArray("MemTotal:       25165824 kB\nMemFree:        100 kB\n")
                            << qint64 { 24 * kGiB };
    QTest::addRow("not first") << QByteArray("HugePages: 0\nMemTotal: 1 kB") << qint64 { 1024 };
    QTest::addRow("a longer key is another") << QByteArray("MemTotalSwap: 7 kB\n") << qint64 { -1 };
    QTest::addRow("another unit") << QByteArray("MemTotal: 12 MB\n") << qint64 { -1 };
    QTest::addRow("no number") << QByteArray("MemTotal: much kB\n") << qint64 { -1 };
    QTest::addRow("zero") << QByteArray("MemTotal: 0 kB\n") << qint64 { -1 };
    QTest::addRow("over 64 bits as bytes") << QByteArray("MemTotal: 9223372036854775807 kB\n") << qint64 { -1 };
    QTest::addRow("nothing to read") << QByteArray() << qint64 { -1 };
}

void TestCpuDevice::readsMemory()
{
    QFETCH(QByteArray, meminfo);
    QFETCH(qint64, bytes);
    QCOMPARE(qint64 { totalMemory(meminfo.toStdString()).value_or(-1) }, bytes);
}

void TestCpuDevice::hostIsReal()
{
    const CpuDevice host = hostCpu();
    QVERIFY(!host.name.empty());
    QVERIFY(host.threads >= 1);
    QVERIFY(host.memory.has_value());
    QVERIFY2(*host.memory > 64 * kMiB, "a machine that builds this has more");
}

QTEST_APPLESS_MAIN(TestCpuDevice)
#include "tst_cpu_device.moc"
