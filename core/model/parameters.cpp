// SPDX-License-Identifier: MIT
#include "core/model/parameters.h"

#include <algorithm>
#include <utility>

namespace sublinear {

namespace {

using Model = ResolvedScenario::Model;

/// Collects rows and sums them with an eye on 64 bits.
class Rows {
public:
    Rows(Count denseLayers, Count expertLayers)
    {
        m_count.denseLayers = denseLayers;
        m_count.expertLayers = expertLayers;
    }

    void add(
        ParameterPlace place, std::string_view id, std::string_view name, std::string_view formula, const Checked& each)
    {
        const Count copies = copiesOf(place);
        const Checked total = each * copies;
        m_total += total;
        if (!total.ok() || total.value() == Count { 0 }) {
            return;
        }
        m_count.rows.push_back({ id, name, formula, place, *each.value(), copies, *total.value() });
    }

    Result<ParameterCount> finish()
    {
        if (!m_total.ok()) {
            return Error { "model: the parameter count is over 2^63-1", "model" };
        }
        for (const ParameterRow& row : m_count.rows) {
            const bool inside = row.place != ParameterPlace::Embedding && row.place != ParameterPlace::Head;
            const bool inDense = inside && row.place != ParameterPlace::ExpertLayer && m_count.denseLayers > 0;
            const bool inExpert = inside && row.place != ParameterPlace::DenseLayer && m_count.expertLayers > 0;
            m_count.perDenseLayer += inDense ? row.each : 0;
            m_count.perExpertLayer += inExpert ? row.each : 0;
            m_count.outsideLayers += inside ? 0 : row.total;
        }
        m_count.total = *m_total.value();
        return std::move(m_count);
    }

private:
    [[nodiscard]] Count copiesOf(ParameterPlace place) const
    {
        switch (place) {
        case ParameterPlace::EveryLayer:
            return m_count.denseLayers + m_count.expertLayers;
        case ParameterPlace::DenseLayer:
            return m_count.denseLayers;
        case ParameterPlace::ExpertLayer:
            return m_count.expertLayers;
        case ParameterPlace::Embedding:
        case ParameterPlace::Head:
            return 1;
        }
        return 0;
    }

    ParameterCount m_count;
    Checked m_total;
};

bool hasNormBias(const Model& model)
{
    return model.norm == Norm::LayerNorm && model.normBias;
}

/// One norm over the width: LayerNorm has a weight and mostly a bias, RMSNorm a weight.
Checked normParameters(const Model& model)
{
    const Checked width = model.dModel;
    switch (model.norm) {
    case Norm::LayerNorm:
        return width * (hasNormBias(model) ? 2 : 1);
    case Norm::RmsNorm:
        return width;
    case Norm::LayerNormNoAffine:
        return 0;
    }
    return 0;
}

std::string_view normFormula(const Model& model)
{
    return hasNormBias(model) ? "2*D" : "D";
}

/// Rows of the position table; without a vocabulary there is none unless it is given.
Count positionRows(const Model& model, Count sequence)
{
    if (model.positions != Positions::Learned) {
        return 0;
    }
    return model.positionRows.value_or(model.vocab ? sequence : 0);
}

void addEmbedding(Rows& rows, const Model& model, Count sequence)
{
    const Checked d = model.dModel;
    rows.add(
        ParameterPlace::Embedding, "token_embedding", "Token embedding", "V*D", Checked(model.vocab.value_or(0)) * d);
    rows.add(ParameterPlace::Embedding, "position_embedding", "Position table", "rows*D",
        Checked(positionRows(model, sequence)) * d);
    if (model.embedNorm) {
        rows.add(ParameterPlace::Embedding, "embedding_norm", "Norm after the embedding", normFormula(model),
            normParameters(model));
    }
}

void addAttention(Rows& rows, const Model& model)
{
    const Checked d = model.dModel;
    const Checked queries = Checked(model.heads) * model.headDim; // H*Dh, not always D
    const Checked keysAndValues = Checked(2) * model.kvHeads * model.headDim; // 2*Hkv*Dh
    const auto add = [&rows](std::string_view id, std::string_view name, std::string_view formula,
                         const Checked& each) { rows.add(ParameterPlace::EveryLayer, id, name, formula, each); };

    add("qkv_weight", "Query, key, value weights", "D*(H+2*Hkv)*Dh", d * (queries + keysAndValues));
    if (model.biasQkv) {
        add("qkv_bias", "Query, key, value biases", "(H+2*Hkv)*Dh", queries + keysAndValues);
    }
    add("out_weight", "Attention output weights", "H*Dh*D", queries * d);
    if (model.biasOut) {
        add("out_bias", "Attention output bias", "D", d);
    }
    if (model.attentionSinks) {
        add("attention_sinks", "Attention sinks", "H", model.heads);
    }
    // Query and key are normed per head (one weight of Dh each) or over their full width.
    if (model.qkNorm == QkNorm::PerHead) {
        add("qk_norm", "Query and key norms", "2*Dh", Checked(2) * model.headDim);
    } else if (model.qkNorm == QkNorm::FullWidth) {
        add("qk_norm", "Query and key norms", "(H+Hkv)*Dh", (Checked(model.heads) + model.kvHeads) * model.headDim);
    }
}

/// Weights of one MLP of width f: up and down, and a gate beside up if gated.
Checked mlpWeights(const Model& model, Count f)
{
    return Checked(model.gatedMlp ? 3 : 2) * model.dModel * f;
}

/// Biases of one MLP of width f: up (and gate) have f, down has D.
Checked mlpBiases(const Model& model, Count f)
{
    return Checked(model.gatedMlp ? 2 : 1) * f + model.dModel;
}

void addDenseMlp(Rows& rows, const Model& model)
{
    rows.add(ParameterPlace::DenseLayer, "mlp_weight", "MLP weights", model.gatedMlp ? "3*D*F" : "2*D*F",
        mlpWeights(model, model.dFfn));
    if (model.biasMlp) {
        rows.add(ParameterPlace::DenseLayer, "mlp_bias", "MLP biases", model.gatedMlp ? "2*F+D" : "F+D",
            mlpBiases(model, model.dFfn));
    }
}

void addExperts(Rows& rows, const Model& model)
{
    const auto add = [&rows](std::string_view id, std::string_view name, std::string_view formula,
                         const Checked& each) { rows.add(ParameterPlace::ExpertLayer, id, name, formula, each); };
    const Checked experts = model.experts;
    const Checked shared = model.sharedExperts;

    add("router_weight", "Router weights", "D*E", experts * model.dModel);
    if (model.routerBias) {
        add("router_bias", "Router bias", "E", experts);
    }
    add("expert_weight", "Expert weights", model.gatedMlp ? "E*3*D*Fe" : "E*2*D*Fe",
        experts * mlpWeights(model, model.expertDFfn));
    add("shared_expert_weight", "Shared expert weights", model.gatedMlp ? "Es*3*D*Fs" : "Es*2*D*Fs",
        shared * mlpWeights(model, model.sharedDFfn));
    if (model.sharedGate) {
        add("shared_gate", "Gate before the shared experts", "D", model.dModel);
    }
    if (model.biasMlp) {
        add("expert_bias", "Expert biases", model.gatedMlp ? "E*(2*Fe+D)" : "E*(Fe+D)",
            experts * mlpBiases(model, model.expertDFfn));
        add("shared_expert_bias", "Shared expert biases", model.gatedMlp ? "Es*(2*Fs+D)" : "Es*(Fs+D)",
            shared * mlpBiases(model, model.sharedDFfn));
    }
}

void addHead(Rows& rows, const Model& model)
{
    const Checked vocab = model.vocab.value_or(0);
    if (model.finalNorm) {
        rows.add(ParameterPlace::Head, "final_norm", "Final norm", normFormula(model), normParameters(model));
    }
    if (!model.tiedEmbeddings) {
        rows.add(ParameterPlace::Head, "head_weight", "Head weights", "V*D", vocab * model.dModel);
    }
    if (model.biasHead) {
        rows.add(ParameterPlace::Head, "head_bias", "Head bias", "V", vocab);
    }
}

} // namespace

Count ParameterCount::of(std::string_view id) const
{
    const auto row = std::find_if(rows.begin(), rows.end(), [id](const ParameterRow& each) { return each.id == id; });
    return row == rows.end() ? 0 : row->total;
}

Result<ParameterCount> countParameters(const ResolvedScenario& scenario)
{
    const Model& model = scenario.model;
    const Count denseLayers = model.experts > 0 ? std::min(model.denseLayers, model.layers) : model.layers;
    Rows rows(denseLayers, model.layers - denseLayers);
    addEmbedding(rows, model, scenario.workload.sequence);
    addAttention(rows, model);
    addDenseMlp(rows, model);
    addExperts(rows, model);
    rows.add(ParameterPlace::EveryLayer, "layer_norms", "Norms in the layer",
        hasNormBias(model) ? "norms*2*D" : "norms*D", Checked(model.normsPerLayer) * normParameters(model));
    addHead(rows, model);
    return rows.finish();
}

} // namespace sublinear
