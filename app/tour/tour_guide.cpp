// SPDX-License-Identifier: MIT
#include "app/tour/tour_guide.h"

#include "app/model/scenario_model.h"
#include "app/model/text.h"
#include "core/scenario/scenario_json.h"

#include <QSettings>

#include <algorithm>
#include <utility>

namespace sublinear {

namespace {

QString key(const char* name)
{
    return QStringLiteral("tour/") + QLatin1String(name);
}

} // namespace

TourGuide::TourGuide(ScenarioModel& model, Tour tour, QObject* parent)
    : QObject(parent)
    , m_model(model)
    , m_tour(std::move(tour))
{
    connect(&m_model, &ScenarioModel::scenarioChanged, this, [this] {
        if (m_active) {
            check();
            Q_EMIT progressed();
        }
    });
}

std::optional<std::size_t> TourGuide::answer() const
{
    const auto found = m_answers.find(step().id);
    return found == m_answers.end() ? std::nullopt : std::optional(found->second);
}

bool TourGuide::isAway() const
{
    return m_model.scenario() != step().scenario;
}

bool TourGuide::canReturn() const
{
    return m_own && *m_own != m_model.scenario();
}

bool TourGuide::take(const Scenario& scenario, const QString& undoText)
{
    if (m_document == m_model.document()) {
        m_model.replaceScenario(scenario, undoText);
        return true;
    }
    // A file that is open stays as it is: the tour has a document of its own.
    const Scenario before = m_model.scenario();
    if (m_mayLeave && !m_mayLeave()) {
        return false;
    }
    if (m_leftAt != before) {
        m_own = before;
    }
    m_model.openScenario(scenario, undoText);
    m_document = m_model.document();
    return true;
}

bool TourGuide::enter(std::size_t index)
{
    const TourStep& step = m_tour.steps[index];
    if (!take(step.scenario, tr("Tour: %1").arg(toQString(step.title)))) {
        return false;
    }
    m_index = index;
    m_seen.clear();
    return true;
}

void TourGuide::begin()
{
    if (m_active || m_tour.steps.empty() || !enter(m_index)) {
        return;
    }
    m_active = true;
    store();
    Q_EMIT entered();
}

void TourGuide::resume(bool ownsDocument)
{
    if (m_tour.steps.empty()) {
        return;
    }
    m_active = true;
    m_document = ownsDocument ? std::optional(m_model.document()) : std::nullopt;
    Q_EMIT entered();
}

void TourGuide::goTo(std::size_t index)
{
    if (m_active && index < m_tour.steps.size() && index != m_index && enter(index)) {
        store();
        Q_EMIT entered();
    }
}

void TourGuide::next()
{
    if (m_active && isLast()) {
        stop();
        m_index = 0;
        m_done.clear();
        m_answers.clear();
        store();
        Q_EMIT left();
        return;
    }
    goTo(m_index + 1);
}

void TourGuide::back()
{
    if (m_index > 0) {
        goTo(m_index - 1);
    }
}

void TourGuide::stop()
{
    m_active = false;
    m_seen.clear();
    m_document.reset();
    m_leftAt = m_model.scenario();
}

void TourGuide::leave()
{
    if (m_active) {
        stop();
        store();
        Q_EMIT left();
    }
}

void TourGuide::returnToOwn()
{
    if (!m_active || !m_own) {
        return;
    }
    stop();
    const Scenario own = *m_own;
    m_model.openScenario(own, tr("Leave the tour"));
    m_leftAt.reset();
    store();
    Q_EMIT ownTaken();
    Q_EMIT left();
}

void TourGuide::takeStepScenario()
{
    if (m_active) {
        (void)take(step().scenario, tr("Tour: %1").arg(toQString(step().title)));
    }
}

void TourGuide::giveAnswer(std::size_t option)
{
    if (m_active && step().ask && option < step().ask->options.size()
        && m_answers.try_emplace(step().id, option).second) {
        check();
        Q_EMIT answered();
        Q_EMIT progressed();
    }
}

void TourGuide::note(const QString& event)
{
    if (m_active && m_seen.insert(toUtf8(event)).second) {
        check();
        Q_EMIT progressed();
    }
}

void TourGuide::check()
{
    if (step().ask && !answer()) {
        return;
    }
    const Scenario& completed = m_model.completed();
    const auto& conditions = step().doneWhen;
    const bool done = std::all_of(conditions.begin(), conditions.end(), [&](const TourCondition& condition) {
        return condition.event.empty() ? holds(condition, completed) : m_seen.contains(condition.event);
    });
    if (done) {
        m_done.insert(step().id); // to stay: what was seen once is known
    }
}

void TourGuide::store() const
{
    QSettings settings;
    QStringList done;
    QStringList answers;
    for (const std::string& id : m_done) {
        done << toQString(id);
    }
    for (const auto& [id, option] : m_answers) {
        answers << QStringLiteral("%1=%2").arg(toQString(id)).arg(option);
    }
    settings.setValue(key("step"), m_tour.steps.empty() ? QString() : toQString(step().id));
    settings.setValue(key("open"), m_active);
    settings.setValue(key("done"), done);
    settings.setValue(key("answers"), answers);
    settings.setValue(key("own"), m_own ? toQString(writeScenario(*m_own)) : QString());
}

void TourGuide::restore()
{
    const QSettings settings;
    const auto placeOf = [this](const QString& id) {
        return std::find_if(m_tour.steps.begin(), m_tour.steps.end(),
            [id = toUtf8(id)](const TourStep& each) { return each.id == id; });
    };
    if (const auto at = placeOf(settings.value(key("step")).toString()); at != m_tour.steps.end()) {
        m_index = static_cast<std::size_t>(at - m_tour.steps.begin());
    }
    const QStringList done = settings.value(key("done")).toStringList();
    for (const QString& id : done) {
        if (placeOf(id) != m_tour.steps.end()) {
            m_done.insert(toUtf8(id));
        }
    }
    const QStringList answers = settings.value(key("answers")).toStringList();
    for (const QString& pair : answers) {
        const auto at = placeOf(pair.section(u'=', 0, 0));
        bool isNumber = false;
        const std::size_t option = pair.section(u'=', 1).toULong(&isNumber);
        if (at != m_tour.steps.end() && isNumber && at->ask && option < at->ask->options.size()) {
            m_answers.emplace(at->id, option);
        }
    }
    if (const auto own = readScenario(toUtf8(settings.value(key("own")).toString())); own) {
        m_own = *own;
    }
}

} // namespace sublinear
