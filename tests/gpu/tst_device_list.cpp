// SPDX-License-Identifier: MIT
#include "core/base/units.h"
#include "gpu/device/device_list.h"
#include "support/fake_cuda.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

const CpuDevice known { "Fast CPU 9000", 16, 24 * kGiB };
const CpuDevice unknownMemory { "CPU", 1, std::nullopt };

CudaDevices noCuda(const std::string& reason)
{
    CudaDevices none;
    none.reason = reason;
    return none;
}

CudaDevices fakeDevices(int count)
{
    FakeCuda cuda;
    FakeNvml nvml;
    for (int i = 0; i < count; ++i) {
        cuda.devices.push_back(fakeDevice(i));
        nvml.states[fakeDevice(i).pciBusId] = { 80 * kGiB, (79 - i) * kGiB, std::nullopt, 0, std::nullopt };
    }
    nvml.states.erase(fakeDevice(3).pciBusId);
    return cudaDevices(cuda, &nvml);
}

QJsonObject documentOf(const CpuDevice& cpu, const CudaDevices& cuda)
{
    return QJsonDocument::fromJson(QByteArray::fromStdString(deviceJson(cpu, cuda))).object();
}

QJsonObject deviceOf(const CpuDevice& cpu, const CudaDevices& cuda, int index = 0)
{
    return documentOf(cpu, cuda).value("devices").toArray().at(index).toObject();
}

} // namespace

class TestDeviceList : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void table();
    void tableOfSeveral();
    void json();
    void jsonOfSeveral();
    void unknownIsNull();
    void brokenNameStaysJson();
};

void TestDeviceList::table()
{
    QCOMPARE(QString::fromStdString(deviceTable(known, noCuda("the driver is too old: cudaErrorFake (35)"))),
        "device  threads  memory     free  capability  name\n"
        "cpu     16       24.00 GiB  -     -           Fast CPU 9000\n"
        "cuda    -        -          -     -           none: the driver is too old: cudaErrorFake (35)\n");
    QCOMPARE(QString::fromStdString(deviceTable(unknownMemory, fakeDevices(1))),
        "device  threads  memory     free       capability  name\n"
        "cpu     1        unknown    -          -           CPU\n"
        "cuda:0  -        80.00 GiB  79.00 GiB  9.0         Fake GPU 0\n");
}

void TestDeviceList::tableOfSeveral()
{
    QCOMPARE(QString::fromStdString(deviceTable(known, fakeDevices(4))),
        "device  threads  memory     free       capability  name\n"
        "cpu     16       24.00 GiB  -          -           Fast CPU 9000\n"
        "cuda:0  -        80.00 GiB  79.00 GiB  9.0         Fake GPU 0\n"
        "cuda:1  -        80.00 GiB  78.00 GiB  9.1         Fake GPU 1\n"
        "cuda:2  -        80.00 GiB  77.00 GiB  9.2         Fake GPU 2\n"
        "cuda:3  -        80.00 GiB  unknown    9.3         Fake GPU 3\n");
}

void TestDeviceList::json()
{
    const QJsonObject device = deviceOf(known, noCuda("no module"));
    QCOMPARE(device.value("id").toString(), "cpu");
    QCOMPARE(device.value("kind").toString(), "cpu");
    QCOMPARE(device.value("name").toString(), "Fast CPU 9000");
    QCOMPARE(device.value("threads").toInteger(), 16);
    QCOMPARE(device.value("memory_bytes").toInteger(), qint64 { 25769803776 });
    const QJsonObject cuda = documentOf(known, noCuda("no module")).value("cuda").toObject();
    QCOMPARE(cuda.value("reason").toString(), "no module");
    QVERIFY(cuda.value("driver").isNull());
}

void TestDeviceList::jsonOfSeveral()
{
    const CudaDevices four = fakeDevices(4);
    QCOMPARE(documentOf(known, four).value("devices").toArray().size(), 5);
    const QJsonObject device = deviceOf(known, four, 2);
    QCOMPARE(device.value("id").toString(), "cuda:1");
    QCOMPARE(device.value("kind").toString(), "cuda");
    QCOMPARE(device.value("name").toString(), "Fake GPU 1");
    QCOMPARE(device.value("capability").toString(), "9.1");
    QCOMPARE(device.value("multiprocessors").toInteger(), 132);
    QCOMPARE(device.value("memory_bytes").toInteger(), qint64 { 85899345920 });
    QCOMPARE(device.value("free_bytes").toInteger(), qint64 { 83751862272 });
    QVERIFY(deviceOf(known, four, 4).value("free_bytes").isNull());
    const QJsonObject cuda = documentOf(known, four).value("cuda").toObject();
    QCOMPARE(cuda.value("driver").toString(), "580.65.06, CUDA 13.0");
    QVERIFY(cuda.value("reason").isNull());
}

void TestDeviceList::unknownIsNull()
{
    const QJsonObject device = deviceOf(unknownMemory, noCuda("none"));
    QVERIFY(device.contains("memory_bytes"));
    QVERIFY(device.value("memory_bytes").isNull());
}

void TestDeviceList::brokenNameStaysJson()
{
    QCOMPARE(deviceOf({ "bad \xff name", 2, kGiB }, noCuda("none")).value("name").toString(),
        QString::fromUtf8("bad \xEF\xBF\xBD name"));
}

QTEST_APPLESS_MAIN(TestDeviceList)
#include "tst_device_list.moc"
