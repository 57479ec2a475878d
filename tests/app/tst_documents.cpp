// SPDX-License-Identifier: MIT
// Scenarios in files and over restarts: what is kept, what is asked, what is refused.
#include "app/controls/fold_section.h"
#include "app/window/message_bar.h"
#include "app/window/recent_files.h"
#include "core/io/stop_signals.h"
#include "core/scenario/scenario_json.h"
#include "tests/app/support/window_bench.h"

#include <QAbstractButton>
#include <QApplication>
#include <QDir>
#include <QFile>
#include <QMenu>

#include <sys/resource.h>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

/// Lets no file grow beyond a few bytes while it lives: a disk that is full.
class FullDisk {
public:
    FullDisk()
    {
        failAtFileLimit(); // as the program does
        getrlimit(RLIMIT_FSIZE, &m_before);
        rlimit tight = m_before;
        tight.rlim_cur = 8;
        setrlimit(RLIMIT_FSIZE, &tight);
    }
    ~FullDisk() { setrlimit(RLIMIT_FSIZE, &m_before); }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;

private:
    rlimit m_before {};
};

} // namespace

class TestDocuments : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<WindowBench> m_bench;

private Q_SLOTS:
    void init() { m_bench = std::make_unique<WindowBench>("tst_documents"); }
    void cleanup() { m_bench.reset(); }

    void savesAndOpensAgain()
    {
        m_bench->model().openScenario(batchOf(3), QStringLiteral("three"));
        QVERIFY(m_bench->window().saveTo(m_bench->path("three.sublinear.json")));
        QCOMPARE(
            contentOf(m_bench->path("three.sublinear.json")), QByteArray::fromStdString(writeScenario(batchOf(3))));
        QCOMPARE(m_bench->window().windowTitle(), QStringLiteral("three.sublinear.json[*] \u2014 Sublinear"));
        QVERIFY(!m_bench->window().isWindowModified());

        QVERIFY(m_bench->model().setField("workload.batch", FieldValue { std::int64_t { 5 } }));
        QVERIFY(m_bench->window().isWindowModified());
        m_bench->trigger("edit.undo");
        QVERIFY(!m_bench->window().isWindowModified());

        m_bench->trigger("file.new");
        QCOMPARE(m_bench->model().scenario(), Scenario {});
        QVERIFY(m_bench->window().documentPath().isEmpty());
        QVERIFY(m_bench->window().openFile(m_bench->path("three.sublinear.json")));
        QCOMPARE(m_bench->model().scenario(), batchOf(3));
        QCOMPARE(m_bench->window().documentPath(), m_bench->path("three.sublinear.json"));
    }

    void undoPastOpenGoesBackToTheFileBefore()
    {
        QVERIFY(m_bench->window().saveTo(m_bench->path("a.sublinear.json")));
        const QString b = m_bench->written("b.sublinear.json", writeScenario(batchOf(2)));
        QVERIFY(m_bench->window().openFile(b));
        QCOMPARE(m_bench->window().documentPath(), b);
        m_bench->trigger("edit.undo");
        QCOMPARE(m_bench->window().documentPath(), m_bench->path("a.sublinear.json"));
        QVERIFY(!m_bench->window().isWindowModified());
        m_bench->trigger("edit.redo");
        QCOMPARE(m_bench->window().documentPath(), b);
        QVERIFY(!m_bench->window().isWindowModified());
    }

    void refusedFileLeavesEverything_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QStringList>("says");
        const QByteArray head = R"({"format": "sublinear-scenario", "version": 1, )";
        QTest::addRow("not JSON") << QByteArray("hello") << QStringList {};
        QTest::addRow("empty") << QByteArray() << QStringList {};
        QTest::addRow("another format") << QByteArray(R"({"format": "other", "version": 1})")
                                        << QStringList { QStringLiteral("format") };
        QTest::addRow("newer") << QByteArray(R"({"format": "sublinear-scenario", "version": 99})")
                               << QStringList { QStringLiteral("99") };
        QTest::addRow("out of range") << head + R"("workload": {"batch": 0}})"
                                      << QStringList { QStringLiteral("workload.batch"), QStringLiteral("0"),
                                             QStringLiteral("1 to 65536") };
        QTest::addRow("misspelt") << head + R"("workload": {"bach": 4}})" << QStringList { QStringLiteral("batch") };
        QTest::addRow("contradiction") << head + R"("model": {"layers": 8}, "checkpointing": {"k": 9}})"
                                       << QStringList { QStringLiteral("checkpointing.k"), QStringLiteral("9") };
    }
    void refusedFileLeavesEverything()
    {
        QFETCH(QByteArray, content);
        QFETCH(QStringList, says);
        QVERIFY(m_bench->model().setField("workload.batch", FieldValue { std::int64_t { 3 } }));
        const QString bad = m_bench->written("bad.sublinear.json", content.toStdString());
        QVERIFY(!m_bench->window().openFile(bad));
        QCOMPARE(m_bench->model().scenario(), batchOf(3));
        QCOMPARE(m_bench->model().undoStack().count(), 1);
        QVERIFY(m_bench->window().documentPath().isEmpty());
        const QString message = m_bench->message();
        QVERIFY(m_bench->window().messages().isVisible());
        QVERIFY2(message.contains(QStringLiteral("bad.sublinear.json")), qPrintable(message));
        QVERIFY(!message.contains(u'\n'));
        for (const QString& part : says) {
            QVERIFY2(message.contains(part), qPrintable(message));
        }
        QVERIFY(QApplication::activeModalWidget() == nullptr);
        QVERIFY(RecentFiles::list().isEmpty());

        QTest::mouseClick(m_bench->named<QAbstractButton>("message.close"), Qt::LeftButton);
        QVERIFY(!m_bench->window().messages().isVisible());
    }

    void missingFileAndFolderAreRefused()
    {
        QVERIFY(!m_bench->window().openFile(m_bench->path("none.sublinear.json")));
        QVERIFY(m_bench->message().contains(QStringLiteral("none.sublinear.json")));
        QVERIFY(!m_bench->window().openFile(m_bench->folder()));
        QVERIFY(m_bench->message().contains(QStringLiteral("folder")));
        const QString large = m_bench->written("large.json", std::string(kMaxScenarioFileBytes + 2, ' '));
        QVERIFY(!m_bench->window().openFile(large));
    }

    void failedSaveLeavesTheOldFile()
    {
        const QString file = m_bench->path("kept.sublinear.json");
        QVERIFY(m_bench->window().saveTo(file));
        const QByteArray before = contentOf(file);
        QVERIFY(!before.isEmpty());
        QVERIFY(m_bench->model().setField("workload.batch", FieldValue { std::int64_t { 3 } }));
        {
            const FullDisk full;
            QVERIFY(!m_bench->window().saveTo(file));
        }
        QCOMPARE(contentOf(file), before);
        QVERIFY(m_bench->message().contains(QStringLiteral("kept.sublinear.json")));
        QVERIFY(m_bench->window().isWindowModified());
        QCOMPARE(QDir(m_bench->folder()).entryList({ QStringLiteral("kept*") }),
            QStringList { QStringLiteral("kept.sublinear.json") });
        QVERIFY(m_bench->window().saveTo(file)); // with room again
        QCOMPARE(contentOf(file), QByteArray::fromStdString(writeScenario(batchOf(3))));
    }

    void saveWhereNobodyMayWriteIsRefused()
    {
        QVERIFY(!m_bench->window().saveTo(m_bench->path("no/such/folder/x.sublinear.json")));
        QVERIFY(m_bench->message().contains(QStringLiteral("could not be saved")));
        QVERIFY(!m_bench->window().saveTo(m_bench->folder()));
        QVERIFY(m_bench->window().documentPath().isEmpty());
    }

    void refusedScenarioIsNotSaved()
    {
        QVERIFY(m_bench->model().setField("workload.sequence", FieldValue { std::int64_t { 1 } << 24 }));
        QVERIFY(m_bench->model().setField("model.heads", FieldValue { std::int64_t { 65536 } }));
        QVERIFY(!m_bench->window().saveTo(m_bench->path("refused.sublinear.json")));
        QVERIFY(!QFile::exists(m_bench->path("refused.sublinear.json")));
        QVERIFY(m_bench->message().contains(QStringLiteral("2^63")));
    }

    void recentFilesAreNewestFirstAndForgetWhatIsGone()
    {
        for (int i = 0; i < RecentFiles::kLimit + 3; ++i) {
            QVERIFY(m_bench->window().saveTo(m_bench->path(qPrintable(QStringLiteral("%1.json").arg(i)))));
        }
        QCOMPARE(RecentFiles::list().size(), RecentFiles::kLimit);
        QCOMPARE(RecentFiles::list().front(), m_bench->path("12.json"));
        QVERIFY(m_bench->window().saveTo(m_bench->path("11.json")));
        QCOMPARE(RecentFiles::list().front(), m_bench->path("11.json"));
        QCOMPARE(RecentFiles::list().count(m_bench->path("11.json")), 1);

        auto* menu = m_bench->named<QMenu>("file.recent");
        Q_EMIT qobject_cast<QMenu*>(menu->parent())->aboutToShow();
        QCOMPARE(menu->actions().front()->text(), m_bench->path("11.json"));
        QVERIFY(QFile::remove(m_bench->path("11.json")));
        menu->actions().front()->trigger();
        QVERIFY(m_bench->message().contains(QStringLiteral("11.json")));
        QVERIFY(!RecentFiles::list().contains(m_bench->path("11.json")));
    }

    void restartRestoresTheScenario()
    {
        QVERIFY(m_bench->model().setField("workload.batch", FieldValue { std::int64_t { 3 } }));
        QVERIFY(m_bench->model().setField("checkpointing.k", FieldValue { std::int64_t { 5 } }));
        QVERIFY(m_bench->model().setField("accounting", FieldValue { std::string("training") }));
        QVERIFY(m_bench->model().setField("parallel.zero", FieldValue { std::int64_t { 3 } }));
        const Scenario before = m_bench->model().scenario();
        m_bench->named<FoldSection>("section.shape")->setOpen(true);
        m_bench->window().resize(1300, 850);
        QVERIFY(m_bench->restart());
        QCOMPARE(m_bench->model().scenario(), before);
        QCOMPARE(m_bench->model().undoStack().count(), 0);
        QCOMPARE(m_bench->model().evaluation().scenario.accounting, Accounting::Training);
        QVERIFY(m_bench->named<FoldSection>("section.shape")->isOpen());
        QCOMPARE(m_bench->window().size(), QSize(1300, 850));
    }

    void restartRestoresTheFile()
    {
        const QString file = m_bench->path("doc.sublinear.json");
        QVERIFY(m_bench->model().setField("workload.batch", FieldValue { std::int64_t { 3 } }));
        QVERIFY(m_bench->window().saveTo(file));
        QVERIFY(m_bench->restart());
        QCOMPARE(m_bench->window().documentPath(), file);
        QVERIFY(!m_bench->window().isWindowModified());
        QVERIFY(QFile::remove(file));
        QVERIFY(m_bench->restart());
        QVERIFY(m_bench->window().documentPath().isEmpty());
        QCOMPARE(m_bench->model().scenario(), batchOf(3));
    }

    void unreadableStateIsPassedOver()
    {
        QVERIFY(m_bench->model().setField("workload.batch", FieldValue { std::int64_t { 3 } }));
        QVERIFY(m_bench->window().close());
        m_bench->close();
        QFile state(Session::statePath());
        QVERIFY(state.open(QIODevice::WriteOnly) && state.write("{ not a scenario") > 0);
        state.close();
        m_bench->open();
        QCOMPARE(m_bench->model().scenario(), Scenario {});
        QVERIFY(m_bench->message().contains(QStringLiteral("could not be restored")));
    }

    void stateIsKeptWhileWorking()
    {
        QVERIFY(m_bench->model().setField("workload.batch", FieldValue { std::int64_t { 3 } }));
        QVERIFY(!QFile::exists(Session::statePath()));
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(Session::statePath()), 20000);
        QCOMPARE(contentOf(Session::statePath()), QByteArray::fromStdString(writeScenario(batchOf(3))));
    }

    void closingAsksOnlyForChangedFiles_data()
    {
        QTest::addColumn<int>("answer");
        QTest::addColumn<bool>("closes");
        QTest::addColumn<int>("inFile");
        QTest::addColumn<int>("afterRestart");
        QTest::addRow("save") << int(QMessageBox::Save) << true << 7 << 7;
        QTest::addRow("discard") << int(QMessageBox::Discard) << true << 3 << 3;
        QTest::addRow("cancel") << int(QMessageBox::Cancel) << false << 3 << 7;
    }
    void closingAsksOnlyForChangedFiles()
    {
        QFETCH(int, answer);
        QFETCH(bool, closes);
        QFETCH(int, inFile);
        QFETCH(int, afterRestart);
        const QString file = m_bench->path("doc.sublinear.json");
        QVERIFY(m_bench->model().setField("workload.batch", FieldValue { std::int64_t { 3 } }));
        QVERIFY(m_bench->window().saveTo(file));
        QVERIFY(m_bench->model().setField("workload.batch", FieldValue { std::int64_t { 7 } }));
        int asked = 0;
        answerNextQuestion(QMessageBox::StandardButton(answer), &asked);
        QCOMPARE(m_bench->window().close(), closes);
        QCOMPARE(asked, 1);
        QCOMPARE(contentOf(file), QByteArray::fromStdString(writeScenario(batchOf(inFile))));
        if (closes) {
            m_bench->close();
            m_bench->open();
        }
        QCOMPARE(m_bench->model().scenario(), batchOf(afterRestart));
    }

    void closingAnUntitledScenarioDoesNotAsk()
    {
        QVERIFY(m_bench->model().setField("workload.batch", FieldValue { std::int64_t { 3 } }));
        int asked = 0;
        answerNextQuestion(QMessageBox::Cancel, &asked);
        QVERIFY(m_bench->window().close());
        QCoreApplication::processEvents();
        QCOMPARE(asked, 0);
    }
};

QTEST_MAIN(TestDocuments)
#include "tst_documents.moc"
