// SPDX-License-Identifier: MIT
#include "app/model/scenario_model.h"

#include "app/language/core_text.h"
#include "app/model/edit_text.h"
#include "app/model/edits.h"
#include "app/model/text.h"
#include "core/catalog/catalog.h"
#include "core/policy/law.h"

#include <QUndoCommand>

#include <algorithm>
#include <utility>

namespace sublinear {
namespace {

constexpr int kUndoLimit = 200;
constexpr std::chrono::hours kLongEnough { 1 };
constexpr std::chrono::milliseconds kFirstPicture { 150 }; ///< a start waits so long for a search

bool isGiven(const FieldValue& value)
{
    return !std::holds_alternative<std::monostate>(value);
}

/// As given, else as resolve() derives it, else as it last was.
Scenario completedBy(const Scenario& scenario, const ResolvedScenario& lastGood)
{
    if (const auto resolved = resolve(scenario)) {
        return complete(*resolved);
    }
    Scenario filled = complete(lastGood);
    for (const Field& field : allFields()) {
        if (const FieldValue given = field.get(scenario); isGiven(given)) {
            field.set(filled, given);
        }
    }
    return filled;
}

FieldValue effectiveIn(const Scenario& scenario, const Field& field, const ResolvedScenario& lastGood)
{
    const FieldValue given = field.get(scenario);
    return isGiven(given) ? given : field.get(completedBy(scenario, lastGood));
}

/// The preset that a scenario is, to the last field; empty if it is none.
std::string presetOf(const Scenario& scenario)
{
    const auto presets = scenarioPresets();
    const auto found = std::find_if(
        presets.begin(), presets.end(), [&](const ScenarioPreset& preset) { return preset.scenario == scenario; });
    return found != presets.end() ? found->id : std::string {};
}

} // namespace

/// The whole state before and after: small enough to copy, and nothing to get wrong.
class ScenarioModel::Edit : public QUndoCommand {
public:
    Edit(ScenarioModel& model, State from, State to, std::string field, int group)
        : m_model(model)
        , m_from(std::move(from))
        , m_to(std::move(to))
        , m_field(std::move(field))
        , m_group(group)
    {
    }

    [[nodiscard]] int id() const override { return 1; }
    void redo() override
    {
        if (std::exchange(m_done, true)) {
            ++m_model.m_mergeGroup;
        }
        m_model.apply(m_to);
    }
    void undo() override
    {
        ++m_model.m_mergeGroup;
        m_model.apply(m_from);
        setObsolete(m_forgotten);
    }
    /// Once undone, there is nothing to redo.
    void forget() { m_forgotten = true; }
    bool mergeWith(const QUndoCommand* other) override
    {
        const auto* next = static_cast<const Edit*>(other); // only our own commands are on this stack
        if (m_field.empty() || next->m_field != m_field || next->m_group != m_group) {
            return false;
        }
        m_to = next->m_to;
        setObsolete(m_to == m_from);
        if (const Field* field = findField(m_field)) {
            const auto& lastGood = m_model.evaluation().scenario;
            setText(editText(
                *field, effectiveIn(m_from.scenario, *field, lastGood), effectiveIn(m_to.scenario, *field, lastGood)));
        }
        return true;
    }

private:
    ScenarioModel& m_model;
    State m_from;
    State m_to;
    std::string m_field;
    int m_group;
    bool m_done = false;
    bool m_forgotten = false;
};

ScenarioModel::ScenarioModel(QObject* parent)
    : ScenarioModel(Scenario {}, parent)
{
}

ScenarioModel::ScenarioModel(const Scenario& start, QObject* parent)
    : QObject(parent)
{
    m_undo.setUndoLimit(kUndoLimit);
    m_evaluationDue.setSingleShot(true);
    m_evaluationDue.setInterval(0);
    connect(&m_evaluationDue, &QTimer::timeout, this, &ScenarioModel::evaluateNow);

    // The default scenario first, so that a start that is refused still has a picture behind it.
    m_evaluator.evaluate(Scenario {}, {});
    m_state = { start, presetOf(start), 0 };
    if (start != Scenario {}) {
        m_evaluator.evaluate(start, {});
        if (m_evaluator.missing() != Evaluator::Missing::Nothing) {
            m_evaluator.finish(kFirstPicture);
        }
    }
    followEvaluation();
    connect(&m_evaluator, &Evaluator::changed, this, [this] {
        followEvaluation();
        Q_EMIT evaluationChanged();
    });
    connect(&m_evaluator, &Evaluator::comparedFilledIn, this, &ScenarioModel::comparedFilledIn);
    connect(&m_evaluator, &Evaluator::adviceFilledIn, this, &ScenarioModel::adviceFilledIn);
    connect(&m_beside, &BesideSource::ready, this, &ScenarioModel::besideRowsChanged);
}

ScenarioModel::~ScenarioModel() = default;

FieldValue ScenarioModel::effective(std::string_view path) const
{
    const Field* field = findField(path);
    return field != nullptr ? field->get(completed()) : FieldValue {};
}

const Scenario& ScenarioModel::completed() const
{
    if (!m_completed) {
        m_completed = completedBy(m_state.scenario, evaluation().scenario);
    }
    return *m_completed;
}

std::int64_t ScenarioModel::effectiveWhole(std::string_view path) const
{
    const FieldValue value = effective(path);
    const auto* whole = std::get_if<std::int64_t>(&value);
    return whole != nullptr ? *whole : 0;
}

bool ScenarioModel::setField(std::string_view path, const FieldValue& value)
{
    const Field* field = findField(path);
    if (field == nullptr) {
        return refuse(tr("There is no field \"%1\".").arg(toQString(path)));
    }
    if (isGiven(value) && !checkFieldValue(*field, value)) {
        return refuse(notAcceptedText(*field, toQString(fieldValueText(value))));
    }
    if (m_inGesture && m_gestureField != path) {
        m_gestureStart = m_state;
        m_gestureField = path;
    }
    const State& base = m_inGesture ? m_gestureStart : m_state;
    const FieldValue before = effectiveIn(base.scenario, *field, evaluation().scenario);

    State next = base;
    next.scenario = edited(base.scenario, *field, value, before);
    if (next == m_state) {
        return true;
    }
    const FieldValue after = effectiveIn(next.scenario, *field, evaluation().scenario);
    push(std::move(next), editText(*field, before, after), path);
    return true;
}

void ScenarioModel::takeBackChoice()
{
    const int top = m_undo.index() - 1;
    if (m_choice != nullptr && top >= 0 && m_undo.command(top) == m_choice) {
        m_choice->forget();
        m_undo.undo();
    }
    m_choice = nullptr;
}

void ScenarioModel::setCompared(const std::vector<PolicySpec>& policies)
{
    if (policies != m_compared) {
        m_compared = policies;
        m_evaluator.drop();
        m_evaluationDue.start();
    }
}

void ScenarioModel::replaceScenario(const Scenario& scenario, const QString& undoText)
{
    push({ scenario, m_state.preset, m_state.document }, undoText, {});
}

void ScenarioModel::openScenario(const Scenario& scenario, const QString& undoText, const std::string& preset)
{
    push({ scenario, preset.empty() ? presetOf(scenario) : preset, ++m_documents }, undoText, {});
}

void ScenarioModel::importModel(const ImportedModel& imported)
{
    State next = m_state;
    next.scenario = withImported(m_state.scenario, imported);
    const QString name = toQString(next.scenario.model.name.value_or("model"));
    push(std::move(next), tr("Import %1").arg(name), {});
}

bool ScenarioModel::chooseScenarioPreset(std::string_view id)
{
    const ScenarioPreset* preset = findScenarioPreset(id);
    if (preset == nullptr) {
        return refuse(tr("There is no scenario preset \"%1\".").arg(toQString(id)));
    }
    push({ preset->scenario, preset->id, m_state.document }, tr("Scenario \u2192 %1").arg(toQString(preset->name)), {});
    return true;
}

bool ScenarioModel::chooseModelPreset(std::string_view id)
{
    const ModelPreset* preset = findModelPreset(id);
    if (preset == nullptr) {
        return refuse(tr("There is no model preset \"%1\".").arg(toQString(id)));
    }
    if (!preset->notModelled.empty()) {
        return refuse(tr("%1 cannot be modelled: %2.").arg(toQString(preset->name), fromCore(preset->notModelled)));
    }
    State next = m_state;
    next.scenario.model = {};
    next.scenario.model.preset = preset->id;
    next.scenario = clamped(std::move(next.scenario));
    push(std::move(next), tr("Model \u2192 %1").arg(toQString(preset->name)), {});
    return true;
}

bool ScenarioModel::chooseGpu(std::string_view id)
{
    const GpuPreset* preset = findGpuPreset(id);
    if (preset == nullptr) {
        return refuse(tr("There is no device \"%1\".").arg(toQString(id)));
    }
    State next = m_state;
    next.scenario.device.gpu = preset->id;
    next.scenario.device.memoryBytes.reset();
    push(std::move(next), tr("Device \u2192 %1").arg(toQString(preset->name)), {});
    return true;
}

void ScenarioModel::beginGesture()
{
    ++m_mergeGroup;
    m_inGesture = true;
    m_gestureField.clear();
}

void ScenarioModel::endGesture()
{
    ++m_mergeGroup;
    m_inGesture = false;
}

void ScenarioModel::settle()
{
    if (m_evaluationDue.isActive()) {
        m_evaluationDue.stop();
        evaluateNow();
    }
    m_evaluator.finish(kLongEnough);
    m_beside.finish(kLongEnough);
}

void ScenarioModel::push(State next, const QString& text, std::string_view field)
{
    if (next == m_state) {
        return;
    }
    const bool late = !m_sinceEdit.isValid() || m_sinceEdit.elapsed() >= m_mergeWindow.count();
    if (field.empty() || (!m_inGesture && late)) {
        ++m_mergeGroup;
    }
    m_sinceEdit.restart();
    auto* edit = new Edit(*this, m_state, std::move(next), std::string(field), m_mergeGroup);
    edit->setText(text);
    m_choice = nullptr;
    m_newest = edit;
    m_undo.push(edit);
}

void ScenarioModel::apply(const State& state)
{
    m_state = state;
    m_completed.reset();
    m_evaluator.drop(); // what it would say is of the scenario before
    Q_EMIT scenarioChanged();
    // Started when idle, never restarted: a restart would be a debounce, and the charts
    // would stand still for as long as the hand moves.
    if (!m_evaluationDue.isActive()) {
        m_evaluationDue.start();
    }
}

void ScenarioModel::setTimes(std::shared_ptr<const MeasuredTimes> times)
{
    m_evaluator.setTimes(std::move(times));
    m_evaluator.drop();
    evaluateNow();
}

void ScenarioModel::evaluateNow()
{
    m_evaluator.evaluate(m_state.scenario, m_compared);
}

void ScenarioModel::followEvaluation()
{
    // A refused scenario leaves the picture before, with all that belongs to it.
    if (refusal().isEmpty() && missing() != Evaluator::Missing::Chosen) {
        m_beside.follow(evaluation());
    }
}

bool ScenarioModel::refuse(const QString& message)
{
    Q_EMIT refused(message);
    return false;
}

} // namespace sublinear
