// SPDX-License-Identifier: MIT
#include "app/controls/field_spin_box.h"
#include "app/controls/fold_section.h"
#include "app/controls/value_slider.h"
#include "app/model/text.h"
#include "app/window/about.h"
#include "app/window/command_line_text.h"
#include "app/window/main_window.h"
#include "app/window/message_bar.h"
#include "app/window/recent_files.h"
#include "app/window/scenario_file.h"
#include "app/window/verdict_mark.h"
#include "core/base/version.h"
#include "core/catalog/catalog.h"
#include "core/plan/verdict.h"
#include "core/scenario/fields.h"
#include "core/scenario/scenario_json.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QGraphicsView>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QProcess>
#include <QScrollArea>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <csignal>
#include <memory>
#include <sys/resource.h>

using namespace sublinear;

namespace {

Scenario batchOf(Count batch)
{
    Scenario scenario;
    scenario.workload.batch = batch;
    return scenario;
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Lets no file grow beyond a few bytes while it lives: a disk that is full.
class FullDisk {
public:
    FullDisk()
    {
        std::signal(SIGXFSZ, SIG_IGN);
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

/// Presses a button of the question that is about to be asked.
void answerNextQuestion(QMessageBox::StandardButton answer, int* asked)
{
    QTimer::singleShot(0, qApp, [answer, asked] {
        if (auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())) {
            ++*asked;
            box->button(answer)->click();
        }
    });
}

} // namespace

class TestMainWindow : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MainWindow> m_window;

    void open()
    {
        m_window = std::make_unique<MainWindow>();
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }
    void restart()
    {
        QVERIFY(m_window->close());
        m_window.reset();
        open();
    }
    ScenarioModel& model() { return m_window->model(); }
    [[nodiscard]] QString path(const char* name) const { return m_folder->filePath(QString::fromLatin1(name)); }
    QString written(const char* name, const std::string& text) const
    {
        QFile file(path(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), qint64(text.size())) < 0) {
            qFatal("cannot write %s", name);
        }
        return file.fileName();
    }
    template <class T> T* named(const char* name) const
    {
        auto* found = m_window->findChild<T*>(QString::fromLatin1(name));
        if (found == nullptr) {
            qFatal("nothing named %s", name);
        }
        return found;
    }
    void trigger(const char* action) const { named<QAction>(action)->trigger(); }
    [[nodiscard]] QString headline() const { return named<QLineEdit>("verdict.headline")->text(); }
    [[nodiscard]] QString advice() const { return named<QLineEdit>("verdict.advice")->text(); }

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("sublinear-tests"));
        QCoreApplication::setApplicationName(QStringLiteral("tst_main_window"));
        QSettings::setDefaultFormat(QSettings::IniFormat);
    }

    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, path("settings"));
        QFile::remove(Session::statePath());
        open();
    }
    void cleanup()
    {
        m_window.reset();
        QFile::remove(Session::statePath());
        m_folder.reset();
    }

    void verdictIsTheCoresSentence()
    {
        const Verdict expected = verdict(model().evaluation());
        QCOMPARE(headline(), toQString(expected.headline));
        QCOMPARE(advice(), toQString(expected.advice));
        QVERIFY(headline().startsWith(QStringLiteral("Does not fit: 80.25 of 80 GiB")));
        auto* mark = m_window->findChild<VerdictMark*>();
        QVERIFY(mark->state() == VerdictMark::State::DoesNotFit);

        QVERIFY(model().setField("workload.batch", FieldValue { std::int64_t { 1 } }));
        QTRY_VERIFY(headline().startsWith(QStringLiteral("Fits: ")));
        QVERIFY(mark->state() == VerdictMark::State::Fits);
    }

    void refusedScenarioSaysWhyAndComesBack()
    {
        // Each is accepted, together they are over 2^63 bytes.
        QVERIFY(model().setField("workload.sequence", FieldValue { std::int64_t { 1 } << 24 }));
        auto* box = named<FieldSpinBox>("model.heads.spin");
        named<FoldSection>("section.shape")->setOpen(true);
        box->setFocus();
        box->selectAll();
        for (const char c : { '6', '5', '5', '3', '6' }) {
            QTest::keyClick(box, c);
        }
        QTest::keyClick(box, Qt::Key_Return);
        QTRY_VERIFY2(headline().startsWith(QStringLiteral("No plan: ")), qPrintable(headline()));
        QVERIFY2(headline().contains(QStringLiteral("2^63")), qPrintable(headline()));
        QVERIFY(m_window->findChild<VerdictMark*>()->state() == VerdictMark::State::Refused);
        QVERIFY(!advice().isEmpty());
        trigger("edit.undo");
        QTRY_VERIFY(headline().startsWith(QStringLiteral("Does not fit")));
    }

    void verdictFollowsTheHand()
    {
        auto* batch = named<ValueSlider>("workload.batch.slider");
        const int y = batch->height() / 2;
        QTest::mousePress(batch, Qt::LeftButton, {}, { batch->xOf(4), y });
        QTest::mouseMove(batch, { batch->xOf(2), y });
        QTRY_VERIFY(headline().startsWith(QStringLiteral("Fits: ")));
        QTest::mouseRelease(batch, Qt::LeftButton, {}, { batch->xOf(2), y });
        QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(model().effectiveWhole("workload.batch"), 4);
        QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(model().effectiveWhole("workload.batch"), 2);
        QVERIFY(named<QAction>("edit.undo")->text().contains(QStringLiteral("Batch 4 \u2192 2")));
    }

    void undoKeyInASpinBoxIsTheWindows()
    {
        auto* box = named<FieldSpinBox>("workload.batch.spin");
        box->setFocus();
        box->selectAll();
        QTest::keyClick(box, Qt::Key_8);
        QTest::keyClick(box, Qt::Key_Return);
        QCOMPARE(model().effectiveWhole("workload.batch"), 8);
        QTest::keyClick(box, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(model().effectiveWhole("workload.batch"), 4);
        // While something is being typed it is the text's.
        box->selectAll();
        QTest::keyClick(box, Qt::Key_9);
        QTest::keyClick(box, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(model().effectiveWhole("workload.batch"), 4);
        QCOMPARE(box->text(), QStringLiteral("4"));
    }

    void aDragStepLaysNothingOutAnew()
    {
        class Counter : public QObject {
        public:
            bool eventFilter(QObject* watched, QEvent* event) override
            {
                if (event->type() == QEvent::LayoutRequest) {
                    seen << watched->objectName();
                }
                return false;
            }
            QStringList seen;
        } counter;
        m_window->centralWidget()->setObjectName(QStringLiteral("body"));
        QTest::qWait(50); // what showing the window left to do
        for (QWidget* widget : { m_window->centralWidget(), named<QWidget>("verdict.bar"),
                 named<QScrollArea>("scenario.panel")->widget() }) {
            widget->installEventFilter(&counter);
        }
        auto* batch = named<ValueSlider>("workload.batch.slider");
        const int y = batch->height() / 2;
        QTest::mousePress(batch, Qt::LeftButton, {}, { batch->xOf(4), y });
        QTest::mouseMove(batch, { batch->xOf(3), y }); // from here on it is an own scenario, which one label says
        QTest::qWait(50);
        counter.seen.clear();
        for (const int value : { 2, 16, 256 }) { // over the verdict's change of mind, too
            QTest::mouseMove(batch, { batch->xOf(value), y });
            QCoreApplication::processEvents();
        }
        QVERIFY2(counter.seen.isEmpty(), qPrintable(counter.seen.join(u' ')));
        QTest::mouseRelease(batch, Qt::LeftButton, {}, { batch->xOf(256), y });
        named<QWidget>("message.bar")->show(); // the counter does count
        QTRY_VERIFY(!counter.seen.isEmpty());
    }

    void savesAndOpensAgain()
    {
        model().openScenario(batchOf(3), QStringLiteral("three"));
        QVERIFY(m_window->saveTo(path("three.sublinear.json")));
        QCOMPARE(contentOf(path("three.sublinear.json")), QByteArray::fromStdString(writeScenario(batchOf(3))));
        QCOMPARE(m_window->windowTitle(), QStringLiteral("three.sublinear.json[*] \u2014 Sublinear"));
        QVERIFY(!m_window->isWindowModified());

        QVERIFY(model().setField("workload.batch", FieldValue { std::int64_t { 5 } }));
        QVERIFY(m_window->isWindowModified());
        trigger("edit.undo");
        QVERIFY(!m_window->isWindowModified());

        trigger("file.new");
        QCOMPARE(model().scenario(), Scenario {});
        QVERIFY(m_window->documentPath().isEmpty());
        QVERIFY(m_window->openFile(path("three.sublinear.json")));
        QCOMPARE(model().scenario(), batchOf(3));
        QCOMPARE(m_window->documentPath(), path("three.sublinear.json"));
    }

    void undoPastOpenGoesBackToTheFileBefore()
    {
        QVERIFY(m_window->saveTo(path("a.sublinear.json")));
        const QString b = written("b.sublinear.json", writeScenario(batchOf(2)));
        QVERIFY(m_window->openFile(b));
        QCOMPARE(m_window->documentPath(), b);
        trigger("edit.undo");
        QCOMPARE(m_window->documentPath(), path("a.sublinear.json"));
        QVERIFY(!m_window->isWindowModified());
        trigger("edit.redo");
        QCOMPARE(m_window->documentPath(), b);
        QVERIFY(!m_window->isWindowModified());
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
        QVERIFY(model().setField("workload.batch", FieldValue { std::int64_t { 3 } }));
        const QString bad = written("bad.sublinear.json", content.toStdString());
        QVERIFY(!m_window->openFile(bad));
        QCOMPARE(model().scenario(), batchOf(3));
        QCOMPARE(model().undoStack().count(), 1);
        QVERIFY(m_window->documentPath().isEmpty());
        const QString message = m_window->messages().text();
        QVERIFY(m_window->messages().isVisible());
        QVERIFY2(message.contains(QStringLiteral("bad.sublinear.json")), qPrintable(message));
        QVERIFY(!message.contains(u'\n'));
        for (const QString& part : says) {
            QVERIFY2(message.contains(part), qPrintable(message));
        }
        QVERIFY(QApplication::activeModalWidget() == nullptr);
        QVERIFY(RecentFiles::list().isEmpty());

        QTest::mouseClick(named<QAbstractButton>("message.close"), Qt::LeftButton);
        QVERIFY(!m_window->messages().isVisible());
    }

    void missingFileAndFolderAreRefused()
    {
        QVERIFY(!m_window->openFile(path("none.sublinear.json")));
        QVERIFY(m_window->messages().text().contains(QStringLiteral("none.sublinear.json")));
        QVERIFY(!m_window->openFile(m_folder->path()));
        QVERIFY(m_window->messages().text().contains(QStringLiteral("folder")));
        const QString large = written("large.json", std::string(kMaxScenarioFileBytes + 2, ' '));
        QVERIFY(!m_window->openFile(large));
    }

    void failedSaveLeavesTheOldFile()
    {
        const QString file = path("kept.sublinear.json");
        QVERIFY(m_window->saveTo(file));
        const QByteArray before = contentOf(file);
        QVERIFY(!before.isEmpty());
        QVERIFY(model().setField("workload.batch", FieldValue { std::int64_t { 3 } }));
        {
            const FullDisk full;
            QVERIFY(!m_window->saveTo(file));
        }
        QCOMPARE(contentOf(file), before);
        QVERIFY(m_window->messages().text().contains(QStringLiteral("kept.sublinear.json")));
        QVERIFY(m_window->isWindowModified());
        QCOMPARE(QDir(m_folder->path()).entryList({ QStringLiteral("kept*") }),
            QStringList { QStringLiteral("kept.sublinear.json") });
        QVERIFY(m_window->saveTo(file)); // with room again
        QCOMPARE(contentOf(file), QByteArray::fromStdString(writeScenario(batchOf(3))));
    }

    void saveWhereNobodyMayWriteIsRefused()
    {
        QVERIFY(!m_window->saveTo(path("no/such/folder/x.sublinear.json")));
        QVERIFY(m_window->messages().text().contains(QStringLiteral("could not be saved")));
        QVERIFY(!m_window->saveTo(m_folder->path()));
        QVERIFY(m_window->documentPath().isEmpty());
    }

    void refusedScenarioIsNotSaved()
    {
        QVERIFY(model().setField("workload.sequence", FieldValue { std::int64_t { 1 } << 24 }));
        QVERIFY(model().setField("model.heads", FieldValue { std::int64_t { 65536 } }));
        QVERIFY(!m_window->saveTo(path("refused.sublinear.json")));
        QVERIFY(!QFile::exists(path("refused.sublinear.json")));
        QVERIFY(m_window->messages().text().contains(QStringLiteral("2^63")));
    }

    void recentFilesAreNewestFirstAndForgetWhatIsGone()
    {
        for (int i = 0; i < RecentFiles::kLimit + 3; ++i) {
            QVERIFY(m_window->saveTo(path(qPrintable(QStringLiteral("%1.json").arg(i)))));
        }
        QCOMPARE(RecentFiles::list().size(), RecentFiles::kLimit);
        QCOMPARE(RecentFiles::list().front(), path("12.json"));
        QVERIFY(m_window->saveTo(path("11.json")));
        QCOMPARE(RecentFiles::list().front(), path("11.json"));
        QCOMPARE(RecentFiles::list().count(path("11.json")), 1);

        auto* menu = named<QMenu>("file.recent");
        Q_EMIT qobject_cast<QMenu*>(menu->parent())->aboutToShow();
        QCOMPARE(menu->actions().front()->text(), path("11.json"));
        QVERIFY(QFile::remove(path("11.json")));
        menu->actions().front()->trigger();
        QVERIFY(m_window->messages().text().contains(QStringLiteral("11.json")));
        QVERIFY(!RecentFiles::list().contains(path("11.json")));
    }

    void restartRestoresTheScenario()
    {
        QVERIFY(model().setField("workload.batch", FieldValue { std::int64_t { 3 } }));
        QVERIFY(model().setField("checkpointing.k", FieldValue { std::int64_t { 5 } }));
        const Scenario before = model().scenario();
        named<FoldSection>("section.shape")->setOpen(true);
        m_window->resize(1300, 850);
        restart();
        QCOMPARE(model().scenario(), before);
        QCOMPARE(model().undoStack().count(), 0);
        QVERIFY(named<FoldSection>("section.shape")->isOpen());
        QCOMPARE(m_window->size(), QSize(1300, 850));
    }

    void restartRestoresTheFile()
    {
        const QString file = path("doc.sublinear.json");
        QVERIFY(model().setField("workload.batch", FieldValue { std::int64_t { 3 } }));
        QVERIFY(m_window->saveTo(file));
        restart();
        QCOMPARE(m_window->documentPath(), file);
        QVERIFY(!m_window->isWindowModified());
        QVERIFY(QFile::remove(file));
        restart();
        QVERIFY(m_window->documentPath().isEmpty());
        QCOMPARE(model().scenario(), batchOf(3));
    }

    void unreadableStateIsPassedOver()
    {
        QVERIFY(model().setField("workload.batch", FieldValue { std::int64_t { 3 } }));
        QVERIFY(m_window->close());
        m_window.reset();
        QFile state(Session::statePath());
        QVERIFY(state.open(QIODevice::WriteOnly) && state.write("{ not a scenario") > 0);
        state.close();
        open();
        QCOMPARE(model().scenario(), Scenario {});
        QVERIFY(m_window->messages().text().contains(QStringLiteral("could not be restored")));
    }

    void stateIsKeptWhileWorking()
    {
        QVERIFY(model().setField("workload.batch", FieldValue { std::int64_t { 3 } }));
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
        const QString file = path("doc.sublinear.json");
        QVERIFY(model().setField("workload.batch", FieldValue { std::int64_t { 3 } }));
        QVERIFY(m_window->saveTo(file));
        QVERIFY(model().setField("workload.batch", FieldValue { std::int64_t { 7 } }));
        int asked = 0;
        answerNextQuestion(QMessageBox::StandardButton(answer), &asked);
        QCOMPARE(m_window->close(), closes);
        QCOMPARE(asked, 1);
        QCOMPARE(contentOf(file), QByteArray::fromStdString(writeScenario(batchOf(inFile))));
        if (closes) {
            m_window.reset();
            open();
        }
        QCOMPARE(model().scenario(), batchOf(afterRestart));
    }

    void closingAnUntitledScenarioDoesNotAsk()
    {
        QVERIFY(model().setField("workload.batch", FieldValue { std::int64_t { 3 } }));
        int asked = 0;
        answerNextQuestion(QMessageBox::Cancel, &asked);
        QVERIFY(m_window->close());
        QCoreApplication::processEvents();
        QCOMPARE(asked, 0);
    }

    void dropOpensAFile()
    {
        const QString file = written("dropped.sublinear.json", writeScenario(batchOf(6)));
        QMimeData data;
        data.setUrls({ QUrl::fromLocalFile(file) });
        QDragEnterEvent enter({ 5, 5 }, Qt::CopyAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(m_window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent drop({ 5, 5 }, Qt::CopyAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(m_window.get(), &drop);
        QCOMPARE(model().scenario(), batchOf(6));
        QCOMPARE(m_window->documentPath(), file);

        // Over a chart as well: a view that takes drops itself passes this one on.
        auto* view = m_window->findChild<QGraphicsView*>();
        QVERIFY(view != nullptr);
        QDragEnterEvent overChart({ 5, 5 }, Qt::CopyAction, &data, Qt::LeftButton, {});
        overChart.ignore();
        QCoreApplication::sendEvent(view->viewport(), &overChart);
        QVERIFY(overChart.isAccepted());

        QMimeData text;
        text.setText(QStringLiteral("hello"));
        QDragEnterEvent other({ 5, 5 }, Qt::CopyAction, &text, Qt::LeftButton, {});
        other.ignore();
        QCoreApplication::sendEvent(m_window.get(), &other);
        QVERIFY(!other.isAccepted());
    }

    void presetsOpenFromTheMenu()
    {
        const auto presets = named<QMenu>("file.presets")->actions();
        QVERIFY(presets.size() > 1);
        presets.at(1)->trigger();
        QVERIFY(!model().scenarioPreset().empty());
        QVERIFY(presets.at(1)->text() == toQString(findScenarioPreset(model().scenarioPreset())->name));
    }

    void copiesJsonThatReadsBack()
    {
        QVERIFY(model().setField("workload.batch", FieldValue { std::int64_t { 3 } }));
        trigger("edit.copyJson");
        const auto read = readScenario(toUtf8(QApplication::clipboard()->text()));
        QVERIFY(read.ok());
        QCOMPARE(*read, batchOf(3));
    }

    void copiedCommandGivesTheSameScenario()
    {
        Scenario scenario = batchOf(3);
        scenario.model.name = "it's a model; $HOME";
        scenario.checkpointing.candidates = std::vector<Count> { 1, 2, 4 };
        scenario.device.memoryBytes = Bytes { 24 } << 30;
        const std::string line = commandLineText(scenario);
        QVERIFY(line.starts_with("sublinear plan --set "));

        // The shell itself says what arrives.
        QProcess shell;
        shell.start(QStringLiteral("sh"),
            { QStringLiteral("-c"), QStringLiteral("sublinear() { printf '%s\\n' \"$@\"; }; ") + toQString(line) });
        QVERIFY(shell.waitForFinished());
        const QStringList words = QString::fromUtf8(shell.readAllStandardOutput()).split(u'\n', Qt::SkipEmptyParts);
        Scenario rebuilt;
        for (qsizetype i = 2; i < words.size(); i += 2) {
            QCOMPARE(words.at(i - 1), QStringLiteral("--set"));
            const auto set = applySet(rebuilt, toUtf8(words.at(i)));
            QVERIFY2(set.ok(), qPrintable(words.at(i)));
        }
        QCOMPARE(rebuilt, scenario);
        QCOMPARE(commandLineText(Scenario {}), std::string("sublinear plan"));
    }

    void themeIsRemembered()
    {
        const QPalette before = QApplication::palette();
        trigger("view.theme.dark");
        QVERIFY(QApplication::palette().color(QPalette::Window).lightness() < 128);
        restart();
        QVERIFY(named<QAction>("view.theme.dark")->isChecked());
        trigger("view.theme.light");
        QVERIFY(QApplication::palette().color(QPalette::Window).lightness() > 128);
        QApplication::setPalette(before);
    }

    void aboutSaysLicenceAndVersions()
    {
        const QString text = aboutText();
        for (const QString& part :
            { QStringLiteral("MIT"), QStringLiteral("GPL-3.0-or-later"), QStringLiteral("Qt Charts"),
                QString::fromLatin1(qVersion()), toQString(kVersion), QStringLiteral("arxiv.org") }) {
            QVERIFY2(text.contains(part), qPrintable(part));
        }
        trigger("help.about");
        auto* about = m_window->findChild<QWidget*>(QStringLiteral("about"));
        QVERIFY(about != nullptr && about->isVisible());
        about->close();
    }

    void everythingFocusableHasAName()
    {
        const auto sections = m_window->findChildren<FoldSection*>();
        for (FoldSection* section : sections) {
            section->setOpen(true);
        }
        int seen = 0;
        const auto all = m_window->findChildren<QWidget*>();
        for (QWidget* widget : all) {
            if (widget->focusPolicy() == Qt::NoFocus || widget->focusProxy() != nullptr || !widget->isVisible()
                || qobject_cast<QAbstractSpinBox*>(widget->parentWidget()) != nullptr) {
                continue;
            }
            const QAccessibleInterface* face = QAccessible::queryAccessibleInterface(widget);
            QVERIFY(face != nullptr);
            QVERIFY2(!face->text(QAccessible::Name).isEmpty(),
                qPrintable(widget->objectName() + u' ' + QString::fromLatin1(widget->metaObject()->className())));
            ++seen;
        }
        QVERIFY(seen > 20);
    }

    void shortcutsDoNotCollide()
    {
        QHash<QString, QString> taken;
        const auto actions = m_window->findChildren<QAction*>();
        for (const QAction* action : actions) {
            const QString keys = action->shortcut().toString();
            if (!keys.isEmpty()) {
                QVERIFY2(
                    !taken.contains(keys), qPrintable(keys + u' ' + action->objectName() + u' ' + taken.value(keys)));
                taken.insert(keys, action->objectName());
            }
        }
        QVERIFY(taken.size() >= 7);
    }
};

QTEST_MAIN(TestMainWindow)
#include "tst_main_window.moc"
