// SPDX-License-Identifier: MIT
// Configs and scenarios that are handed to the window, by File > Import and by drag and drop.
#include "app/model/text.h"
#include "app/window/recent_files.h"
#include "core/import/hf_config.h"
#include "core/scenario/fields.h"
#include "core/scenario/scenario_json.h"
#include "tests/app/support/window_bench.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QFile>
#include <QFileDialog>
#include <QGraphicsView>
#include <QMimeData>
#include <QTimer>

#include <sys/stat.h>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

std::string fixture(const char* name)
{
    const QByteArray text = contentOf(QStringLiteral(SUBLINEAR_TEST_DATA "/configs/") + QString::fromLatin1(name));
    if (text.isEmpty()) {
        qFatal("no fixture %s", name);
    }
    return text.toStdString();
}

QList<QUrl> urls(const QStringList& paths)
{
    QList<QUrl> list;
    for (const QString& path : paths) {
        list << QUrl::fromLocalFile(path);
    }
    return list;
}

constexpr const char* kNoType = R"({"hidden_size": 64, "intermediate_size": 128, "num_attention_heads": 4,
    "num_key_value_heads": 2, "num_hidden_layers": 6, "vocab_size": 100, "rms_norm_eps": 1e-6})";

} // namespace

class TestImportWindow : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<WindowBench> m_bench;

    /// Drags files over the window and lets them go; whether it would have them.
    bool drop(const QList<QUrl>& files) const
    {
        QMimeData data;
        data.setUrls(files);
        QDragEnterEvent enter({ 5, 5 }, Qt::CopyAction, &data, Qt::LeftButton, {});
        enter.ignore();
        QCoreApplication::sendEvent(&m_bench->window(), &enter);
        if (!enter.isAccepted()) {
            return false;
        }
        QDropEvent event({ 5, 5 }, Qt::CopyAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(&m_bench->window(), &event);
        return event.isAccepted();
    }
    bool drop(const QString& path) const { return drop(urls({ path })); }
    [[nodiscard]] const Scenario& scenario() const { return m_bench->model().scenario(); }
    [[nodiscard]] bool says(const char* part) const { return m_bench->message().contains(QString::fromUtf8(part)); }

private Q_SLOTS:
    void init() { m_bench = std::make_unique<WindowBench>("tst_import_window"); }
    void cleanup() { m_bench.reset(); }

    void importIsOneStepThatKeepsTheRest()
    {
        Scenario before = batchOf(3);
        before.model.parameters = 1000;
        before.model.headDim = 128; // D/H; the imported one is 128 as well, and not D/H
        m_bench->model().replaceScenario(before, QStringLiteral("test"));
        const int steps = m_bench->model().undoStack().count();
        const std::string text = fixture("qwen3_30b_a3b.json");
        QVERIFY(m_bench->window().importFile(m_bench->written("config.json", text)));

        const auto imported = importHfConfig(text);
        QVERIFY(imported.ok());
        QVERIFY(scenario().model == imported->scenario.model);
        QCOMPARE(scenario().accounting, std::optional(Accounting::Training));
        QCOMPARE(scenario().workload.batch, Count { 3 });
        QCOMPARE(m_bench->model().undoStack().count(), steps + 1);
        m_bench->model().settle();
        QVERIFY(m_bench->model().refusal().isEmpty());
        QCOMPARE(m_bench->model().evaluation().scenario.accounting, Accounting::Training);
        QVERIFY2(says("config.json"), qPrintable(m_bench->message()));
        QVERIFY(says("training accounting"));
        QVERIFY(m_bench->window().documentPath().isEmpty()); // no document of ours
        m_bench->trigger("edit.undo");
        QCOMPARE(scenario(), before);
        m_bench->trigger("edit.redo");
        QVERIFY(scenario().model == imported->scenario.model);
    }

    void menuAsksForTheFile()
    {
        const QString config = m_bench->written("config.json", fixture("llama2_70b_gqa.json"));
        QApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        int asked = 0;
        QTimer::singleShot(0, qApp, [&] {
            if (auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget())) {
                ++asked;
                dialog->selectFile(config);
                QMetaObject::invokeMethod(dialog, "accept");
            }
        });
        QCOMPARE(m_bench->named<QAction>("file.import")->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_I));
        QTest::keyClick(&m_bench->window(), Qt::Key_I, Qt::ControlModifier);
        QCOMPARE(asked, 1);
        QCOMPARE(scenario().accounting, std::optional(Accounting::Training));
    }

    void whatWasTakenForGrantedIsSaidAndStays()
    {
        QVERIFY(m_bench->window().importFile(m_bench->written("config.json", kNoType)));
        QVERIFY2(says("model_type is not given: llama, inferred from"), qPrintable(m_bench->message()));
        QVERIFY(!says("\n"));
        QCOMPARE(m_bench->model().effectiveWhole("model.kv_heads"), 2);
    }

    void refusedConfigLeavesEverything_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, const QByteArray& content, const char* says) {
            QTest::addRow("%s", name) << content << QString::fromUtf8(says);
        };
        row("state space", R"({"model_type": "mamba", "hidden_size": 64, "num_hidden_layers": 2})", "mamba");
        row("encoder-decoder", R"({"model_type": "t5", "d_model": 64, "num_layers": 2, "is_encoder_decoder": true})",
            "t5");
        row("no JSON", "hello", "bad.json");
        row("empty", "", "bad.json");
        row("a list", "[1, 2]", "JSON object");
        row("no sizes", R"({"model_type": "llama", "hidden_size": "wide"})", "hidden_size");
        row("negative", R"({"model_type": "llama", "hidden_size": -64})", "hidden_size");
        row("a plan", R"({"format": "sublinear-plan", "version": 1})", "sublinear-plan");
    }
    void refusedConfigLeavesEverything()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, says);
        QVERIFY(m_bench->model().setField("workload.batch", FieldValue { std::int64_t { 3 } }));
        const Scenario before = scenario();
        const QString file = m_bench->written("bad.json", content.toStdString());
        const auto check = [&] {
            QCOMPARE(scenario(), before);
            QCOMPARE(m_bench->model().undoStack().count(), 1);
            QVERIFY2(m_bench->message().contains(QStringLiteral("bad.json")), qPrintable(m_bench->message()));
            QVERIFY2(m_bench->message().contains(says), qPrintable(m_bench->message()));
            QVERIFY(!m_bench->message().contains(u'\n'));
            QVERIFY(QApplication::activeModalWidget() == nullptr);
        };
        QVERIFY(!m_bench->window().importFile(file));
        check();
        QVERIFY(drop(file));
        check();
    }

    void hugeAndUnreadableFilesAreOneLine()
    {
        const QString huge = m_bench->path("huge.json");
        QFile file(huge);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.resize(qint64 { 101 } << 20)); // sparse: nothing is written
        file.close();
        const QString pipe = m_bench->path("pipe.json");
        QCOMPARE(mkfifo(pipe.toLocal8Bit().constData(), 0600), 0); // would keep the window waiting
        const std::pair<QString, const char*> cases[] = { { huge, "huge.json: is larger than 4 MiB" },
            { pipe, "pipe.json: is not a plain file" }, { m_bench->folder(), "is a folder" },
            { m_bench->path("none.json"), "none.json: there is no such file" } };
        for (const auto& [path, part] : cases) {
            QVERIFY(!m_bench->window().importFile(path));
            QVERIFY2(says(part), qPrintable(m_bench->message()));
            QVERIFY(drop(path));
            QVERIFY2(says(part), qPrintable(m_bench->message()));
            QCOMPARE(scenario(), Scenario {});
        }
    }

    void openSaysWhereAConfigGoes()
    {
        QVERIFY(!m_bench->window().openFile(m_bench->written("config.json", fixture("llama2_70b_gqa.json"))));
        QVERIFY2(says("File > Import config"), qPrintable(m_bench->message()));
        QCOMPARE(m_bench->message().count(QStringLiteral("a model's config")), 1);
        QVERIFY(!m_bench->window().openFile(m_bench->written("config.json", fixture("rwkv5_3b.json"))));
        QVERIFY2(says("cannot be imported: model_type: \"rwkv5\""), qPrintable(m_bench->message()));
        QVERIFY(!says("File > Import config"));
        QVERIFY(!m_bench->window().openFile(m_bench->written("bad.json", "hello")));
        QVERIFY(!says("File > Import config"));
        QCOMPARE(scenario(), Scenario {});
    }

    void scenarioIsNoConfig()
    {
        const QString file = m_bench->written("s.sublinear.json", writeScenario(batchOf(6)));
        QVERIFY(!m_bench->window().importFile(file));
        QVERIFY(says("s.sublinear.json"));
        QCOMPARE(scenario(), Scenario {});
    }

    void dropTakesScenarioOrConfig()
    {
        const QString file = m_bench->written("dropped.sublinear.json", writeScenario(batchOf(6)));
        QVERIFY(drop(file));
        QCOMPARE(scenario(), batchOf(6));
        QCOMPARE(m_bench->window().documentPath(), file);
        QCOMPARE(RecentFiles::list(), QStringList { file });
        QVERIFY(drop(m_bench->written("config.json", fixture("llama2_70b_gqa.json"))));
        QCOMPARE(scenario().workload.batch, Count { 6 });
        QCOMPARE(scenario().accounting, std::optional(Accounting::Training));
        QVERIFY(m_bench->window().isWindowModified()); // an edit of the scenario that is open
        QCOMPARE(RecentFiles::list(), QStringList { file });
    }

    void dropOfSeveralTakesThemAll()
    {
        const QString config = m_bench->written("config.json", kNoType);
        const QString file = m_bench->written("two.sublinear.json", writeScenario(batchOf(2)));
        const QString bad = m_bench->written("notes.txt", "shopping list");
        const QString worse = m_bench->written("other.txt", "");
        // The config first: the scenario must not wipe it out.
        QVERIFY(drop(urls({ config, bad, file, worse })));
        QCOMPARE(scenario().workload.batch, Count { 2 });
        QCOMPARE(m_bench->model().effectiveWhole("model.layers"), 6);
        QCOMPARE(m_bench->model().undoStack().count(), 2);
        for (const char* part :
            { "notes.txt", "and 1 more refused", "Opened two.sublinear.json", "config.json", "inferred from" }) {
            QVERIFY2(says(part), part);
        }
        m_bench->trigger("edit.undo");
        QCOMPARE(scenario(), batchOf(2));
        m_bench->trigger("edit.undo");
        QCOMPARE(scenario(), Scenario {});
    }

    void dropAsksBeforeItLeavesAChangedFile()
    {
        QVERIFY(m_bench->window().saveTo(m_bench->path("mine.sublinear.json")));
        QVERIFY(m_bench->model().setField("workload.batch", FieldValue { std::int64_t { 7 } }));
        const QString file = m_bench->written("dropped.sublinear.json", writeScenario(batchOf(6)));
        int asked = 0;
        answerNextQuestion(QMessageBox::Cancel, &asked);
        QVERIFY(drop(file));
        QCOMPARE(asked, 1);
        QCOMPARE(scenario().workload.batch, Count { 7 });
        // A refused file is no reason to ask, and a config leaves the file open.
        QVERIFY(drop(m_bench->written("bad.json", "[]")));
        QVERIFY(drop(m_bench->written("config.json", fixture("llama2_70b_gqa.json"))));
        QCoreApplication::processEvents();
        QCOMPARE(asked, 1);
        QCOMPARE(m_bench->window().documentPath(), m_bench->path("mine.sublinear.json"));
    }

    void dropFromElsewhereIsRefused()
    {
        QVERIFY(drop({ QUrl(QStringLiteral("https://example.org/config.json")) }));
        QVERIFY2(
            says("https://example.org/config.json is not a file on this computer"), qPrintable(m_bench->message()));
        QMimeData text;
        text.setText(QStringLiteral("hello"));
        QDragEnterEvent other({ 5, 5 }, Qt::CopyAction, &text, Qt::LeftButton, {});
        other.ignore();
        QCoreApplication::sendEvent(&m_bench->window(), &other);
        QVERIFY(!other.isAccepted());
    }

    void chartsPassDropsOn()
    {
        auto* view = m_bench->window().findChild<QGraphicsView*>();
        QVERIFY(view != nullptr);
        QMimeData data;
        data.setUrls(urls({ m_bench->written("dropped.sublinear.json", writeScenario(batchOf(6))) }));
        QDragEnterEvent overChart({ 5, 5 }, Qt::CopyAction, &data, Qt::LeftButton, {});
        overChart.ignore();
        QCoreApplication::sendEvent(view->viewport(), &overChart);
        QVERIFY(overChart.isAccepted());
    }
};

QTEST_MAIN(TestImportWindow)
#include "tst_import_window.moc"
