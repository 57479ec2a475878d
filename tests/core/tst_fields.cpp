// SPDX-License-Identifier: MIT
#include "core/scenario/fields.h"
#include "core/scenario/scenario_json.h"
#include "tests/core/scenario_text.h"

#include <QTest>
#include <limits>
#include <set>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

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
    void wrongTypesAreRefused_data();
    void wrongTypesAreRefused();
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
