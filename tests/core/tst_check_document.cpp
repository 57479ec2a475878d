// SPDX-License-Identifier: MIT
#include "core/base/version.h"
#include "core/io/check_document.h"

#include <QtTest>

using namespace sublinear;

namespace {

// A measurement document with one member changed or added; `points` is the list's inside.
const QString kOnCpu = R"(,"device":{"name":"CPU","kind":"cpu"})";
const QString kOnCuda = R"(,"device":{"name":"GPU","kind":"cuda"})";
const QString kScenarios = R"(,"requested":{},"run":{})";
const QString kRun = kScenarios + kOnCpu;
QString measurement(const QString& points, const QString& more = kRun)
{
    return QString(R"({"format":"sublinear-measurement","version":1%1,"points":[%2]})").arg(more, points);
}

// A point with `change` laid over it; JSON refuses a key given twice, so the base lacks it.
QString point(const QString& members)
{
    return "{" + members + "}";
}

const QString kPeaks =
    R"("policy":"article","k":4,"predicted_peak_bytes":1024,"measured_peak_bytes":1024,"valid":true)";
const QString kTimes = R"(,"static_bytes":10,"step_ns":{"median":5.5},"phases_ns":{"forward":1},"ops":[{"index":0}])";
const QString kMeters = R"(,"meters":{"touched_bytes":1024,"pool_high_bytes":1024,"tight_fit":true})";
const QString kGood = kPeaks + kTimes + kMeters; // all that a point of our own must have

QString line(const char* type, int seq, const QString& more = {})
{
    const QString protocol = more.contains("protocol") || QString(type) != "hello" ? "" : R"(,"protocol":1)";
    return QString(R"({"type":"%1","seq":%2,"id":"run-1"%3%4})").arg(type).arg(seq).arg(protocol, more) + "\n";
}

// What the worker can run.
const QString kSmallRun =
    R"({"model":{"layers":4,"d_model":16,"d_ffn":32,"heads":2},"workload":{"batch":1,"sequence":8},
    "recipe":{"dtype":"fp32","optimizer":"adamw","loss":"none"},"accounting":"training"})";

const QString kPlan =
    R"(,"requested":{},"run":{},"substitutions":[],"seed":1,"threads":1,"date":"2025-01-31T12:00:00Z")";

} // namespace

class TestCheckDocument : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void accepted_data();
    void accepted();
    void refused_data();
    void refused();
};

void TestCheckDocument::accepted_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("description");
    const QString scenario = R"({"format":"sublinear-scenario","version":1,"model":{"layers":8}})";
    QTest::addRow("scenario") << scenario << "scenario, article accounting";
    QTest::addRow("scenario with a byte order mark")
        << QString(QChar(0xFEFF)) + scenario << "scenario, article accounting";
    QTest::addRow("training") << R"({"format":"sublinear-scenario","version":1,"accounting":"training"})"
                              << "scenario, training accounting";
    QTest::addRow("measurement without points") << measurement("") << "measurement, 0 points";
    QTest::addRow("one point") << measurement(point(kGood)) << "measurement, 1 point";
    QTest::addRow("all that a point may have") << measurement(
        point(kPeaks + R"(,"static_bytes":10,"meters":{"touched_bytes":1024,"pool_high_bytes":1024,"tight_fit":true},
                "residual_bytes":0,"step_ns":{"median":5.5,"p25":5,"p75":6,"n":9},"phases_ns":{"forward":1},
                "ops":[{"index":0,"live_bytes":10,"ns":1}],"gradients_identical":true,"note":"n",
                "ideal_peak_bytes":9,"predicted_step_ns":1.5,"predicted_step_basis":"store_all",
                "kinds":[{"kernel":"matmul","calls":2,"ns":1}],"products":["64 x 64 x 32: algorithm 7"],"unknown":{"a":[1]})"))
                                               << "measurement, 1 point";
    QTest::addRow("a failed point knows no peak")
        << measurement(point(R"("policy":"store_all","k":null,"predicted_peak_bytes":1024,"static_bytes":10,
            "measured_peak_bytes":null,"valid":false)"))
        << "measurement, 1 point";
    QTest::addRow("a point from elsewhere")
        << measurement(point(R"("policy":"segments","k":1,"origin":"a log")")) << "measurement, 1 point";
    QTest::addRow("head") << measurement("",
        R"(,"requested":{"format":"sublinear-scenario","version":1},"run":{"workload":{"batch":1}},
           "substitutions":[{"path":"workload.batch","from":4,"to":1,"why":"for time"}],
           "device":{"name":"CPU","kind":"cpu","memory_bytes":1,"driver":null,"runtime":null},"versions":{},
           "seed":1,"threads":2,"date":"2025-01-01T00:00:00Z")")
                          << "measurement, 0 points";
    const QString stream = line("hello", 0, R"(,"device":{"name":"CPU","kind":"cpu"})") + line("plan", 1, kPlan)
        + line("progress", 2) + line("sample", 5) + line("result", 6, "," + kGood);
    QTest::addRow("stream") << stream + line("bye", 7) << "measurement stream, 6 lines, 1 point";
    QTest::addRow("stream that was cut") << stream << "measurement stream, 5 lines, 1 point, ended early";
    QTest::addRow("stream that was cut in a line")
        << stream + R"({"type":"res)"
        << "measurement stream, 5 lines, 1 point, ended early in the middle of a line";
    QTest::addRow("a point from elsewhere may be of another run")
        << measurement(point(R"("policy":"article","k":99,"origin":"a log","measured_peak_bytes":1,
                "meters":{"touched_bytes":2})"),
               R"(,"run":{"model":{"layers":3}},"device":{"name":"CPU","kind":"cpu"})")
        << "measurement, 1 point";
    QTest::addRow("each kind of device has its meter") << measurement(
        point(kPeaks + kTimes + R"(,"meters":{"touched_bytes":7,"pool_high_bytes":1024})"), kScenarios + kOnCuda)
                                                       << "measurement, 1 point";
    QTest::addRow("a stream of two runs") << line("hello", 0, kOnCpu)
            + line("plan", 1, kPlan)
                  .replace(R"("run":{})", R"("run":{"model":{"layers":6}})")
                  .replace(R"("requested":{})", R"("requested":{"model":{"layers":6}})")
            + line("plan", 2, kPlan) + line("result", 3, "," + QString(kGood).replace("\"k\":4", "\"k\":32"))
                                          << "measurement stream, 4 lines, 1 point, ended early";
    QTest::addRow("a prediction of another version")
        << measurement(point(kGood),
               QString(kScenarios).replace("{}", kSmallRun) + kOnCpu + R"(,"versions":{"sublinear":"0.0.1"})")
        << "measurement, 1 point; measured by version 0.0.1, so that its predictions were not computed again";
    QTest::addRow("stream with an error")
        << line("hello", 0) + line("error", 1) + line("bye", 2) << "measurement stream, 3 lines, 0 points, 1 error";
    QTest::addRow("stream of one line") << line("hello", 0) << "measurement stream, 1 line, 0 points, ended early";
    QTest::addRow("carriage returns") << line("hello", 0).replace("\n", "\r\n") + line("bye", 1).replace("\n", "\r\n")
                                      << "measurement stream, 2 lines, 0 points";
}

void TestCheckDocument::accepted()
{
    QFETCH(QString, text);
    QFETCH(QString, description);
    const Result<CheckedDocument> checked = checkDocument(text.toStdString());
    QVERIFY2(checked.ok(), checked ? "" : checked.error().message.c_str());
    QCOMPARE(QString::fromStdString(checked->description), description);
}

void TestCheckDocument::refused_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("named");
    const auto row = [](const char* name, const QString& text, const char* named) {
        QTest::addRow("%s", name) << text << QString(named);
    };
    row("nothing", "", "empty");
    row("a word", "hello", "line 1");
    row("a list", "[1]", "JSON object");
    row("no format", "{}", "format: not given");
    row("a plan", R"({"format":"sublinear-plan"})", "format: \"sublinear-plan\" is not accepted");
    row("format is a number", R"({"format":7})", "format: \"7\"");
    row("scenario: field", R"({"format":"sublinear-scenario","version":1,"model":{"layers":0}})", "model.layers");
    row("scenario: contradiction", R"({"format":"sublinear-scenario","version":1,"checkpointing":{"k":64}})",
        "checkpointing.k");
    row("scenario: budget below every schedule",
        R"({"format":"sublinear-scenario","version":1,"checkpointing":{"policy":"optimal","budget_bytes":1}})",
        "checkpointing.budget_bytes");
    row("measurement: no version", R"({"format":"sublinear-measurement","points":[]})", "version: not given");
    row("measurement: newer", R"({"format":"sublinear-measurement","version":2,"points":[]})", "version: \"2\"");
    row("measurement: no points", R"({"format":"sublinear-measurement","version":1})", "points: not given");
    row("points is an object", R"({"format":"sublinear-measurement","version":1,"points":{}})", "points: ");
    row("point is a number", measurement("3"), "points[0]: \"3\"");
    row("no policy", measurement(point(R"("k":4)")), "points[0].policy: not given");
    row("unknown policy", measurement(point(kGood) + "," + point(R"("policy":"artcle","origin":"x")")),
        "points[1].policy: \"artcle\"");
    row("store_all with a number", measurement(point(R"("policy":"store_all","k":3,"origin":"x")")), "points[0].k");
    row("no measured peak", measurement(point(R"("policy":"article","k":4,"predicted_peak_bytes":1)")),
        "points[0].measured_peak_bytes: not given");
    row("bytes as a fraction", measurement(point(R"("policy":"article","predicted_peak_bytes":1.5,"origin":"x")")),
        "points[0].predicted_peak_bytes: \"1.5\"");
    row("negative bytes", measurement(point(R"("policy":"article","static_bytes":-1,"origin":"x")")),
        "points[0].static_bytes: \"-1\"");
    row("bytes over 2^63-1",
        measurement(point(R"("policy":"article","static_bytes":9223372036854775808,"origin":"x")")),
        "points[0].static_bytes");
    row("meters", measurement(point(R"("policy":"article","meters":{"touched_bytes":"many"},"origin":"x")")),
        "points[0].meters.touched_bytes");
    row("quartiles the wrong way round",
        measurement(point(R"("policy":"article","step_ns":{"median":1,"p25":2},"origin":"x")")),
        "points[0].step_ns.median");
    row("no median", measurement(point(R"("policy":"article","step_ns":{},"origin":"x")")),
        "points[0].step_ns.median: not given");
    row("operation without index", measurement(point(R"("policy":"article","ops":[{"ns":1}],"origin":"x")")),
        "points[0].ops[0].index");
    row("kind without calls", measurement(point(R"("policy":"article","kinds":[{"kernel":"add"}],"origin":"x")")),
        "points[0].kinds[0].calls");
    row("product is a number", measurement(point(R"("policy":"article","products":["a",1],"origin":"x")")),
        "points[0].products[1]");
    row("foretold time is a text", measurement(point(R"("policy":"article","predicted_step_ns":"1","origin":"x")")),
        "points[0].predicted_step_ns");
    row("operation is a number", measurement(point(R"("policy":"article","ops":[1],"origin":"x")")),
        "points[0].ops[0]");
    row("gradients in words", measurement(point(R"("policy":"article","gradients_identical":"yes","origin":"x")")),
        "points[0].gradients_identical");
    row("requested is no scenario", measurement("", R"(,"requested":{"model":{"layrs":3}})"), "requested.model.layrs");
    row("run contradicts itself", measurement("", R"(,"run":{"checkpointing":{"k":64}})"), "run.checkpointing.k");
    row("substitution without a reason", measurement("", R"(,"substitutions":[{"path":"recipe.dtype"}])"),
        "substitutions[0].why");
    row("a number over the layers",
        measurement(point(QString(kGood).replace("\"k\":4", "\"k\":99")),
            kOnCpu + R"(,"requested":{"model":{"layers":3}},"run":{"model":{"layers":3}})"),
        "points[0].k: \"99\" is not accepted; it takes a whole number from 1 to 3, as run.model.layers is 3");
    row("no number", measurement(point(QString(kGood).replace("\"k\":4", "\"k\":null"))),
        "points[0].k: not given; it takes a whole");
    row("nothing was run", measurement(point(kGood), ""), "run: not given; it takes the scenario that was run");
    row("a change that is not declared", measurement("", R"(,"requested":{},"run":{"workload":{"batch":1}},
            "substitutions":[{"path":"recipe.dtype","from":"bf16","to":"fp32","why":"the CPU runs fp32"}])"),
        "run.workload.batch: \"1\" is not accepted; it takes 4, which was requested, unless substitutions names the "
        "field");
    row("a peak that no meter has found, CPU",
        measurement(point(kPeaks + kTimes + R"(,"meters":{"touched_bytes":1280,"pool_high_bytes":1024})"), kRun),
        "points[0].measured_peak_bytes: \"1024\" is not accepted; it takes 1280, which is meters.touched_bytes on a "
        "CPU");
    row("a peak that no meter has found, CUDA",
        measurement(point(kPeaks + kTimes + R"(,"meters":{"touched_bytes":1024,"pool_high_bytes":1280})"),
            kScenarios + kOnCuda),
        "points[0].measured_peak_bytes: \"1024\" is not accepted; it takes 1280, which is meters.pool_high_bytes on "
        "CUDA");
    row("stream: a number over the layers",
        line("hello", 0, kOnCpu) + line("plan", 1, kPlan)
            + line("result", 2, "," + QString(kGood).replace("\"k\":4", "\"k\":99")),
        "result 1.k: \"99\" is not accepted; it takes a whole number from 1 to 32");
    row("stream: a change that is not declared",
        line("hello", 0) + line("plan", 1, QString(kPlan).replace(R"("run":{})", R"("run":{"model":{"layers":8}})")),
        "run.model.layers: \"8\" is not accepted; it takes 32, which was requested");
    row("stream: a peak that no meter has found",
        line("hello", 0, R"(,"device":{"name":"CPU","kind":"cpu"})") + line("plan", 1, kPlan)
            + line("result", 2, "," + kPeaks + kTimes + R"(,"meters":{"touched_bytes":1})"),
        "result 1.measured_peak_bytes: \"1024\"");
    const auto changed = [](const char* from, const char* to) {
        return measurement(point(QString(kGood).replace(from, to)));
    };
    row("no bytes at all", changed("\"predicted_peak_bytes\":1024", "\"predicted_peak_bytes\":0"),
        "points[0].predicted_peak_bytes: \"0\" is not accepted; it takes a whole number from 1");
    row("fewer bytes than it ran in", changed("\"predicted_peak_bytes\":1024", "\"predicted_peak_bytes\":512"),
        "points[0].meters.touched_bytes: \"1024\" is not accepted; it takes a whole number up to 512");
    row("states above the peak", changed("\"static_bytes\":10", "\"static_bytes\":2048"),
        "points[0].static_bytes: \"2048\"");
    row("a pool below the states", changed("\"pool_high_bytes\":1024", "\"pool_high_bytes\":5"),
        "points[0].meters.pool_high_bytes: \"5\"");
    row("live bytes above the peak", changed("{\"index\":0}", "{\"index\":0,\"live_bytes\":1025}"),
        "points[0].ops[0].live_bytes: \"1025\"");
    row("an operation twice", changed("{\"index\":0}", "{\"index\":0},{\"index\":0}"), "points[0].ops[1].index: \"0\"");
    row("an operation is left out", changed("{\"index\":0}", "{\"index\":0},{\"index\":2}"), "points[0].ops[1].index");
    row("a median of no steps", changed("\"median\":5.5", "\"median\":5.5,\"n\":0"), "points[0].step_ns.n: \"0\"");
    row("a step that takes no time", changed("\"median\":5.5", "\"median\":0"), "points[0].step_ns.median");
    row("a phase that no step has", changed("\"forward\"", "\"lunch\""), "points[0].phases_ns: \"lunch\"");
    row("no states", changed("\"static_bytes\":10,", ""), "points[0].static_bytes: not given");
    row("no meters", measurement(point(kPeaks + kTimes)), "points[0].meters.touched_bytes: not given");
    row("no times", measurement(point(kPeaks + R"(,"static_bytes":10)" + kMeters)), "points[0].step_ns: not given");
    row("no operations", changed("{\"index\":0}", ""), "points[0].ops: not given");
    row("a policy twice", measurement(point(kGood) + "," + point(kGood)), "points[1].policy: \"article:4\"");
    row("nothing was requested", measurement(point(kGood), R"(,"run":{})" + kOnCpu), "requested: not given");
    row("on no device", measurement(point(kGood), kScenarios), "device: not given");
    row("on an unknown kind", measurement(point(kGood), kScenarios + QString(kOnCpu).replace("\"cpu\"", "\"tpu\"")),
        "device.kind: \"tpu\" is not accepted; it takes cpu or cuda");
    row("no threads", measurement("", R"(,"threads":0)"), "threads: \"0\"");
    for (const char* date : { "yesterday", "2025-02-30T12:00:00Z", "2025-01-31T24:00:00Z", "2025-01-31 12:00:00Z" }) {
        row(date, measurement("", QString(R"(,"date":"%1")").arg(date)), "date: ");
    }
    const QString ofThisVersion = QString(R"(,"versions":{"sublinear":"%1"})")
                                      .arg(QString::fromUtf8(kVersion.data(), static_cast<qsizetype>(kVersion.size())));
    row("a prediction that its run does not come to",
        measurement(point(kGood), QString(kScenarios).replace("{}", kSmallRun) + kOnCpu + ofThisVersion),
        "points[0].predicted_peak_bytes: \"1024\" is not accepted; it takes ");
    row("stream: nothing was planned", line("hello", 0, kOnCpu) + line("result", 1, "," + kGood),
        "run: not given; it takes the scenario that was run");
    row("stream: a policy twice",
        line("hello", 0, kOnCpu) + line("plan", 1, kPlan) + line("result", 2, "," + kGood)
            + line("result", 3, "," + kGood),
        "result 2.policy: \"article:4\"");
    row("device without name", measurement("", R"(,"device":{"kind":"cpu"})"), "device.name");
    row("seed in words", measurement("", R"(,"seed":"one")"), "seed: \"one\"");
    row("stream: unknown type", line("hello", 0) + line("greeting", 1), "line 2: type: \"greeting\"");
    row("stream: no hello", line("plan", 0, kPlan), "line 1: type: \"plan\"");
    row("stream: number goes back", line("hello", 3) + line("bye", 3), "line 2: seq: \"3\"");
    row("stream: no id", R"({"type":"hello","seq":0})", "line 1: id: not given");
    row("stream: half a line in the midst", line("hello", 0) + "{\"type\":\"res\n" + line("bye", 2), "line 2: ");
    row("stream: half a line that is ended", line("hello", 0) + "{\"type\":\"res\n", "line 2: ");
    row("stream: rubbish at its end", line("hello", 0) + "boom", "line 2: ");
    row("stream: half a line behind bye", line("hello", 0) + line("bye", 1) + R"({"type":"res)", "line 3: ");
    row("stream: a last line of another kind", line("hello", 0) + R"({"type":"result"})", "line 2: seq: not given");
    row("stream: bad point", line("hello", 0) + line("result", 1, R"(,"policy":"article")"),
        "line 2: predicted_peak_bytes");
    row("stream: bad device", line("hello", 0, R"(,"device":{})"), "line 1: device.name");
    row("stream: bad run", line("hello", 0) + line("plan", 1, R"(,"run":{"workload":{"batch":0}})"),
        "line 2: run.workload.batch");
    row("stream: no protocol", R"({"type":"hello","seq":0,"id":"a"})", "line 1: protocol: not given; it takes 1");
    row("stream: newer protocol", line("hello", 0, R"(,"protocol":2)"), "line 1: protocol: \"2\"");
    row("stream: behind bye", line("hello", 0) + line("bye", 1) + line("bye", 2), "line 3: type: \"bye\"");
    row("stream: unknown class", line("hello", 0) + line("error", 1, R"(,"class":"bad_luck")"),
        "line 2: class: \"bad_luck\" is not accepted; it takes one of refused, no_device");
    row("stream: negative time", line("hello", 0) + line("sample", 1, R"(,"step_ns":-1)"), "line 2: step_ns: \"-1\"");
    row("stream: bad forecast", line("hello", 0) + line("plan", 1, R"(,"expected":[{"policy":"article"}])"),
        "line 2: expected[0].predicted_peak_bytes");
    row("stream: no number", line("hello", 0) + R"({"type":"progress","id":"run-1"})" + "\n", "line 2: seq: not given");
    for (const char* name : { "requested", "run", "substitutions", "seed", "threads", "date" }) {
        row(qPrintable(QString("stream: a plan without %1").arg(name)),
            line("hello", 0) + line("plan", 1, QString(kPlan).replace(QString("\"%1\"").arg(name), "\"other\"")),
            qPrintable(QString("line 2: %1: not given").arg(name)));
    }
    row("stream: a result of another run",
        line("hello", 0) + line("plan", 1, kPlan) + line("result", 2, "," + kGood).replace("run-1", "run-2"),
        "line 3: id: \"run-2\" is not accepted; it takes \"run-1\"");
    row("stream: more points than there are", line("hello", 0) + line("progress", 1, R"(,"point":4,"points":3)"),
        "line 2: point: \"4\" is not accepted; it takes a whole number up to points, 3");
    row("stream: a list", line("hello", 0) + "[1]\n", "line 2: ");
}

void TestCheckDocument::refused()
{
    QFETCH(QString, text);
    QFETCH(QString, named);
    const Result<CheckedDocument> checked = checkDocument(text.toStdString());
    QVERIFY(!checked.ok());
    const QString message = QString::fromStdString(checked.error().message);
    QVERIFY2(message.contains(named), qPrintable(message));
    QVERIFY(!message.contains('\n'));
}

QTEST_APPLESS_MAIN(TestCheckDocument)
#include "tst_check_document.moc"
