// SPDX-License-Identifier: MIT
#include "gpu/shape/run_form.h"

#include <algorithm>

namespace sublinear {

namespace {

FieldValue whole(Count value)
{
    return std::int64_t { value };
}

FieldValue text(std::string_view value)
{
    return std::string(value);
}

void setNumberTypes(RunForm& form, const ResolvedScenario& requested, const DeviceTraits& device)
{
    if (requested.recipe.dtype == Dtype::Fp32 || (requested.recipe.dtype == Dtype::Bf16 && device.halfPrecision)) {
        return;
    }
    const std::string runs = std::string(device.name) + " runs fp32";
    form.set("recipe.dtype", text("fp32"), runs);
}

void setLoss(RunForm& form, RunPart part)
{
    if (part == RunPart::WithHead) {
        if (form.scenario().recipe.loss == Loss::None) {
            form.set("recipe.loss", text("chunked"), "the head is run, and its loss with it");
        }
        return;
    }
    const std::string stackLoss = "the stack is run with the loss <x_N, R>, so that its peak is not behind an LM head";
    form.set("model.vocab", {}, stackLoss);
    form.set("recipe.loss", text("none"), stackLoss);
}

void setRecipe(RunForm& form, const DeviceTraits& device, RunPart part)
{
    if (form.scenario().recipe.dtype == Dtype::Fp32) {
        form.set("recipe.gradient_dtype", text("fp32"), "gradients have the weights' type");
        form.set("recipe.master_weights", false, "fp32 weights need no fp32 copy");
    } else {
        form.set("recipe.gradient_dtype", text("fp32"), "gradients are added up in fp32");
        form.set("recipe.master_weights", true, "AdamW works on an fp32 copy of the weights");
    }
    form.set("recipe.gradients", text("preallocated"), "the run adds to gradients that stand ready");
    form.set("recipe.optimizer", text("adamw"), std::string(device.name) + " runs AdamW");
    setLoss(form, part);
    form.set("model.parameters", {}, "parameters are those of the shape that is run");
}

void setOneDevice(RunForm& form)
{
    const std::string one = "one device is run";
    form.set("parallel.data", whole(1), one);
    form.set("parallel.zero", whole(0), one);
    form.set("parallel.tensor", whole(1), one);
    form.set("parallel.sequence_parallel", false, one);
}

// A token passes experts_per_token experts and all shared ones: a dense layer of that width does
// the same work and keeps the same bytes, routing apart.
void setDense(RunForm& form, const ResolvedScenario::Model& model)
{
    if (model.experts == 0) {
        return;
    }
    const std::string why = "experts are not run; a dense layer as wide as what a token passes stands in";
    const Count width = model.expertsPerToken * model.expertDFfn + model.sharedExperts * model.sharedDFfn;
    form.set("model.experts", whole(0), why);
    form.set("model.experts_per_token", whole(0), why);
    form.set("model.d_ffn", whole(std::max<Count>(1, width)), why);
    form.set("model.expert_d_ffn", whole(0), why);
    form.set("model.shared_experts", whole(0), why);
    form.set("model.shared_d_ffn", whole(0), why);
    form.set("model.dense_layers", whole(0), why);
    form.set("model.router_bias", false, why);
    form.set("model.shared_gate", false, why);
}

} // namespace

RunForm::RunForm(const ResolvedScenario& requested)
    : m_scenario(complete(requested))
{
    // Every field of the shape is given by now, and one that is taken away must not come back.
    m_scenario.model.preset.reset();
}

void RunForm::set(std::string_view path, FieldValue to, const std::string& why)
{
    const Field* field = findField(path);
    FieldValue from = field->get(m_scenario);
    if (from == to) {
        return;
    }
    field->set(m_scenario, to);
    const auto earlier = std::find_if(
        m_substitutions.begin(), m_substitutions.end(), [path](const Substitution& each) { return each.path == path; });
    if (earlier == m_substitutions.end()) {
        m_substitutions.push_back({ std::string(path), std::move(from), std::move(to), why });
        return;
    }
    earlier->to = std::move(to);
    earlier->why += "; " + why;
}

RunForm runForm(const ResolvedScenario& requested, const DeviceTraits& device, RunPart part)
{
    RunForm form(requested);
    setNumberTypes(form, requested, device);
    setRecipe(form, device, part);
    setOneDevice(form);
    setDense(form, requested.model);
    form.set("model.attention_sinks", false, "attention is run without sinks");
    if (requested.model.positions == Positions::Alibi) {
        form.set("model.positions", text("none"), "attention is run without ALiBi's bias, which keeps no tensor");
    }
    form.set("accounting", text("training"), "what runs is a real step, counted tensor by tensor");
    form.set("device.reserve_bytes", whole(0), "what the process holds beside the step is measured apart");
    return form;
}

Status hasPart(const ResolvedScenario& scenario, RunPart part)
{
    if (part == RunPart::WithHead && !scenario.model.vocab) {
        return Error { "head: model.vocab is unset, so there is no head to run; --set model.vocab=50257 gives one",
            "model.vocab" };
    }
    return success();
}

} // namespace sublinear
