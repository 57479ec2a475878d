// SPDX-License-Identifier: MIT
// What can be done with the measurement that the panel shows: its times for the time model, the shape
// that ran for the scenario, where it comes from, a file of it.
#include "app/controls/flow_layout.h"
#include "app/controls/fold_section.h"
#include "app/measure/measure_panel.h"
#include "app/measure/measured_sets.h"
#include "app/measure/points_table.h"
#include "app/measure/provenance.h"
#include "app/measure/training_snippet.h"
#include "app/model/scenario_model.h"
#include "app/model/text.h"
#include "core/measurement/measured_times.h"
#include "core/measurement/overlay.h"

#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace sublinear {

namespace {

std::optional<ResolvedScenario> ranAs(const Measurement& measurement)
{
    if (!measurement.run.run) {
        return std::nullopt;
    }
    const Result<ResolvedScenario> run = resolve(*measurement.run.run);
    return run ? std::optional(*run) : std::nullopt;
}

} // namespace

void MeasurePanel::buildActions(QVBoxLayout& column)
{
    m_actions = new QWidget(this);
    const auto button = [&](const char* id, const QString& text, const QString& tip, QWidget* parent) {
        auto* made = new QPushButton(text, parent);
        made->setObjectName(QString::fromLatin1(id));
        made->setToolTip(tip);
        made->setAccessibleDescription(tip);
        return made;
    };
    m_useTimes = button("measure.useTimes", tr("Use measured times"),
        tr("Step time in seconds and throughput in samples per second, by the times of these operations"), m_actions);
    m_useTimes->setCheckable(true);
    connect(m_useTimes, &QPushButton::clicked, this, &MeasurePanel::useTimes);
    m_whatRan = button("measure.whatRan", tr("Show what ran"),
        tr("The shape that ran instead of the scenario that its points are carried over to"), m_actions);
    m_whatRan->setCheckable(true);
    connect(m_whatRan, &QPushButton::clicked, this, &MeasurePanel::showWhatRan);
    auto* save = button("measure.save", tr("Save\u2026"), tr("Save this measurement as a file"), m_actions);
    connect(save, &QPushButton::clicked, this, &MeasurePanel::saveAsked);
    auto* row = new FlowLayout(m_actions);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(4);
    for (QPushButton* each : { m_useTimes, m_whatRan, save }) {
        row->addWidget(each);
    }
    column.addWidget(m_actions);
    m_timesNote = addLine(column, QStringLiteral("measure.timesNote"));
    m_timesNote->setForegroundRole(QPalette::PlaceholderText);

    m_from = new FoldSection(QStringLiteral("measure.from"), tr("Where it comes from"), this);
    m_provenance = new QLabel;
    m_provenance->setObjectName(QStringLiteral("measure.provenance"));
    m_provenance->setTextFormat(Qt::PlainText);
    m_provenance->setWordWrap(true);
    m_provenance->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_from->addRow(m_provenance);
    column.addWidget(m_from);

    auto* host = new QWidget(this);
    auto* elsewhere = new FlowLayout(host);
    elsewhere->setContentsMargins(0, 0, 0, 0);
    auto* open = button("measure.openFiles", tr("Open points\u2026"),
        tr("Measurements of other machines, or your own training runs as CSV or JSON"), host);
    auto* how = button("measure.snippet", tr("Log your own runs\u2026"),
        tr("Twenty lines of PyTorch that write a file of your own training runs"), host);
    connect(open, &QPushButton::clicked, this, &MeasurePanel::openAsked);
    connect(how, &QPushButton::clicked, this, [this] { showTrainingSnippet(*this); });
    elsewhere->addWidget(open);
    elsewhere->addWidget(how);
    column.addWidget(host);
}

void MeasurePanel::useTimes(bool on)
{
    if (!on) {
        m_model.setTimes(nullptr);
        syncActions();
        return;
    }
    Result<MeasuredTimes> times = MeasuredTimes::learn(shownMeasurement());
    if (times) {
        m_timesFrom = shownId();
        m_model.setTimes(std::make_shared<const MeasuredTimes>(std::move(*times)));
    }
    syncActions();
    if (!times) {
        setLine(*m_timesNote, toQString(times.error().message));
    }
}

void MeasurePanel::showWhatRan(bool on)
{
    const Measurement& shown = shownMeasurement();
    if (on && shown.run.run) {
        m_before = m_model.scenario();
        Scenario ran = *shown.run.run;
        // The device's memory is what all is held against; the reserve is nothing that a run measures.
        ran.device = m_before->device;
        ran.device.reserveBytes = shown.run.run->device.reserveBytes;
        m_model.replaceScenario(ran, tr("Show what ran"));
    } else if (!on && m_before) {
        m_model.replaceScenario(*m_before, tr("Back to the scenario"));
        m_before.reset();
    }
    syncActions();
}

void MeasurePanel::syncActions()
{
    const Measurement& shown = shownMeasurement();
    const bool any = !shown.points.empty() && m_points->rowCount() > 0;
    m_actions->setVisible(any);
    m_from->setVisible(any);
    const bool inUse = m_model.times() != nullptr && m_timesFrom == shownId();
    m_useTimes->setChecked(inUse);
    QString note;
    if (const auto& timed = m_model.evaluation().timedOn; m_model.times() != nullptr && timed) {
        note = tr("Step time and throughput are calibrated on %1").arg(toQString(timed->device))
            + (timed->carried ? tr(", carried over from another shape") : QString());
    } else if (m_model.times() != nullptr) {
        note = m_model.timesTrouble();
    }
    setLine(*m_timesNote, note);
    const std::optional<ResolvedScenario> ran = ranAs(shown);
    const Result<ResolvedScenario> now = resolve(m_model.scenario());
    const bool isShown = ran && now && sameShape(*ran, *now);
    m_whatRan->setChecked(isShown && m_before.has_value());
    m_whatRan->setEnabled(m_whatRan->isChecked() || (ran && !isShown));
}

void MeasurePanel::syncProvenance()
{
    const Measurement& shown = shownMeasurement();
    m_provenance->setText(provenanceText(shown, m_points->chosenPoint()));
    m_provenance->setAccessibleName(m_provenance->text());
}

} // namespace sublinear
