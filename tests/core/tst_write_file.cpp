// SPDX-License-Identifier: MIT
#include "core/io/write_file.h"

#include <QtTest>

#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace sublinear;

class TestWriteFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesAndReplaces();
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

void TestWriteFile::writesAndReplaces()
{
    const std::string file = path("a.json");
    QVERIFY(writeWholeFile(file, "first").ok());
    QCOMPARE(content(file), QByteArray("first"));
    QVERIFY(::chmod(file.c_str(), 0640) == 0);
    QVERIFY(writeWholeFile(file, "").ok());
    QCOMPARE(content(file), QByteArray());
    struct stat status = {};
    QVERIFY(::stat(file.c_str(), &status) == 0);
    QCOMPARE(static_cast<int>(status.st_mode & 0777U), 0640);
    QCOMPARE(names(), QStringList { "a.json" }); // nothing beside it
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
