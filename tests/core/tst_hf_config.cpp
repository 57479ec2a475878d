// SPDX-License-Identifier: MIT
#include "core/import/hf_config.h"
#include "core/model/parameters.h"
#include "core/scenario/fields.h"
#include "core/scenario/resolve.h"
#include "core/scenario/scenario_json.h"

#include <QtTest>

#include <nlohmann/json.hpp>

using namespace sublinear;

namespace {

std::string fixture(const QString& name)
{
    QFile file(QStringLiteral(SUBLINEAR_TEST_DATA "/configs/") + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

/// "layers=12 heads=3" of what `wanted` names, so that two such texts compare field by field.
std::string fieldsOf(const Scenario& scenario, const std::string& wanted)
{
    std::string result;
    for (const QString& pair : QString::fromStdString(wanted).split(' ', Qt::SkipEmptyParts)) {
        const std::string name = pair.section('=', 0, 0).toStdString();
        const Field* field = findField("model." + name);
        result +=
            (result.empty() ? "" : " ") + name + '=' + (field == nullptr ? "?" : fieldValueText(field->get(scenario)));
    }
    return result;
}

Count parametersOf(const Scenario& scenario)
{
    const Result<ResolvedScenario> resolved = resolve(scenario);
    const Result<ParameterCount> count =
        resolved ? countParameters(*resolved) : Result<ParameterCount>(resolved.error());
    return count ? count->total : -1;
}

QByteArray complaint(const Result<ImportedModel>& imported)
{
    return imported ? QByteArray("(imported)") : QByteArray::fromStdString(imported.error().message);
}

bool hasNote(const ImportedModel& imported, const char* part)
{
    return std::any_of(imported.notes.begin(), imported.notes.end(),
        [part](const std::string& note) { return note.find(part) != std::string::npos; });
}

/// A small Llama config with some keys replaced: `"hidden_size": "64"` and so on.
std::string llama(const nlohmann::json& changes)
{
    nlohmann::json config = { { "model_type", "llama" }, { "hidden_size", 64 }, { "intermediate_size", 128 },
        { "num_attention_heads", 4 }, { "num_hidden_layers", 2 }, { "vocab_size", 100 } };
    config.update(changes);
    return config.dump();
}

} // namespace

class HfConfigTest : public QObject {
    Q_OBJECT
private slots:
    void fields_data();
    void fields();
    void knownCounts_data();
    void knownCounts();
    void refusedModels_data();
    void refusedModels();
    void everyFieldIsGiven();
    void missingTypeIsInferred_data();
    void missingTypeIsInferred();
    void lenientForms_data();
    void lenientForms();
    void badValues_data();
    void badValues();
    void hostileText_data();
    void hostileText();
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

void HfConfigTest::refusedModels_data()
{
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<QByteArray>("message");
    const auto file = [](const char* name, const char* message) {
        QTest::addRow("%s", name) << QByteArray::fromStdString(
            fixture(QString::fromLatin1(name) + QStringLiteral(".json")))
                                  << QByteArray(message);
    };
    file("bert_base", "model_type: \"bert\" cannot be modelled: encoder-only");
    file("deepseek_v2", "model_type: \"deepseek_v2\" cannot be modelled: latent attention (MLA)");
    file("deepseek_v2_lite_mla", "model_type: \"deepseek_v2\" cannot be modelled: latent attention (MLA)");
    file("lm_t5_xl", "model_type: \"t5\" cannot be modelled: an encoder-decoder");
    file("t5_small", "model_type: \"t5\" cannot be modelled: an encoder-decoder");
    file("mamba2_codestral_7b", "model_type: \"mamba2\" cannot be modelled: state-space layers (Mamba)");
    file("rwkv5_3b", "model_type: \"rwkv5\" cannot be modelled: a recurrent network (RWKV)");
    file("qwen3_5_9b_hybrid_nested", "model_type: \"qwen3_5\" cannot be modelled: a hybrid of attention with linear");

    const auto keys = [](const char* name, const nlohmann::json& changes, const char* message) {
        QTest::addRow("%s", name) << QByteArray::fromStdString(llama(changes)) << QByteArray(message);
    };
    keys(
        "MLA by its key", { { "kv_lora_rank", 512 } }, "kv_lora_rank: this model cannot be modelled: latent attention");
    keys("encoder-decoder by its key", { { "is_encoder_decoder", true } }, "an encoder-decoder");
    keys("hybrid by its layers", { { "layer_types", { "linear_attention", "full_attention" } } },
        "layer_types: a layer of kind \"linear_attention\" cannot be modelled: linear attention");
    keys("hybrid by its key", { { "linear_num_key_heads", 16 } }, "linear attention");
    keys("Mamba without a type", { { "model_type", nullptr }, { "ssm_cfg", nlohmann::json::object() } }, "state-space");
    keys("RWKV without a type", { { "model_type", nullptr }, { "rescale_every", 6 } }, "RWKV");
    keys("T5 without a type", { { "model_type", nullptr }, { "relative_attention_num_buckets", 32 } },
        "encoder-decoder");
    keys("BERT by its architecture", { { "model_type", nullptr }, { "architectures", { "BertForMaskedLM" } } },
        "\"bert\" cannot be modelled: encoder-only");
    keys("unequal widths", { { "intermediate_size", { 128, 256 } } },
        "intermediate_size: layers of unequal width cannot be modelled");
    keys("unequal heads", { { "num_attention_heads", { 4, 8 } } }, "layers of unequal width");
    keys("block configs", { { "block_configs", { 1 } } }, "layers of unequal width");
    keys("experts in every other layer",
        { { "model_type", "qwen3_moe" }, { "num_experts", 4 }, { "num_experts_per_tok", 2 },
            { "moe_intermediate_size", 32 }, { "decoder_sparse_step", 2 }, { "num_hidden_layers", 4 } },
        "layers of unequal width cannot be modelled: layer 2, behind layers with experts, has none");
    keys("cross-attention", { { "model_type", "mllama" } }, "cross-attention");
    keys("narrow embedding", { { "model_type", "opt" }, { "ffn_dim", 128 }, { "word_embed_proj_dim", 32 } },
        "word_embed_proj_dim: \"32\" is not accepted");
    keys("unknown type", { { "model_type", "lama" } }, "model_type: \"lama\" is not known; it takes one of");
    keys("control: none of it", nlohmann::json::object(), "(imported)");
    keys("control: null is absent", { { "kv_lora_rank", nullptr }, { "is_encoder_decoder", false } }, "(imported)");
    keys("control: equal widths", { { "intermediate_size", { 128, 128 } } }, "(imported)");
}

void HfConfigTest::refusedModels()
{
    QFETCH(QByteArray, config);
    QFETCH(QByteArray, message);
    QVERIFY(!config.isEmpty());
    const QByteArray got = complaint(importHfConfig(config.toStdString()));
    QVERIFY2(got.contains(message), got.constData());
    QVERIFY2(!got.contains('\n'), got.constData());
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

void HfConfigTest::lenientForms_data()
{
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const nlohmann::json& changes, const char* expected) {
        QTest::addRow("%s", name) << QByteArray::fromStdString(llama(changes)) << QByteArray(expected);
    };
    row("control", nlohmann::json::object(), "layers=2 d_model=64 d_ffn=128 heads=4 kv_heads=4 head_dim=16 vocab=100");
    row("numbers as texts", { { "hidden_size", "64" }, { "vocab_size", " 100 " } }, "d_model=64 vocab=100");
    row("whole floats", { { "hidden_size", 64.0 }, { "num_hidden_layers", 2e0 } }, "layers=2 d_model=64");
    row("null kv heads", { { "num_key_value_heads", nullptr } }, "kv_heads=4");
    row("own head_dim", { { "head_dim", 32 } }, "head_dim=32 heads=4 d_model=64");
    row("null head_dim", { { "head_dim", nullptr } }, "head_dim=16");
    row("null tie", { { "tie_word_embeddings", nullptr } }, "tied_embeddings=false");
    row("flag as number", { { "tie_word_embeddings", 1 } }, "tied_embeddings=true");
    row("flag as text", { { "attention_bias", "true" } }, "bias_qkv=true bias_out=true");
    row("two names that agree", { { "n_layer", 2 } }, "layers=2");
    row("unknown keys", { { "frobnicate", { { "deep", { 1, 2 } } } }, { "x", "\u00e9" } }, "layers=2");
    row("mlp bias", { { "mlp_bias", true } }, "bias_mlp=true");
    row("null n_inner", { { "model_type", "gpt2" }, { "n_inner", nullptr }, { "intermediate_size", nullptr } },
        "d_ffn=256");
    row("null window", { { "model_type", "mistral" }, { "num_key_value_heads", 4 }, { "sliding_window", nullptr } },
        "sliding_window=");
    row("absent window", { { "model_type", "mistral" }, { "num_key_value_heads", 2 } }, "sliding_window=4096");
    row("switched window",
        { { "model_type", "qwen2" }, { "num_key_value_heads", 2 }, { "use_sliding_window", true },
            { "sliding_window", 8 } },
        "sliding_window=8");
    row("window behind the last layer",
        { { "model_type", "qwen2" }, { "num_key_value_heads", 2 }, { "use_sliding_window", true },
            { "sliding_window", 8 }, { "max_window_layers", 2 } },
        "sliding_window=");
    row("type spelt otherwise", { { "model_type", "GPT-NeoX" } }, "parallel_block=true norm=layernorm");
    row("leading dense layers",
        { { "model_type", "qwen3_moe" }, { "num_key_value_heads", 4 }, { "num_experts", 4 },
            { "num_experts_per_tok", 2 }, { "moe_intermediate_size", 32 }, { "mlp_only_layers", { 0 } } },
        "experts=4 dense_layers=1 expert_d_ffn=32");
    row("opt without a last norm",
        { { "model_type", "opt" }, { "max_position_embeddings", 64 }, { "do_layer_norm_before", false } },
        "final_norm=false position_rows=66");
}

void HfConfigTest::lenientForms()
{
    QFETCH(QByteArray, config);
    QFETCH(QByteArray, expected);
    const Result<ImportedModel> imported = importHfConfig(config.toStdString());
    QVERIFY2(imported.ok(), complaint(imported).constData());
    QCOMPARE(QByteArray::fromStdString(fieldsOf(imported->scenario, expected.toStdString())), expected);
}

void HfConfigTest::badValues_data()
{
    QTest::addColumn<QByteArray>("config");
    QTest::addColumn<QByteArray>("message");
    const auto row = [](const char* name, const nlohmann::json& changes, const char* message) {
        QTest::addRow("%s", name) << QByteArray::fromStdString(llama(changes)) << QByteArray(message);
    };
    row("negative", { { "num_hidden_layers", -3 } },
        "num_hidden_layers: \"-3\" is not accepted; it takes a whole number from 1 to 10000");
    row("zero", { { "num_attention_heads", 0 } }, "num_attention_heads: \"0\" is not accepted");
    row("not whole", { { "hidden_size", 64.5 } }, "hidden_size: \"64.5\" is not accepted");
    row("huge float", { { "hidden_size", 1e308 } }, "hidden_size: \"1e+308\" is not accepted");
    row("beyond 64 bits", { { "vocab_size", 18446744073709551615ULL } }, "vocab_size: \"18446744073709551615\"");
    row("text", { { "hidden_size", "wide" } }, "hidden_size: \"wide\" is not accepted");
    row("flag", { { "hidden_size", true } }, "hidden_size: \"true\" is not accepted");
    row("object", { { "hidden_size", { { "a", 1 } } } }, "hidden_size: \"{\"a\":1}\" is not accepted");
    row("number as flag", { { "tie_word_embeddings", 2 } },
        "tie_word_embeddings: \"2\" is not accepted; it takes true or false");
    row("number as type", { { "model_type", 7 } }, "model_type: \"7\" is not accepted");
    row("names that disagree", { { "n_layer", 3 } },
        "n_layer: \"3\" is not accepted; it takes num_hidden_layers's value, 2, as both name one thing");
    row("no head_dim fits", { { "num_attention_heads", 5 } }, "num_attention_heads: \"5\" is not accepted");
    row("kv heads do not divide", { { "num_key_value_heads", 3 } }, "kv_heads: \"3\" is not accepted");
    row("no experts", { { "model_type", "mixtral" } }, "num_local_experts: not given");
    row("list of layers",
        { { "model_type", "qwen3_moe" }, { "num_key_value_heads", 4 }, { "num_experts", 4 },
            { "num_experts_per_tok", 2 }, { "moe_intermediate_size", 32 }, { "mlp_only_layers", { -1 } } },
        "mlp_only_layers: \"[-1]\" is not accepted");
    row("no size", { { "model_type", "granite" }, { "hidden_size", nullptr } },
        "hidden_size: not given; it takes a whole number from 1 to 262144");
    row("no size and no type", { { "model_type", nullptr }, { "rms_norm_eps", 1e-5 }, { "vocab_size", nullptr } },
        "vocab_size: not given");
    row("nested", { { "text_config", { { "model_type", "llama" }, { "hidden_size", -1 } } } },
        "text_config.hidden_size: \"-1\" is not accepted");
    row("a scenario", { { "format", "sublinear-scenario" } }, "format: \"sublinear-scenario\" is not accepted");
}

void HfConfigTest::badValues()
{
    QFETCH(QByteArray, config);
    QFETCH(QByteArray, message);
    const QByteArray got = complaint(importHfConfig(config.toStdString()));
    QVERIFY2(got.contains(message), got.constData());
    QVERIFY2(!got.contains('\n') && got.size() < 1000, got.constData());
}

void HfConfigTest::hostileText_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("message");
    const QByteArray good = QByteArray::fromStdString(llama(nlohmann::json::object()));
    const auto with = [&good](const QByteArray& more) { return good.chopped(1) + ',' + more + '}'; };
    QTest::addRow("control") << good << QByteArray("(imported)");
    QTest::addRow("empty") << QByteArray("") << QByteArray("the text is empty");
    QTest::addRow("no object") << QByteArray("[1]") << QByteArray("a config.json is a JSON object");
    QTest::addRow("empty object") << QByteArray("{}") << QByteArray("model_type: not given");
    QTest::addRow("cut short") << good.chopped(1) << QByteArray("ends too early");
    QTest::addRow("100 MB") << QByteArray(100 << 20, '[') << QByteArray("104857600 bytes are too many");
    QTest::addRow("deep lists") << with("\"x\": " + QByteArray(1 << 20, '[')) << QByteArray("nested deeper than");
    QTest::addRow("deep objects") << QByteArray("{\"a\":").repeated(100'000) << QByteArray("nested deeper than");
    QTest::addRow("key twice") << with(R"("hidden_size": 64)") << QByteArray("hidden_size: given twice");
    QTest::addRow("number over a double") << with(R"("x": 1e999)") << QByteArray("1e999");
    QTest::addRow("broken UTF-8") << with("\"x\": \"\xff\"") << QByteArray("UTF-8");
    QTest::addRow("NUL") << with(QByteArray("\"x\": 1\0", 7)) << QByteArray("NUL");
    QTest::addRow("NaN in a field") << QByteArray(good).replace("\"hidden_size\":64", "\"hidden_size\":NaN")
                                    << QByteArray("hidden_size: \"NaN\" is not accepted");
    QTest::addRow("-Infinity in a field") << QByteArray(good).replace("\"hidden_size\":64", "\"hidden_size\":-Infinity")
                                          << QByteArray("hidden_size: \"-Infinity\" is not accepted");
    QTest::addRow("Infinity elsewhere") << with(R"("time_step_limit": [0.0, Infinity, -Infinity, NaN])")
                                        << QByteArray("(imported)");
    QTest::addRow("Infinity inside a text") << with(R"("_name_or_path": "a \" Infinity")") << QByteArray("(imported)");
    QTest::addRow("Infinities") << with(R"("x": Infinities)") << QByteArray("not valid JSON");
    QTest::addRow("long type") << QByteArray("{\"model_type\": \"" + QByteArray(1 << 20, 'x') + "\"}")
                               << QByteArray("is not known");
    QTest::addRow("control characters in a type")
        << QByteArray(R"({"model_type": "a\nb\u0007"})") << QByteArray("is not known");
    QTest::addRow("many layers in a list")
        << with("\"layer_types\": [" + QByteArray("\"full_attention\",").repeated(100'000) + "\"x\"]")
        << QByteArray("a layer of kind \"x\"");
}

void HfConfigTest::hostileText()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, message);
    const std::string_view view(text.constData(), static_cast<std::size_t>(text.size()));
    const QByteArray got = complaint(importHfConfig(view));
    QVERIFY2(got.contains(message), got.constData());
    QVERIFY2(!got.contains('\n') && got.size() < 1000, got.constData());
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
