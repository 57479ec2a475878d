// SPDX-License-Identifier: MIT
#include "core/io/write_file.h"

#include <QtTest>

#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace sublinear;

class TestWriteFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesAndReplaces_data();
    void writesAndReplaces();
    void aWriterThatIsKilledLeavesNothing();
    void aFailureLeavesTheOldFile();
    void linksStayLinks();
    void devicesAreWrittenTo();
    void askedBefore();

private:
    [[nodiscard]] std::string path(const char* name) const { return m_folder.filePath(name).toStdString(); }
    [[nodiscard]] QStringList names() const { return QDir(m_folder.path()).entryList(QDir::Files, QDir::Name); }
    static QByteArray content(const std::string& file)
    {
        QFile opened(QString::fromStdString(file));
        return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray("?");
    }

    QTemporaryDir m_folder;
};

void TestWriteFile::writesAndReplaces_data()
{
    QTest::addColumn<bool>("isNamed");
    QTest::addRow("from a file without a name") << false;
    QTest::addRow("where there are no such files") << true;
}

void TestWriteFile::writesAndReplaces()
{
    QFETCH(bool, isNamed);
    WriteOptions how;
    how.unnamed = !isNamed;
    const std::string file = path("a.json");
    static_cast<void>(QFile::remove(QString::fromStdString(file)));
    QVERIFY(writeWholeFile(file, "first", how).ok());
    QCOMPARE(content(file), QByteArray("first"));
    QVERIFY(::chmod(file.c_str(), 0640) == 0);
    QVERIFY(writeWholeFile(file, "", how).ok());
    QCOMPARE(content(file), QByteArray());
    struct stat status = {};
    QVERIFY(::stat(file.c_str(), &status) == 0);
    QCOMPARE(static_cast<int>(status.st_mode & 0777U), 0640);
    QCOMPARE(names(), QStringList { "a.json" }); // nothing beside it
}

// Killed by the system in the middle of its writing.
void TestWriteFile::aWriterThatIsKilledLeavesNothing()
{
    QTemporaryDir folder;
    const std::string file = folder.filePath("a.npy").toStdString();
    const auto killed = [&](bool unnamed) {
        WriteOptions how;
        how.unnamed = unnamed;
        const pid_t child = ::fork();
        if (child == 0) {
            struct rlimit small = { 1000, 1000 };
            ::signal(SIGXFSZ, SIG_DFL); // which ends the writer at the limit
            static_cast<void>(::setrlimit(RLIMIT_FSIZE, &small));
            static_cast<void>(writeWholeFile(file, std::string(5000, 'x'), how));
            ::_exit(0);
        }
        int state = 0;
        return ::waitpid(child, &state, 0) == child && WIFSIGNALED(state);
    };
    const int probe = ::open(folder.path().toUtf8().constData(), O_TMPFILE | O_WRONLY, 0600);
    if (probe < 0) {
        QSKIP("no files without a name in this folder");
    }
    ::close(probe);
    QVERIFY(killed(true));
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList());
    QVERIFY(killed(false)); // a file that has a name does stay
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files).size(), 1);
}

void TestWriteFile::aFailureLeavesTheOldFile()
{
    QVERIFY(!writeWholeFile(path("gone/a.json"), "x").ok());
    QVERIFY(!writeWholeFile(m_folder.path().toStdString(), "x").ok());
    QVERIFY(!writeWholeFile("", "x").ok());
    const std::string file = path("a.json");
    QVERIFY(writeWholeFile(file, "old").ok());
    // A limit on the size of files stands in for a full disk.
    struct rlimit old = {};
    QVERIFY(::getrlimit(RLIMIT_FSIZE, &old) == 0);
    struct rlimit small = old;
    small.rlim_cur = 1000;
    const auto before = ::signal(SIGXFSZ, SIG_IGN);
    QVERIFY(::setrlimit(RLIMIT_FSIZE, &small) == 0);
    const Status failed = writeWholeFile(file, std::string(5000, 'x'));
    QVERIFY(::setrlimit(RLIMIT_FSIZE, &old) == 0);
    static_cast<void>(::signal(SIGXFSZ, before));
    QVERIFY(!failed.ok());
    QCOMPARE(content(file), QByteArray("old"));
    QCOMPARE(names(), QStringList { "a.json" });
}

void TestWriteFile::linksStayLinks()
{
    const std::string file = path("a.json");
    const std::string link = path("link.json");
    QVERIFY(writeWholeFile(file, "old").ok());
    QVERIFY(::symlink(file.c_str(), link.c_str()) == 0);
    QVERIFY(writeWholeFile(link, "new").ok());
    QCOMPARE(content(file), QByteArray("new"));
    QVERIFY(QFileInfo(QString::fromStdString(link)).isSymLink());
}

void TestWriteFile::devicesAreWrittenTo()
{
    QVERIFY(writeWholeFile("/dev/null", "x").ok());
    QVERIFY(QFileInfo::exists("/dev/null") && !QFileInfo("/dev/null").isFile());
    const Status full = writeWholeFile("/dev/full", "x");
    QVERIFY(!full.ok());
    QCOMPARE(QString::fromStdString(full.error().message), QString("No space left on device"));
}

void TestWriteFile::askedBefore()
{
    const QStringList before = names();
    const std::string file = path("old.json");
    QVERIFY(writeWholeFile(file, "old").ok());
    QVERIFY(canWriteFile(file).ok() && canWriteFile(path("new.json")).ok() && canWriteFile("/dev/null").ok());
    QCOMPARE(content(file), QByteArray("old"));
    QCOMPARE(names().size(), before.size() + 1); // nothing is left of the question
    QCOMPARE(canWriteFile(path("gone/a.json")).error().message, std::string("No such file or directory"));
    QCOMPARE(canWriteFile(file + "/a.json").error().message, std::string("Not a directory"));
    QCOMPARE(canWriteFile(m_folder.path().toStdString()).error().message, std::string("Is a directory"));
}

QTEST_APPLESS_MAIN(TestWriteFile)
#include "tst_write_file.moc"
