// SPDX-License-Identifier: MIT
#include "gpu/cuda/devices.h"
#include "gpu/cuda/module.h"
#include "gpu/device/choose_device.h"
#include "support/fake_cuda.h"

#include <QtTest>
#include <cstdlib>
#include <fstream>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

std::string devicesReason(CudaCode code)
{
    FakeCuda cuda;
    cuda.devices.push_back(fakeDevice(0));
    cuda.countCode = code;
    const CudaDevices found = cudaDevices(cuda, nullptr);
    return found.list.empty() ? found.reason : "there is a device";
}

CudaDevices fakeDevices(int count)
{
    FakeCuda cuda;
    for (int i = 0; i < count; ++i) {
        cuda.devices.push_back(fakeDevice(i));
    }
    return cudaDevices(cuda, nullptr);
}

} // namespace

class TestCudaDevice : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void classes_data();
    void classes();
    void texts();
    void reasons_data();
    void reasons();
    void noDriverHasNoVersion();
    void brokenDeviceLeavesTheOthers();
    void choice_data();
    void choice();
    void cpuAsksNoCuda();
    void moduleThatIsNotThere();
    void moduleThatIsNone();
    void nvmlThatIsNotThere();
    void disturbances_data();
    void disturbances();
};

void TestCudaDevice::classes_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<int>("failure");
    const auto row = [](int code, CudaFailure failure) {
        QTest::addRow("%d", code) << code << static_cast<int>(failure);
    };
    row(0, CudaFailure::None);
    for (const int code : { 3, 34, 35, 36, 46, 100, 101, 209, 222, 802, 803, 804, 9999 }) {
        row(code, CudaFailure::NoDevice);
    }
    row(2, CudaFailure::OutOfMemory);
    for (const int code : { 214, 700, 702, 709, 710, 714, 715, 716, 717, 718, 719, 999 }) {
        row(code, CudaFailure::Fault);
    }
    for (const int code : { 1, 11, 98, 400, 701, kCublasCodes + 7 }) {
        row(code, CudaFailure::Refused);
    }
}

void TestCudaDevice::classes()
{
    QFETCH(int, code);
    QFETCH(int, failure);
    QCOMPARE(static_cast<int>(classify(static_cast<CudaCode>(code))), failure);
}

void TestCudaDevice::texts()
{
    QCOMPARE(codeText(CudaCode::MemoryAllocation, "cudaErrorMemoryAllocation"), "cudaErrorMemoryAllocation (2)");
    QCOMPARE(codeText(static_cast<CudaCode>(1234), ""), "CUDA error (1234)");
    QCOMPARE(codeText(static_cast<CudaCode>(kCublasCodes + 7), "ignored"), "cuBLASLt status 7");
    QCOMPARE(cudaVersionText(12080), "12.8");
}

void TestCudaDevice::reasons_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("reason");
    QTest::addRow("no driver") << 35
                               << "the NVIDIA driver is missing, or older than this version of CUDA needs: "
                                  "cudaErrorFake (35)";
    QTest::addRow("no device") << 100 << "the NVIDIA driver sees no device: cudaErrorFake (100)";
    QTest::addRow("initialisation") << 3 << "CUDA could not be initialised: cudaErrorFake (3)";
    QTest::addRow("unknown") << 999 << "the devices could not be listed: cudaErrorFake (999)";
    QTest::addRow("none counted") << 0 << "there is a device";
}

void TestCudaDevice::reasons()
{
    QFETCH(int, code);
    QFETCH(QString, reason);
    QCOMPARE(QString::fromStdString(devicesReason(static_cast<CudaCode>(code))), reason);
}

void TestCudaDevice::noDriverHasNoVersion()
{
    FakeCuda cuda;
    FakeNvml nvml;
    cuda.driver = 0;
    cuda.countCode = CudaCode::InsufficientDriver;
    QCOMPARE(cudaDevices(cuda, &nvml).driver, "");
    cuda.driver = 12040;
    QCOMPARE(cudaDevices(cuda, &nvml).driver, "580.65.06, CUDA 12.4");
    QCOMPARE(cudaDevices(cuda, nullptr).driver, "CUDA 12.4");
    cuda.countCode = CudaCode::Success;
    QCOMPARE(cudaDevices(cuda, nullptr).reason, "the NVIDIA driver sees no device");
}

void TestCudaDevice::brokenDeviceLeavesTheOthers()
{
    FakeCuda cuda;
    for (int i = 0; i < 4; ++i) {
        cuda.devices.push_back(fakeDevice(i));
    }
    cuda.failAt("deviceInfo", 1, static_cast<CudaCode>(46));
    const CudaDevices found = cudaDevices(cuda, nullptr);
    QCOMPARE(found.list.size(), std::size_t { 3 });
    QCOMPARE(found.list[1].index, 2);
    QCOMPARE(found.reason, "cuda:1: every device is busy or reserved by another process: cudaErrorFake (46)");
}

void TestCudaDevice::choice_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("devices");
    QTest::addColumn<QString>("outcome");
    const QString none = "the NVIDIA driver sees no device";
    QTest::addRow("auto, none") << "auto" << 0 << "cpu: the CPU is used; no CUDA device: " + none;
    QTest::addRow("auto, four") << "auto" << 4 << "cuda 0";
    QTest::addRow("third of four") << "cuda:2" << 4 << "cuda 2";
    QTest::addRow("absent") << "cuda:0" << 0 << "no_device: --device: there is no cuda:0: " + none;
    QTest::addRow("beyond") << "cuda:4" << 2 << "no_device: --device: there is no cuda:4; there is cuda:0, cuda:1";
    for (const char* bad : { "gpu", "cuda", "cuda:", "cuda:-1", "cuda:0x", "cuda: 0", "CPU", "" }) {
        QTest::addRow("bad \"%s\"", bad)
            << bad << 4 << QString("device: --device: \"%1\"; accepted: auto, cpu, cuda:0, cuda:1, ...").arg(bad);
    }
}

void TestCudaDevice::choice()
{
    QFETCH(QString, text);
    QFETCH(int, devices);
    QFETCH(QString, outcome);
    const Result<DeviceChoice> chosen = chooseDevice(text.toStdString(), [devices] { return fakeDevices(devices); });
    const std::string said = !chosen ? chosen.error().field + ": " + chosen.error().message
        : chosen->cuda               ? "cuda " + std::to_string(chosen->cuda->index)
                                     : "cpu: " + chosen->note;
    QCOMPARE(QString::fromStdString(said), outcome);
}

void TestCudaDevice::cpuAsksNoCuda()
{
    bool asked = false;
    const auto devices = [&asked] {
        asked = true;
        return fakeDevices(1);
    };
    QVERIFY(chooseDevice("cpu", devices).ok());
    QVERIFY(!asked);
    QVERIFY(chooseDevice("auto", devices).ok());
    QVERIFY(asked);
}

void TestCudaDevice::moduleThatIsNotThere()
{
    const Result<CudaRuntime*> module = loadCudaModule({ "/nowhere/libsublinear-cuda.so" });
    QVERIFY(!module);
    QCOMPARE(module.error().message, "no CUDA module (libsublinear-cuda.so) beside the program: built without CUDA");
}

void TestCudaDevice::moduleThatIsNone()
{
    QTemporaryDir folder;
    const std::string path = folder.filePath("libsublinear-cuda.so").toStdString();
    std::ofstream(path) << "not a library";
    const Result<CudaRuntime*> module = loadCudaModule({ path });
    QVERIFY(!module);
    QVERIFY2(module.error().message.rfind("the CUDA module could not be loaded: " + path, 0) == 0,
        module.error().message.c_str());
    // a library that is not the module
    const Result<CudaRuntime*> other = loadCudaModule({ "/lib/x86_64-linux-gnu/libm.so.6", "" });
    if (QFile::exists("/lib/x86_64-linux-gnu/libm.so.6")) {
        QVERIFY(!other);
        QCOMPARE(other.error().message,
            "the CUDA module /lib/x86_64-linux-gnu/libm.so.6 is of another build than this program");
    }
}

void TestCudaDevice::nvmlThatIsNotThere()
{
    QVERIFY(loadNvml({ "libnvidia-ml-of-nobody.so.1" }) == nullptr);
    QVERIFY(loadNvml({ "libm.so.6" }) == nullptr); // there, and not NVML
}

void TestCudaDevice::disturbances_data()
{
    QTest::addColumn<int>("others");
    QTest::addColumn<quint64>("reasons");
    QTest::addColumn<QString>("text");
    QTest::addRow("quiet") << 0 << quint64 { 0x3 } << "";
    QTest::addRow("process") << 2 << quint64 { 0 } << "another process computed on the device";
    QTest::addRow("power") << 0 << quint64 { 0x4 } << "the clock was held down (power limit)";
    QTest::addRow("both") << 1 << quint64 { 0x68 }
                          << "another process computed on the device; the clock was held down (hardware slowdown, "
                             "temperature)";
}

void TestCudaDevice::disturbances()
{
    QFETCH(int, others);
    QFETCH(quint64, reasons);
    QFETCH(QString, text);
    NvmlState quiet;
    NvmlState busy;
    busy.otherProcesses = others;
    busy.throttleReasons = reasons;
    QCOMPARE(QString::fromStdString(disturbance(quiet, busy)), text);
    QCOMPARE(QString::fromStdString(disturbance(busy, quiet)), text);
}

QTEST_APPLESS_MAIN(TestCudaDevice)
#include "tst_cuda_device.moc"
