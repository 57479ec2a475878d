// SPDX-License-Identifier: MIT
// What the worker loads, as the system's loader tells it: nothing of CUDA unless it is asked for.
#include <QProcess>
#include <QtTest>

namespace {

struct Outcome {
    int code = -1;
    QString output;
    QString loaded; ///< lines of the loader that name anything of CUDA
};

Outcome run(const QString& program, const QStringList& arguments, const QString& module = {})
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("LD_DEBUG", "files");
    environment.remove("SUBLINEAR_CUDA_MODULE");
    if (!module.isEmpty()) {
        environment.insert("SUBLINEAR_CUDA_MODULE", module);
    }
    process.setProcessEnvironment(environment);
    process.start(program, arguments);
    process.waitForFinished(60000);
    Outcome outcome;
    outcome.code = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    outcome.output = process.readAllStandardOutput();
    const QStringList names { "libsublinear-cuda", "libcuda", "libcublas", "libnvidia" };
    for (const QString& line : QString(process.readAllStandardError()).split('\n')) {
        for (const QString& name : names) {
            if (line.contains("file=") && line.contains(name)) {
                outcome.loaded += line + '\n';
            }
        }
    }
    return outcome;
}

QString worker()
{
    return QCoreApplication::applicationDirPath() + "/sublinear-microrun";
}

QStringList tinyRun(const QString& device)
{
    QStringList arguments { "run", "--device", device, "--policies", "store_all", "--threads", "1" };
    for (const char* set : { "accounting=training", "recipe.name=fp32", "model.layers=2", "model.d_model=32",
             "model.d_ffn=64", "model.heads=2", "workload.batch=1", "workload.sequence=16" }) {
        arguments << "--set" << set;
    }
    return arguments;
}

} // namespace

class TestWorkerLibraries : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingWithoutADevice();
    void nothingForARunOnTheCpu();
    void absentDeviceIsNamed();
    void moduleWhereDevicesAreListed();
    void startsWithoutTheModule();
};

void TestWorkerLibraries::nothingWithoutADevice()
{
    const Outcome version = run(worker(), { "--version" });
    QCOMPARE(version.code, 0);
    QCOMPARE(version.loaded, QString());
}

void TestWorkerLibraries::nothingForARunOnTheCpu()
{
    const Outcome outcome = run(worker(), tinyRun("cpu"));
    QCOMPARE(outcome.code, 0);
    QVERIFY2(outcome.output.contains("\"type\":\"result\""), qPrintable(outcome.output));
    QCOMPARE(outcome.loaded, QString());
}

void TestWorkerLibraries::absentDeviceIsNamed()
{
    const Outcome outcome = run(worker(), tinyRun("cuda:77"));
    QCOMPARE(outcome.code, 5);
    QVERIFY2(outcome.output.contains("\"class\":\"no_device\"") && outcome.output.contains("there is no cuda:77"),
        qPrintable(outcome.output));
    const Outcome hidden = run(worker(), tinyRun("cuda:0"), "/nowhere/libsublinear-cuda.so");
    QCOMPARE(hidden.code, 5);
    QVERIFY2(
        hidden.output.contains("no_device") && hidden.output.contains("no CUDA module"), qPrintable(hidden.output));
    // where the user leaves it open, the CPU takes over
    const Outcome automatic = run(worker(), tinyRun("auto"), "/nowhere/libsublinear-cuda.so");
    QCOMPARE(automatic.code, 0);
    QVERIFY2(automatic.output.contains("\"type\":\"result\""), qPrintable(automatic.output));
}

void TestWorkerLibraries::moduleWhereDevicesAreListed()
{
    const QString module = QCoreApplication::applicationDirPath() + "/libsublinear-cuda.so";
    const Outcome list = run(worker(), { "--list-devices" });
    QCOMPARE(list.code, 0);
    QVERIFY2(list.output.contains("\ncpu "), qPrintable(list.output));
    QVERIFY2(list.output.contains("\ncuda"), qPrintable(list.output)); // a device, or why there is none
    if (QFile::exists(module)) { // the loader is seen loading it: the other tests are not blind
        QVERIFY2(list.loaded.contains("libsublinear-cuda.so"), qPrintable(list.loaded));
        QVERIFY2(!list.output.contains("no CUDA module"), qPrintable(list.output));
    }
    QVERIFY2(!list.loaded.contains("libcublas"), qPrintable(list.loaded)); // half a gigabyte; not to list devices
}

void TestWorkerLibraries::startsWithoutTheModule()
{
    QTemporaryDir elsewhere;
    const QString alone = elsewhere.filePath("sublinear-microrun");
    QVERIFY(QFile::copy(worker(), alone));
    const QString reason = "none: no CUDA module (libsublinear-cuda.so) beside the program: built without CUDA";
    const Outcome list = run(alone, { "--list-devices" });
    QCOMPARE(list.code, 0);
    QVERIFY2(list.output.contains(reason), qPrintable(list.output));
    QVERIFY2(!list.loaded.contains("libsublinear-cuda.so"), qPrintable(list.loaded));
    const Outcome hidden = run(worker(), { "--list-devices" }, "/nowhere/libsublinear-cuda.so");
    QCOMPARE(hidden.code, 0);
    QVERIFY2(hidden.output.contains(reason), qPrintable(hidden.output));
}

QTEST_GUILESS_MAIN(TestWorkerLibraries)
#include "tst_worker_libraries.moc"
