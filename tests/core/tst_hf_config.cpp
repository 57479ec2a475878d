// SPDX-License-Identifier: MIT
// What a config.json becomes: fields, counts, inferred families, notes.
#include "core/model/parameters.h"
#include "core/scenario/resolve.h"
#include "core/scenario/scenario_json.h"
#include "tests/core/config_cases.h"

#include <QtTest>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

Count parametersOf(const Scenario& scenario)
{
    const Result<ResolvedScenario> resolved = resolve(scenario);
    const Result<ParameterCount> count =
        resolved ? countParameters(*resolved) : Result<ParameterCount>(resolved.error());
    return count ? count->total : -1;
}

} // namespace

class HfConfigTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void fields_data();
    void fields();
    void knownCounts_data();
    void knownCounts();
    void everyFieldIsGiven();
    void missingTypeIsInferred_data();
    void missingTypeIsInferred();
    void notesSayWhatWasAssumed();
};

// What the files say, and what their families imply where they are silent.
void HfConfigTest::fields_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* file, const char* expected) {
        QTest::addRow("%s", file) << QString::fromLatin1(file) + QStringLiteral(".json") << QByteArray(expected);
    };
    row("gpt2",
        "layers=12 d_model=768 d_ffn=3072 heads=12 kv_heads=12 head_dim=64 vocab=50257 gated_mlp=false "
        "tied_embeddings=true norm=layernorm positions=learned position_rows=1024 bias_qkv=true bias_out=true "
        "bias_mlp=true bias_head=false norms_per_layer=2 final_norm=true embed_norm=false parallel_block=false");
    row("gpt2_bom_crlf", "layers=12 d_model=768 d_ffn=3072 heads=12 vocab=50257 position_rows=1024");
    row("gpt_neox",
        "layers=1 d_model=2048 d_ffn=24576 heads=16 head_dim=128 vocab=50432 gated_mlp=false tied_embeddings=false "
        "norm=layernorm positions=rotary bias_qkv=true bias_out=true bias_mlp=true bias_head=false norms_per_layer=2 "
        "parallel_block=true");
    row("gptj",
        "layers=1 d_model=4096 d_ffn=16384 heads=16 head_dim=256 vocab=50400 tied_embeddings=false norm=layernorm "
        "positions=rotary bias_qkv=false bias_out=false bias_mlp=true bias_head=true norms_per_layer=1 "
        "parallel_block=true");
    row("opt",
        "layers=1 d_model=2048 d_ffn=8192 heads=16 vocab=50272 tied_embeddings=true norm=layernorm positions=learned "
        "position_rows=2050 bias_qkv=true bias_out=true bias_mlp=true final_norm=true");
    row("falcon_40b",
        "layers=60 d_model=8192 d_ffn=32768 heads=128 kv_heads=8 head_dim=64 vocab=65024 gated_mlp=false "
        "tied_embeddings=true norm=layernorm positions=rotary bias_qkv=false bias_mlp=false norms_per_layer=2 "
        "parallel_block=true");
    row("falcon_7b", "kv_heads=1 head_dim=64 d_ffn=18176 norms_per_layer=1 parallel_block=true tied_embeddings=true");
    row("mpt_7b",
        "layers=32 d_model=4096 d_ffn=16384 heads=32 vocab=50432 tied_embeddings=true norm=layernorm norm_bias=false "
        "positions=alibi position_rows= bias_qkv=false bias_out=false bias_mlp=false");
    row("llama2_70b_gqa",
        "layers=80 d_model=8192 d_ffn=28672 heads=64 kv_heads=8 head_dim=128 vocab=32000 gated_mlp=true "
        "tied_embeddings=false norm=rmsnorm positions=rotary bias_qkv=false bias_out=false bias_mlp=false experts=0 "
        "sliding_window=");
    row("llama3_2_3b_tied", "layers=28 d_model=3072 heads=24 kv_heads=8 head_dim=128 tied_embeddings=true");
    row("llama4_tiny_nested",
        "layers=4 d_model=512 d_ffn=1024 heads=8 kv_heads=2 head_dim=64 vocab=202048 tied_embeddings=false experts=2 "
        "experts_per_token=1 expert_d_ffn=1024 shared_experts=1 shared_d_ffn=1024 dense_layers=0 shared_gate=false");
    row("llava15_flat", "layers=1 d_model=4096 d_ffn=11008 heads=16 kv_heads=16 head_dim=256 vocab=32000");
    row("llava15_nested", "layers=32 d_model=4096 d_ffn=11008 heads=32 vocab=32064 tied_embeddings=false");
    row("mistral", "layers=1 d_model=2048 d_ffn=14336 heads=16 kv_heads=8 head_dim=128 sliding_window=4096");
    row("mistral_7b_sliding", "layers=32 d_model=4096 heads=32 kv_heads=8 sliding_window=4096");
    row("mixtral",
        "layers=1 d_model=2048 heads=16 kv_heads=8 experts=8 experts_per_token=2 expert_d_ffn=14336 "
        "shared_experts=0 dense_layers=0 router_bias=false sliding_window=");
    row("mixtral_8x7b", "layers=32 d_model=4096 heads=32 experts=8 experts_per_token=2 expert_d_ffn=14336");
    row("phi2",
        "layers=1 d_model=2560 d_ffn=10240 heads=32 head_dim=80 gated_mlp=false tied_embeddings=false norm=layernorm "
        "bias_qkv=true bias_out=true bias_mlp=true bias_head=true norms_per_layer=1 parallel_block=true");
    row("phi4_multimodal",
        "layers=1 d_model=3072 d_ffn=8192 heads=24 kv_heads=8 vocab=200064 tied_embeddings=true gated_mlp=true "
        "norm=rmsnorm bias_head=false");
    row("qwen3_moe",
        "layers=1 d_model=2048 d_ffn=8192 heads=32 kv_heads=4 head_dim=128 qk_norm=per_head experts=128 "
        "experts_per_token=8 expert_d_ffn=768 shared_experts=0 dense_layers=0 sliding_window=");
    row("qwen1_5_moe",
        "bias_qkv=true bias_out=false experts=60 experts_per_token=4 expert_d_ffn=1408 shared_experts=1 "
        "shared_d_ffn=5632 shared_gate=true");
    row("deepseek_moe_16b",
        "d_ffn=10944 experts=64 experts_per_token=6 expert_d_ffn=1408 shared_experts=2 shared_d_ffn=1408 "
        "dense_layers=1");
    row("gpt_oss_20b",
        "head_dim=64 bias_qkv=true bias_out=true bias_mlp=true router_bias=true attention_sinks=true "
        "sliding_window=128 experts=32 experts_per_token=4");
    row("gemma3_1b_text",
        "layers=26 d_model=1152 d_ffn=6912 heads=4 kv_heads=1 head_dim=256 vocab=262144 tied_embeddings=true "
        "norms_per_layer=4 qk_norm=per_head sliding_window=512");
    row("gemma3_4b_nested", "layers=34 d_model=2560 heads=8 kv_heads=4 head_dim=256 vocab=262208 sliding_window=1024");
    row("starcoder", "kv_heads=1 positions=learned position_rows=8192 gated_mlp=false");
    row("gpt_neo_1_3b", "d_ffn=8192 bias_qkv=false bias_out=true positions=learned sliding_window=256");
    row("bloom_560m", "d_ffn=4096 positions=alibi embed_norm=true tied_embeddings=true");
    row("command_r", "norm=layernorm norm_bias=false norms_per_layer=1 parallel_block=true tied_embeddings=true");
    row("olmo_1b", "norm=layernorm_noaffine gated_mlp=true");
    row("olmo2_7b", "norm=rmsnorm qk_norm=full_width");
    row("qwen2_5_0_5b", "bias_qkv=true bias_out=false kv_heads=2 sliding_window=");
}

void HfConfigTest::fields()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, expected);
    const Result<ImportedModel> imported = importHfConfig(fixture(file));
    QVERIFY2(imported.ok(), complaint(imported).constData());
    const std::string wanted = expected.toStdString();
    QCOMPARE(QByteArray::fromStdString(fieldsOf(imported->scenario, wanted)), expected);
    QVERIFY(imported->scenario.accounting == Accounting::Training);
}

// Counts that are known outside this project, from stored files.
void HfConfigTest::knownCounts_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<qint64>("parameters");
    const auto row = [](const char* file, qint64 parameters) {
        QTest::addRow("%s", file) << QString::fromLatin1(file) + QStringLiteral(".json") << parameters;
    };
    row("gpt2", 124'439'808);
    row("gpt2_bom_crlf", 124'439'808);
    row("llama2_70b_gqa", 68'976'648'192);
    row("llama3_2_3b_tied", 3'212'749'824);
    row("mistral_7b_sliding", 7'241'732'096);
    row("mixtral_8x7b", 46'702'792'704);
    row("gemma3_1b_text", 999'885'952);
    row("gemma3_4b_nested", 3'880'263'168); // its language model
    row("falcon_40b", 41'303'293'952);
    row("falcon_7b", 6'921'720'704);
    row("mpt_7b", 6'649'286'656);
    row("bloom_560m", 559'214'592);
    row("codegen_350m", 356'712'448);
    row("command_r", 34'980'831'232);
    row("deepseek_moe_16b", 16'375'728'128);
    row("gemma_2b", 2'506'172'416);
    row("gemma2_2b", 2'614'341'888);
    row("gpt_j_6b", 6'050'882'784);
    row("gpt_neo_1_3b", 1'315'575'808);
    row("gpt_oss_20b", 20'914'757'184);
    row("internlm2_7b", 7'737'708'544);
    row("olmo_1b", 1'176'764'416);
    row("olmo2_7b", 7'298'617'344);
    row("olmoe", 6'919'161'856);
    row("opt_125m", 125'239'296);
    row("phi_2", 2'779'683'840);
    row("phi_3_mini", 3'821'079'552);
    row("pythia_70m", 70'426'624);
    row("qwen1_5_moe", 14'315'784'192);
    row("qwen2_5_0_5b", 494'032'768);
    row("qwen3_0_6b", 596'049'920);
    row("qwen3_30b_a3b", 30'532'122'624);
    row("smollm3_3b", 3'075'098'624);
    row("stablelm_3b", 2'795'443'200);
    row("starcoder", 15'517'456'384);
    row("starcoder2_3b", 3'030'371'328);
}

void HfConfigTest::knownCounts()
{
    QFETCH(QString, file);
    const Result<ImportedModel> imported = importHfConfig(fixture(file));
    QVERIFY2(imported.ok(), complaint(imported).constData());
    QTEST(qint64 { parametersOf(imported->scenario) }, "parameters");
}

void HfConfigTest::everyFieldIsGiven()
{
    const Result<ImportedModel> dense = importHfConfig(fixture(QStringLiteral("gpt2.json")));
    const Result<ImportedModel> rotary = importHfConfig(fixture(QStringLiteral("mixtral_8x7b.json")));
    QVERIFY(dense.ok() && rotary.ok());
    for (const Field& field : allFields()) {
        const bool model = field.path.starts_with("model.");
        const bool mayBeAbsent = field.path == "model.preset" || field.path == "model.parameters"
            || field.path == "model.sliding_window" || field.path == "model.position_rows";
        const std::string path(field.path);
        for (const Scenario* scenario : { &dense->scenario, &rotary->scenario }) {
            const bool given = !std::holds_alternative<std::monostate>(field.get(*scenario));
            QVERIFY2(!model || mayBeAbsent || given, path.c_str());
        }
    }
    // Written out and read again it is the same scenario.
    const Result<Scenario> again = readScenario(writeScenario(rotary->scenario));
    QVERIFY(again.ok() && *again == rotary->scenario);
}

void HfConfigTest::missingTypeIsInferred_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<bool>("keepArchitectures");
    const auto row = [](const char* file, const char* type, bool keep) {
        QTest::addRow("%s%s", file, keep ? " by its architecture" : "")
            << QString::fromLatin1(file) + QStringLiteral(".json") << QByteArray(type) << keep;
    };
    for (const bool keep : { false, true }) {
        row("gpt2", "gpt2", keep);
        row("gpt_neox", "gpt_neox", keep);
        row("gptj", "gptj", keep);
        row("opt", "opt", keep);
        row("falcon_40b", "falcon", keep);
        row("mpt_7b", "mpt", keep);
        row("llama2_70b_gqa", "llama", keep);
        row("llama3_2_3b_tied", "llama", keep);
        row("mistral", "mistral", keep);
        row("mixtral_8x7b", "mixtral", keep);
        row("phi2", "phi", keep);
        row("gemma3_1b_text", "gemma3", keep);
        row("llava15_flat", "llama", false);
    }
    row("qwen3_moe", "qwen3_moe", true);
    row("phi4_multimodal", "phi4mm", true);
}

void HfConfigTest::missingTypeIsInferred()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, type);
    QFETCH(bool, keepArchitectures);
    const std::string text = fixture(file);
    nlohmann::json config = nlohmann::json::parse(text);
    config.erase("model_type");
    if (!keepArchitectures) {
        config.erase("architectures");
    }
    const Result<ImportedModel> whole = importHfConfig(text);
    const Result<ImportedModel> inferred = importHfConfig(config.dump());
    QVERIFY2(inferred.ok(), complaint(inferred).constData());
    Scenario expected = whole->scenario;
    expected.model.name = inferred->scenario.model.name; // made from the type
    QVERIFY2(inferred->scenario == expected, writeScenario(inferred->scenario).c_str());
    const QByteArray from = keepArchitectures ? " its architectures" : "";
    QVERIFY(hasNote(*inferred, ("model_type is not given: " + type).constData()));
    QVERIFY(hasNote(*inferred, ("inferred from" + from).constData()));
    QVERIFY(!hasNote(*whole, "inferred"));
}

void HfConfigTest::notesSayWhatWasAssumed()
{
    const Result<ImportedModel> nested = importHfConfig(fixture(QStringLiteral("gemma3_4b_nested.json")));
    QVERIFY(nested.ok());
    QVERIFY(hasNote(*nested, "only the language model of \"gemma3\" is taken; the other parts (vision_config)"));
    QVERIFY(hasNote(*nested, "text_config.num_attention_heads is not given: 8, as the family has it"));
    QVERIFY(hasNote(*nested, "the sliding window of 1024 is in 5 of each 6 layers only"));

    const Result<ImportedModel> gpt2 = importHfConfig(fixture(QStringLiteral("gpt2.json")));
    QVERIFY(gpt2.ok());
    QVERIFY(gpt2->scenario.workload.sequence == Count { 1024 });
    QVERIFY(hasNote(*gpt2, "workload.sequence is 1024"));
    QVERIFY(hasNote(*gpt2, "resid_pdrop is above 0"));
    QVERIFY(gpt2->scenario.model.name == "gpt2 12 x 768");

    const Result<ImportedModel> named = importHfConfig(llama({ { "_name_or_path", "/home/someone/My-Model" } }));
    QVERIFY(named.ok() && named->notes.empty());
    QVERIFY(named->scenario.model.name == "My-Model");
}

QTEST_APPLESS_MAIN(HfConfigTest)
#include "tst_hf_config.moc"
