// SPDX-License-Identifier: MIT
#include "core/base/units.h"
#include "core/catalog/catalog.h"
#include "core/scenario/recipes.h"
#include "tests/core/scenario_text.h"

#include <QTest>
#include <algorithm>

using namespace sublinear;
using namespace sublinear::testing;

class TestResolve : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void defaultsAreTheArticles();
    void derives_data();
    void derives();
    void recipes_data();
    void recipes();
    void devicesAreNamed_data();
    void devicesAreNamed();
    void presetsResolveToTheirShape();
    void completeGivesEverything();
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
    row("checkpointing.policy=selective recipe.attention=materialized", "checkpointing.tensors=attention");
    row("checkpointing.policy=selective recipe.attention=fused accounting=training",
        "checkpointing.tensors=gelu,norms device.reserve_bytes=1073741824");
    // The article's layer has attention's matrices in any case.
    row("checkpointing.policy=selective recipe.attention=fused", "checkpointing.tensors=attention");
    // Any other policy leaves out what it is told to, and nothing by itself.
    row("checkpointing.policy=segments", "checkpointing.tensors=-");
    row("checkpointing.policy=segments checkpointing.tensors=gelu", "checkpointing.tensors=gelu");
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

void TestResolve::devicesAreNamed_data()
{
    QTest::addColumn<QByteArray>("assignments");
    QTest::addColumn<QByteArray>("expected");
    const QByteArray article = bytesOf(findGpuPreset(kDefaultGpu)->name);
    const QByteArray other = bytesOf(findGpuPreset("a100-pcie-40gb")->name);
    QTest::addRow("default") << QByteArray() << article;
    QTest::addRow("memory alone") << QByteArray("device.memory_bytes=24GiB") << QByteArray("24 GiB");
    QTest::addRow("bytes alone") << QByteArray("device.memory_bytes=80") << QByteArray("80 bytes");
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
        "checkpointing.tensors", "checkpointing.candidates" };
    const Scenario whole = complete(*resolve({}));
    for (const Field& field : allFields()) {
        const bool mayBeAbsent = std::find(meaningfulWhenAbsent.begin(), meaningfulWhenAbsent.end(), field.path)
            != meaningfulWhenAbsent.end();
        QCOMPARE(std::holds_alternative<std::monostate>(field.get(whole)), mayBeAbsent);
    }
}

QTEST_APPLESS_MAIN(TestResolve)
#include "tst_resolve.moc"
