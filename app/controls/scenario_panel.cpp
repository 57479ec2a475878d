// SPDX-License-Identifier: MIT
#include "app/controls/scenario_panel.h"

#include "app/controls/check_row.h"
#include "app/controls/current_choice.h"
#include "app/controls/field_label.h"
#include "app/controls/field_row.h"
#include "app/controls/field_spin_box.h"
#include "app/controls/fold_section.h"
#include "app/controls/panel_fields.h"
#include "app/controls/picker_button.h"
#include "app/controls/policy_controls.h"
#include "app/controls/tick_strip.h"
#include "app/model/scenario_model.h"
#include "core/plan/article_fields.h"

#include <QApplication>
#include <QEvent>
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

} // namespace

// Wider for large type, as far as the charts can spare it.
void ScenarioPanel::fitToType()
{
    constexpr double kUsualType = 13; // pixels
    constexpr double kMost = 1.3;
    setFixedWidth(qRound(kWidth * std::clamp(fontInfo().pixelSize() / kUsualType, 1.0, kMost)));
}

void ScenarioPanel::changeEvent(QEvent* event)
{
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        fitToType();
    }
}

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
    fitToType();
    setFocusPolicy(Qt::NoFocus); // its contents have it

    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(12, 12, 8, 12);
    column->setSpacing(8);
    buildPickers(*column);
    buildMain(*column);
    buildSections(*column);
    column->addStretch(1);
    setWidget(content);

    // Edits of two visits to a field are two undo entries.
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget* from, QWidget* /*to*/) {
        if (from != nullptr && isAncestorOf(from)) {
            m_model.endGesture();
        }
    });
    connect(&m_model, &ScenarioModel::scenarioChanged, this, &ScenarioPanel::sync);
    connect(&m_model, &ScenarioModel::evaluationChanged, this, &ScenarioPanel::syncEvaluation);
    sync();
    syncEvaluation();
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

void ScenarioPanel::addFields(FoldSection& section, const std::vector<PanelField>& fields)
{
    for (const PanelField& shown : fields) {
        ScenarioRow* row = nullptr;
        if (!shown.entries.empty()) {
            row = new ChoiceRow(m_model, shown.path, shown.why, shown.entries);
        } else if (findField(shown.path)->kind == FieldKind::Boolean) {
            row = new CheckRow(m_model, shown.path, shown.why);
        } else {
            row = new FieldRow(m_model, { .path = shown.path, .why = shown.why, .clearable = shown.clearable });
        }
        m_rows.push_back(row);
        section.addRow(row);
    }
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

    auto* accounting = new ChoiceRow(m_model, "accounting", tr("Which bytes are counted"), accountingEntries(), u'A');
    m_rows.push_back(accounting);
    column.addWidget(accounting);
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
    m_policy = new PolicyControls(m_model);
    column.addWidget(m_policy);
}

void ScenarioPanel::buildSections(QVBoxLayout& column)
{
    addFields(*addSection(column, QStringLiteral("section.shape"), tr("Model shape")), shapeFields());
    addFields(*addSection(column, QStringLiteral("section.experts"), tr("Experts")), expertFields());
    addFields(*addSection(column, QStringLiteral("section.recipe"), tr("Recipe")), recipeFields());
    addFields(*addSection(column, QStringLiteral("section.sharding"), tr("Sharding")), shardingFields());

    auto* device = addSection(column, QStringLiteral("section.device"), tr("Device"));
    m_gpu = new PickerButton(tr("Device"), gpuEntries());
    m_gpu->setObjectName(QStringLiteral("device.gpu.picker"));
    m_gpu->setAccessibleDescription(tr("The device whose memory is the limit"));
    connect(m_gpu, &PickerButton::picked, &m_model, &ScenarioModel::chooseGpu);
    device->addRow(captioned(tr("&Device"), m_gpu));
    addFields(*device, memoryFields());
    device->setOpen(true);

    const auto recipe = std::find_if(
        m_rows.begin(), m_rows.end(), [](const ScenarioRow* row) { return row->field().path == "recipe.name"; });
    m_recipe = recipe != m_rows.end() ? qobject_cast<ChoiceRow*>(*recipe) : nullptr;
}

FieldRow* ScenarioPanel::numberRow(std::string_view path) const
{
    const auto found =
        std::find_if(m_rows.begin(), m_rows.end(), [&](const ScenarioRow* row) { return row->field().path == path; });
    return found != m_rows.end() ? qobject_cast<FieldRow*>(*found) : nullptr;
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
    syncRanges(completed);
    for (ScenarioRow* row : m_rows) {
        row->sync(completed);
    }
    const QStringList changes = recipeChanges(given, completed);
    m_recipe->setNote(changes.isEmpty() ? QString() : tr("Changed since: %1").arg(changes.join(QStringLiteral(", "))));
    m_policy->sync(completed);
    syncAccounting(completed.accounting.value_or(Accounting::Article));
}

void ScenarioPanel::syncRanges(const Scenario& completed)
{
    const Count experts = completed.model.experts.value_or(0);
    const Count least = experts > 0 ? 1 : 0;
    numberRow("model.experts_per_token")->setRange(least, experts);
    numberRow("model.expert_d_ffn")->setRange(least, findField("model.expert_d_ffn")->maximum);
    numberRow("model.dense_layers")->setRange(0, completed.model.layers.value_or(1));
    const Count heads = completed.model.heads.value_or(1);
    if (heads != m_heads) {
        m_heads = heads;
        const std::vector<int> divisors = divisorsOf(int(heads));
        const std::vector<std::int64_t> stops(divisors.begin(), divisors.end());
        const auto fewEnough = std::upper_bound(stops.begin(), stops.end(), findField("parallel.tensor")->maximum);
        numberRow("model.kv_heads")->setStops(stops);
        numberRow("parallel.tensor")->setStops({ stops.begin(), fewEnough });
    }
}

void ScenarioPanel::syncAccounting(Accounting accounting)
{
    if (m_accounting == accounting) {
        return;
    }
    m_accounting = accounting;
    const bool training = accounting == Accounting::Training;
    for (FoldSection* section : m_sections) {
        bool pale = false;
        for (ScenarioRow* row : section->findChildren<ScenarioRow*>()) {
            const bool counts = training || countsInArticle(row->field().path);
            row->setEnabled(counts);
            pale = pale || !counts;
        }
        section->setHint(pale ? tr("What is pale counts in training accounting only.") : QString());
    }
}

void ScenarioPanel::syncEvaluation()
{
    // Only the evaluation knows the shape's count, and only while none is given.
    const Count count = m_model.evaluationAtHand().parameterCount;
    const bool given = m_model.scenario().model.parameters.has_value();
    numberRow("model.parameters")->setDerived(given || count <= 0 ? std::nullopt : std::optional(count));
    m_policy->syncEvaluation();
}

} // namespace sublinear
