// SPDX-License-Identifier: MIT
#include "gpu/device/device_list.h"

#include "core/base/units.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

using namespace sublinear;

namespace {

const CpuDevice known { "Fast CPU 9000", 16, 24 * kGiB };
const CpuDevice unknownMemory { "CPU", 1, std::nullopt };

QJsonObject onlyDevice(const CpuDevice& cpu)
{
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(deviceJson(cpu)));
    const QJsonArray devices = document.object().value("devices").toArray();
    return devices.size() == 1 ? devices.at(0).toObject() : QJsonObject();
}

} // namespace

class TestDeviceList : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void table();
    void json();
    void unknownIsNull();
    void brokenNameStaysJson();
};

void TestDeviceList::table()
{
    QCOMPARE(QString::fromStdString(deviceTable(known)),
        "device  threads  memory     name\n"
        "cpu     16       24.00 GiB  Fast CPU 9000\n");
    QCOMPARE(QString::fromStdString(deviceTable(unknownMemory)),
        "device  threads  memory   name\n"
        "cpu     1        unknown  CPU\n");
}

void TestDeviceList::json()
{
    const QJsonObject device = onlyDevice(known);
    QCOMPARE(device.value("id").toString(), "cpu");
    QCOMPARE(device.value("kind").toString(), "cpu");
    QCOMPARE(device.value("name").toString(), "Fast CPU 9000");
    QCOMPARE(device.value("threads").toInteger(), 16);
    QCOMPARE(device.value("memory_bytes").toInteger(), qint64 { 25769803776 });
}

void TestDeviceList::unknownIsNull()
{
    const QJsonObject device = onlyDevice(unknownMemory);
    QVERIFY(device.contains("memory_bytes"));
    QVERIFY(device.value("memory_bytes").isNull());
}

void TestDeviceList::brokenNameStaysJson()
{
    QCOMPARE(
        onlyDevice({ "bad \xff name", 2, kGiB }).value("name").toString(), QString::fromUtf8("bad \xEF\xBF\xBD name"));
}

QTEST_APPLESS_MAIN(TestDeviceList)
#include "tst_device_list.moc"
