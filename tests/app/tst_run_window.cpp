// SPDX-License-Identifier: MIT
#include "app/window/run_window.h"

#include <QCoreApplication>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <cstring>

using namespace sublinear;

namespace {

constexpr const char* kAsWindow = "--as-window"; ///< this program, started so, is the window

} // namespace

class TestRunWindow : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_home;

    void start(QProcess& process, const QStringList& arguments, const QString& platform)
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char* name : { "DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM" }) {
            environment.remove(QString::fromLatin1(name));
        }
        if (!platform.isEmpty()) {
            environment.insert(QStringLiteral("QT_QPA_PLATFORM"), platform);
        }
        environment.insert(QStringLiteral("HOME"), m_home.path());
        environment.insert(QStringLiteral("XDG_CONFIG_HOME"), m_home.filePath(QStringLiteral("config")));
        environment.insert(QStringLiteral("XDG_DATA_HOME"), m_home.filePath(QStringLiteral("data")));
        process.setProcessEnvironment(environment);
        process.start(
            QCoreApplication::applicationFilePath(), QStringList { QString::fromLatin1(kAsWindow) } + arguments);
        QVERIFY(process.waitForStarted());
    }

private Q_SLOTS:
    void withoutADisplayItSaysSoInOneLine_data()
    {
        QTest::addColumn<QString>("platform");
        QTest::addRow("Qt's choice") << QString();
        QTest::addRow("X11 asked for") << QStringLiteral("xcb");
        QTest::addRow("no such platform") << QStringLiteral("none-such");
    }
    void withoutADisplayItSaysSoInOneLine()
    {
        QFETCH(QString, platform);
        QProcess process;
        start(process, {}, platform);
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitStatus(), QProcess::NormalExit); // no abort
        QCOMPARE(process.exitCode(), 1);
        QCOMPARE(process.readAllStandardOutput(), QByteArray());
        const QByteArray said = process.readAllStandardError();
        QCOMPARE(said.count('\n'), 1);
        QVERIFY2(said.startsWith("sublinear: no display") && said.contains("plan"), said.constData());
    }

    void argumentsThatItDoesNotKnowAreUsageErrors()
    {
        QProcess process;
        start(process, { QStringLiteral("--frobnicate") }, QStringLiteral("offscreen"));
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 2);
        QVERIFY(process.readAllStandardError().contains("--frobnicate"));
    }

    void staysOpenWithAFileThatIsNotThere()
    {
        QProcess process;
        start(process, { QStringLiteral("/no/such/file.sublinear.json") }, QStringLiteral("offscreen"));
        QVERIFY(!process.waitForFinished(2000));
        process.kill();
        QVERIFY(process.waitForFinished());
    }
};

int main(int argc, char** argv)
{
    if (argc > 1 && std::strcmp(argv[1], kAsWindow) == 0) {
        argv[1] = argv[0];
        return runWindow(argc - 1, argv + 1);
    }
    QCoreApplication application(argc, argv);
    TestRunWindow test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_run_window.moc"
