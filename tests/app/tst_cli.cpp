// SPDX-License-Identifier: MIT
// The real program, started as a shell starts it, with no display anywhere.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

using namespace Qt::StringLiterals;

namespace {

struct Outcome {
    int exitCode = -1;
    QString out;
    QString err;
};

QStringList words(const char* text)
{
    return QString::fromUtf8(text).split(u' ', Qt::SkipEmptyParts);
}

QByteArray scenarioText(const char* members)
{
    return QByteArray(R"({"format":"sublinear-scenario","version":1)") + members + "}";
}

} // namespace

class TestCli : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void refused_data();
    void refused();
    void badFile_data();
    void badFile();
    void unreadableFile_data();
    void unreadableFile();
    void help_data();
    void help();
    void planFigures();
    void planFormats_data();
    void planFormats();
    void planJsonIsOneDocument();
    void planFromFileAndStdin();
    void setsAreCheckedOnceAtTheEnd();
    void overTheLimit();
    void rowsLeftOut();
    void failIfOver();
    void withoutEffect();
    void startOfEveryNth();
    void presets_data();
    void presets();
    void presetsReadBack();
    void importGivesAScenario();
    void importRefuses_data();
    void importRefuses();
    void check();
    void exportWritesFiles();
    void exportRefusesFiles();
    void figuresKeepWhatTheyShow();
    void devicesStay();
    void exportToFullDisk();
    void cannotWrite_data();
    void cannotWrite();
    void windowNeedsADisplay();

private:
    [[nodiscard]] Outcome run(
        const QStringList& arguments, const QByteArray& input = {}, const QString& outFile = {}) const;
    [[nodiscard]] QString file(const QString& name, const QByteArray& content) const;

    QTemporaryDir m_folder;
    QString m_program;
};

void TestCli::initTestCase()
{
    m_program = QCoreApplication::applicationDirPath() + "/sublinear"_L1;
    QVERIFY2(QFile::exists(m_program), qPrintable(m_program));
    QVERIFY(m_folder.isValid());
}

Outcome TestCli::run(const QStringList& arguments, const QByteArray& input, const QString& outFile) const
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : { "DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM" }) {
        environment.remove(QString::fromLatin1(name));
    }
    process.setProcessEnvironment(environment);
    if (!outFile.isEmpty()) {
        process.setStandardOutputFile(outFile);
    }
    process.start(m_program, arguments);
    process.write(input);
    process.closeWriteChannel();
    Outcome outcome;
    if (process.waitForFinished() && process.exitStatus() == QProcess::NormalExit) {
        outcome.exitCode = process.exitCode();
    }
    outcome.out = QString::fromUtf8(process.readAllStandardOutput());
    outcome.err = QString::fromUtf8(process.readAllStandardError());
    return outcome;
}

QString TestCli::file(const QString& name, const QByteArray& content) const
{
    const QString path = m_folder.filePath(name);
    QFile target(path);
    if (!target.open(QIODevice::WriteOnly) || target.write(content) != content.size()) {
        qFatal("no test file");
    }
    return path;
}

void TestCli::refused_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("named");
    QTest::addRow("misspelt verb") << words("plna") << u"nearest verb: plan"_s;
    QTest::addRow("misspelt verb names the file too") << words("plna") << u"nor a file"_s;
    QTest::addRow("export where to") << words("export") << u"--out"_s;
    QTest::addRow("export to no name") << QStringList { u"export"_s, u"--out"_s, QString() } << u"--out"_s;
    QTest::addRow("export a misspelt chart") << words("export --out x --charts split,memry") << u"\"memry\""_s;
    QTest::addRow("export another format") << words("export --out x --format svg,gif") << u"one of svg, pdf"_s;
    QTest::addRow("export to another size") << words("export --out x --size 160x100cm") << u"160x100mm"_s;
    QTest::addRow("export at no scale") << words("export --out x --scale 0") << u"--scale"_s;
    QTest::addRow("export too large") << words("export --out x --size 4000x3000 --scale 8") << u"8192"_s;
    QTest::addRow("export in tiny type") << words("export --out x --font-size 1") << u"--font-size"_s;
    QTest::addRow("export in another theme") << words("export --out x --theme blue") << u"projector"_s;
    QTest::addRow("export a misspelt policy") << words("export --out x --policies segmnts") << u"segments?"_s;
    QTest::addRow("export a misspelt path") << words("export --out x --set model.layrs=3") << u"model.layers"_s;
    QTest::addRow("measure on what") << words("measure --device tpu") << u"auto, cpu or cuda:N"_s;
    QTest::addRow("measure for no time") << words("measure --deadline 0") << u"deadline"_s;
    QTest::addRow("measure a misspelt policy") << words("measure --policies segmnts") << u"did you mean segments?"_s;
    QTest::addRow("measure a misspelt path") << words("measure --set model.layrs=3") << u"nearest: model.layers"_s;
    QTest::addRow("measure K over N") << words("measure --set checkpointing.k=33") << u"a whole number from 1 to 32"_s;
    QTest::addRow("more slots than layers") << words("plan --policies revolve:33") << u"from 1 to 32"_s;
    QTest::addRow("a budget below every schedule")
        << words("plan --set checkpointing.policy=optimal --set checkpointing.budget_bytes=1MiB")
        << u"no schedule fits in 1.00 MiB; the least is"_s;
    QTest::addRow("a value of nothing") << words("plan --set =4") << u"--set: \"=4\" is not accepted"_s;
    QTest::addRow("preset by its parts") << words("plan --preset article-b4") << u"nearest: article"_s;
    QTest::addRow("preset like none") << words("plan --preset zzz") << u"known: article"_s;
    QTest::addRow("report where to") << words("report") << u"--out"_s;
    QTest::addRow("report as what") << words("report --out report.doc") << u".pdf or .html"_s;
    QTest::addRow("no such file") << words("gone.sublinear.json") << u"gone.sublinear.json"_s;
    QTest::addRow("empty argument") << QStringList { u""_s } << u"plan, import, presets, check"_s;
    QTest::addRow("general option with more") << words("--version plan") << u"--version"_s;
    QTest::addRow("unknown option") << words("plan --formt json") << u"--formt"_s;
    QTest::addRow("option without value") << words("plan --format") << u"--format"_s;
    QTest::addRow("unknown format") << words("plan --format xml") << u"one of table, json, csv, markdown, latex"_s;
    QTest::addRow("timeline as CSV") << words("plan --timeline --format csv") << u"one of table, json"_s;
    QTest::addRow("two files") << words("plan a b") << u"b"_s;
    QTest::addRow("file and preset") << words("plan - --preset article") << u"not from both"_s;
    QTest::addRow("unknown preset") << words("plan --preset articl") << u"nearest: article"_s;
    QTest::addRow("misspelt path") << words("plan --set model.layrs=3") << u"nearest: model.layers"_s;
    QTest::addRow("no sign") << words("plan --set model.layers") << u"PATH=VALUE"_s;
    QTest::addRow("empty plan name") << QStringList { u"plan"_s, u""_s } << u"FILE: \"\" is not a file name"_s;
    QTest::addRow("empty import name") << QStringList { u"import"_s, u""_s } << u"CONFIG: \"\" is not a file name"_s;
    QTest::addRow("one name of two empty")
        << QStringList { u"check"_s, u"a.json"_s, u""_s } << u"FILE: \"\" is not a file name"_s;
    QTest::addRow("empty preset") << QStringList { u"plan"_s, u"--preset"_s, u""_s } << u"--preset: \"\""_s;
    QTest::addRow("nothing") << QStringList { u"plan"_s, u"--set"_s, u""_s } << u"PATH=VALUE"_s;
    QTest::addRow("no number") << words("plan --set model.layers=many") << u"a whole number from 1"_s;
    QTest::addRow("zero layers") << words("plan --set model.layers=0") << u"a whole number from 1"_s;
    QTest::addRow("negative batch") << words("plan --set workload.batch=-1") << u"a whole number from 1"_s;
    QTest::addRow("half a batch") << words("plan --set workload.batch=1.5") << u"\"1.5\""_s;
    QTest::addRow("unknown dtype") << words("plan --set recipe.dtype=fp8") << u"bf16, fp16, fp32"_s;
    QTest::addRow("unknown GPU") << words("plan --set device.gpu=a1000") << u"device.gpu"_s;
    QTest::addRow("memory in words") << words("plan --set device.memory_bytes=lots") << u"device.memory_bytes"_s;
    QTest::addRow("K over N") << words("plan --set checkpointing.k=33") << u"a whole number from 1 to 32"_s;
    QTest::addRow("contradiction") << words("plan --set model.heads=5 --set model.d_model=4096") << u"model.heads"_s;
    QTest::addRow("misspelt policy") << words("plan --policies artcle:4") << u"did you mean article?"_s;
    QTest::addRow("empty list") << QStringList { u"plan"_s, u"--policies"_s, u""_s } << u"--policies"_s;
    QTest::addRow("number over N") << words("plan --policies segments:33") << u"from 1 to 32"_s;
    QTest::addRow("presets without kind") << words("presets") << u"KIND"_s;
    QTest::addRow("presets of what") << words("presets cars") << u"models, gpus, scenarios"_s;
    QTest::addRow("presets as CSV") << words("presets gpus --format csv") << u"one of table, json"_s;
    QTest::addRow("import without a config") << words("import") << u"CONFIG"_s;
    QTest::addRow("check without files") << words("check") << u"FILE"_s;
    QTest::addRow("over 2^63-1") << words("plan --set workload.batch=65536 --set workload.sequence=16Mi")
                                 << u"9223372036854775807"_s;
    QTest::addRow("control characters") << QStringList { u"plan"_s, u"--a\nb\x1b[31m"_s } << u"--a?b?"_s;
}

void TestCli::refused()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, named);
    const Outcome outcome = run(arguments);
    QCOMPARE(outcome.exitCode, 2);
    QCOMPARE(outcome.out, QString());
    QVERIFY2(outcome.err.startsWith("sublinear: "_L1), qPrintable(outcome.err));
    QVERIFY2(outcome.err.contains(named), qPrintable(outcome.err));
    QCOMPARE(outcome.err.count(u'\n'), 1);
}

void TestCli::badFile_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("named");
    QTest::addRow("empty") << QByteArray() << u"empty"_s;
    QTest::addRow("not JSON") << QByteArray("layers = 3") << u"line 1"_s;
    QTest::addRow("a list") << QByteArray("[]") << u"object"_s;
    QTest::addRow("no format") << QByteArray("{}") << u"format"_s;
    QTest::addRow("other format") << QByteArray(R"({"format":"sublinear-plan","version":1})") << u"format"_s;
    QTest::addRow("newer version") << QByteArray(R"({"format":"sublinear-scenario","version":2})") << u"version"_s;
    QTest::addRow("unknown field") << scenarioText(R"(,"model":{"layrs":3})") << u"model.layrs"_s;
    QTest::addRow("out of range") << scenarioText(R"(,"workload":{"batch":0})") << u"workload.batch"_s;
    QTest::addRow("contradiction") << scenarioText(R"(,"checkpointing":{"k":33})")
                                   << u"checkpointing.k: \"33\" is not accepted"_s;
    QTest::addRow("over 2^63-1") << scenarioText(R"(,"workload":{"batch":65536,"sequence":16777216})")
                                 << u"9223372036854775807"_s;
    QTest::addRow("control characters") << scenarioText(R"(,"a\nb":1)") << u"unknown field"_s;
}

void TestCli::badFile()
{
    QFETCH(QByteArray, content);
    QFETCH(QString, named);
    const QString path = file(u"bad.json"_s, content);
    const Outcome fromFile = run({ u"plan"_s, path });
    const Outcome fromStdin = run({ u"plan"_s, u"-"_s }, content);
    for (const Outcome& outcome : { fromFile, fromStdin }) {
        QCOMPARE(outcome.exitCode, 3);
        QCOMPARE(outcome.out, QString());
        QVERIFY2(outcome.err.contains(named), qPrintable(outcome.err));
        QCOMPARE(outcome.err.count(u'\n'), 1);
    }
    QVERIFY2(fromFile.err.startsWith("sublinear: "_L1 + path + ": "_L1), qPrintable(fromFile.err));
    QVERIFY2(fromStdin.err.startsWith("sublinear: standard input: "_L1), qPrintable(fromStdin.err));
    QCOMPARE(run({ u"check"_s, path }).exitCode, 3);
}

void TestCli::unreadableFile_data()
{
    QTest::addColumn<QString>("path");
    QTest::addRow("not there") << m_folder.filePath(u"gone.json"_s);
    QTest::addRow("a folder") << m_folder.path();
    QTest::addRow("without end") << u"/dev/zero"_s;
}

void TestCli::unreadableFile()
{
    QFETCH(QString, path);
    for (const QString& verb : { u"plan"_s, u"import"_s, u"check"_s }) {
        const Outcome outcome = run({ verb, path });
        QCOMPARE(outcome.exitCode, 3);
        QCOMPARE(outcome.out, QString());
        QVERIFY2(outcome.err.startsWith("sublinear: "_L1 + path + ": "_L1), qPrintable(outcome.err));
        QCOMPARE(outcome.err.count(u'\n'), 1);
    }
}

void TestCli::help_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("named");
    QTest::addRow("--help") << words("--help") << u"VERB"_s;
    QTest::addRow("-h") << words("-h") << u"presets"_s;
    QTest::addRow("plan") << words("plan --help") << u"--fail-if-over"_s;
    QTest::addRow("export") << words("export --help") << u"--font-size"_s;
    QTest::addRow("report") << words("report --help") << u"report.html"_s;
    QTest::addRow("presets") << words("presets -h") << u"scenarios"_s;
    QTest::addRow("import") << words("import --help") << u"config.json"_s;
    QTest::addRow("check") << words("check --help") << u"standard input"_s;
    QTest::addRow("--version") << words("--version") << u"sublinear 0."_s;
}

void TestCli::help()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, named);
    const Outcome outcome = run(arguments);
    QCOMPARE(outcome.exitCode, 0);
    QCOMPARE(outcome.err, QString());
    QVERIFY2(outcome.out.contains(named), qPrintable(outcome.out));
}

void TestCli::planFigures()
{
    const Outcome outcome = run(words("plan"));
    QCOMPARE(outcome.exitCode, 0);
    QCOMPARE(outcome.err, QString());
    for (const QString& part : { u"Does not fit: 80.25 of 80 GiB at K=4, short by 0.25 GiB.\n"_s, u"12.00"_s,
             u"48.00"_s, u"114.00"_s, u"K=5 fits at batch 4 in 78.56 GiB"_s, u"3.15  <- recommended"_s }) {
        QVERIFY2(outcome.out.contains(part), qPrintable(part));
    }
}

void TestCli::planFormats_data()
{
    QTest::addColumn<QString>("format");
    QTest::addColumn<QString>("begins");
    QTest::addColumn<QString>("contains");
    QTest::addRow("table") << u"table"_s << u"Does not fit: 80.25"_s << u"article   4 "_s;
    QTest::addRow("csv") << u"csv"_s << u"policy,k,basis,"_s << u"\narticle,4,law,21743271936,20.25,86167781376,"_s;
    QTest::addRow("markdown") << u"markdown"_s << u"**Does not fit"_s << u"| article | 4 | 20.25 | 80.25 | 29.6 |"_s;
    QTest::addRow("latex") << u"latex"_s << u"% Model"_s << u"article & 4 & 20.25 & 80.25 & 29.6 &"_s;
    QTest::addRow("json") << u"json"_s << u"{\n  \"format\": \"sublinear-plan\""_s << u"\"total_bytes\": 86167781376"_s;
}

void TestCli::planFormats()
{
    QFETCH(QString, format);
    QFETCH(QString, begins);
    QFETCH(QString, contains);
    const Outcome outcome = run({ u"plan"_s, u"--format"_s, format });
    QCOMPARE(outcome.exitCode, 0);
    QVERIFY2(outcome.out.startsWith(begins), qPrintable(outcome.out));
    QVERIFY2(outcome.out.contains(contains), qPrintable(outcome.out));
    QVERIFY(outcome.out.endsWith(u'\n'));
}

void TestCli::planJsonIsOneDocument()
{
    const Outcome outcome = run(words("plan --format json --timeline --policies segments,store_all"));
    QCOMPARE(outcome.exitCode, 0);
    QJsonParseError error;
    const QJsonObject plan = QJsonDocument::fromJson(outcome.out.toUtf8(), &error).object();
    QCOMPARE(error.error, QJsonParseError::NoError);
    QCOMPARE(plan["sweep"_L1].toArray().size(), 32 + 32 + 1);
    QCOMPARE(plan["timeline"_L1]["ops"_L1].toArray().size(), 89);
    const Outcome table = run(words("plan --timeline"));
    QCOMPARE(table.exitCode, 0);
    QVERIFY(table.out.contains("optimizer step"_L1));
}

void TestCli::planFromFileAndStdin()
{
    const QByteArray scenario = scenarioText(R"(,"model":{"layers":16},"workload":{"batch":2})");
    const QString path = file(u"a scenario.json"_s, scenario);
    const Outcome fromFile = run({ u"plan"_s, path });
    QCOMPARE(fromFile.exitCode, 0);
    QVERIFY(fromFile.out.contains("16 layers"_L1));
    QCOMPARE(run({ u"plan"_s, u"-"_s }, scenario).out, fromFile.out);
    QCOMPARE(run(words("plan --set model.layers=16 --set workload.batch=2")).out, fromFile.out);
    const Outcome other = run({ u"plan"_s, u"--set"_s, u"workload.batch=3"_s, path });
    QCOMPARE(other.exitCode, 0);
    QVERIFY(other.out != fromFile.out && other.out.contains("batch 3"_L1));
    // What plan prints as the scenario is a scenario.
    const Outcome json = run({ u"plan"_s, u"--format=json"_s, path });
    const QJsonObject plan = QJsonDocument::fromJson(json.out.toUtf8()).object();
    const QByteArray complete = QJsonDocument(plan["scenario"_L1].toObject()).toJson();
    QVERIFY(complete.contains("\"layers\": 16"));
    QCOMPARE(run({ u"plan"_s, u"-"_s }, complete).out, fromFile.out);
}

void TestCli::setsAreCheckedOnceAtTheEnd()
{
    // 8 layers and K=12 contradict each other on the way, not at the end.
    const Outcome outcome =
        run(words("plan --set checkpointing.k=12 --set model.layers=8 --set model.layers=24 --format csv"));
    QCOMPARE(outcome.exitCode, 0);
    QCOMPARE(outcome.out.count(u'\n'), 25);
    // A file that contradicts itself can be put right.
    const QString path = file(u"contradiction.json"_s, scenarioText(R"(,"checkpointing":{"k":33})"));
    QCOMPARE(run({ u"plan"_s, path, u"--set"_s, u"model.layers=40"_s }).exitCode, 0);
    QCOMPARE(run({ u"plan"_s, path, u"--set"_s, u"workload.batch=2"_s }).exitCode, 3); // still the file's
}

void TestCli::overTheLimit()
{
    const QString path = file(u"large.json"_s, scenarioText(R"(,"workload":{"sequence":16777216})"));
    QCOMPARE(run({ u"plan"_s, path }).exitCode, 0);
    const Outcome outcome = run({ u"plan"_s, path, u"--set"_s, u"workload.batch=65536"_s });
    QCOMPARE(outcome.exitCode, 2); // the assignment brought it in
    QVERIFY(outcome.err.contains("store-all's total is over 9223372036854775807"_L1));
}

void TestCli::rowsLeftOut()
{
    const Outcome outcome = run(words("plan --set model.layers=63 --set model.heads=2048 --set model.d_model=2048 "
                                      "--set model.d_ffn=1 --set workload.sequence=1Mi --set workload.batch=32 "
                                      "--set checkpointing.k=8 --format csv"));
    QCOMPARE(outcome.exitCode, 0);
    QCOMPARE(outcome.out.count(u'\n'), 63); // header and 62 rows
    QVERIFY2(outcome.err.contains("rows left out"_L1) && outcome.err.contains(": 1\n"_L1), qPrintable(outcome.err));
}

void TestCli::failIfOver()
{
    const Outcome over = run(words("plan --fail-if-over"));
    QCOMPARE(over.exitCode, 10);
    QVERIFY(over.out.startsWith("Does not fit"_L1));
    const Outcome fits = run(words("plan --fail-if-over --set checkpointing.k=5"));
    QCOMPARE(fits.exitCode, 0);
    QVERIFY(fits.out.startsWith("Fits: 78.56 of 80 GiB at K=5"_L1));
    QCOMPARE(run(words("plan")).exitCode, 0);
}

void TestCli::withoutEffect()
{
    const Outcome outcome = run(words("plan --set recipe.attention=fused --set workload.batch=2"));
    QCOMPARE(outcome.exitCode, 0);
    QCOMPARE(outcome.err, u"sublinear: note: article accounting does not count recipe.attention\n"_s);
    // a derived head_dim that is rounded is said, a given one is meant
    const Outcome rounded = run(words("plan --set model.heads=7"));
    QCOMPARE(rounded.exitCode, 0);
    QCOMPARE(rounded.err,
        u"sublinear: note: model.head_dim is 585: d_model/heads, 4096/7, is not whole and is rounded down\n"_s);
    QCOMPARE(run(words("plan --set accounting=training --set model.heads=7 --set model.head_dim=585")).err, QString());
    QCOMPARE(run(words("plan --set model.heads=8")).err, QString());
    // a budget that nothing keeps is named, the rest is there
    const Outcome budget = run(words("plan --format csv --set accounting=training --policies optimal:1MiB,store_all"));
    QCOMPARE(budget.exitCode, 0);
    QVERIFY2(budget.err.startsWith("sublinear: --policies: optimal:1MiB is left out: no schedule fits in 1.00 MiB; the "
                                   "least is "_L1)
            && budget.err.count(u'\n') == 1,
        qPrintable(budget.err));
    QVERIFY(budget.out.contains("\nstore_all,"_L1));
}

void TestCli::startOfEveryNth()
{
    // Listed rows start where the scenario starts: 2 of 4 layers with K=3 from 1, 1 from K.
    const QStringList arguments =
        words("plan --format csv --policies every_nth:3 --set model.layers=4 --set checkpointing.k=3");
    const auto extra = [](const Outcome& outcome) { return outcome.out.split(u'\n').at(5).split(u',').at(8); };
    QCOMPARE(extra(run(arguments)), u"0.25"_s);
    QCOMPARE(extra(run(arguments + words("--set checkpointing.start=1"))), u"0.5"_s);
}

void TestCli::presets_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("id");
    QTest::addRow("models") << u"models"_s << u"gpt2-124m"_s;
    QTest::addRow("gpus") << u"gpus"_s << u"80gib-article"_s;
    QTest::addRow("scenarios") << u"scenarios"_s << u"article-6.4b-b4"_s;
}

void TestCli::presets()
{
    QFETCH(QString, kind);
    QFETCH(QString, id);
    const Outcome table = run({ u"presets"_s, kind });
    QCOMPARE(table.exitCode, 0);
    QVERIFY(table.out.startsWith("Id "_L1));
    const Outcome json = run({ u"presets"_s, kind, u"--format"_s, u"json"_s });
    QCOMPARE(json.exitCode, 0);
    const QJsonArray entries = QJsonDocument::fromJson(json.out.toUtf8()).object()[kind].toArray();
    QCOMPARE(entries.size(), table.out.count(u'\n') - 1);
    bool found = false;
    for (const QJsonValue& entry : entries) {
        found = found || entry["id"_L1].toString() == id;
        QVERIFY2(table.out.contains(u'\n' + entry["id"_L1].toString() + u' '), qPrintable(entry["id"_L1].toString()));
    }
    QVERIFY(found);
}

void TestCli::presetsReadBack()
{
    const QJsonObject list =
        QJsonDocument::fromJson(run(words("presets scenarios --format json")).out.toUtf8()).object();
    QVERIFY(!list["scenarios"_L1].toArray().isEmpty());
    for (const QJsonValue& entry : list["scenarios"_L1].toArray()) {
        const Outcome named = run({ u"plan"_s, u"--preset"_s, entry["id"_L1].toString() });
        const Outcome read = run({ u"plan"_s, u"-"_s }, QJsonDocument(entry["scenario"_L1].toObject()).toJson());
        QVERIFY2(named.exitCode == 0, qPrintable(named.err));
        QCOMPARE(read.out, named.out);
    }
}

void TestCli::importGivesAScenario()
{
    const QString config = QStringLiteral(SUBLINEAR_TEST_DATA "/configs/llama3_2_3b_tied.json");
    const Outcome outcome = run({ u"import"_s, config });
    QCOMPARE(outcome.exitCode, 0);
    QCOMPARE(outcome.err, QString());
    const QJsonObject scenario = QJsonDocument::fromJson(outcome.out.toUtf8()).object();
    QCOMPARE(scenario["format"_L1].toString(), u"sublinear-scenario"_s);
    QCOMPARE(scenario["accounting"_L1].toString(), u"training"_s);
    QCOMPARE(scenario["model"_L1]["layers"_L1].toInt(), 28);
    QCOMPARE(scenario["model"_L1]["kv_heads"_L1].toInt(), 8);
    QCOMPARE(scenario["model"_L1]["tied_embeddings"_L1].toBool(), true);

    QFile file(config);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(run({ u"import"_s, u"-"_s }, file.readAll()).out, outcome.out);
    const Outcome set = run({ u"import"_s, config, u"--set"_s, u"model.layers=2"_s, u"--set"_s, u"model.vocab=1k"_s });
    QCOMPARE(set.exitCode, 0);
    QVERIFY2(set.out.contains("\"layers\": 2,"_L1) && set.out.contains("\"vocab\": 1000,"_L1), qPrintable(set.out));

    // What was taken for granted goes to stderr, and what comes out is a sound scenario.
    const Outcome noted = run({ u"import"_s, QStringLiteral(SUBLINEAR_TEST_DATA "/configs/gemma3_4b_nested.json") });
    QCOMPARE(noted.exitCode, 0);
    QVERIFY2(
        noted.err.contains("sublinear: note: text_config.vocab_size is not given: 262208"_L1), qPrintable(noted.err));
    QCOMPARE(run({ u"check"_s, u"-"_s }, noted.out.toUtf8()).exitCode, 0);
    const Outcome planned =
        run({ u"plan"_s, u"-"_s, u"--set"_s, u"accounting=article"_s, u"--format"_s, u"json"_s }, noted.out.toUtf8());
    QCOMPARE(planned.exitCode, 0);
    QVERIFY(planned.out.contains("\"layers\": 34"_L1));
}

void TestCli::importRefuses_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("assignment");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QString>("named");
    const auto row = [](const char* name, const char* file, const char* set, int exitCode, const char* named) {
        QTest::addRow("%s", name) << QStringLiteral(SUBLINEAR_TEST_DATA "/configs/") + QString::fromLatin1(file)
                                  << QString::fromLatin1(set) << exitCode << QString::fromLatin1(named);
    };
    row("Mamba", "mamba2_codestral_7b.json", "model.layers=2", 3, "\"mamba2\" cannot be modelled: state-space");
    row("T5", "t5_small.json", "model.layers=2", 3, "an encoder-decoder");
    row("misspelt path", "gpt2.json", "model.layrs=2", 2, "nearest: model.layers");
    row("contradiction", "gpt2.json", "model.kv_heads=5", 2, "model.kv_heads: \"5\" is not accepted");
}

void TestCli::importRefuses()
{
    QFETCH(QString, file);
    QFETCH(QString, assignment);
    QFETCH(int, exitCode);
    QFETCH(QString, named);
    const Outcome outcome = run({ u"import"_s, file, u"--set"_s, assignment });
    QCOMPARE(outcome.exitCode, exitCode);
    QCOMPARE(outcome.out, QString());
    QVERIFY2(outcome.err.startsWith("sublinear: "_L1 + (exitCode == 3 ? file : u"--set"_s)), qPrintable(outcome.err));
    QVERIFY2(outcome.err.contains(named), qPrintable(outcome.err));
    QCOMPARE(outcome.err.count(u'\n'), 1);
}

void TestCli::check()
{
    const QString good = file(u"good.json"_s, scenarioText(""));
    const QString bad = file(u"bad.json"_s, scenarioText(R"(,"workload":{"batch":0})"));
    const QString measured = file(u"measured.json"_s,
        R"({"format":"sublinear-measurement","version":1,"run":{},"points":[
            {"policy":"article","k":4,"predicted_peak_bytes":10,"measured_peak_bytes":10,"valid":true,
             "origin":"a run of our own"}]})");
    const Outcome all = run({ u"check"_s, good, bad, measured });
    QCOMPARE(all.exitCode, 3);
    QCOMPARE(all.out, QString(good + ": scenario, article accounting\n"_L1 + measured + ": measurement, 1 point\n"_L1));
    QVERIFY2(all.err.startsWith("sublinear: "_L1 + bad + ": workload.batch"_L1), qPrintable(all.err));
    QCOMPARE(run({ u"check"_s, good, measured }).exitCode, 0);
    const QByteArray stream =
        "{\"type\":\"hello\",\"seq\":0,\"id\":\"r\",\"protocol\":1}\n{\"type\":\"bye\",\"seq\":1,\"id\":\"r\"}\n";
    const Outcome read = run({ u"check"_s, u"-"_s }, stream);
    QCOMPARE(read.exitCode, 0);
    QCOMPARE(read.out, u"standard input: measurement stream, 2 lines, 0 points\n"_s);
}

void TestCli::exportWritesFiles()
{
    const QString folder = m_folder.filePath(u"Bilder \u00fc 1"_s);
    const QStringList asked { u"export"_s, u"--out"_s, folder, u"--charts"_s, u"all"_s, u"--format"_s, u"csv,svg"_s };
    const Outcome outcome = run(asked);
    QCOMPARE(outcome.err, QString());
    QCOMPARE(outcome.exitCode, 0);
    QCOMPARE(outcome.out, QString());
    QStringList expected;
    for (const QString& chart : words("batch depth frontier layers memory split throughput timeline")) {
        expected << chart + u".csv"_s << chart + u".svg"_s;
    }
    QCOMPARE(QDir(folder).entryList(QDir::Files, QDir::Name), expected);
    // An exported figure is a scenario of its own.
    const Outcome again = run({ u"plan"_s, folder + u"/memory.svg"_s, u"--format"_s, u"csv"_s });
    QCOMPARE(again.exitCode, 0);
    QCOMPARE(again.out, run(words("plan --format csv")).out);
}

void TestCli::exportRefusesFiles()
{
    const auto code = [this](const QStringList& more) {
        const Outcome outcome = run(QStringList { u"export"_s, u"--charts"_s, u"split"_s } + more);
        [&] { QCOMPARE(outcome.err.count(u'\n'), 1); }();
        return outcome.exitCode;
    };
    const QString out = m_folder.filePath(u"refused"_s);
    const QString scenario = file(u"plain.json"_s, scenarioText(""));
    QCOMPARE(code({ u"--out"_s, scenario }), 4); // a file is there
    QCOMPARE(code({ u"--out"_s, u"/proc/nowhere"_s }), 4);
    QCOMPARE(code({ u"--out"_s, out, u"--measured"_s, m_folder.filePath(u"none.json"_s) }), 3);
    QCOMPARE(code({ u"--out"_s, out, u"--measured"_s, scenario }), 3); // no measurement
    QCOMPARE(code({ u"--out"_s, out, m_folder.filePath(u"none.json"_s) }), 3);
    QCOMPARE(code({ u"--out"_s, u"-"_s }), 2);
    QCOMPARE(code({ u"--out"_s, u""_s }), 2);
    QVERIFY(!QFile::exists(out) && !QFile::exists(u"-"_s));
}

// What a figure was compared and measured with is drawn again from the figure alone, unless something else is asked.
void TestCli::figuresKeepWhatTheyShow()
{
    const QString run = file(u"drawn.json"_s,
        R"({"format":"sublinear-measurement","version":1,
            "requested":{"format":"sublinear-scenario","version":1},
            "run":{"format":"sublinear-scenario","version":1},
            "points":[{"policy":"article","k":4,"predicted_peak_bytes":10,"measured_peak_bytes":10,"valid":true}]})");
    const auto table = [this](const QStringList& more) {
        const QString out = m_folder.filePath(u"kept"_s);
        const Outcome outcome = this->run(
            QStringList { u"export"_s, u"--charts"_s, u"frontier"_s, u"--format"_s, u"csv"_s, u"--out"_s, out } + more);
        [&] { QCOMPARE(outcome.err, QString()); }();
        QFile written(out + u"/frontier.csv"_s);
        return written.open(QIODevice::ReadOnly) ? written.readAll() : QByteArray();
    };
    const QByteArray first = table({ u"--policies"_s, u"store_all,segments"_s, u"--measured"_s, run });
    QVERIFY2(first.contains(",measured,") && first.contains("\nsegments,"), first.constData());
    const QString figure = file(u"first.csv"_s, first);
    QCOMPARE(table({ figure }), first);
    QVERIFY(table({ figure, u"--set"_s, u"workload.batch=2"_s }).contains("\nsegments,"));
    const QByteArray other = table({ figure, u"--policies"_s, u"first_m"_s });
    QVERIFY(other.contains("\nfirst_m,") && !other.contains("\nsegments,") && other.contains(",measured,"));
}

void TestCli::devicesStay()
{
    const QString folder = m_folder.filePath(u"devices"_s);
    QVERIFY(QDir().mkpath(folder));
    for (const QString& name : { u"memory.svg"_s, u"report.pdf"_s }) {
        const QString path = folder + u'/' + name;
        QCOMPARE(QProcess::execute(u"mkfifo"_s, { path }), 0);
        const Outcome outcome = name == u"memory.svg"_s
            ? run({ u"export"_s, u"--charts"_s, u"memory"_s, u"--out"_s, folder })
            : run({ u"report"_s, u"--out"_s, path });
        QCOMPARE(outcome.exitCode, 4);
        QVERIFY2(outcome.err.contains(name + ": could not be saved: a device, a pipe"_L1), qPrintable(outcome.err));
        const QFileInfo still(path);
        QVERIFY(still.exists() && !still.isFile());
    }
    QCOMPARE(QDir(folder).entryList(QDir::Files).size(), 0); // nothing beside them
}

void TestCli::exportToFullDisk()
{
    const QString old = file(u"memory.svg"_s, "old");
    QProcess process; // files of 512 bytes at most
    process.start(u"/bin/sh"_s,
        { u"-c"_s, u"ulimit -f 1; exec \"$@\""_s, u"sh"_s, m_program, u"export"_s, u"--charts"_s, u"memory"_s,
            u"--out"_s, m_folder.path() });
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 4);
    const QByteArray said = process.readAllStandardError();
    QVERIFY2(said.contains("memory.svg: could not be saved") && said.count('\n') == 1, said.constData());
    QFile whole(old);
    QVERIFY(whole.open(QIODevice::ReadOnly));
    QCOMPARE(whole.readAll(), QByteArray("old"));
    QCOMPARE(
        QDir(m_folder.path()).entryList({ u"memory.svg*"_s }), QStringList { u"memory.svg"_s }); // nothing beside it
}

void TestCli::cannotWrite_data()
{
    QTest::addColumn<QStringList>("arguments");
    for (const char* line : { "plan", "plan --format json", "plan --fail-if-over", "presets models", "--help",
             "plan --help", "--version" }) {
        QTest::addRow("%s", line) << words(line);
    }
}

void TestCli::cannotWrite()
{
    QFETCH(QStringList, arguments);
    if (!QFile::exists(u"/dev/full"_s)) {
        QSKIP("no /dev/full here");
    }
    const Outcome outcome = run(arguments, {}, u"/dev/full"_s);
    QCOMPARE(outcome.exitCode, 4);
    QVERIFY2(outcome.err.startsWith("sublinear: standard output: "_L1), qPrintable(outcome.err));
}

void TestCli::windowNeedsADisplay()
{
    const QString scenario = file(u"open.json"_s, scenarioText(""));
    for (const QStringList& arguments : { QStringList {}, QStringList { scenario } }) {
        const Outcome outcome = run(arguments);
        QCOMPARE(outcome.exitCode, 1);
        QCOMPARE(outcome.err.count(u'\n'), 1);
        QVERIFY2(outcome.err.startsWith("sublinear: no display"_L1) && outcome.err.contains("plan"_L1),
            qPrintable(outcome.err));
    }
}

QTEST_GUILESS_MAIN(TestCli)
#include "tst_cli.moc"
