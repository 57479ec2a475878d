// SPDX-License-Identifier: MIT
#include "app/controls/policy_controls.h"

#include "app/controls/check_row.h"
#include "app/controls/field_row.h"
#include "app/controls/field_spin_box.h"
#include "app/controls/hint_label.h"
#include "app/controls/panel_fields.h"
#include "app/controls/tensors_row.h"
#include "app/controls/tick_strip.h"
#include "app/model/scenario_model.h"
#include "app/model/text.h"

#include <QComboBox>
#include <QVBoxLayout>

namespace sublinear {

using Scale = ValueSlider::Scale;

PolicyControls::PolicyControls(ScenarioModel& model, QWidget* parent)
    : QWidget(parent)
    , m_model(model)
    , m_sentence(new HintLabel(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(8);

    m_policy = new ChoiceRow(m_model, "checkpointing.policy",
        tr("What is kept for the backward pass and what is recomputed"), policyEntries(), u'P');
    column->addWidget(m_policy);
    m_sentence->setObjectName(QStringLiteral("checkpointing.policy.sentence"));
    column->addWidget(m_sentence);

    buildK();
    m_m = addNumber({ .path = "checkpointing.m",
        .why = tr("m: the first m layers keep only their input and are recomputed"),
        .scale = Scale::Linear,
        .sliderFrom = 0 });
    m_slots = addNumber({ .path = "checkpointing.slots",
        .why = tr("c: inputs of layers that are kept at a time, the stack's own input counted"),
        .scale = Scale::Linear });
    m_budget = addNumber({ .path = "checkpointing.budget_bytes",
        .why = tr("GiB for everything beside parameters, gradients, optimizer and reserve; "
                  "without one, what the device has left"),
        .clearable = true });
    m_start = new ChoiceRow(m_model, "checkpointing.start", tr("Which layers are the recomputed ones"), startEntries());
    m_lastStored = new CheckRow(
        m_model, "checkpointing.last_stored", tr("The backward pass begins there, so it need not be recomputed"));
    m_tensors = new TensorsRow(m_model, "checkpointing.tensors",
        tr("Left out of every saved set and made again when the backward pass needs them"));
    m_rows.insert(m_rows.end(), { m_policy, m_start, m_lastStored, m_tensors });
    for (QWidget* row :
        std::initializer_list<QWidget*> { m_k, m_m, m_slots, m_budget, m_start, m_lastStored, m_tensors }) {
        column->addWidget(row);
    }
}

FieldRow* PolicyControls::addNumber(const FieldRowSpec& spec)
{
    auto* row = new FieldRow(m_model, spec);
    m_rows.push_back(row);
    return row;
}

void PolicyControls::buildK()
{
    m_k = addNumber({ .path = "checkpointing.k",
        .why = tr("K: a checkpoint every K layers; ticks stand at the divisors of N, the mark at its square root"),
        .scale = Scale::Linear,
        .mnemonic = u'K' });
    m_ticks = new TickStrip(*m_k->slider());
    m_ticks->setObjectName(QStringLiteral("checkpointing.k.ticks"));
    m_k->addBelow(m_ticks);
    connect(m_ticks, &TickStrip::picked, &m_model, [this](int k) { m_model.chooseNumber(k); });
}

void PolicyControls::sync(const Scenario& completed)
{
    const auto layers = completed.model.layers.value_or(1);
    m_k->setRange(1, layers);
    m_m->setRange(0, layers);
    m_slots->setRange(1, layers);
    for (ScenarioRow* row : m_rows) {
        row->sync(completed);
    }
    m_ticks->setLayers(int(layers));
    m_k->slider()->setPageStops(m_ticks->ticks());
    syncPolicy(completed);
}

void PolicyControls::syncPolicy(const Scenario& completed)
{
    const PolicyId policy = completed.checkpointing.policy.value_or(PolicyId::Article);
    const bool training = completed.accounting == Accounting::Training;
    const QString sentence = policySentence(toText(policy));
    if (sentence != m_sentence->text()) {
        m_sentence->say(sentence);
        m_policy->combo()->setAccessibleDescription(sentence);
    }
    const PolicyNumber number = policyInfo(policy).number;
    m_k->setVisible(number == PolicyNumber::K);
    m_m->setVisible(number == PolicyNumber::M);
    m_slots->setVisible(number == PolicyNumber::Slots);
    m_budget->setVisible(number == PolicyNumber::Budget);
    m_start->setVisible(policy == PolicyId::EveryNth);
    m_lastStored->setVisible(policy == PolicyId::Segments);
    m_tensors->setVisible(policy == PolicyId::Selective || (training && dropsTensors(policy)));
    m_tensors->setNeedsOne(policy == PolicyId::Selective);
}

void PolicyControls::syncEvaluation()
{
    const Evaluation& evaluation = m_model.evaluation();
    const bool open =
        evaluation.scenario.checkpointing.policy == PolicyId::Optimal && !evaluation.scenario.checkpointing.budgetBytes;
    m_budget->setDerived(open ? evaluation.chosen.k : std::nullopt);
}

} // namespace sublinear
