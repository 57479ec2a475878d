// SPDX-License-Identifier: MIT
// Bytes and FLOPs of the blocks, as sums of their named tensors, against published forms.
#include "core/block/transformer.h"
#include "core/catalog/catalog.h"
#include "core/model/parameters.h"
#include "stack_cases.h"

#include <QTest>

using namespace sublinear;
using namespace sublinear::test;

namespace {

constexpr LlamaShape kSmall { 32, 96, 4, 2, 16 };

Block layerOf(const ResolvedScenario& scenario, bool experts = false)
{
    Result<Block> block = makeLayer(scenario, experts);
    if (!block) {
        qFatal("%s", block.error().message.c_str());
    }
    return *block;
}

Bytes namedSum(const Block& block, SlotSet set, std::initializer_list<std::string_view> names)
{
    Bytes sum = 0;
    for (const std::string_view name : names) {
        const Slot slot = block.find(name);
        if (slot == kNoSlot || (slotBit(slot) & set) == 0) {
            qFatal("%s is not kept", std::string(name).c_str());
        }
        sum += block.at(slot).bytes;
    }
    return sum;
}

} // namespace

class TestBlock : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void gpt2ClosedForm_data()
    {
        QTest::addColumn<QList<qint64>>("shape"); // b, s, h, a
        QTest::addRow("124M") << QList<qint64> { 8, 1024, 768, 12 };
        QTest::addRow("350M") << QList<qint64> { 20, 1024, 1024, 16 };
        QTest::addRow("22B") << QList<qint64> { 4, 2048, 6144, 64 };
        QTest::addRow("175B") << QList<qint64> { 1, 2048, 12288, 96 };
    }

    // Two-byte tensors and fp32 statistics: sbh(32+2as/h)+16sb with the input, or
    // 32sbh+4asb+16sb fused; dropout adds two residual masks, and in materialised
    // attention the mask and the dropped probabilities (Korthikanti et al.: 34+5as/h).
    void gpt2ClosedForm()
    {
        QFETCH(QList<qint64>, shape);
        const Count b = shape[0];
        const Count s = shape[1];
        const Count h = shape[2];
        const Count a = shape[3];
        const Bytes sbh = s * b * h;
        const Bytes statistics = 16 * s * b;
        const auto flops = static_cast<double>(24 * b * s * h * h + 4 * b * s * s * h);
        ResolvedScenario scenario = gpt2(1, b, s, h, a);
        Block block = layerOf(scenario);
        QCOMPARE(boundaryBytes(block), 2 * sbh);
        QCOMPARE(savedBytes(block) + boundaryBytes(block), 32 * sbh + 2 * a * s * s * b + statistics);
        QCOMPARE(forwardFlops(block), flops);
        QCOMPARE(backwardFlops(block), 2 * flops);
        scenario.recipe.dropout = true;
        block = layerOf(scenario);
        QCOMPARE(savedBytes(block) + boundaryBytes(block), 34 * sbh + 5 * a * s * s * b + statistics);
        scenario.recipe.attention = Attention::Fused;
        block = layerOf(scenario);
        QCOMPARE(savedBytes(block) + boundaryBytes(block), 34 * sbh + 4 * a * s * b + statistics);
        scenario.recipe.dropout = false;
        block = layerOf(scenario);
        QCOMPARE(savedBytes(block) + boundaryBytes(block), 32 * sbh + 4 * a * s * b + statistics);
        QCOMPARE(forwardFlops(block), flops);
        scenario.recipe.dtype = Dtype::Fp32; // doubles all but the fp32 statistics
        block = layerOf(scenario);
        QCOMPARE(savedBytes(block) + boundaryBytes(block), 64 * sbh + 4 * a * s * b + statistics);
    }

    void gpt2Names()
    {
        const Block block = layerOf(gpt2(1, 2, 64, 32, 4));
        const SlotSet set = savedSet(block);
        const Bytes sum = namedSum(
            block, set, { "ln1", "ln1_stats", "qkv", "att", "atty", "res2", "ln2", "ln2_stats", "fch", "gelu" });
        QCOMPARE(sum, savedBytes(block)); // these and no others
        QCOMPARE(savedBytes(block, kGeluGroup), sum - Bytes { 2 * 2 * 64 * 128 });
        QCOMPARE(savedBytes(block, kNormsGroup), sum - Bytes { 2 * 2 * 2 * 64 * 32 }); // statistics stay
        QCOMPARE(savedBytes(block, kUpGroup), sum - Bytes { 2 * 2 * 64 * 128 });
        QCOMPARE(savedBytes(block, kAttentionGroup), sum - Bytes { 2 * 2 * 4 * 64 * 64 });
    }

    // sbh(34+5as/h) tensor by tensor, the norms' statistics (16sb) apart.
    void gpt2NamesWithDropout()
    {
        ResolvedScenario scenario = gpt2(1, 2, 64, 32, 4);
        scenario.recipe.dropout = true;
        const Block block = layerOf(scenario);
        const SlotSet set = savedSet(block);
        const Bytes sum = namedSum(block, set,
            { "ln1", "qkv", "att", "att_mask", "att_dropped", "atty", "res_mask1", "res2", "ln2", "fch", "gelu",
                "res_mask2" });
        const Bytes sbh = 64 * 2 * 32;
        QCOMPARE(sum + boundaryBytes(block), 34 * sbh + 5 * 4 * 64 * 64 * 2);
        QCOMPARE(sum + namedSum(block, set, { "ln1_stats", "ln2_stats" }), savedBytes(block)); // these and no others
    }

    void everyOpIsDescribed()
    {
        for (const bool gated : { false, true }) {
            const Block block = layerOf(gated ? llama(1, 2, 64, kSmall) : gpt2(1, 2, 64, 32, 4));
            for (const auto* ops : { &block.forward, &block.backward }) {
                for (const OpSpec& op : *ops) {
                    const OpTraffic moved = traffic(block, op, 2, 4);
                    QVERIFY2(moved.reads > 0 && moved.writes > 0, std::string(op.name).c_str());
                    QVERIFY(!op.name.empty() && !toText(op.kernel).empty());
                }
            }
            for (const TensorSpec& tensor : block.tensors) {
                QVERIFY(!tensor.name.empty());
                QCOMPARE(tensor.bytes, *(tensor.shape.elements() * bytesPerElement(tensor.type)).value());
            }
        }
        const Block fused = layerOf(llama(1, 2, 64, kSmall));
        Bytes transients = 0;
        for (const OpSpec& op : fused.backward) {
            transients += traffic(fused, op, 2, 2).transients;
        }
        QCOMPARE(transients, Bytes { 4 * 2 * 4 * 64 }); // the row sums of the fused backward pass
    }

    void llamaClosedForm_data()
    {
        QTest::addColumn<QList<qint64>>("shape"); // D, F, H, Hkv, head_dim
        QTest::addRow("Llama-3 8B") << QList<qint64> { 4096, 14336, 32, 8, 128 };
        QTest::addRow("head_dim free of D/H") << QList<qint64> { 1024, 3072, 16, 8, 128 };
    }

    // x, two norms' results and res2 of D, q of H*Dh, k and v of Hkv*Dh, the attention result
    // of H*Dh, gate, up and their product of F; fp32: two 1/std and the log-sum-exp.
    void llamaClosedForm()
    {
        QFETCH(QList<qint64>, shape);
        const Count D = shape[0];
        const Count F = shape[1];
        const Count H = shape[2];
        const Count Hkv = shape[3];
        const Count Dh = shape[4];
        const Count B = 2;
        const Count S = 512;
        const Count M = B * S;
        const Block block = layerOf(llama(1, B, S, { D, F, H, Hkv, Dh }));
        QCOMPARE(savedBytes(block) + boundaryBytes(block),
            2 * M * (4 * D + (H + 2 * Hkv) * Dh + H * Dh + 3 * F) + 4 * M * 2 + 4 * B * H * S);
        QCOMPARE(forwardFlops(block),
            static_cast<double>(
                2 * (M * D * (H + 2 * Hkv) * Dh + M * H * Dh * D + 3 * M * D * F) + 4 * B * S * S * H * Dh));
    }

    void parallelBlock()
    {
        ResolvedScenario scenario = gpt2(1, 2, 64, 32, 4);
        scenario.model.parallelBlock = true;
        const Count M = 2 * 64;
        const Bytes att = 2 * 2 * 4 * 64 * 64;
        QCOMPARE(savedBytes(layerOf(scenario)), 2 * M * (2 * 32 + 4 * 32 + 2 * 128) + att + 16 * M); // no res2
        scenario.model.normsPerLayer = 1; // one norm feeds both branches
        QCOMPARE(savedBytes(layerOf(scenario)), 2 * M * (32 + 4 * 32 + 2 * 128) + att + 8 * M);
    }

    void sandwichNorms()
    {
        ResolvedScenario scenario = llama(1, 2, 64, kSmall);
        const Bytes plain = savedBytes(layerOf(scenario));
        scenario.model.normsPerLayer = 4;
        const Count M = 2 * 64;
        // the two branches' results enter a norm: kept, each with its 1/std
        QCOMPARE(savedBytes(layerOf(scenario)), plain + 2 * (2 * M * 32 + 4 * M));
    }

    void qkNorm()
    {
        ResolvedScenario scenario = llama(1, 2, 64, kSmall);
        const Bytes plain = savedBytes(layerOf(scenario));
        const Count M = 2 * 64;
        scenario.model.qkNorm = QkNorm::PerHead; // raw qkv and the normed query and key
        QCOMPARE(savedBytes(layerOf(scenario)), plain + 2 * M * 6 * 16 + 4 * M * 6);
        scenario.model.qkNorm = QkNorm::FullWidth;
        QCOMPARE(savedBytes(layerOf(scenario)), plain + 2 * M * 6 * 16 + 4 * M * 2);
    }

    // k experts per token, tokens spread evenly: M*k rows of D in, 2*Fe, Fe, D out.
    void experts()
    {
        ResolvedScenario scenario = llama(1, 2, 64, kSmall);
        const Count M = 2 * 64;
        const Bytes attentionPart = savedBytes(layerOf(scenario)) - 2 * M * 3 * 96;
        auto& model = scenario.model;
        model.experts = 8;
        model.expertsPerToken = 2;
        model.expertDFfn = 48;
        const Bytes routing = 4 * M * 8 + 4 * M * 2 + 4 * M * 2;
        const Bytes rows = 2 * M * 2 * (32 + 3 * 48 + 32);
        QCOMPARE(savedBytes(layerOf(scenario, true)), attentionPart + routing + rows);
        model.sharedExperts = 2;
        model.sharedDFfn = 40;
        QCOMPARE(savedBytes(layerOf(scenario, true)), attentionPart + routing + rows + 2 * M * 3 * 80);
    }

    void korthikanti_data()
    {
        QTest::addColumn<QList<qint64>>("shape"); // D, H, B
        QTest::addColumn<QList<qint64>>("bytes"); // none, TP, TP+SP, TP+selective, TP+SP+selective, full
        QTest::addRow("22B") << QList<qint64> { 6144, 64, 4 }
                             << QList<qint64> { 7079985152, 1325400064, 884998144, 654311424, 213909504, 100663296 };
        QTest::addRow("175B") << QList<qint64> { 12288, 96, 1 }
                              << QList<qint64> { 2868903936, 578813952, 358612992, 327155712, 106954752, 50331648 };
        QTest::addRow("530B") << QList<qint64> { 20480, 128, 1 }
                              << QList<qint64> { 4110417920, 880803840, 513802240, 545259520, 178257920, 83886080 };
        QTest::addRow("1T") << QList<qint64> { 25600, 160, 1 }
                            << QList<qint64> { 5138022400, 1101004800, 642252800, 681574400, 222822400, 104857600 };
    }

    // Table 2 of arXiv 2205.05198 at t = 8, which leaves the norms' statistics out.
    void korthikanti()
    {
        QFETCH(QList<qint64>, shape);
        QFETCH(QList<qint64>, bytes);
        ResolvedScenario scenario = gpt2(1, shape[2], 2048, shape[0], shape[1]);
        scenario.recipe.dropout = true;
        const auto sum = [&scenario](Count tensor, bool sequence, TensorGroups dropped) {
            scenario.parallel.tensor = tensor;
            scenario.parallel.sequenceParallel = sequence;
            const Block block = layerOf(scenario);
            const SlotSet set = savedSet(block, dropped);
            const Bytes statistics = namedSum(block, set, { "ln1_stats", "ln2_stats" });
            return qint64 { bytesOf(block, set) + boundaryBytes(block) - statistics };
        };
        QCOMPARE(sum(1, false, kNoGroup), bytes[0]);
        QCOMPARE(sum(8, false, kNoGroup), bytes[1]);
        QCOMPARE(sum(8, true, kNoGroup), bytes[2]);
        QCOMPARE(sum(8, false, kAttentionGroup), bytes[3]);
        QCOMPARE(sum(8, true, kAttentionGroup), bytes[4]);
        scenario.parallel = {};
        QCOMPARE(qint64 { boundaryBytes(layerOf(scenario)) }, bytes[5]); // full recomputation keeps the input
    }

    void preallocatedBuffers_data()
    {
        QTest::addColumn<bool>("rebuildUp");
        QTest::addColumn<qint64>("mebibytes");
        QTest::addRow("GELU and norms rebuilt") << false << qint64 { 12042 };
        QTest::addRow("up-projection too") << true << qint64 { 8362 };
    }

    // llm.c, 350M, 20 x 1024, fused attention: the buffers that it allocates, each named here.
    void preallocatedBuffers()
    {
        QFETCH(bool, rebuildUp);
        QFETCH(qint64, mebibytes);
        ResolvedScenario scenario = gpt2(24, 20, 1024, 1024, 16);
        scenario.recipe.attention = Attention::Fused;
        scenario.model.vocab = 50304;
        scenario.model.positionRows = 1024;
        const Block layer = layerOf(scenario);
        const Result<Block> embedding = makeEmbedding(scenario);
        const Result<Block> head = makeHead(scenario);
        QVERIFY(embedding && head);
        const auto one = [](const Block& block, std::string_view name) {
            const Slot slot = block.find(name);
            if (slot == kNoSlot) {
                qFatal("no %s", std::string(name).c_str());
            }
            return block.at(slot).bytes;
        };
        const auto dropped = static_cast<TensorGroups>(kGeluGroup | kNormsGroup | (rebuildUp ? kUpGroup : kNoGroup));
        Bytes sum = scenario.model.layers * (savedBytes(layer, dropped) + one(layer, "y")); // y: the layer's result
        sum += rebuildUp ? one(layer, "fch") : 0; // one for all layers
        sum += one(layer, "gelu"); // one for all layers
        sum += one(*embedding, "embedded") + one(*head, "lnf") + one(*head, "lnf_stats");
        sum += one(*head, "logit_lse"); // a loss per token
        sum += one(*head, "logits"); // also scratch of attention
        sum += one(layer, "fch") + one(layer, "x"); // two scratch buffers of the backward pass
        QCOMPARE(qint64 { sum / (1 << 20) }, mebibytes);
    }

    void parametersAgree_data()
    {
        QTest::addColumn<int>("variant");
        for (int i = 0; i < 9; ++i) {
            QTest::addRow("%d", i) << i;
        }
    }

    // The weights that the operations use are those that the model's count has.
    void parametersAgree()
    {
        QFETCH(int, variant);
        ResolvedScenario scenario = variant % 2 == 0 ? gpt2(3, 1, 16, 64, 4) : llama(3, 1, 16, { 64, 160, 4, 2, 24 });
        auto& model = scenario.model;
        if (variant > 1) {
            model.vocab = 101;
            model.positionRows = 16;
        }
        model.tiedEmbeddings = variant % 3 != 0 || !model.vocab;
        model.biasHead = variant == 5;
        model.embedNorm = variant == 4;
        model.qkNorm = variant == 3 ? QkNorm::PerHead : variant == 7 ? QkNorm::FullWidth : QkNorm::None;
        model.normsPerLayer = variant == 7 ? 4 : 2;
        if (variant >= 6) {
            model.experts = 4;
            model.expertsPerToken = 2;
            model.expertDFfn = 40;
            model.sharedExperts = variant - 6;
            model.sharedDFfn = 24;
            model.denseLayers = 1;
            model.routerBias = variant == 8;
            model.sharedGate = variant != 7;
        }
        model.attentionSinks = variant % 4 == 2;
        model.normBias = variant != 8;
        if (variant == 5) {
            model.parallelBlock = true;
            model.normsPerLayer = 1;
            scenario.recipe.loss = Loss::None;
        }
        const Result<Chain> chain = makeChain(scenario);
        const Result<ParameterCount> expected = countParameters(scenario);
        QVERIFY(chain && expected);
        Count layers = 0;
        for (Count l = 1; l <= chain->layers(); ++l) {
            layers += parameterCount(chain->layer(l));
        }
        QCOMPARE(layers, expected->total - expected->outsideLayers);
        QCOMPARE(layers + parameterCount(chain->embedding) + parameterCount(chain->head), expected->total);
    }

    void catalogue_data()
    {
        QTest::addColumn<QString>("id");
        for (const ModelPreset& preset : modelPresets()) {
            if (preset.notModelled.empty()) {
                QTest::addRow("%s", preset.id.c_str()) << QString::fromStdString(preset.id);
            }
        }
    }

    void catalogue()
    {
        QFETCH(QString, id);
        Scenario scenario;
        scenario.model.preset = id.toStdString();
        scenario.workload.batch = 1;
        scenario.workload.sequence = 128;
        const Result<ResolvedScenario> resolved = resolve(scenario);
        QVERIFY(resolved);
        const Result<Chain> chain = makeChain(*resolved);
        const Result<ParameterCount> expected = countParameters(*resolved);
        QVERIFY(chain && expected);
        Count sum = parameterCount(chain->embedding) + parameterCount(chain->head);
        for (Count l = 1; l <= chain->layers(); ++l) {
            sum += parameterCount(chain->layer(l));
        }
        QCOMPARE(sum, expected->total);
    }

    void tooLarge()
    {
        ResolvedScenario scenario = gpt2(1, Count { 1 } << 30, Count { 1 } << 20, 1 << 20, 16);
        QVERIFY(!makeLayer(scenario, false));
        scenario.workload.batch = 1;
        QVERIFY(makeLayer(scenario, false).ok());
    }
};

QTEST_APPLESS_MAIN(TestBlock)
#include "tst_block.moc"
