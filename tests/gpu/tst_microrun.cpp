// SPDX-License-Identifier: MIT
// The real worker program, started as a shell or a window starts it.
#include "core/io/check_document.h"
#include "core/measurement/measurement_json.h"
#include "core/measurement/worker_command.h"
#include "core/measurement/worker_stream.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstring>

using namespace sublinear;

namespace {

const QByteArray kSmall =
    "--set accounting=training --set recipe.name=fp32 --set recipe.loss=none "
    "--set device.reserve_bytes=0 --set model.layers=3 --set model.d_model=16 --set model.heads=2 "
    "--set model.d_ffn=32 --set workload.batch=1 --set workload.sequence=8";
// Many points of short operations: minutes of work on a fast machine, and on a slow one each of them
// ends soon, so that who asks a run to end is heard.
const QByteArray kLong = kSmall
    + " --deadline 100000 --set model.layers=30 --set workload.sequence=64 --policies segments,article,every_nth";

// The same as a command.
RunCommand longCommand(const char* id)
{
    RunCommand command;
    command.id = id;
    command.scenario.model.layers = 30;
    command.scenario.model.dModel = 16;
    command.scenario.model.heads = 2;
    command.scenario.model.dFfn = 32;
    command.scenario.workload.batch = 1;
    command.scenario.workload.sequence = 64;
    command.options.policies = "segments,article,every_nth";
    command.options.device = "cpu";
    command.options.deadlineSeconds = 100000;
    return command;
}

struct Outcome {
    int exitCode = -1;
    bool crashed = true;
    QByteArray out;
    QByteArray err;
};

QStringList words(const QByteArray& text)
{
    return QString::fromUtf8(text).split(' ', Qt::SkipEmptyParts);
}

Outcome outcomeOf(QProcess& process)
{
    Outcome outcome;
    if (process.waitForFinished(120'000)) {
        outcome.crashed = process.exitStatus() == QProcess::CrashExit;
        outcome.exitCode = process.exitCode();
    }
    outcome.out += process.readAllStandardOutput();
    outcome.err = process.readAllStandardError();
    return outcome;
}

template <class Row> std::vector<Row> rowsOf(const QByteArray& out)
{
    WorkerStream stream;
    stream.feed({ out.constData(), static_cast<std::size_t>(out.size()) });
    std::vector<Row> rows;
    while (auto row = stream.next()) {
        if (const auto* each = std::get_if<Row>(&row->content)) {
            rows.push_back(*each);
        }
    }
    return rows;
}

} // namespace

class TestMicrorun : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void usage_data();
    void usage();
    void measuresWhatWasPredicted();
    void writesTheDocument();
    void anUnreachableBudgetLeavesTheOthers();
    void cannotWrite();
    void dumpsArrays();
    void dumpsMasks();
    void dumpsAgainIntoTheSameFolder();
    void killedInADumpLeavesNoHalfFile();
    void runsTheHead();
    void checksFiles();
    void missingDevice();
    void signalsEndIt_data();
    void signalsEndIt();
    void deadline();
    void commands();
    void endOfInputEndsIt();
    void killedLeavesNothing();
    void runsOutOfMemory();
    void lostReader();

private:
    Outcome run(const QByteArray& arguments, const QByteArray& input = {}) const;
    std::unique_ptr<QProcess> started(const QByteArray& arguments) const;
    static bool waitFor(QProcess& process, const QByteArray& text, QByteArray& out);
    [[nodiscard]] int alive() const; ///< processes that carry this test's mark
    [[nodiscard]] QString path(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }

    QTemporaryDir m_folder;
    QString m_program;
    QString m_mark;
};

void TestMicrorun::initTestCase()
{
    m_program = QCoreApplication::applicationDirPath() + "/sublinear-microrun";
    QVERIFY2(QFile::exists(m_program), qPrintable(m_program));
    QVERIFY(m_folder.isValid());
    m_mark = "SUBLINEAR_TEST_MARK=" + m_folder.path();
}

std::unique_ptr<QProcess> TestMicrorun::started(const QByteArray& arguments) const
{
    auto process = std::make_unique<QProcess>();
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("SUBLINEAR_TEST_MARK", m_folder.path());
    process->setProcessEnvironment(environment);
    process->start(m_program, words(arguments));
    return process;
}

Outcome TestMicrorun::run(const QByteArray& arguments, const QByteArray& input) const
{
    const auto process = started(arguments);
    process->write(input);
    process->closeWriteChannel();
    return outcomeOf(*process);
}

bool TestMicrorun::waitFor(QProcess& process, const QByteArray& text, QByteArray& out)
{
    while (!out.contains(text)) {
        if (!process.waitForReadyRead(240'000)) {
            return false;
        }
        out += process.readAllStandardOutput();
    }
    return true;
}

int TestMicrorun::alive() const
{
    int count = 0;
    for (const QString& id : QDir("/proc").entryList(QDir::Dirs)) {
        QFile environment("/proc/" + id + "/environ");
        if (id.toInt() > 0 && environment.open(QIODevice::ReadOnly)
            && environment.readAll().split('\0').contains(m_mark.toUtf8())) {
            ++count;
        }
    }
    return count;
}

void TestMicrorun::usage_data()
{
    QTest::addColumn<QByteArray>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QByteArray>("named");
    const auto row = [](const char* arguments, int exitCode, const char* named) {
        QTest::addRow("%s", arguments) << QByteArray(arguments) << exitCode << QByteArray(named);
    };
    row("--nonsense", 2, "--nonsense");
    row("run --set model.layrs=2", 2, "nearest: model.layers");
    row("run --set checkpointing.k=99", 2, "--set: checkpointing.k");
    row("run --policies artcle:4", 2, "did you mean article?");
    row("run --policies segments:99", 2, "a whole number from 1 to 32");
    row("run --policies optimal", 2, "optimal:budget");
    row("run --device tpu", 2, "auto, cpu or cuda:N");
    row("run --threads 0", 2, "a whole number from 1 to 1024");
    row("run --seed -1", 2, "a whole number from 0 to 9007199254740991");
    row("run --seed 99999999999999999999999", 2, "a whole number from 0 to 9007199254740991");
    row("run --seed 18446744073709551615", 2, "--seed: \"18446744073709551615\" is not accepted");
    row("run --deadline -1", 2, "--deadline");
    row("run --dump -", 2, "--dump: \"-\" is not accepted; it takes a folder");
    row("run --dump=", 2, "--dump: ");
    row("run --out=", 2, "--out: ");
    row("run --preset nope", 2, "--preset");
    row("run --head", 2, "model.vocab is unset");
    row("run gone.sublinear.json", 3, "gone.sublinear.json: No such file");
    row("check gone.json", 3, "gone.json");
    row("check", 2, "FILE");
    row("--self-test --device cuda:99", 5, "no_device");
    row("--self-test --out gone/selftest.txt", 4, "gone/selftest.txt: ");
    row("--self-test --out=", 2, "--out: ");
}

void TestMicrorun::usage()
{
    QFETCH(QByteArray, arguments);
    QFETCH(int, exitCode);
    QFETCH(QByteArray, named);
    const Outcome outcome = run(arguments);
    QCOMPARE(outcome.exitCode, exitCode);
    QCOMPARE(outcome.out, QByteArray());
    QVERIFY2(outcome.err.contains(named), outcome.err);
    QVERIFY2(outcome.err.startsWith("sublinear-microrun: "), outcome.err);
    QCOMPARE(outcome.err.count('\n'), 1);
}

void TestMicrorun::measuresWhatWasPredicted()
{
    const Outcome outcome = run("run --device cpu --policies store_all,segments,selective:gelu " + kSmall);
    QVERIFY2(outcome.exitCode == 0, outcome.err);
    QCOMPARE(outcome.err, QByteArray());
    const Result<CheckedDocument> checked = checkDocument(outcome.out.toStdString());
    QVERIFY2(checked.ok(), checked ? "" : checked.error().message.c_str());
    QVERIFY2(checked->description.ends_with("5 points"), checked->description.c_str());
    const auto plans = rowsOf<PlanRow>(outcome.out);
    QCOMPARE(plans.size(), std::size_t { 1 });
    QVERIFY(plans[0].run.substitutions.empty());
    QVERIFY(plans[0].run.seed == 1 && plans[0].run.threads >= 1 && plans[0].run.date.ends_with("Z"));
    const auto results = rowsOf<ResultRow>(outcome.out);
    QCOMPARE(results.size(), std::size_t { 5 });
    for (std::size_t i = 0; i < results.size(); ++i) {
        const PointRecord& point = results[i].point;
        QVERIFY(point.valid && point.measuredPeakBytes == point.predictedPeakBytes);
        QVERIFY(point.predictedPeakBytes == plans[0].expected[i].predictedPeakBytes);
        QVERIFY(point.tightFit == true && point.gradientsIdentical == true);
        QVERIFY(point.stepNs && point.stepNs->n == 10 && point.stepNs->median > 0 && !point.ops.empty());
    }
    QVERIFY(rowsOf<SampleRow>(outcome.out).size() >= 50);
    const auto progress = rowsOf<ProgressRow>(outcome.out);
    QVERIFY(progress.back().phase == kRunEndedPhase);
}

void TestMicrorun::writesTheDocument()
{
    const QByteArray arguments = "run --device cpu --seed 7 --threads 1 --policies segments:1 " + kSmall + " --out ";
    const Outcome toFile = run(arguments + path("m.json").toUtf8());
    QVERIFY2(toFile.exitCode == 0, toFile.err);
    QFile file(path("m.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const Result<Measurement> read = readMeasurement(file.readAll().toStdString());
    QVERIFY2(read.ok(), read ? "" : read.error().message.c_str());
    QCOMPARE(read->points.size(), std::size_t { 1 });
    QVERIFY(read->run.seed == 7 && read->run.threads == 1 && read->run.requested && read->run.run);
    QVERIFY(read->device && read->device->kind == "cpu" && read->versions.count("sublinear") == 1);
    QVERIFY(read->points[0].gradientsIdentical == true); // against a store_all that was not asked for
    // The stream is the same measurement.
    QVERIFY(*read == *readMeasurement(toFile.out.toStdString()));

    const Outcome toStdout = run(arguments + "-");
    QVERIFY2(toStdout.exitCode == 0, toStdout.err);
    QVERIFY(readMeasurement(toStdout.out.toStdString()).ok());
    QVERIFY(toStdout.out.startsWith("{\n"));
}

void TestMicrorun::anUnreachableBudgetLeavesTheOthers()
{
    const Outcome outcome = run("run --device cpu --policies optimal:1,store_all " + kSmall);
    QCOMPARE(outcome.exitCode, 5);
    QCOMPARE(rowsOf<PlanRow>(outcome.out).at(0).expected.size(), std::size_t { 2 });
    const auto results = rowsOf<ResultRow>(outcome.out);
    QCOMPARE(results.size(), std::size_t { 1 });
    QVERIFY(results[0].point.policy.id == PolicyId::StoreAll && results[0].point.valid);
    const auto errors = rowsOf<ErrorRow>(outcome.out);
    QCOMPARE(errors.size(), std::size_t { 1 });
    QCOMPARE(errors[0].fault.kind, FaultClass::WouldNotFit);
    QVERIFY2(errors[0].fault.message.starts_with("optimal:1: no schedule fits in 1 B"), outcome.out);
    QVERIFY(!outcome.err.contains("budget_bytes"));
    const Outcome alone = run("run --device cpu --policies optimal:1 " + kSmall); // no point is left
    QCOMPARE(alone.exitCode, 5);
    QVERIFY(rowsOf<PlanRow>(alone.out).empty());
    QCOMPARE(rowsOf<ErrorRow>(alone.out).at(0).fault.kind, FaultClass::WouldNotFit);
}

void TestMicrorun::cannotWrite()
{
    for (const QByteArray& out : { path("gone/m.json").toUtf8(), QByteArray("/dev/full") }) {
        const Outcome outcome = run("run --device cpu --policies segments:1 " + kSmall + " --out " + out);
        QCOMPARE(outcome.exitCode, 4);
        QVERIFY2(outcome.err.contains(out), outcome.err);
    }
    const Outcome gone = run("run --device cpu " + kSmall + " --out /no/such/folder/m.json");
    QCOMPARE(gone.exitCode, 4);
    QCOMPARE(gone.out, QByteArray());
    QCOMPARE(gone.err, QByteArray("sublinear-microrun: /no/such/folder/m.json: No such file or directory\n"));
    const Outcome dump = run("run --device cpu " + kSmall + " --dump /proc/nothing");
    QCOMPARE(dump.exitCode, 4);
    QCOMPARE(dump.out, QByteArray()); // found out before anything is run
}

void TestMicrorun::dumpsArrays()
{
    const QByteArray folder = path("dump").toUtf8();
    const Outcome outcome = run("run --device cpu --policies store_all,segments:1 " + kSmall + " --dump " + folder);
    QVERIFY2(outcome.exitCode == 0, outcome.err);
    QCOMPARE(QDir(folder).entryList(QDir::Dirs | QDir::NoDotAndDotDot), (QStringList { "segments-1", "store_all" }));
    const auto content = [&](const char* policy, const QString& name) {
        QFile file(QString::fromUtf8(folder) + "/" + policy + "/" + name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    const QStringList names = QDir(folder + "/store_all").entryList(QDir::Files);
    for (const char* name :
        { "x0.npy", "R.npy", "loss.npy", "d_x0.npy", "layer1.qkv.weight.npy", "d_layer3.down.bias.npy" }) {
        QVERIFY2(names.contains(name), name);
    }
    QVERIFY(names.filter("final_norm").isEmpty()); // the stack's loss does not run it
    const auto numbers = [&](const QString& name) { // behind a header of 128 bytes
        const QByteArray bytes = content("store_all", name).mid(128);
        std::vector<float> values(static_cast<std::size_t>(bytes.size()) / sizeof(float));
        std::memcpy(values.data(), bytes.constData(), values.size() * sizeof(float));
        return values;
    };
    const QJsonObject facts = QJsonDocument::fromJson(content("store_all", "facts.json")).object();
    const QJsonObject adamw = facts.value("adamw").toObject();
    for (const auto& [name, value] : { std::pair("layers", 3), std::pair("heads", 2), std::pair("kv_heads", 2),
             std::pair("head_dim", 8), std::pair("d_ffn", 32), std::pair("sequence", 8), std::pair("seed", 1) }) {
        QCOMPARE(facts.value(name).toInt(-1), value);
    }
    QCOMPARE(facts.value("dtype").toString(), "fp32");
    QCOMPARE(facts.value("attention").toString(), "materialized");
    QCOMPARE(facts.value("loss").toString(), "stack");
    QCOMPARE(facts.value("block").toObject().value("mlp").toString(), "gelu_tanh");
    QVERIFY(facts.value("k").isNull() && facts.value("policy").toString() == "store_all");
    const QJsonObject recomputed = QJsonDocument::fromJson(content("segments-1", "facts.json")).object();
    QVERIFY(recomputed.value("k").toInt() == 1 && recomputed.value("policy").toString() == "segments");
    QStringList listed { "facts.json" };
    for (const QJsonValue& name : facts.value("arrays").toArray()) {
        listed << name.toString();
    }
    std::sort(listed.begin(), listed.end());
    QCOMPARE(listed, QDir(folder + "/store_all").entryList(QDir::Files, QDir::Name));
    const auto fact = [&](const char* name) { return adamw.value(name).toDouble(-1); };
    const std::vector<float> before = numbers("layer2.up.weight.npy");
    const std::vector<float> gradient = numbers("d_layer2.up.weight.npy");
    const std::vector<float> after = numbers("after_layer2.up.weight.npy");
    QCOMPARE(before.size(), std::size_t { 16 * 32 });
    QVERIFY(gradient.size() == before.size() && after.size() == before.size());
    for (std::size_t i = 0; i < before.size(); ++i) { // AdamW's first step, from nothing but the files
        const double g = gradient[i];
        const double expected = before[i] * (1 - fact("learning_rate") * fact("weight_decay"))
            - fact("learning_rate") * g / (std::abs(g) + fact("epsilon"));
        QVERIFY(std::abs(after[i] - expected) < 1e-7);
    }
    for (const QString& name : names) { // the same gradients, to the bit
        if (name == "facts.json") {
            continue; // which has the policy
        }
        QCOMPARE(content("segments-1", name), content("store_all", name));
    }
    // <x_N, R> with dx_N = R: 8 tokens of 16 numbers.
    QVERIFY(content("store_all", "R.npy").startsWith("\x93NUMPY"));
    QVERIFY(content("store_all", "R.npy").contains("'<f4', 'fortran_order': False, 'shape': (8, 16)"));
    QCOMPARE(content("store_all", "R.npy").size() % 64, (8 * 16 * 4) % 64);
    QVERIFY(content("store_all", "loss.npy").contains("'shape': ()"));
}

// A mask is drawn, not computed: it must be in the dump, and be the same whatever is recomputed.
void TestMicrorun::dumpsMasks()
{
    const QString folder = path("masks");
    const Outcome outcome = run("run --device cpu --policies store_all,segments:2 " + kSmall
        + " --set recipe.dropout=true --dump " + folder.toUtf8());
    QVERIFY2(outcome.exitCode == 0, outcome.err);
    const auto content = [&](const char* policy, const char* name) {
        QFile file(folder + "/" + policy + "/" + name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    const QByteArray mask = content("store_all", "layer1.res_mask1.npy");
    QVERIFY2(mask.contains("'|u1', 'fortran_order': False, 'shape': (8, 16)"), mask);
    const QByteArray kept = mask.last(8 * 16);
    QCOMPARE(kept.count('\1') + kept.count('\0'), 8 * 16);
    QVERIFY(kept.count('\1') > 8 * 16 / 2 && kept.count('\0') > 0); // a tenth is dropped
    QVERIFY(
        mask != content("store_all", "layer2.res_mask1.npy") && mask != content("store_all", "layer1.res_mask2.npy"));
    for (const char* name : { "layer1.res_mask1.npy", "layer1.att_mask.npy", "layer3.res_mask2.npy", "loss.npy" }) {
        QVERIFY2(
            !content("store_all", name).isEmpty() && content("store_all", name) == content("segments-2", name), name);
    }
    QVERIFY(content("store_all", "facts.json").contains("mask 1 where an element stays"));
}

// What an older run has dumped of the same policy goes; nothing else does.
void TestMicrorun::dumpsAgainIntoTheSameFolder()
{
    const QString folder = path("again");
    const auto put = [&](const char* name, const QByteArray& content) {
        const QFileInfo info(folder + "/" + name);
        QDir().mkpath(info.path());
        QFile file(info.filePath());
        return file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
    };
    const auto there = [&](const char* name) { return QFileInfo::exists(folder + "/" + name); };
    QVERIFY(put("own/facts.json", R"({"arrays":["mine.npy"]})") && put("own/mine.npy", "x")); // of another program
    QVERIFY(put("note.txt", "x") && put("store_all/mine.npy", "x"));
    const QByteArray dump = " --dump " + folder.toUtf8();
    QCOMPARE(run("run --device cpu --policies store_all,segments:1 " + kSmall + dump).exitCode, 0);
    QVERIFY(there("segments-1/layer3.qkv.weight.npy") && there("store_all/layer3.qkv.weight.npy"));
    QVERIFY(put("evil/facts.json", R"({"format":"sublinear-dump","arrays":["../note.txt","../own/mine.npy"]})"));
    const Outcome again = run("run --device cpu --policies store_all " + kSmall + " --set model.layers=2" + dump);
    QVERIFY2(again.exitCode == 0, again.err);
    QVERIFY(there("segments-1/layer3.qkv.weight.npy") && there("segments-1/facts.json")); // of a policy not run again
    QVERIFY(!there("store_all/layer3.qkv.weight.npy") && there("store_all/layer2.qkv.weight.npy"));
    for (const char* name : { "own/facts.json", "own/mine.npy", "note.txt", "store_all/mine.npy" }) {
        QVERIFY2(there(name), name);
    }
    // A run that measures nothing removes nothing.
    QCOMPARE(run("run --device cpu --policies optimal:1 " + kSmall + dump).exitCode, 5);
    QVERIFY(there("store_all/layer2.qkv.weight.npy"));
}

// Each array is there whole or not at all, and the facts list what is to be removed.
void TestMicrorun::killedInADumpLeavesNoHalfFile()
{
    const QString folder = path("killed");
    const auto process = started("run --device cpu --policies store_all " + kSmall
        + " --set model.layers=80 --set checkpointing.k=4 --deadline 100000 --dump " + folder.toUtf8());
    QDir dump(folder + "/store_all");
    const auto isWriting = [&] {
        process->waitForReadyRead(1);
        static_cast<void>(process->readAllStandardOutput());
        return dump.entryList(QDir::Files).size() > 3;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isWriting(), 240'000);
    process->kill();
    static_cast<void>(outcomeOf(*process));
    const QStringList left = dump.entryList(QDir::Files | QDir::Hidden);
    QCOMPARE(left.filter(QRegularExpression("^(.*[.]npy|facts[.]json)$")), left);
    const Outcome next = run("run --device cpu --policies store_all " + kSmall + " --dump " + folder.toUtf8());
    QVERIFY2(next.exitCode == 0, next.err);
    QFile file(dump.filePath("facts.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray facts = file.readAll();
    for (const QString& array : dump.entryList({ "*.npy" })) { // what the killed one has left is gone
        QVERIFY2(facts.contains("\"" + array.toUtf8() + "\""), qPrintable(array));
    }
}

// From the tokens to their loss: every meter finds the bytes that were predicted for it.
void TestMicrorun::runsTheHead()
{
    const QByteArray vocabulary = kSmall + " --set model.vocab=50 --head";
    const QByteArray folder = path("head").toUtf8();
    const QByteArray policies = "run --device cpu --policies store_all,segments:2,article:2 ";
    const Outcome outcome = run(policies + vocabulary + " --dump " + folder);
    QVERIFY2(outcome.exitCode == 0, outcome.err);
    const auto plan = rowsOf<PlanRow>(outcome.out).at(0);
    QCOMPARE(plan.run.substitutions.size(), std::size_t { 1 }); // of the loss, which is none in the scenario
    QCOMPARE(plan.run.substitutions[0].path, std::string("recipe.loss"));
    QVERIFY(plan.run.run->model.vocab == 50 && plan.run.run->recipe.loss == Loss::Chunked);
    const auto results = rowsOf<ResultRow>(outcome.out);
    QCOMPARE(results.size(), std::size_t { 3 });
    for (const ResultRow& row : results) {
        const PointRecord& point = row.point;
        QVERIFY(point.valid && point.tightFit == true && point.gradientsIdentical == true);
        QVERIFY(point.touchedBytes == point.predictedPeakBytes && point.poolHighBytes == point.idealPeakBytes);
        const auto isLoss = [](const KindRecord& kind) { return kind.kernel == "chunked_loss"; };
        QVERIFY(std::any_of(point.kinds.begin(), point.kinds.end(), isLoss));
    }
    const QStringList names = QDir(folder + "/segments-2").entryList(QDir::Files);
    for (const char* name : { "tokens.npy", "targets.npy", "wte.npy", "d_wte.npy", "after_final_norm.weight.npy" }) {
        QVERIFY2(names.contains(name), name);
    }
    const Outcome without = run(policies + kSmall + " --set model.vocab=50");
    QVERIFY2(without.exitCode == 0, without.err);
    QVERIFY(!rowsOf<PlanRow>(without.out).at(0).run.run->model.vocab);
}

void TestMicrorun::checksFiles()
{
    const Outcome good = run("check -", R"({"format":"sublinear-scenario","version":1})");
    QCOMPARE(good.exitCode, 0);
    QCOMPARE(good.out, QByteArray("standard input: scenario, article accounting\n"));
    const Outcome bad = run("check -", "{}");
    QCOMPARE(bad.exitCode, 3);
    QVERIFY2(bad.err.startsWith("sublinear-microrun: standard input: format: not given"), bad.err);
}

void TestMicrorun::missingDevice()
{
    const Outcome outcome = run("run --device cuda:99 " + kSmall);
    QCOMPARE(outcome.exitCode, 5);
    QVERIFY2(outcome.err.contains("no_device"), outcome.err);
    QCOMPARE(rowsOf<ErrorRow>(outcome.out).at(0).fault.kind, FaultClass::NoDevice);
    QCOMPARE(rowsOf<ByeRow>(outcome.out).size(), std::size_t { 1 });
}

void TestMicrorun::signalsEndIt_data()
{
    QTest::addColumn<int>("number");
    QTest::addColumn<QByteArray>("after"); // what of the lines it comes
    QTest::addRow("SIGTERM, before a point") << SIGTERM << QByteArray("\"hello\"");
    QTest::addRow("SIGINT, after one") << SIGINT << QByteArray("\"result\"");
}

void TestMicrorun::signalsEndIt()
{
    QFETCH(int, number);
    QFETCH(QByteArray, after);
    QTemporaryDir folder;
    QFile file(folder.filePath("m.json"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("older") == 5);
    file.close();
    const auto process = started("run --device cpu " + kLong + " --out " + file.fileName().toUtf8());
    QByteArray text;
    QVERIFY(waitFor(*process, after, text));
    ::kill(static_cast<pid_t>(process->processId()), number);
    Outcome outcome = outcomeOf(*process);
    outcome.out.prepend(text);
    QVERIFY(!outcome.crashed);
    QCOMPARE(outcome.exitCode, 1);
    QCOMPARE(rowsOf<ErrorRow>(outcome.out).at(0).fault.kind, FaultClass::Cancelled);
    QCOMPARE(rowsOf<ByeRow>(outcome.out).size(), std::size_t { 1 });
    QCOMPARE(alive(), 0);
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList { "m.json" }); // and nothing beside it
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray content = file.readAll();
    const std::size_t points = rowsOf<ResultRow>(outcome.out).size();
    if (points > 0) {
        const Result<Measurement> read = readMeasurement(content.toStdString());
        QVERIFY2(read.ok(), read ? "" : read.error().message.c_str());
        QCOMPARE(read->points.size(), points);
    } else {
        QCOMPARE(content, QByteArray("older"));
        QVERIFY2(outcome.err.contains("m.json: not written, as no point was measured"), outcome.err);
    }
}

void TestMicrorun::deadline()
{
    // Given so little, the run is scaled down to what is hoped to fit; a point that does not is cut.
    const Outcome outcome = run("run --device cpu --deadline 0.01 --policies store_all,segments:1 " + kSmall
        + " --set model.layers=400 --set checkpointing.k=4");
    const auto errors = rowsOf<ErrorRow>(outcome.out);
    QVERIFY2(outcome.exitCode == 5, outcome.out);
    QCOMPARE(errors.size(), std::size_t { 1 });
    QVERIFY(errors[0].fault.kind == FaultClass::Timeout || errors[0].fault.kind == FaultClass::WouldNotFit);
    const Outcome hopeless = run("run --device cpu --deadline 0.0001 --policies store_all " + kSmall);
    QCOMPARE(hopeless.exitCode, 5);
    QVERIFY2(hopeless.err.contains(" ms where under 0.1 ms are given, 80 % of the deadline")
            || hopeless.err.contains("the deadline came"),
        hopeless.err);
}

void TestMicrorun::commands()
{
    const auto process = started("");
    const RunCommand large = longCommand("large");
    RunCommand small = longCommand("small");
    small.options.planOnly = true;
    small.options.head = true;
    small.options.policies = "selective:gelu+norms,every_nth:2";
    small.scenario.model.vocab = 100;
    small.scenario.checkpointing.start = 1;
    QByteArray text;
    process->write("nonsense\n");
    process->write(QByteArray::fromStdString(commandLine(small)));
    QVERIFY(waitFor(*process, "\"ended\"", text));
    process->write(QByteArray::fromStdString(commandLine(large)));
    QVERIFY(waitFor(*process, "\"touched bytes\"", text));
    process->write(QByteArray::fromStdString(commandLine(CancelCommand {})));
    QVERIFY(waitFor(*process, "\"cancelled\"", text));
    process->write(QByteArray::fromStdString(commandLine(QuitCommand {})));
    Outcome outcome = outcomeOf(*process);
    QCOMPARE(outcome.exitCode, 0);
    const auto errors = rowsOf<ErrorRow>(text + outcome.out);
    QCOMPARE(errors.size(), std::size_t { 2 });
    QCOMPARE(errors[0].fault.kind, FaultClass::Refused);
    QCOMPARE(errors[1].fault.kind, FaultClass::Cancelled);
    const auto plans = rowsOf<PlanRow>(text + outcome.out);
    QCOMPARE(plans.size(), std::size_t { 2 });
    QVERIFY(plans[0].run.run->model.vocab == 100 && !plans[1].run.run->model.vocab);
    QCOMPARE(plans[0].expected.at(0).policy.tensors, (std::vector<std::string> { "gelu", "norms" }));
    QCOMPARE(plans[0].expected.at(1).policy.start, Count { 1 });
    QVERIFY(checkDocument((text + outcome.out).toStdString()).ok());
    QCOMPARE(alive(), 0);
}

void TestMicrorun::endOfInputEndsIt()
{
    const auto process = started("");
    const RunCommand large = longCommand("large");
    QByteArray text;
    process->write(QByteArray::fromStdString(commandLine(large)));
    QVERIFY(waitFor(*process, "\"touched bytes\"", text));
    process->closeWriteChannel();
    const Outcome outcome = outcomeOf(*process);
    QVERIFY(!outcome.crashed);
    QCOMPARE(rowsOf<ErrorRow>(text + outcome.out).at(0).fault.kind, FaultClass::Cancelled);
    QCOMPARE(rowsOf<ByeRow>(text + outcome.out).size(), std::size_t { 1 });
    QCOMPARE(alive(), 0);
}

// While its child runs in the short slab.
void TestMicrorun::killedLeavesNothing()
{
    const auto process = started("run --device cpu " + kLong);
    QByteArray text;
    QVERIFY(waitFor(*process, "\"pool\"", text));
    process->kill();
    QVERIFY(outcomeOf(*process).crashed);
    QTRY_COMPARE_WITH_TIMEOUT(alive(), 0, 20'000);
}

void TestMicrorun::runsOutOfMemory()
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("a sanitizer needs more addresses than the limit leaves");
#endif
    QProcess shell;
    shell.start("/bin/sh",
        { "-c",
            "ulimit -v 700000; exec " + m_program + " run --device cpu --deadline 100000 --policies store_all "
                + "--set model.layers=8 --set model.d_model=1024 --set workload.sequence=512" });
    const Outcome outcome = outcomeOf(shell);
    QVERIFY(!outcome.crashed);
    QCOMPARE(outcome.exitCode, 5);
    const auto errors = rowsOf<ErrorRow>(outcome.out);
    QCOMPARE(errors.size(), std::size_t { 1 });
    QCOMPARE(errors[0].fault.kind, FaultClass::OutOfMemory);
    QVERIFY2(errors[0].fault.message.starts_with("store_all: "), errors[0].fault.message.c_str());
}

void TestMicrorun::lostReader()
{
    QProcess shell;
    shell.start(
        "/bin/bash", { "-c", m_program + " run --device cpu " + kLong + " | head -n 3; exit ${PIPESTATUS[0]}" });
    const Outcome outcome = outcomeOf(shell);
    QVERIFY(!outcome.crashed);
    QCOMPARE(outcome.exitCode, 4);
    QCOMPARE(outcome.out.count('\n'), 3);
    QVERIFY2(outcome.err.startsWith("sublinear-microrun: standard output: could not be written"), outcome.err);
}

QTEST_GUILESS_MAIN(TestMicrorun)
#include "tst_microrun.moc"
