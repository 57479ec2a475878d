// SPDX-License-Identifier: MIT
#include "app/controls/scenario_panel.h"

#include "app/controls/choice_row.h"
#include "app/controls/current_choice.h"
#include "app/controls/field_label.h"
#include "app/controls/field_row.h"
#include "app/controls/field_spin_box.h"
#include "app/controls/fold_section.h"
#include "app/controls/picker_button.h"
#include "app/controls/tick_strip.h"
#include "app/model/scenario_model.h"
#include "app/model/text.h"
#include "core/policy/law.h"

#include <QApplication>
#include <QVBoxLayout>

#include <algorithm>

namespace sublinear {
namespace {

constexpr int kWidth = 300;
using Scale = ValueSlider::Scale;

QWidget* captioned(const QString& caption, QWidget* control)
{
    auto* pair = new QWidget;
    auto* label = new FieldLabel(caption, pair);
    label->setBuddy(control);
    label->alignToColumn();
    auto* row = new QHBoxLayout(pair);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(label);
    row->addWidget(control, 1);
    return pair;
}

std::vector<ChoiceRow::Entry> policyEntries()
{
    std::vector<ChoiceRow::Entry> entries;
    for (const PolicyInfo& info : allPolicies()) {
        if (hasLaw(info.id)) {
            entries.push_back({ info.text, toQString(info.name),
                ScenarioPanel::tr("Keeps %1. Met as: %2.").arg(toQString(info.keeps), toQString(info.flag)) });
        }
    }
    return entries;
}

std::vector<ChoiceRow::Entry> dtypeEntries()
{
    std::vector<ChoiceRow::Entry> entries;
    for (const Dtype dtype : { Dtype::Bf16, Dtype::Fp16, Dtype::Fp32 }) {
        entries.push_back({ toText(dtype),
            ScenarioPanel::tr("%1, %2 bytes").arg(toQString(toText(dtype))).arg(bytesPerElement(dtype)), {} });
    }
    return entries;
}

} // namespace

ScenarioPanel::ScenarioPanel(ScenarioModel& model, QWidget* parent)
    : QScrollArea(parent)
    , m_model(model)
{
    setObjectName(QStringLiteral("scenario.panel"));
    setAccessibleName(tr("Scenario"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    setFixedWidth(kWidth);
    setFocusPolicy(Qt::NoFocus); // its contents have it

    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(12, 12, 8, 12);
    column->setSpacing(8);
    buildPickers(*column);
    buildMain(*column);
    buildShape(*column);
    buildRecipe(*column);
    buildDevice(*column);
    column->addStretch(1);
    setWidget(content);

    // Edits of two visits to a field are two undo entries.
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget* from, QWidget* /*to*/) {
        if (from != nullptr && isAncestorOf(from)) {
            m_model.endGesture();
        }
    });
    connect(&m_model, &ScenarioModel::scenarioChanged, this, &ScenarioPanel::sync);
    connect(&m_model, &ScenarioModel::evaluationChanged, this, &ScenarioPanel::syncCount);
    sync();
    syncCount();
}

FieldRow* ScenarioPanel::addRow(const FieldRowSpec& spec)
{
    auto* row = new FieldRow(m_model, spec);
    m_rows.push_back(row);
    return row;
}

FoldSection* ScenarioPanel::addSection(QVBoxLayout& column, const QString& id, const QString& title)
{
    auto* section = new FoldSection(id, title);
    column.addWidget(section);
    m_sections.push_back(section);
    return section;
}

void ScenarioPanel::buildPickers(QVBoxLayout& column)
{
    m_scenario = new PickerButton(tr("Scenario"), scenarioEntries());
    m_scenario->setObjectName(QStringLiteral("scenario.picker"));
    m_scenario->setAccessibleDescription(tr("A starting point; replaces every field"));
    connect(m_scenario, &PickerButton::picked, &m_model, &ScenarioModel::chooseScenarioPreset);
    column.addWidget(captioned(tr("S&cenario"), m_scenario));

    m_modelPreset = new PickerButton(tr("Model"), modelEntries());
    m_modelPreset->setObjectName(QStringLiteral("model.preset.picker"));
    m_modelPreset->setAccessibleDescription(tr("A public model's shape; replaces the model's fields"));
    connect(m_modelPreset, &PickerButton::picked, &m_model, &ScenarioModel::chooseModelPreset);
    column.addWidget(captioned(tr("&Model"), m_modelPreset));
}

void ScenarioPanel::buildMain(QVBoxLayout& column)
{
    column.addWidget(addRow({ .path = "model.layers",
        .why = tr("N: how many blocks stand on each other"),
        .scale = Scale::Linear,
        .mnemonic = u'L' }));
    column.addWidget(addRow({ .path = "workload.batch",
        .why = tr("B: sequences per device in one step; every activation grows with it"),
        .scale = Scale::Logarithmic,
        .sliderTo = 256,
        .mnemonic = u'B' }));
    column.addWidget(addRow({ .path = "workload.sequence",
        .why = tr("S: tokens per sequence; attention weights grow with its square"),
        .scale = Scale::Logarithmic,
        .sliderFrom = 128,
        .sliderTo = 131072,
        .mnemonic = u'S' }));

    m_policy = new ChoiceRow(m_model, "checkpointing.policy",
        tr("What is kept for the backward pass and what is recomputed"), policyEntries());
    column.addWidget(m_policy);

    m_k = addRow({ .path = "checkpointing.k",
        .why = tr("K: a checkpoint every K layers; ticks stand at the divisors of N, the mark at its square root"),
        .scale = Scale::Linear,
        .mnemonic = u'K' });
    m_ticks = new TickStrip(*m_k->slider());
    m_ticks->setObjectName(QStringLiteral("checkpointing.k.ticks"));
    m_k->addBelow(m_ticks);
    connect(m_ticks, &TickStrip::picked, &m_model, [this](int k) { m_model.chooseNumber(k); });
    column.addWidget(m_k);

    m_firstM = addRow({ .path = "checkpointing.m",
        .why = tr("m: the first m layers keep only their input and are recomputed"),
        .scale = Scale::Linear,
        .sliderFrom = 0 });
    column.addWidget(m_firstM);
}

void ScenarioPanel::buildShape(QVBoxLayout& column)
{
    auto* section = addSection(column, QStringLiteral("section.shape"), tr("Model shape"));
    section->addRow(addRow({ .path = "model.d_model", .why = tr("D: width of the residual stream, d_model") }));
    section->addRow(addRow({ .path = "model.d_ffn", .why = tr("F: inner width of the MLP, d_ffn") }));
    section->addRow(addRow({ .path = "model.heads", .why = tr("H: attention heads; one S by S matrix each") }));
    m_parameters = addRow({ .path = "model.parameters",
        .why = tr("An explicit count; without one the shape's is taken, N(4D\u00b2 + 2DF)"),
        .clearable = true });
    section->addRow(m_parameters);
}

void ScenarioPanel::buildRecipe(QVBoxLayout& column)
{
    auto* section = addSection(column, QStringLiteral("section.recipe"), tr("Recipe"));
    m_dtype = new ChoiceRow(m_model, "recipe.dtype", tr("Type of parameters and activations"), dtypeEntries());
    section->addRow(m_dtype);
}

void ScenarioPanel::buildDevice(QVBoxLayout& column)
{
    auto* section = addSection(column, QStringLiteral("section.device"), tr("Device"));
    m_gpu = new PickerButton(tr("Device"), gpuEntries());
    m_gpu->setObjectName(QStringLiteral("device.gpu.picker"));
    m_gpu->setAccessibleDescription(tr("The device whose memory is the limit"));
    connect(m_gpu, &PickerButton::picked, &m_model, &ScenarioModel::chooseGpu);
    section->addRow(captioned(tr("&Device"), m_gpu));
    section->addRow(addRow(
        { .path = "device.memory_bytes", .why = tr("The limit in GiB; taken from the device unless given here") }));
    section->setOpen(true);
}

void ScenarioPanel::sync()
{
    const Scenario& given = m_model.scenario();
    const Scenario& completed = m_model.completed();
    const auto show = [](PickerButton& picker, const CurrentChoice& choice) {
        picker.setCurrent(choice.id, choice.changed, choice.otherwise);
    };
    show(*m_scenario, currentScenario(given, m_model.scenarioPreset()));
    show(*m_modelPreset, currentModel(given));
    show(*m_gpu, currentGpu(given, completed));

    const auto layers = completed.model.layers.value_or(1);
    m_k->setRange(1, layers);
    m_firstM->setRange(0, layers);
    for (FieldRow* row : m_rows) {
        row->sync(completed);
    }
    m_policy->sync(completed);
    m_dtype->sync(completed);
    m_ticks->setLayers(int(layers));
    m_k->slider()->setPageStops(m_ticks->ticks());

    const std::string_view number = m_model.numberPath();
    m_k->setVisible(number == "checkpointing.k");
    m_firstM->setVisible(number == "checkpointing.m");
}

void ScenarioPanel::syncCount()
{
    // Only the evaluation knows the shape's count, and only while none is given.
    const Count count = m_model.evaluation().parameterCount;
    const bool given = m_model.scenario().model.parameters.has_value();
    m_parameters->setDerived(given || count <= 0 ? std::nullopt : std::optional(count));
}

} // namespace sublinear
