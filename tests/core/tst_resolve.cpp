// SPDX-License-Identifier: MIT
#include "core/base/units.h"
#include "core/catalog/catalog.h"
#include "core/scenario/fields.h"
#include "core/scenario/recipes.h"
#include "core/scenario/resolve.h"
#include "core/scenario/scenario_json.h"

#include <QRandomGenerator>
#include <QTest>
#include <algorithm>
#include <cmath>

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

/// A scenario from assignments with a space between them.
Scenario given(const QByteArray& assignments)
{
    Scenario scenario;
    for (const QByteArray& assignment : assignments.split(' ')) {
        if (!assignment.isEmpty() && !applySet(scenario, viewOf(assignment)).ok()) {
            qFatal("the test's own assignment is refused: %s", assignment.constData());
        }
    }
    return scenario;
}

/// "accepted" or the message.
QByteArray outcomeOf(const Scenario& scenario)
{
    const Result<ResolvedScenario> resolved = resolve(scenario);
    return resolved ? QByteArray("accepted") : bytesOf(resolved.error().message);
}

/// A field's value as text, "-" if there is none.
QByteArray textAt(const Scenario& scenario, std::string_view path)
{
    const FieldValue value = findField(path)->get(scenario);
    return std::holds_alternative<std::monostate>(value) ? QByteArray("-") : bytesOf(fieldValueText(value));
}

/// Every pair PATH=TEXT of `expected` that a scenario does not have; empty if it has all.
QByteArray differences(const Scenario& scenario, const QByteArray& expected)
{
    QByteArrayList found;
    for (const QByteArray& pair : expected.split(' ')) {
        const QByteArray path = pair.left(pair.indexOf('='));
        const QByteArray text = textAt(scenario, viewOf(path));
        if (path + '=' + text != pair) {
            found += path + '=' + text + " instead of " + pair;
        }
    }
    return found.join("; ");
}

void addExpectation(const char* assignments, const char* expected)
{
    QTest::addRow("%s", assignments) << QByteArray(assignments) << QByteArray(expected);
}

/// Scenarios drawn over the table of fields: small numbers often, so that they meet.
class Draw {
public:
    explicit Draw(quint32 seed)
        : m_random(seed)
    {
    }

    Scenario scenario()
    {
        Scenario drawn;
        const double share = m_random.generateDouble();
        for (const Field& field : allFields()) {
            if (m_random.generateDouble() < share) {
                field.set(drawn, value(field));
            }
        }
        return drawn;
    }

private:
    std::int64_t number(const Field& field)
    {
        const double range = std::log2(static_cast<double>(field.maximum - field.minimum) + 1.0);
        const double size = m_random.generateDouble() < 0.7 ? std::min(range, 6.0) : range;
        const auto offset = static_cast<std::int64_t>(std::exp2(m_random.generateDouble() * size)) - 1;
        return std::clamp(field.minimum + offset, field.minimum, field.maximum);
    }

    std::string choice(std::span<const std::string_view> choices)
    {
        return std::string(choices[m_random.bounded(static_cast<quint32>(choices.size()))]);
    }

    std::string presetId(std::string_view path)
    {
        std::vector<std::string_view> ids;
        for (const ModelPreset& model : modelPresets()) {
            if (path == "model.preset" && model.notModelled.empty()) {
                ids.emplace_back(model.id);
            }
        }
        for (const GpuPreset& gpu : gpuPresets()) {
            if (path == "device.gpu") {
                ids.emplace_back(gpu.id);
            }
        }
        return ids.empty() ? std::string("some name") : choice(ids);
    }

    FieldValue value(const Field& field)
    {
        switch (field.kind) {
        case FieldKind::Whole:
        case FieldKind::ByteSize:
            return number(field);
        case FieldKind::Boolean:
            return m_random.bounded(2) == 1;
        case FieldKind::Choice:
            return choice(field.choices);
        case FieldKind::Text:
            return presetId(field.path);
        case FieldKind::WholeList: {
            std::vector<std::int64_t> list(1 + m_random.bounded(4U));
            std::generate(list.begin(), list.end(), [&] { return number(field); });
            return list;
        }
        case FieldKind::ChoiceList: {
            std::vector<std::string> list(1 + m_random.bounded(4U));
            std::generate(list.begin(), list.end(), [&] { return choice(field.choices); });
            return list;
        }
        }
        return {};
    }

    QRandomGenerator m_random;
};

} // namespace

class TestResolve : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void defaultsAreTheArticles();
    void derives_data();
    void derives();
    void recipes_data();
    void recipes();
    void contradictions_data();
    void contradictions();
    void refusalNamesItsField();
    void codeMadeScenariosAreChecked();
    void devicesAreNamed_data();
    void devicesAreNamed();
    void presetsResolveToTheirShape();
    void completeGivesEverything();
    void randomScenariosHold();
    void clamps_data();
    void clamps();
    void clampedFollowsAMove_data();
    void clampedFollowsAMove();
};

void TestResolve::defaultsAreTheArticles()
{
    const Result<ResolvedScenario> resolved = resolve({});
    QVERIFY(resolved.ok());
    QCOMPARE(differences(complete(*resolved),
                 "model.preset=- model.name=- model.layers=32 model.d_model=4096 model.d_ffn=16384 model.heads=32 "
                 "model.kv_heads=32 model.head_dim=128 model.vocab=- model.parameters=- model.experts=0 "
                 "workload.batch=4 workload.sequence=2048 recipe.name=article recipe.dtype=bf16 "
                 "recipe.gradient_dtype=bf16 recipe.master_weights=false recipe.optimizer=adam "
                 "recipe.attention=materialized checkpointing.policy=article checkpointing.k=4 checkpointing.m=4 "
                 "checkpointing.slots=4 checkpointing.candidates=- device.gpu=80gib-article "
                 "device.memory_bytes=85899345920 device.reserve_bytes=0 accounting=article"),
        QByteArray());
    QCOMPARE(resolved->checkpointing.start, Count { 0 });
    QCOMPARE(resolved->device.memoryBytes, 80 * kGiB);
    // The comparison can fail.
    QCOMPARE(
        differences(complete(*resolved), "model.layers=33"), QByteArray("model.layers=32 instead of model.layers=33"));
}

void TestResolve::derives_data()
{
    QTest::addColumn<QByteArray>("assignments");
    QTest::addColumn<QByteArray>("expected");
    const auto row = addExpectation;
    row("model.layers=2", "checkpointing.k=2 checkpointing.m=2 checkpointing.slots=2 checkpointing.start=2");
    row("model.layers=1", "checkpointing.k=1 checkpointing.m=1 checkpointing.start=-");
    row("model.heads=40", "model.kv_heads=40 model.head_dim=102 model.d_model=4096");
    row("model.d_model=5120", "model.head_dim=160 model.d_ffn=16384");
    row("model.d_model=16", "model.head_dim=1");
    row("model.heads=36 model.d_model=4096 model.head_dim=128", "model.head_dim=128 model.kv_heads=36");
    row("model.kv_heads=8", "model.heads=32 model.kv_heads=8");
    row("model.head_dim=256", "model.heads=32 model.head_dim=256");
    row("model.parameters=13e9 model.preset=llama2-70b", "model.parameters=13000000000");
    row("model.preset=llama2-70b model.layers=2", "model.parameters=- model.layers=2");
    row("recipe.dtype=fp32", "recipe.gradient_dtype=fp32");
    row("checkpointing.k=8", "checkpointing.k=8 checkpointing.start=8");
    row("checkpointing.policy=every_nth checkpointing.start=1", "checkpointing.start=1 checkpointing.k=4");
    row("checkpointing.policy=every_nth checkpointing.start=4", "checkpointing.start=4");
    row("checkpointing.policy=every_nth checkpointing.start=7 checkpointing.k=7", "checkpointing.start=7");
    row("checkpointing.candidates=8,1,8,2", "checkpointing.candidates=1,2,8");
    row("checkpointing.tensors=up,gelu,up", "checkpointing.tensors=gelu,up");
    row("recipe.attention=materialized", "checkpointing.tensors=attention");
    row("recipe.attention=fused", "checkpointing.tensors=gelu,norms");
    row("accounting=training", "device.reserve_bytes=1073741824");
    row("accounting=training device.reserve_bytes=0", "device.reserve_bytes=0");
    row("device.reserve_bytes=5", "device.reserve_bytes=5");
    // A number that the policy does not count is brought into range.
    row("checkpointing.policy=store_all checkpointing.k=40", "checkpointing.k=32");
    row("model.layers=2 checkpointing.m=40", "checkpointing.m=2");
    row("checkpointing.start=7", "checkpointing.start=4");
    // Experts.
    row("model.experts=8", "model.experts_per_token=2 model.expert_d_ffn=16384 model.shared_d_ffn=0");
    row("model.experts=1", "model.experts_per_token=1");
    row("model.experts=8 model.expert_d_ffn=512 model.shared_experts=1", "model.shared_d_ffn=512");
    row("model.expert_d_ffn=512", "model.experts=0 model.expert_d_ffn=512");
    // A given field wins over the preset, and the preset's values follow it.
    row("model.preset=llama2-70b", "model.heads=64 model.kv_heads=8 model.head_dim=128 model.vocab=32000");
    row("model.preset=llama2-70b model.heads=36", "model.kv_heads=36 model.head_dim=227 model.layers=80");
    row("model.preset=llama2-70b model.heads=16", "model.kv_heads=8 model.head_dim=512");
    row("model.preset=llama2-70b model.d_model=4096", "model.head_dim=64");
    row("model.preset=gpt2-124m", "model.kv_heads=12 model.position_rows=1024");
    row("model.preset=gpt2-124m model.heads=24", "model.kv_heads=24 model.head_dim=32");
    row("model.preset=gpt2-124m model.positions=rotary", "model.position_rows=- model.vocab=50257");
    row("model.preset=gpt2-124m model.position_rows=2048", "model.position_rows=2048");
    row("model.preset=gemma2-2b", "model.heads=8 model.head_dim=256 model.d_model=2304");
    row("model.preset=gemma2-2b model.heads=16", "model.head_dim=256");
    row("model.preset=gemma2-2b model.heads=7 model.d_model=2304", "model.head_dim=256");
    row("model.preset=qwen3-30b-a3b", "model.experts=128 model.experts_per_token=8 model.expert_d_ffn=768");
    row("model.preset=qwen3-30b-a3b model.experts=4", "model.experts_per_token=4 model.expert_d_ffn=768");
    row("model.preset=qwen3-30b-a3b model.experts=0",
        "model.experts_per_token=0 model.expert_d_ffn=0 model.dense_layers=0");
    row("model.preset=llama2-70b model.vocab=100", "model.vocab=100");
    row("device.gpu=80gib-article device.memory_bytes=24GiB", "device.memory_bytes=25769803776");
}

void TestResolve::derives()
{
    QFETCH(QByteArray, assignments);
    QFETCH(QByteArray, expected);
    const Result<ResolvedScenario> resolved = resolve(given(assignments));
    QVERIFY2(resolved.ok(), resolved ? "" : resolved.error().message.c_str());
    QCOMPARE(differences(complete(*resolved), expected), QByteArray());
}

void TestResolve::recipes_data()
{
    QTest::addColumn<QByteArray>("assignments");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* assignments, const char* dtype, const char* gradient, const char* master,
                         const char* optimizer) {
        QTest::addRow("%s", assignments) << QByteArray(assignments)
                                         << QByteArray("recipe.dtype=") + dtype + " recipe.gradient_dtype=" + gradient
                + " recipe.master_weights=" + master + " recipe.optimizer=" + optimizer;
    };
    row("recipe.name=article", "bf16", "bf16", "false", "adam");
    row("recipe.name=bf16_fp32_master", "bf16", "bf16", "true", "adamw");
    row("recipe.name=bf16_pure", "bf16", "bf16", "false", "adamw");
    row("recipe.name=fp32", "fp32", "fp32", "false", "adamw");
    row("recipe.name=fp16_mixed", "fp16", "fp16", "true", "adamw");
    row("recipe.name=adam8bit", "bf16", "bf16", "false", "adam8bit");
    row("recipe.name=adafactor", "bf16", "bf16", "false", "adafactor");
    row("recipe.name=sgd", "bf16", "bf16", "false", "sgd");
    row("recipe.name=fp32 recipe.dtype=bf16", "bf16", "bf16", "false", "adamw");
    row("recipe.name=fp16_mixed recipe.dtype=fp32", "fp32", "fp32", "false", "adamw");
    row("recipe.name=fp16_mixed recipe.dtype=fp32 recipe.master_weights=true", "fp32", "fp32", "true", "adamw");
    row("recipe.name=fp16_mixed recipe.dtype=bf16", "bf16", "bf16", "true", "adamw");
    row("recipe.name=bf16_fp32_master recipe.gradient_dtype=fp32", "bf16", "fp32", "true", "adamw");
    row("recipe.name=sgd recipe.optimizer=sgd_momentum", "bf16", "bf16", "false", "sgd_momentum");
}

void TestResolve::recipes()
{
    derives();
    QCOMPARE(allRecipes().size(), kRecipeNames.size());
    QCOMPARE(findRecipe("mixed"), nullptr);
}

void TestResolve::contradictions_data()
{
    QTest::addColumn<QByteArray>("assignments");
    QTest::addColumn<QByteArray>("expected");
    const auto row = addExpectation;
    row("model.kv_heads=5 model.heads=32",
        "model.kv_heads: \"5\" is not accepted with model.heads 32; it takes a divisor of 32");
    row("model.kv_heads=4 model.heads=32", "accepted");
    row("model.kv_heads=64 model.heads=32",
        "model.kv_heads: \"64\" is not accepted with model.heads 32; it takes a divisor of 32");
    row("model.kv_heads=32 model.heads=32", "accepted");
    row("model.kv_heads=5",
        "model.kv_heads: \"5\" is not accepted with model.heads 32 (not given); it takes a divisor of 32");
    row("model.heads=36 model.d_model=4096",
        "model.heads: \"36\" is not accepted with model.d_model 4096; it takes a divisor of 4096, or any number beside "
        "a given model.head_dim");
    row("model.heads=36 model.d_model=4096 model.head_dim=100", "accepted");
    row("model.heads=64 model.d_model=4096", "accepted");
    row("model.heads=36", "accepted");
    row("model.d_model=4100", "accepted");
    row("model.heads=64 model.d_model=32",
        "model.heads: \"64\" is not accepted with model.d_model 32; it takes a divisor of 32, or any number beside a "
        "given model.head_dim");
    row("model.layers=8 checkpointing.k=9",
        "checkpointing.k: \"9\" is not accepted with model.layers 8; it takes a whole number from 1 to 8");
    row("model.layers=8 checkpointing.k=8", "accepted");
    row("checkpointing.k=40",
        "checkpointing.k: \"40\" is not accepted with model.layers 32 (not given); it takes a whole number from 1 to "
        "32");
    row("model.preset=llama2-70b checkpointing.k=40", "accepted");
    row("model.layers=8 checkpointing.k=9 checkpointing.policy=segments",
        "checkpointing.k: \"9\" is not accepted with model.layers 8; it takes a whole number from 1 to 8");
    row("model.layers=8 checkpointing.k=9 checkpointing.policy=two_level",
        "checkpointing.k: \"9\" is not accepted with model.layers 8; it takes a whole number from 1 to 8");
    row("model.layers=8 checkpointing.k=9 checkpointing.policy=every_nth",
        "checkpointing.k: \"9\" is not accepted with model.layers 8; it takes a whole number from 1 to 8");
    row("model.layers=8 checkpointing.k=9 checkpointing.policy=store_all", "accepted");
    row("model.layers=8 checkpointing.k=9 checkpointing.policy=optimal", "accepted");
    row("model.layers=1 checkpointing.k=2", "checkpointing.k: \"2\" is not accepted with model.layers 1; it takes 1");
    row("model.layers=8 checkpointing.m=9 checkpointing.policy=first_m",
        "checkpointing.m: \"9\" is not accepted with model.layers 8; it takes a whole number from 0 to 8");
    row("model.layers=8 checkpointing.m=8 checkpointing.policy=first_m", "accepted");
    row("model.layers=8 checkpointing.m=0 checkpointing.policy=first_m", "accepted");
    row("model.layers=8 checkpointing.slots=9 checkpointing.policy=revolve",
        "checkpointing.slots: \"9\" is not accepted with model.layers 8; it takes a whole number from 1 to 8");
    row("model.layers=8 checkpointing.slots=8 checkpointing.policy=revolve", "accepted");
    row("model.layers=8 checkpointing.candidates=1,9",
        "checkpointing.candidates: \"9\" is not accepted with model.layers 8; it takes a whole number from 1 to 8");
    row("model.layers=8 checkpointing.candidates=1,8", "accepted");
    row("checkpointing.candidates=33",
        "checkpointing.candidates: \"33\" is not accepted with model.layers 32 (not given); it takes a whole number "
        "from 1 to 32");
    row("checkpointing.policy=every_nth checkpointing.k=4 checkpointing.start=3",
        "checkpointing.start: \"3\" is not accepted with checkpointing.k 4; it takes 1 or 4");
    row("checkpointing.policy=every_nth checkpointing.k=4 checkpointing.start=1", "accepted");
    row("checkpointing.policy=every_nth checkpointing.start=3",
        "checkpointing.start: \"3\" is not accepted with checkpointing.k 4 (not given); it takes 1 or 4");
    row("checkpointing.policy=segments checkpointing.start=3", "accepted");
    row("model.experts=8 model.experts_per_token=9",
        "model.experts_per_token: \"9\" is not accepted with model.experts 8; it takes a whole number from 1 to 8");
    row("model.experts=8 model.experts_per_token=8", "accepted");
    row("model.experts=8 model.experts_per_token=0",
        "model.experts_per_token: \"0\" is not accepted with model.experts 8; it takes a whole number from 1 to 8");
    row("model.experts=0 model.experts_per_token=0", "accepted");
    row("model.experts_per_token=2",
        "model.experts_per_token: \"2\" is not accepted with model.experts 0 (not given); it takes 0");
    row("model.experts=8 model.expert_d_ffn=0",
        "model.expert_d_ffn: \"0\" is not accepted with model.experts 8; it takes a whole number from 1 to 1048576");
    row("model.experts=0 model.expert_d_ffn=0", "accepted");
    row("model.layers=8 model.dense_layers=9",
        "model.dense_layers: \"9\" is not accepted with model.layers 8; it takes a whole number from 0 to 8");
    row("model.layers=8 model.dense_layers=8", "accepted");
    row("parallel.tensor=3",
        "parallel.tensor: \"3\" is not accepted with model.heads 32 (not given); it takes a divisor of 32");
    row("parallel.tensor=3 model.heads=12", "accepted");
    row("parallel.tensor=8", "accepted");
    row("model.preset=llama2-70",
        "model.preset: \"llama2-70\" is not known; nearest: llama2-70b, llama2-7b, llama3-70b");
    row("model.preset=nothing-like-any", "model.preset: \"nothing-like-any\" is not known");
    row("model.preset=llama2-70b", "accepted");
    row("model.preset=t5-small",
        "model.preset: \"t5-small\" is not accepted; it cannot be modelled: encoder-decoder: two stacks and "
        "cross-attention");
    row("device.gpu=80gib-artcle", "device.gpu: \"80gib-artcle\" is not known; nearest: 80gib-article");
    row("device.gpu=80gib-article", "accepted");
}

void TestResolve::contradictions()
{
    QFETCH(QByteArray, assignments);
    const Scenario scenario = given(assignments);
    QTEST(outcomeOf(scenario), "expected");
}

void TestResolve::refusalNamesItsField()
{
    QCOMPARE(resolve(given("checkpointing.k=40")).error().field, "checkpointing.k");
    QCOMPARE(resolve(given("model.preset=llama9")).error().field, "model.preset");
    QCOMPARE(resolve(given("device.gpu=abacus")).error().field, "device.gpu");
}

void TestResolve::codeMadeScenariosAreChecked()
{
    Scenario scenario;
    scenario.model.layers = -5;
    QCOMPARE(outcomeOf(scenario),
        QByteArray("model.layers: \"-5\" is not accepted; it takes a whole number from 1 to 10000"));
    QCOMPARE(outcomeOf(clamped(scenario)), QByteArray("accepted"));
    scenario = {};
    scenario.model.kvHeads = 0; // would divide by it
    QVERIFY(outcomeOf(scenario) != "accepted");
    scenario = {};
    scenario.recipe.name = "mixed";
    QCOMPARE(outcomeOf(scenario), QByteArray("recipe.name: \"mixed\" is not known; nearest: fp16_mixed"));
}

void TestResolve::devicesAreNamed_data()
{
    QTest::addColumn<QByteArray>("assignments");
    QTest::addColumn<QByteArray>("expected");
    const QByteArray article = bytesOf(findGpuPreset(kDefaultGpu)->name);
    const QByteArray other = bytesOf(findGpuPreset("a100-pcie-40gb")->name);
    QTest::addRow("default") << QByteArray() << article;
    QTest::addRow("memory alone") << QByteArray("device.memory_bytes=24GiB") << QByteArray("24 GiB");
    QTest::addRow("the default's own memory") << QByteArray("device.memory_bytes=80GiB") << article;
    QTest::addRow("preset") << QByteArray("device.gpu=a100-pcie-40gb") << other;
    QTest::addRow("preset with less memory")
        << QByteArray("device.gpu=a100-pcie-40gb device.memory_bytes=20.5GiB") << QByteArray(other + ", 20.5 GiB");
}

void TestResolve::devicesAreNamed()
{
    QFETCH(QByteArray, assignments);
    const Result<ResolvedScenario> resolved = resolve(given(assignments));
    QVERIFY(resolved.ok());
    QTEST(bytesOf(resolved->device.gpuName), "expected");
}

void TestResolve::presetsResolveToTheirShape()
{
    int modelled = 0;
    for (const ModelPreset& preset : modelPresets()) {
        Scenario scenario;
        scenario.model.preset = preset.id;
        const Result<ResolvedScenario> resolved = resolve(scenario);
        QCOMPARE(resolved.ok(), preset.notModelled.empty());
        if (!resolved) {
            continue;
        }
        ++modelled;
        const Scenario whole = complete(*resolved);
        QCOMPARE(resolved->model.name, std::optional(preset.name));
        Scenario shape;
        shape.model = preset.shape;
        for (const Field& field : allFields()) {
            const FieldValue known = field.get(shape);
            QVERIFY2(std::holds_alternative<std::monostate>(known) || known == field.get(whole),
                (preset.id + " " + std::string(field.path)).c_str());
        }
    }
    QVERIFY(modelled > 50);
}

void TestResolve::completeGivesEverything()
{
    const std::vector<std::string_view> meaningfulWhenAbsent { "model.preset", "model.name", "model.vocab",
        "model.parameters", "model.position_rows", "model.sliding_window", "checkpointing.budget_bytes",
        "checkpointing.candidates" };
    const Scenario whole = complete(*resolve({}));
    for (const Field& field : allFields()) {
        const bool mayBeAbsent = std::find(meaningfulWhenAbsent.begin(), meaningfulWhenAbsent.end(), field.path)
            != meaningfulWhenAbsent.end();
        QCOMPARE(std::holds_alternative<std::monostate>(field.get(whole)), mayBeAbsent);
    }
}

void TestResolve::randomScenariosHold()
{
    Draw draw(20240229);
    int resolvedCount = 0;
    int refusedCount = 0;
    for (int i = 0; i < 1000; ++i) {
        const Scenario scenario = draw.scenario();
        const std::string text = writeScenario(scenario);
        const Result<Scenario> read = readScenario(text);
        QVERIFY2(read.ok() && *read == scenario, text.c_str());

        const Scenario brought = clamped(scenario);
        const Result<ResolvedScenario> resolved = resolve(brought);
        QVERIFY2(resolved.ok(), (text + (resolved ? "" : resolved.error().message)).c_str());
        QVERIFY2(clamped(brought) == brought, text.c_str());

        const Result<ResolvedScenario> again = resolve(complete(*resolved));
        QVERIFY2(again.ok(), (text + (again ? "" : again.error().message)).c_str());
        QVERIFY2(*again == *resolved, text.c_str());
        const Result<Scenario> reread = readScenario(writeScenario(complete(*resolved)));
        QVERIFY2(reread.ok() && *reread == complete(*resolved), text.c_str());

        const Count layers = resolved->model.layers;
        for (const char* path : { "checkpointing.k", "checkpointing.m", "checkpointing.slots" }) {
            const Count number = std::get<std::int64_t>(findField(path)->get(complete(*resolved)));
            const Count least = qstrcmp(path, "checkpointing.m") == 0 ? 0 : 1;
            QVERIFY2(number >= least && number <= layers, path);
        }
        QVERIFY(resolved->model.heads % resolved->model.kvHeads == 0 && resolved->model.headDim >= 1);

        const Result<ResolvedScenario> direct = resolve(scenario);
        ++(direct.ok() ? resolvedCount : refusedCount);
        if (direct) {
            QVERIFY2(*resolve(complete(*direct)) == *direct, text.c_str());
        } else {
            QVERIFY(!direct.error().field.empty() && findField(direct.error().field) != nullptr);
        }
    }
    QVERIFY2(resolvedCount > 100 && refusedCount > 100, QByteArray::number(resolvedCount));
}

void TestResolve::clamps_data()
{
    QTest::addColumn<QByteArray>("assignments");
    QTest::addColumn<QByteArray>("expected");
    const auto row = addExpectation;
    row("model.layers=8 checkpointing.k=9", "model.layers=8 checkpointing.k=8");
    row("checkpointing.k=40", "model.layers=- checkpointing.k=32");
    row("model.layers=8 checkpointing.k=4", "checkpointing.k=4");
    row("model.layers=8 checkpointing.m=9 checkpointing.slots=10", "checkpointing.m=8 checkpointing.slots=8");
    row("model.layers=8 checkpointing.candidates=1,8,9", "checkpointing.candidates=1,8");
    row("model.layers=8 checkpointing.candidates=9", "checkpointing.candidates=-");
    row("model.preset=llama2-70b checkpointing.candidates=80,81", "checkpointing.candidates=80");
    row("checkpointing.k=5 checkpointing.start=4", "checkpointing.k=5 checkpointing.start=-");
    row("checkpointing.k=5 checkpointing.start=1", "checkpointing.start=1");
    row("model.layers=4 checkpointing.k=5 checkpointing.start=5", "checkpointing.k=4 checkpointing.start=-");
    row("model.heads=30 model.kv_heads=8", "model.heads=30 model.kv_heads=-");
    row("model.heads=32 model.kv_heads=8", "model.kv_heads=8");
    row("model.heads=30 model.d_model=4096", "model.heads=30 model.d_model=4096 model.head_dim=136");
    row("model.heads=32 model.d_model=4096", "model.head_dim=-");
    row("model.heads=30 parallel.tensor=8", "parallel.tensor=6");
    row("model.experts=4 model.experts_per_token=8", "model.experts_per_token=4");
    row("model.experts=0 model.experts_per_token=8", "model.experts_per_token=-");
    row("model.experts=4 model.expert_d_ffn=0", "model.expert_d_ffn=1");
    row("model.layers=2 model.dense_layers=3", "model.dense_layers=2");
}

void TestResolve::clamps()
{
    QFETCH(QByteArray, assignments);
    QFETCH(QByteArray, expected);
    const Scenario brought = clamped(given(assignments));
    QCOMPARE(differences(brought, expected), QByteArray());
    QCOMPARE(outcomeOf(brought), QByteArray("accepted"));
}

void TestResolve::clampedFollowsAMove_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("move");
    QTest::addColumn<QByteArray>("expected"); // resolved
    const auto row = [](const char* name, const char* before, const char* move, const char* expected) {
        QTest::addRow("%s", name) << QByteArray(before) << QByteArray(move) << QByteArray(expected);
    };
    row("head_dim that was D/H follows", "model.d_model=4096 model.heads=32 model.head_dim=128", "model.heads=16",
        "model.head_dim=256");
    row("and back", "model.d_model=4096 model.heads=30 model.head_dim=136", "model.heads=32", "model.head_dim=128");
    row("free head_dim stays", "model.d_model=4096 model.heads=32 model.head_dim=256", "model.heads=16",
        "model.head_dim=256");
    row("moved head_dim stays", "model.d_model=4096 model.heads=32 model.head_dim=128", "model.head_dim=64",
        "model.head_dim=64");
    row("another move", "model.d_model=4096 model.heads=32 model.head_dim=128", "model.layers=16",
        "model.head_dim=128");
    row("width follows too", "model.d_model=4096 model.heads=32 model.head_dim=128", "model.d_model=8192",
        "model.head_dim=256");
}

void TestResolve::clampedFollowsAMove()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, move);
    QFETCH(QByteArray, expected);
    const Scenario then = given(before);
    const Result<ResolvedScenario> resolved = resolve(clamped(given(before + ' ' + move), &then));
    QVERIFY2(resolved.ok(), resolved ? "" : resolved.error().message.c_str());
    QCOMPARE(differences(complete(*resolved), expected), QByteArray());
}

QTEST_APPLESS_MAIN(TestResolve)
#include "tst_resolve.moc"
