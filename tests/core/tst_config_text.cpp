// SPDX-License-Identifier: MIT
// What a config.json may look like, and how it is refused.
#include "core/import/config_hint.h"
#include "tests/core/config_cases.h"

#include <QtTest>

using namespace sublinear;
using namespace sublinear::testing;

class ConfigTextTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void lenientForms_data();
    void lenientForms();
    void refusedModels_data();
    void refusedModels();
    void badValues_data();
    void hints();
    void badValues();
    void hostileText_data();
    void hostileText();
};

void ConfigTextTest::lenientForms_data()
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

void ConfigTextTest::lenientForms()
{
    QFETCH(QByteArray, config);
    QFETCH(QByteArray, expected);
    const Result<ImportedModel> imported = importHfConfig(config.toStdString());
    QVERIFY2(imported.ok(), complaint(imported).constData());
    QCOMPARE(QByteArray::fromStdString(fieldsOf(imported->scenario, expected.toStdString())), expected);
}

void ConfigTextTest::refusedModels_data()
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
    // one per layer may be a list; what the model has once is a number
    keys("layers in a list", { { "num_hidden_layers", { 12 } } }, "num_hidden_layers: \"[12]\" is not accepted");
    keys("width in a list", { { "hidden_size", { 512, 512 } } }, "hidden_size: \"[512,512]\" is not accepted");
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

void ConfigTextTest::refusedModels()
{
    QFETCH(QByteArray, config);
    QFETCH(QByteArray, message);
    QVERIFY(!config.isEmpty());
    const QByteArray got = complaint(importHfConfig(config.toStdString()));
    QVERIFY2(got.contains(message), got.constData());
    QVERIFY2(!got.contains('\n'), got.constData());
}

void ConfigTextTest::badValues_data()
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
    row("kv heads do not divide", { { "num_key_value_heads", 3 } },
        "num_key_value_heads: \"3\" is not accepted; it takes a divisor of num_attention_heads, 4");
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
    row("a part that is text", { { "text_config", "x" } },
        "text_config: \"x\" is not accepted; it takes a JSON object");
    row("a part that is a list", { { "model_type", "llava" }, { "llm_config", nlohmann::json::array() } },
        "llm_config: \"[]\" is not accepted");
    row("a family that none is near", { { "model_type", "glm4" } },
        "model_type: \"glm4\" is not known; it takes one of gpt2, ");
    row("a scenario", { { "format", "sublinear-scenario" } }, "format: \"sublinear-scenario\" is not accepted");
}

// Read as a scenario: what takes it, or why nothing does.
void ConfigTextTest::hints()
{
    const std::string good = llama(nlohmann::json::object());
    QCOMPARE(QString::fromStdString(importHint(good)),
        QStringLiteral(" (this is a model's config.json: sublinear import makes a scenario of it)"));
    QVERIFY(importRefusal(good).empty());
    const std::string refused = R"({"model_type":"rwkv5","hidden_size":2560})";
    QVERIFY2(
        importHint(refused).rfind(" (a model's config.json, which cannot be imported: model_type: \"rwkv5\"", 0) == 0,
        importHint(refused).c_str());
    QVERIFY(importRefusal(refused) == importHint(refused));
    for (const char* other : { "{}", "[]", "no JSON", R"({"format":"sublinear-plan","model_type":"gpt2"})" }) {
        QVERIFY2(importHint(other).empty() && importRefusal(other).empty(), other);
    }
}

void ConfigTextTest::badValues()
{
    QFETCH(QByteArray, config);
    QFETCH(QByteArray, message);
    const QByteArray got = complaint(importHfConfig(config.toStdString()));
    QVERIFY2(got.contains(message), got.constData());
    QVERIFY2(!got.contains('\n') && got.size() < 1000, got.constData());
}

void ConfigTextTest::hostileText_data()
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

void ConfigTextTest::hostileText()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, message);
    const std::string_view view(text.constData(), static_cast<std::size_t>(text.size()));
    const QByteArray got = complaint(importHfConfig(view));
    QVERIFY2(got.contains(message), got.constData());
    QVERIFY2(!got.contains('\n') && got.size() < 1000, got.constData());
}

QTEST_APPLESS_MAIN(ConfigTextTest)
#include "tst_config_text.moc"
