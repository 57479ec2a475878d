// SPDX-License-Identifier: MIT
#include "core/catalog/catalog.h"
#include "core/model/parameters.h"
#include "core/scenario/fields.h"

#include <QtTest>

using namespace sublinear;

namespace {

/// The count of what a list of --set gives, or an empty optional.
std::optional<ParameterCount> countOf(const QStringList& assignments)
{
    Scenario scenario;
    for (const QString& assignment : assignments) {
        if (!applySet(scenario, assignment.toStdString())) {
            return std::nullopt;
        }
    }
    const Result<ResolvedScenario> resolved = resolve(scenario);
    const Result<ParameterCount> count =
        resolved ? countParameters(*resolved) : Result<ParameterCount>(resolved.error());
    return count ? std::optional(*count) : std::nullopt;
}

Count sumOfRows(const ParameterCount& count)
{
    Count sum = 0;
    for (const ParameterRow& row : count.rows) {
        sum += row.each * row.copies == row.total && row.total > 0 ? row.total : 0;
    }
    return sum;
}

QStringList with(QStringList list, const char* more)
{
    list.append(QString::fromLatin1(more).split(' ', Qt::SkipEmptyParts));
    return list;
}

} // namespace

class ParametersTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyShapeCountsExactly_data();
    void everyShapeCountsExactly();
    void publishedCounts_data();
    void publishedCounts();
    void tyingSavesOneTable_data();
    void tyingSavesOneTable();
    void eachFieldCounts_data();
    void eachFieldCounts();
    void layersOfEachKind();
    void overflowIsRefused();
};

void ParametersTest::everyShapeCountsExactly_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<qint64>("parameters");
    int rows = 0;
    for (const ModelPreset& model : modelPresets()) {
        if (model.notModelled.empty()) {
            QTest::addRow("%s", model.id.c_str())
                << QString::fromStdString(model.id) << qint64 { model.computedParameters };
            ++rows;
        }
    }
    QCOMPARE(rows, 88);
}

void ParametersTest::everyShapeCountsExactly()
{
    QFETCH(QString, id);
    const auto count = countOf({ QStringLiteral("model.preset=") + id });
    QVERIFY(count.has_value());
    QTEST(qint64 { count->total }, "parameters");
    QCOMPARE(sumOfRows(*count), count->total);
    QCOMPARE(
        count->denseLayers * count->perDenseLayer + count->expertLayers * count->perExpertLayer + count->outsideLayers,
        count->total);
}

// Numbers that are known outside this project: stored files and papers.
void ParametersTest::publishedCounts_data()
{
    QTest::addColumn<QString>("set");
    QTest::addColumn<qint64>("parameters");
    QTest::addRow("Llama 3.1 8B") << "model.preset=llama3-8b" << qint64 { 8'030'261'248 };
    QTest::addRow("Llama 3.2 1B, tied") << "model.preset=llama3.2-1b" << qint64 { 1'235'814'400 };
    QTest::addRow("Llama 3.2 3B, tied") << "model.preset=llama3.2-3b" << qint64 { 3'212'749'824 };
    QTest::addRow("TinyLlama") << "model.preset=tinyllama-1.1b" << qint64 { 1'100'048'384 };
    QTest::addRow("Llama 2 7B") << "model.preset=llama2-7b" << qint64 { 6'738'415'616 };
    QTest::addRow("Mixtral 8x7B") << "model.preset=mixtral-8x7b" << qint64 { 46'702'792'704 };
    QTest::addRow("gpt-oss-20b: sinks, expert and router biases")
        << "model.preset=gpt-oss-20b" << qint64 { 20'914'757'184 };
    QTest::addRow("MPT-7B as released: no biases, not even on the norms")
        << "model.layers=32 model.d_model=4096 model.d_ffn=16384 model.heads=32 model.vocab=50432 "
           "model.positions=alibi model.bias_qkv=false model.bias_out=false model.bias_mlp=false "
           "model.norm_bias=false"
        << qint64 { 6'649'286'656 };
    QTest::addRow("Qwen1.5-MoE-A2.7B: gated shared expert")
        << "model.layers=24 model.d_model=2048 model.d_ffn=5632 model.heads=16 model.vocab=151936 "
           "model.norm=rmsnorm model.positions=rotary model.gated_mlp=true model.tied_embeddings=false "
           "model.bias_out=false model.bias_mlp=false model.experts=60 model.experts_per_token=4 "
           "model.expert_d_ffn=1408 model.shared_experts=1 model.shared_d_ffn=5632 model.shared_gate=true"
        << qint64 { 14'315'784'192 };
}

void ParametersTest::publishedCounts()
{
    QFETCH(QString, set);
    const auto count = countOf(set.split(' ', Qt::SkipEmptyParts));
    QVERIFY(count.has_value());
    QTEST(qint64 { count->total }, "parameters");
}

void ParametersTest::tyingSavesOneTable_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<qint64>("table"); // V*D
    QTest::addRow("tied") << "llama3.2-1b" << qint64 { 128256 } * 2048;
    QTest::addRow("untied") << "llama2-7b" << qint64 { 32000 } * 4096;
    QTest::addRow("biased head") << "phi-2" << qint64 { 51200 } * 2560;
}

void ParametersTest::tyingSavesOneTable()
{
    QFETCH(QString, id);
    const QString preset = QStringLiteral("model.preset=") + id;
    const auto tied = countOf({ preset, QStringLiteral("model.tied_embeddings=true") });
    const auto untied = countOf({ preset, QStringLiteral("model.tied_embeddings=false") });
    QVERIFY(tied && untied);
    QTEST(qint64 { untied->total - tied->total }, "table");
}

// What one field adds to a small model: D=64, F=256, H=4, Dh=16, N=3, V=1000, S=128.
void ParametersTest::eachFieldCounts_data()
{
    QTest::addColumn<QString>("set");
    QTest::addColumn<qint64>("difference");
    const auto row = [](const char* set, qint64 difference) { QTest::addRow("%s", set) << set << difference; };
    row("", 0);
    row("model.layers=4", 64 * 64 * 3 + 3 * 64 + 64 * 64 + 64 + 2 * 64 * 256 + 256 + 64 + 4 * 64);
    row("model.bias_qkv=false", -3 * 3 * 64);
    row("model.bias_out=false", -3 * 64);
    row("model.bias_mlp=false", -3 * (256 + 64));
    row("model.bias_head=true", 1000);
    row("model.gated_mlp=true", 3 * (64 * 256 + 256));
    row("model.kv_heads=1", -3 * (64 * 2 * 48 + 2 * 48));
    row("model.head_dim=32", 3 * (64 * 3 * 64 + 3 * 64 + 64 * 64));
    row("model.norm=rmsnorm", -7 * 64);
    row("model.norm=layernorm_noaffine", -7 * 128);
    row("model.norm_bias=false", -7 * 64);
    row("model.norm=rmsnorm model.norm_bias=false", -7 * 64);
    row("model.norms_per_layer=1", -3 * 128);
    row("model.final_norm=false", -128);
    row("model.embed_norm=true", 128);
    row("model.qk_norm=per_head", 3 * 2 * 16);
    row("model.qk_norm=full_width", 3 * 2 * 64);
    row("model.qk_norm=full_width model.kv_heads=1", 3 * (64 + 16) - 3 * (64 * 2 * 48 + 2 * 48));
    row("model.positions=rotary", -128 * 64);
    row("model.positions=alibi", -128 * 64);
    row("model.position_rows=130", 2 * 64);
    row("workload.sequence=256", 128 * 64);
    row("model.attention_sinks=true", 3 * 4);
    row("model.parallel_block=true", 0);
    row("model.vocab=", -(1000 + 128) * 64);
    row("model.vocab= model.position_rows=128", -1000 * 64);
    row("model.tied_embeddings=false model.vocab= model.position_rows=128", -1000 * 64);
    row("model.experts=2 model.expert_d_ffn=128", 3 * (2 * (2 * 64 * 128 + 128 + 64) + 2 * 64 - (2 * 64 * 256 + 320)));
    row("model.experts=2 model.expert_d_ffn=128 model.router_bias=true model.dense_layers=1",
        2 * (2 * (2 * 64 * 128 + 128 + 64) + 2 * 64 + 2 - (2 * 64 * 256 + 320)));
    row("model.experts=2 model.expert_d_ffn=128 model.shared_experts=1 model.shared_d_ffn=32 model.shared_gate=true",
        3 * (2 * (2 * 64 * 128 + 128 + 64) + 2 * 64 + 2 * 64 * 32 + 32 + 64 + 64 - (2 * 64 * 256 + 320)));
    row("model.shared_gate=true", 0); // no experts, nothing to gate
}

void ParametersTest::eachFieldCounts()
{
    QFETCH(QString, set);
    const QStringList base = with({},
        "model.layers=3 model.d_model=64 model.d_ffn=256 model.heads=4 model.vocab=1000 "
        "workload.sequence=128");
    const auto before = countOf(base);
    const auto after = countOf(with(base, set.toLatin1().constData()));
    QVERIFY(before && after);
    QTEST(qint64 { after->total - before->total }, "difference");
    QCOMPARE(sumOfRows(*after), after->total);
}

void ParametersTest::layersOfEachKind()
{
    const auto dense = countOf({ QStringLiteral("model.preset=gpt2-124m") });
    QVERIFY(dense.has_value());
    QCOMPARE(dense->denseLayers, Count { 12 });
    QCOMPARE(dense->expertLayers, Count { 0 });
    QCOMPARE(dense->perDenseLayer, Count { 7'087'872 });
    QCOMPARE(dense->perExpertLayer, Count { 0 });
    QCOMPARE(dense->of("token_embedding"), Count { 50257 * 768 });
    QCOMPARE(dense->of("position_embedding"), Count { 1024 * 768 });
    QCOMPARE(dense->of("head_weight"), Count { 0 });

    const auto mixed = countOf(with({ QStringLiteral("model.preset=mixtral-8x7b") }, "model.dense_layers=2"));
    QVERIFY(mixed.has_value());
    QCOMPARE(mixed->denseLayers, Count { 2 });
    QCOMPARE(mixed->expertLayers, Count { 30 });
    QCOMPARE(mixed->perExpertLayer - mixed->perDenseLayer, Count { 7 } * 3 * 4096 * 14336 + 8 * 4096);
    QCOMPARE(mixed->of("expert_weight"), Count { 30 } * 8 * 3 * 4096 * 14336);
}

void ParametersTest::overflowIsRefused()
{
    const QStringList huge = with({},
        "model.layers=10000 model.d_model=262144 model.d_ffn=1048576 model.heads=1 "
        "model.experts=4096 model.gated_mlp=true");
    QVERIFY(!countOf(huge).has_value());
    QVERIFY(countOf(with(huge, "model.experts=1")).has_value());
}

QTEST_APPLESS_MAIN(ParametersTest)
#include "tst_parameters.moc"
