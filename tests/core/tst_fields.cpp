// SPDX-License-Identifier: MIT
#include "core/scenario/fields.h"
#include "core/scenario/scenario_json.h"

#include <QTest>
#include <limits>
#include <set>

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

const Field& fieldAt(std::string_view path)
{
    const Field* field = findField(path);
    Q_ASSERT(field != nullptr);
    return *field;
}

bool hasRange(const Field& field)
{
    return field.kind == FieldKind::Whole || field.kind == FieldKind::ByteSize;
}

/// Values at the edges of what a field takes; every choice, where it has choices.
std::vector<FieldValue> acceptedValues(const Field& field)
{
    using Texts = std::vector<std::string>;
    switch (field.kind) {
    case FieldKind::Whole:
    case FieldKind::ByteSize:
        return { field.minimum, field.maximum };
    case FieldKind::Boolean:
        return { true, false };
    case FieldKind::Text:
        return { std::string("x"), std::string(200, 'x'), std::string("a \"quoted\" \\ n\xC3\xA4me") };
    case FieldKind::WholeList:
        return { std::vector<std::int64_t> { field.minimum },
            std::vector<std::int64_t> { field.maximum, 1, field.maximum } };
    case FieldKind::Choice: {
        const Texts texts(field.choices.begin(), field.choices.end());
        return { texts.begin(), texts.end() };
    }
    case FieldKind::ChoiceList:
        return { Texts(field.choices.begin(), field.choices.end()), Texts { std::string(field.choices.back()) } };
    }
    return {};
}

/// "" if the assignment is accepted, else the message.
QByteArray refusalOf(Scenario& scenario, const QByteArray& assignment)
{
    const Status status = applySet(scenario, viewOf(assignment));
    return status ? QByteArray() : bytesOf(status.error().message);
}

} // namespace

class TestFields : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tableIsSound();
    void tableNamesWhatTheFormatHas();
    void everyFieldRoundTrips_data();
    void everyFieldRoundTrips();
    void fieldsDoNotShareMembers();
    void rangesHoldAtTheirEdges_data();
    void rangesHoldAtTheirEdges();
    void rangesHoldWhatPeopleTrain_data();
    void rangesHoldWhatPeopleTrain();
    void spellings_data();
    void spellings();
    void refusals_data();
    void refusals();
    void wrongTypesAreRefused_data();
    void wrongTypesAreRefused();
    void refusalLeavesTheScenario();
    void emptyValueUngives_data();
    void emptyValueUngives();
    void choicesAreTheirTexts();
    void bytesPerElementOfEachDtype();
};

void TestFields::tableIsSound()
{
    std::set<std::string_view> paths;
    std::set<std::string_view> labels;
    std::set<std::string_view> closedSections;
    std::string_view section;
    for (const Field& field : allFields()) {
        QVERIFY2(paths.insert(field.path).second, field.path.data());
        QVERIFY2(!field.label.empty() && labels.insert(field.label).second, field.path.data());
        QCOMPARE(findField(field.path), &field);
        QVERIFY(std::holds_alternative<std::monostate>(field.get(Scenario())));
        QVERIFY(field.minimum <= field.maximum);
        const bool hasChoices = field.kind == FieldKind::Choice || field.kind == FieldKind::ChoiceList;
        QCOMPARE(!field.choices.empty(), hasChoices);
        // Sections are contiguous: writers open each once.
        const std::string_view own = field.path.substr(0, field.path.find('.'));
        if (own != section) {
            QVERIFY2(closedSections.insert(own).second, field.path.data());
            section = own;
        }
    }
    QCOMPARE(findField("model.layrs"), nullptr);
    QCOMPARE(findField("model"), nullptr);
    QCOMPARE(findField(""), nullptr);
}

void TestFields::tableNamesWhatTheFormatHas()
{
    const std::set<std::string_view> expected { "model.preset", "model.name", "model.layers", "model.d_model",
        "model.d_ffn", "model.heads", "model.kv_heads", "model.head_dim", "model.vocab", "model.gated_mlp",
        "model.tied_embeddings", "model.norm", "model.positions", "model.parameters", "model.bias_qkv",
        "model.bias_out", "model.bias_mlp", "model.bias_head", "model.norms_per_layer", "model.norm_bias",
        "model.final_norm", "model.embed_norm", "model.qk_norm", "model.parallel_block", "model.position_rows",
        "model.experts", "model.experts_per_token", "model.expert_d_ffn", "model.shared_experts", "model.shared_d_ffn",
        "model.dense_layers", "model.router_bias", "model.shared_gate", "model.attention_sinks", "model.sliding_window",
        "workload.batch", "workload.sequence", "recipe.name", "recipe.dtype", "recipe.gradient_dtype",
        "recipe.gradients", "recipe.master_weights", "recipe.optimizer", "recipe.attention", "recipe.dropout",
        "recipe.loss", "parallel.data", "parallel.zero", "parallel.tensor", "parallel.sequence_parallel",
        "checkpointing.policy", "checkpointing.k", "checkpointing.m", "checkpointing.start", "checkpointing.slots",
        "checkpointing.last_stored", "checkpointing.budget_bytes", "checkpointing.tensors", "checkpointing.candidates",
        "device.gpu", "device.memory_bytes", "device.reserve_bytes", "accounting" };
    std::set<std::string_view> actual;
    for (const Field& field : allFields()) {
        actual.insert(field.path);
    }
    QCOMPARE(actual, expected);
}

void TestFields::everyFieldRoundTrips_data()
{
    QTest::addColumn<QByteArray>("path");
    for (const Field& field : allFields()) {
        QTest::addRow("%s", field.path.data()) << bytesOf(field.path);
    }
}

void TestFields::everyFieldRoundTrips()
{
    QFETCH(QByteArray, path);
    const Field& field = fieldAt(viewOf(path));
    for (const FieldValue& value : acceptedValues(field)) {
        const QByteArray shown = bytesOf(fieldValueText(value));
        QVERIFY2(checkFieldValue(field, value).ok(), shown);
        Scenario given;
        field.set(given, value);
        QVERIFY2(field.get(given) == value, shown);
        QVERIFY2(given != Scenario(), shown);

        const Result<Scenario> read = readScenario(writeScenario(given));
        QVERIFY2(read.ok(), read ? "" : read.error().message.c_str());
        QVERIFY2(*read == given, shown);

        Scenario typed;
        QCOMPARE(refusalOf(typed, path + '=' + shown), QByteArray());
        QVERIFY2(typed == given, shown);

        field.set(given, {});
        QVERIFY2(given == Scenario(), shown);
    }
}

void TestFields::fieldsDoNotShareMembers()
{
    for (const Field& field : allFields()) {
        Scenario given;
        field.set(given, acceptedValues(field).front());
        for (const Field& other : allFields()) {
            const bool isGiven = !std::holds_alternative<std::monostate>(other.get(given));
            QVERIFY2(
                isGiven == (&other == &field), (std::string(field.path) + " and " + std::string(other.path)).c_str());
        }
    }
}

void TestFields::rangesHoldAtTheirEdges_data()
{
    everyFieldRoundTrips_data();
}

void TestFields::rangesHoldAtTheirEdges()
{
    QFETCH(QByteArray, path);
    const Field& field = fieldAt(viewOf(path));
    const auto isList = field.kind == FieldKind::WholeList;
    if (!hasRange(field) && !isList) {
        QVERIFY(!acceptedText(field).empty());
        return;
    }
    const auto value = [isList](std::int64_t number) {
        return isList ? FieldValue(std::vector<std::int64_t> { 1, number }) : FieldValue(number);
    };
    QVERIFY(checkFieldValue(field, value(field.minimum)).ok());
    QVERIFY(checkFieldValue(field, value(field.maximum)).ok());
    QVERIFY(!checkFieldValue(field, value(field.minimum - 1)).ok());
    QVERIFY(!checkFieldValue(field, value(field.maximum + 1)).ok());
    QVERIFY(!checkFieldValue(field, value(std::numeric_limits<std::int64_t>::min())).ok());
    QVERIFY(!checkFieldValue(field, value(std::numeric_limits<std::int64_t>::max())).ok());

    const std::string over = std::to_string(field.maximum + 1);
    const Result<FieldValue> parsed = parseFieldValue(field, over);
    QVERIFY(!parsed.ok());
    QCOMPARE(bytesOf(parsed.error().message),
        path + ": \"" + bytesOf(over) + "\" is not accepted; it takes " + bytesOf(acceptedText(field)));
    QCOMPARE(bytesOf(parsed.error().field), path);
    const QByteArray accepted = bytesOf(acceptedText(field));
    QVERIFY(accepted.contains(QByteArray::number(qlonglong { field.minimum })));
    QVERIFY(accepted.contains(QByteArray::number(qlonglong { field.maximum })));
}

void TestFields::rangesHoldWhatPeopleTrain_data()
{
    QTest::addColumn<QByteArray>("assignment");
    for (const char* assignment :
        { "model.layers=1", "model.layers=1000", "workload.sequence=1", "workload.sequence=1Mi", "workload.batch=1",
            "workload.batch=4096", "model.d_model=65536", "model.d_ffn=262144", "model.vocab=256000",
            "model.parameters=6.4e9", "model.parameters=1T", "model.experts=0", "model.experts=256",
            "device.memory_bytes=1GiB", "device.memory_bytes=1TiB", "device.reserve_bytes=0", "parallel.data=16384",
            "parallel.zero=0", "parallel.zero=3", "parallel.tensor=8", "checkpointing.m=0", "checkpointing.k=1000" }) {
        QTest::addRow("%s", assignment) << QByteArray(assignment);
    }
}

void TestFields::rangesHoldWhatPeopleTrain()
{
    QFETCH(QByteArray, assignment);
    Scenario scenario;
    QCOMPARE(refusalOf(scenario, assignment), QByteArray());
}

void TestFields::spellings_data()
{
    QTest::addColumn<QByteArray>("assignment");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* assignment, const char* expected) {
        QTest::addRow("%s", assignment) << QByteArray(assignment) << QByteArray(expected);
    };
    row("workload.batch=4.0", "4");
    row("workload.sequence=2k", "2000");
    row("workload.sequence=2Ki", "2048");
    row(" workload.batch = 8 ", "8");
    row("model.parameters=6.4e9", "6400000000");
    row("device.memory_bytes=80GiB", "85899345920");
    row("device.memory_bytes=80.25 GiB", "86167781376");
    row("device.memory_bytes=85899345920", "85899345920");
    row("checkpointing.budget_bytes=20GB", "20000000000");
    row("model.gated_mlp=true", "true");
    row("checkpointing.candidates=1, 2,4,1Ki", "1,2,4,1024");
    row("checkpointing.tensors=gelu, norms", "gelu,norms");
    row("model.name=a=b", "a=b");
    row("accounting=training", "training");
}

void TestFields::spellings()
{
    QFETCH(QByteArray, assignment);
    Scenario scenario;
    QCOMPARE(refusalOf(scenario, assignment), QByteArray());
    const QByteArray path = assignment.left(assignment.indexOf('=')).trimmed();
    QTEST(bytesOf(fieldValueText(fieldAt(viewOf(path)).get(scenario))), "expected");
}

void TestFields::refusals_data()
{
    QTest::addColumn<QByteArray>("assignment");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* assignment, const char* expected) {
        QTest::addRow("%s", assignment) << QByteArray(assignment) << QByteArray(expected);
    };
    row("workload.batch=1.5", "workload.batch: \"1.5\" is not accepted; it takes a whole number from 1 to 65536");
    row("workload.batch=0", "workload.batch: \"0\" is not accepted; it takes a whole number from 1 to 65536");
    row("workload.batch=-4", "workload.batch: \"-4\" is not accepted; it takes a whole number from 1 to 65536");
    row("workload.batch=65537", "workload.batch: \"65537\" is not accepted; it takes a whole number from 1 to 65536");
    row("workload.batch=four", "workload.batch: \"four\" is not accepted; it takes a whole number from 1 to 65536");
    row("workload.batch=NaN", "workload.batch: \"NaN\" is not accepted; it takes a whole number from 1 to 65536");
    row("workload.batch=1e308", "workload.batch: \"1e308\" is not accepted; it takes a whole number from 1 to 65536");
    row("workload.sequence=4GiB",
        "workload.sequence: \"4GiB\" is not accepted; it takes a whole number from 1 to 16777216");
    row("model.layers=18446744073709551615",
        "model.layers: \"18446744073709551615\" is not accepted; it takes a whole number from 1 to 10000");
    row("parallel.zero=4", "parallel.zero: \"4\" is not accepted; it takes a whole number from 0 to 3");
    row("device.memory_bytes=80 apples",
        "device.memory_bytes: \"80 apples\" is not accepted; it takes bytes from 1 to 1125899906842624, or a size such "
        "as 80GiB");
    row("device.memory_bytes=0",
        "device.memory_bytes: \"0\" is not accepted; it takes bytes from 1 to 1125899906842624, or a size such as "
        "80GiB");
    row("model.gated_mlp=yes", "model.gated_mlp: \"yes\" is not accepted; it takes true or false");
    row("model.gated_mlp=1", "model.gated_mlp: \"1\" is not accepted; it takes true or false");
    row("recipe.dtype=bf32", "recipe.dtype: \"bf32\" is not accepted; it takes one of bf16, fp16, fp32");
    row("recipe.dtype=BF16", "recipe.dtype: \"BF16\" is not accepted; it takes one of bf16, fp16, fp32");
    row("recipe.name=mixed",
        "recipe.name: \"mixed\" is not accepted; it takes one of article, bf16_fp32_master, bf16_pure, fp32, "
        "fp16_mixed, adam8bit, adafactor, sgd");
    row("checkpointing.policy=every_2nd",
        "checkpointing.policy: \"every_2nd\" is not accepted; it takes one of store_all, article, segments, every_nth, "
        "first_m, two_level, selective, recursive, revolve, optimal");
    row("checkpointing.tensors=gelu,down",
        "checkpointing.tensors: \"gelu,down\" is not accepted; it takes a list of attention, gelu, norms, up");
    row("checkpointing.tensors=,",
        "checkpointing.tensors: \",\" is not accepted; it takes a list of attention, gelu, norms, up");
    row("checkpointing.candidates=1,2,x",
        "checkpointing.candidates: \"1,2,x\" is not accepted; it takes a list of whole numbers from 1 to 10000");
    row("checkpointing.candidates=0,2",
        "checkpointing.candidates: \"0,2\" is not accepted; it takes a list of whole numbers from 1 to 10000");
    row("model.name=a\x1B[31m",
        "model.name: \"a\xEF\xBF\xBD[31m\" is not accepted; it takes text of 1 to 200 characters");
    row("model.layrs=3", "model.layrs: unknown field; nearest: model.layers");
    row("layers=3", "layers: unknown field; nearest: model.layers");
    row("workload.batchsize=3", "workload.batchsize: unknown field; nearest: workload.batch");
    row("acounting=article", "acounting: unknown field; nearest: accounting");
    row("nothing.like.it=3", "nothing.like.it: unknown field");
    row("=3", ": unknown field");
    row("workload.batch", "\"workload.batch\" is not accepted; --set takes PATH=VALUE, such as workload.batch=8");
    row("", "\"\" is not accepted; --set takes PATH=VALUE, such as workload.batch=8");
}

void TestFields::refusals()
{
    QFETCH(QByteArray, assignment);
    Scenario scenario;
    QTEST(refusalOf(scenario, assignment), "expected");
    QVERIFY(scenario == Scenario());
}

void TestFields::wrongTypesAreRefused_data()
{
    everyFieldRoundTrips_data();
}

void TestFields::wrongTypesAreRefused()
{
    QFETCH(QByteArray, path);
    const Field& field = fieldAt(viewOf(path));
    const std::size_t ownType = acceptedValues(field).front().index();
    const std::vector<FieldValue> oneOfEach { std::monostate(), std::int64_t { 2 }, true, std::string("x"),
        std::vector<std::int64_t> { 2 }, std::vector<std::string> { "x" } };
    for (const FieldValue& value : oneOfEach) {
        if (value.index() != ownType) {
            QCOMPARE(checkFieldValue(field, value).ok(), std::holds_alternative<std::monostate>(value));
        }
    }
    if (field.kind == FieldKind::WholeList || field.kind == FieldKind::ChoiceList) {
        QVERIFY(!checkFieldValue(field, std::vector<std::int64_t>()).ok());
        QVERIFY(!checkFieldValue(field, std::vector<std::string>()).ok());
        QVERIFY(!checkFieldValue(field, std::vector<std::int64_t>(10001, 1)).ok());
    }
}

void TestFields::refusalLeavesTheScenario()
{
    Scenario scenario;
    scenario.workload.batch = 7;
    const Scenario before = scenario;
    QVERIFY(!applySet(scenario, "workload.batch=0").ok());
    QVERIFY(!applySet(scenario, "workload.bach=3").ok());
    QVERIFY(scenario == before);
    QVERIFY(applySet(scenario, "workload.batch=3").ok());
    QVERIFY(scenario != before);
}

void TestFields::emptyValueUngives_data()
{
    everyFieldRoundTrips_data();
}

void TestFields::emptyValueUngives()
{
    QFETCH(QByteArray, path);
    const Field& field = fieldAt(viewOf(path));
    Scenario scenario;
    field.set(scenario, acceptedValues(field).front());
    QCOMPARE(refusalOf(scenario, path + "= "), QByteArray());
    QVERIFY(scenario == Scenario());
}

void TestFields::choicesAreTheirTexts()
{
    Scenario scenario;
    QVERIFY(applySet(scenario, "recipe.optimizer=sgd_momentum").ok());
    QCOMPARE(scenario.recipe.optimizer, Optimizer::SgdMomentum);
    QCOMPARE(toText(Accounting::Training), std::string_view("training"));
    QCOMPARE(toText(Dtype::Fp32), std::string_view("fp32"));
    QCOMPARE(toText(Norm::LayerNormNoAffine), std::string_view("layernorm_noaffine"));
    QCOMPARE(toText(Positions::None), std::string_view("none"));
    QCOMPARE(toText(QkNorm::FullWidth), std::string_view("full_width"));
    QCOMPARE(toText(Gradients::OnDemand), std::string_view("on_demand"));
    QCOMPARE(toText(Optimizer::Adam8bit), std::string_view("adam8bit"));
    QCOMPARE(toText(Attention::Fused), std::string_view("fused"));
    QCOMPARE(toText(Loss::None), std::string_view("none"));
    QCOMPARE(toText(PolicyId::Optimal), std::string_view("optimal"));
}

void TestFields::bytesPerElementOfEachDtype()
{
    QCOMPARE(bytesPerElement(Dtype::Bf16), Count { 2 });
    QCOMPARE(bytesPerElement(Dtype::Fp16), Count { 2 });
    QCOMPARE(bytesPerElement(Dtype::Fp32), Count { 4 });
}

QTEST_APPLESS_MAIN(TestFields)
#include "tst_fields.moc"
