// SPDX-License-Identifier: MIT
#include "core/base/json_document.h"
#include "core/catalog/catalog.h"
#include "core/scenario/fields.h"
#include "core/scenario/resolve.h"
#include "core/scenario/scenario_json.h"

#include <QTest>
#include <nlohmann/json.hpp>

using namespace sublinear;

namespace {

QByteArray bytesOf(std::string_view text)
{
    return { text.data(), static_cast<qsizetype>(text.size()) };
}

std::string_view viewOf(const QByteArray& text)
{
    return { text.constData(), static_cast<std::size_t>(text.size()) };
}

/// A scenario document with these members behind the head.
QByteArray document(const QByteArray& members)
{
    return R"({"format":"sublinear-scenario","version":1)" + (members.isEmpty() ? members : "," + members) + "}";
}

QByteArray refusalOf(const QByteArray& json)
{
    const Result<Scenario> read = readScenario(viewOf(json));
    return read ? QByteArray("accepted") : bytesOf(read.error().message);
}

} // namespace

class TestScenarioJson : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void writesGivenFieldsOnly();
    void readsWhatIsGiven();
    void accepts_data();
    void accepts();
    void textsReadAsSetReadsThem();
    void refuses_data();
    void refuses();
    void namesTheField();
    void sizeIsLimited();
    void depthIsLimited();
    void completeIsReadAgain();
    void survivesDamage();
};

void TestScenarioJson::writesGivenFieldsOnly()
{
    QCOMPARE(bytesOf(writeScenario({})), QByteArray("{\n  \"format\": \"sublinear-scenario\",\n  \"version\": 1\n}\n"));
    Scenario scenario;
    scenario.accounting = Accounting::Article;
    scenario.checkpointing.candidates = { 1, 2 };
    scenario.workload.batch = 4;
    scenario.model.layers = 32;
    scenario.model.gatedMlp = false;
    scenario.recipe.dtype = Dtype::Bf16;
    QCOMPARE(bytesOf(writeScenario(scenario)), QByteArray(R"({
  "format": "sublinear-scenario",
  "version": 1,
  "model": {
    "layers": 32,
    "gated_mlp": false
  },
  "workload": {
    "batch": 4
  },
  "recipe": {
    "dtype": "bf16"
  },
  "checkpointing": {
    "candidates": [
      1,
      2
    ]
  },
  "accounting": "article"
}
)"));
}

void TestScenarioJson::readsWhatIsGiven()
{
    const Result<Scenario> read = readScenario(viewOf(document(
        R"("model":{"layers":12,"preset":"gpt2-124m"},"device":{"memory_bytes":"80GiB"},"accounting":"training")")));
    QVERIFY(read.ok());
    Scenario expected;
    expected.model.layers = 12;
    expected.model.preset = "gpt2-124m";
    expected.device.memoryBytes = Bytes { 80 } << 30;
    expected.accounting = Accounting::Training;
    QVERIFY(*read == expected);
    expected.workload.batch = 4; // not given, though it is the default
    QVERIFY(*read != expected);
}

void TestScenarioJson::accepts_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("sameAs");
    const auto row = [](const char* name, const QByteArray& json, const QByteArray& sameAs) {
        QTest::addRow("%s", name) << json << sameAs;
    };
    const QByteArray batch4 = document(R"("workload":{"batch":4})");
    row("nothing", document(""), document(""));
    row("float", document(R"("workload":{"batch":4.0})"), batch4);
    row("exponent", document(R"("workload":{"batch":0.4e1})"), batch4);
    row("text", document(R"("workload":{"batch":"4"})"), batch4);
    row("text, as a float", document(R"("workload":{"batch":"4.0"})"), batch4);
    row("null", document(R"("workload":{"batch":4,"sequence":null})"), batch4);
    row("null section", document(R"("workload":{"batch":4},"model":null)"), batch4);
    row("null accounting", document(R"("workload":{"batch":4},"accounting":null)"), batch4);
    row("byte order mark", "\xEF\xBB\xBF" + batch4, batch4);
    row("white space around", " \r\n\t" + batch4 + "\n\n", batch4);
    row("escaped key", document(R"("workload":{"\u0062atch":4})"), batch4);
    row("version as a float", R"({"format":"sublinear-scenario","version":1.0,"workload":{"batch":4}})", batch4);
    row("head last", R"({"workload":{"batch":4},"version":1,"format":"sublinear-scenario"})", batch4);
    row("6.4e9", document(R"("model":{"parameters":6.4e9})"), document(R"("model":{"parameters":6400000000})"));
    row("2^50 bytes", document(R"("device":{"memory_bytes":1125899906842624})"),
        document(R"("device":{"memory_bytes":"1024 TiB"})"));
    row("list as text", document(R"("checkpointing":{"candidates":"1,2,4"})"),
        document(R"("checkpointing":{"candidates":[1,2.0,4]})"));
    row("entries as texts", document(R"("checkpointing":{"candidates":["1"," 2 ","4.0"]})"),
        document(R"("checkpointing":{"candidates":[1,2,4]})"));
    row("boolean as text", document(R"("model":{"gated_mlp":"true"})"), document(R"("model":{"gated_mlp":true})"));
    row("choice with spaces", document(R"("recipe":{"dtype":" fp32 "})"), document(R"("recipe":{"dtype":"fp32"})"));
    row("name outside ASCII", document("\"model\":{\"name\":\"\xC3\xA4\"}"), document(R"("model":{"name":"\u00e4"})"));
}

void TestScenarioJson::accepts()
{
    QFETCH(QByteArray, json);
    QFETCH(QByteArray, sameAs);
    const Result<Scenario> read = readScenario(viewOf(json));
    QVERIFY2(read.ok(), read ? "" : read.error().message.c_str());
    const Result<Scenario> same = readScenario(viewOf(sameAs));
    QVERIFY(same.ok());
    QVERIFY(*read == *same);
    QCOMPARE(*read == Scenario(), qstrcmp(QTest::currentDataTag(), "nothing") == 0);
}

// A text in a file is what --set makes of it, whatever the field: both take it alike or refuse it.
void TestScenarioJson::textsReadAsSetReadsThem()
{
    int accepted = 0;
    int refused = 0;
    for (const Field& field : allFields()) {
        if (field.kind == FieldKind::Text) {
            continue; // a name stands as it is
        }
        for (const char* text : { "1", " 2 ", "2Ki", "4.0", "1e3", "1.5", "-1", "80GiB", "true", "false", "yes", "bf16",
                 "adamw", "fused", "segments", "1,2", "gelu,norms", "nonsense", "article", "0" }) {
            Scenario set;
            const Status status = applySet(set, std::string(field.path) + "=" + text);
            const std::size_t dot = field.path.find('.');
            const QByteArray quoted = QByteArray("\"") + text + "\"";
            const QByteArray section(field.path.data(), qsizetype(dot == std::string_view::npos ? 0 : dot));
            const QByteArray name = bytesOf(dot == std::string_view::npos ? field.path : field.path.substr(dot + 1));
            const QByteArray member = "\"" + name + "\":" + quoted;
            const Result<Scenario> read =
                readScenario(viewOf(document(section.isEmpty() ? member : "\"" + section + "\":{" + member + "}")));
            QVERIFY2(read.ok() == status.ok(), (std::string(field.path) + "=" + text).c_str());
            QVERIFY(!read.ok() || *read == set);
            (read.ok() ? accepted : refused) += 1;
        }
    }
    QVERIFY(accepted > 100 && refused > 100);
}

void TestScenarioJson::refuses_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const QByteArray& json, const QByteArray& expected) {
        QTest::addRow("%s", name) << json << expected;
    };
    const auto batch = [row](const QByteArray& value, const QByteArray& shown) {
        row(("batch " + value).constData(), document("\"workload\":{\"batch\":" + value + "}"),
            "workload.batch: \"" + shown + "\" is not accepted; it takes a whole number from 1 to 65536");
    };
    batch("1.5", "1.5");
    batch("0", "0");
    batch("-1", "-1");
    batch("65537", "65537");
    batch("1e308", "1e+308");
    batch("9223372036854775808", "9223372036854775808");
    batch("18446744073709551615", "18446744073709551615");
    batch("-9223372036854775808", "-9223372036854775808");
    batch("\"four\"", "four");
    batch("\"\"", "");
    batch("\"1.5\"", "1.5");
    batch("true", "true");
    batch("[4]", "[4]");
    batch("{\"x\":1}", "{\"x\":1}");
    row("1e400", document(R"("workload":{"batch":1e400})"),
        "workload.batch: \"1e400\" is not accepted; it takes a number below 1.8e308");
    row("boolean as another text", document(R"("model":{"gated_mlp":"yes"})"),
        "model.gated_mlp: \"yes\" is not accepted; it takes true or false");
    row("boolean as number", document(R"("model":{"gated_mlp":1})"),
        "model.gated_mlp: \"1\" is not accepted; it takes true or false");
    row("choice as number", document(R"("recipe":{"dtype":16})"),
        "recipe.dtype: \"16\" is not accepted; it takes one of bf16, fp16, fp32");
    row("text as number", document(R"("model":{"name":7})"),
        "model.name: \"7\" is not accepted; it takes text of 1 to 200 characters");
    row("empty text", document(R"("model":{"name":""})"),
        "model.name: \"\" is not accepted; it takes text of 1 to 200 characters");
    row("control character in a text", document(R"("model":{"name":"a\nb"})"),
        "model.name: \"a\xEF\xBF\xBD"
        "b\" is not accepted; it takes text of 1 to 200 characters");
    row("NUL in a text", document(R"("model":{"name":"a\u0000b"})"),
        "model.name: \"a\xEF\xBF\xBD"
        "b\" is not accepted; it takes text of 1 to 200 characters");
    row("list with a text", document(R"("checkpointing":{"candidates":[1,"x"]})"),
        "checkpointing.candidates: \"[1,\"x\"]\" is not accepted; it takes a list of whole numbers from 1 to 10000");
    row("list with a fraction", document(R"("checkpointing":{"candidates":[1,2.5]})"),
        "checkpointing.candidates: \"[1,2.5]\" is not accepted; it takes a list of whole numbers from 1 to 10000");
    row("empty list", document(R"("checkpointing":{"candidates":[]})"),
        "checkpointing.candidates: \"[]\" is not accepted; it takes a list of whole numbers from 1 to 10000");
    row("number for a list", document(R"("checkpointing":{"candidates":4})"),
        "checkpointing.candidates: \"4\" is not accepted; it takes a list of whole numbers from 1 to 10000");
    row("list of lists", document(R"("checkpointing":{"tensors":[["gelu"]]})"),
        "checkpointing.tensors: \"[[\"gelu\"]]\" is not accepted; it takes a list of attention, gelu, norms, up");
    row("unknown tensor", document(R"("checkpointing":{"tensors":["gelu","down"]})"),
        "checkpointing.tensors: \"[\"gelu\",\"down\"]\" is not accepted; it takes a list of attention, gelu, norms, "
        "up");
    row("section as number", document(R"("model":3)"),
        "model: \"3\" is not accepted; it takes an object with the fields of model");
    row("field as section", document(R"("accounting":{"x":1})"),
        "accounting: \"{\"x\":1}\" is not accepted; it takes one of article, training");
    row("unknown field", document(R"("model":{"layrs":3})"), "model.layrs: unknown field; nearest: model.layers");
    row("unknown field, null", document(R"("model":{"layrs":null})"),
        "model.layrs: unknown field; nearest: model.layers");
    row("unknown section", document(R"("modle":{"layers":3})"), "modle: unknown field; nearest: model");
    row("field without its section", document(R"("layers":3)"), "layers: unknown field; nearest: model.layers");
    row("path as key", document(R"("model.layers":3)"),
        "model.layers: unknown field; write \"layers\" inside \"model\"");
    row("line break in a key", document(R"("a\nb":3)"),
        "a\xEF\xBF\xBD"
        "b: unknown field");
    row("no format", R"({"version":1})", "format: not given; it takes \"sublinear-scenario\"");
    row("a model's config", R"({"model_type":"gpt2","n_layer":12})",
        "format: not given; it takes \"sublinear-scenario\"");
    row("null format", R"({"format":null,"version":1})", "format: not given; it takes \"sublinear-scenario\"");
    row("other format", R"({"format":"sublinear-plan","version":1})",
        "format: \"sublinear-plan\" is not accepted; it takes \"sublinear-scenario\"");
    row("format as number", R"({"format":1,"version":1})",
        "format: \"1\" is not accepted; it takes \"sublinear-scenario\"");
    row("no version", R"({"format":"sublinear-scenario"})", "version: not given; it takes 1");
    row("newer version", R"({"format":"sublinear-scenario","version":2})",
        "version: \"2\" is not accepted; it takes 1 (the file is from a newer version of this program)");
    row("version 0", R"({"format":"sublinear-scenario","version":0})", "version: \"0\" is not accepted; it takes 1");
    row("version as text", R"({"format":"sublinear-scenario","version":"1"})",
        "version: \"1\" is not accepted; it takes 1");
    row("version 1.5", R"({"format":"sublinear-scenario","version":1.5})",
        "version: \"1.5\" is not accepted; it takes 1");
    row("head wins over the rest", R"({"format":"x","version":1,"model":3})",
        "format: \"x\" is not accepted; it takes \"sublinear-scenario\"");
    row("key twice", document(R"("model":{"layers":3,"layers":3})"), "model.layers: given twice");
    row("section twice", document(R"("model":{"layers":3},"model":{"heads":3})"), "model: given twice");
    row("format twice", document(R"("format":"sublinear-scenario")"), "format: given twice");
    row("list on top", "[1,2]", "a scenario is a JSON object, not \"[1,2]\"");
    row("text on top", "\"x\"", "a scenario is a JSON object, not \"x\"");
    row("null on top", "null", "a scenario is a JSON object, not \"null\"");
    row("empty", "", "the text is empty");
    row("white space", " \n\t", "the text is empty");
    row("byte order mark only", "\xEF\xBB\xBF", "the text is empty");
    row("NaN", document("\n\"workload\":{\"batch\":NaN}"), "line 2, column 21: not valid JSON at \"NaN\"");
    row("Infinity", document(R"("workload":{"batch":Infinity})"), "line 1, column 64: not valid JSON at \"Infinity\"");
    row("-Infinity", document(R"("workload":{"batch":-Infinity})"),
        "line 1, column 64: not valid JSON at \"-Infinity\"");
    row("hexadecimal", "{\"version\":0x1}", "line 1, column 12: not valid JSON at \"0x1\"");
    row("comment", "{ // no\n}", "line 1, column 3: not valid JSON at \"/\"");
    row("comma at the end", "{\"version\":1,}", "line 1, column 14: not valid JSON at \"}\"");
    row("single quotes", "{'version':1}", "line 1, column 2: not valid JSON at \"'\"");
    row("something behind", document("") + "\nx", "line 2, column 1: not valid JSON at \"x\"");
    row("a second document", document("") + document(""), "line 1, column 44: not valid JSON at \"{\"");
    row("NUL behind", document("") + QByteArray("\0x", 2), "line 1, column 44: not valid JSON at a NUL byte");
    row("cut off", document("").chopped(1), "line 1, column 43: the text ends too early");
    row("cut off in a text", "{\"form", "line 1, column 7: the text ends too early");
    row("broken UTF-8", "{\"version\":\"\xFF\"}", "line 1, column 13: not valid UTF-8");
    row("broken UTF-8 behind an umlaut", "{\"\xC3\xA4\":\"\xFF\"}", "line 1, column 7: not valid UTF-8");
    row("lone surrogate", R"({"version":"\ud800"})", "line 1, column 19: not valid JSON at \"\"\"");
    row("line break in a text", "{\"a\nb\":1}", "line 1, column 4: not valid JSON at \"\xEF\xBF\xBD\"");
}

void TestScenarioJson::refuses()
{
    QFETCH(QByteArray, json);
    QTEST(refusalOf(json), "expected");
    QVERIFY(!refusalOf(json).contains('\n'));
}

void TestScenarioJson::namesTheField()
{
    QCOMPARE(readScenario(viewOf(document(R"("workload":{"batch":0})"))).error().field, "workload.batch");
    QCOMPARE(readScenario(viewOf(document(R"("workload":{"bach":0})"))).error().field, "workload.bach");
}

void TestScenarioJson::sizeIsLimited()
{
    const QByteArray small = document("");
    const auto padded = [&](std::size_t size) {
        return small + QByteArray(static_cast<qsizetype>(size) - small.size(), ' ');
    };
    QCOMPARE(refusalOf(padded(kMaxScenarioFileBytes)), QByteArray("accepted"));
    QCOMPARE(refusalOf(padded(kMaxScenarioFileBytes + 1)),
        QByteArray("4194305 bytes are too many; at most 4194304 are read"));
}

void TestScenarioJson::depthIsLimited()
{
    const auto nested = [](qsizetype depth) { return QByteArray(depth, '[') + QByteArray(depth, ']'); };
    QVERIFY(parseJson(viewOf(nested(32)), 1000).ok());
    QVERIFY(!parseJson(viewOf(nested(33)), 1000).ok());
    QCOMPARE(refusalOf(nested(33)), QByteArray("nested deeper than 32 levels"));
    QCOMPARE(refusalOf(QByteArray(4'000'000, '[')), QByteArray("nested deeper than 32 levels"));
    QByteArray objects;
    for (int i = 0; i < 100'000; ++i) {
        objects += "{\"a\":";
    }
    QCOMPARE(refusalOf(objects), QByteArray("nested deeper than 32 levels"));
}

void TestScenarioJson::completeIsReadAgain()
{
    for (const ScenarioPreset& preset : scenarioPresets()) {
        const Result<ResolvedScenario> resolved = resolve(preset.scenario);
        QVERIFY2(resolved.ok(), preset.id.c_str());
        const Scenario whole = complete(*resolved);
        const Result<Scenario> read = readScenario(writeScenario(whole));
        QVERIFY2(read.ok(), preset.id.c_str());
        QVERIFY2(*read == whole, preset.id.c_str());
        const Result<ResolvedScenario> again = resolve(*read);
        QVERIFY2(again.ok() && *again == *resolved, preset.id.c_str());
    }
    QVERIFY(!scenarioPresets().empty());
}

void TestScenarioJson::survivesDamage()
{
    // Every cut and every changed byte of a whole document: read or refused in one line, nothing thrown.
    const QByteArray whole = bytesOf(writeScenario(scenarioPresets().front().scenario));
    for (qsizetype i = 0; i < whole.size() - 2; ++i) {
        QVERIFY(refusalOf(whole.left(i)) != "accepted");
        for (const char byte : { '\0', '"', '{', '\xFF', '9' }) {
            QByteArray damaged = whole;
            damaged[i] = byte;
            QVERIFY(!refusalOf(damaged).contains('\n'));
        }
    }
}

QTEST_APPLESS_MAIN(TestScenarioJson)
#include "tst_scenario_json.moc"
