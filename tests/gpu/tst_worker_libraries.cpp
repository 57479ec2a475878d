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

} // namespace

class TestWorkerLibraries : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingWithoutADevice();
    void moduleWhereDevicesAreListed();
    void startsWithoutTheModule();
};

void TestWorkerLibraries::nothingWithoutADevice()
{
    const Outcome version = run(worker(), { "--version" });
    QCOMPARE(version.code, 0);
    QCOMPARE(version.loaded, QString());
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
