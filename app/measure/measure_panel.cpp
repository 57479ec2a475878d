// SPDX-License-Identifier: MIT
#include "app/measure/measure_panel.h"

#include "app/controls/fold_section.h"
#include "app/measure/measure_text.h"
#include "app/measure/measured_sets.h"
#include "app/measure/points_table.h"
#include "app/measure/worker_place.h"
#include "app/model/scenario_model.h"
#include "app/model/text.h"
#include "app/style/look.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QShowEvent>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace sublinear {

namespace {

using namespace std::chrono_literals;

constexpr int kWidth = 348;
constexpr int kBarSteps = 1000;
constexpr auto kPlanDelay = 600ms; ///< behind the last change: a plan costs the worker some work

// A cancelled run is to be gone within two seconds, whatever its worker does.
WorkerProcess::Start workerStart(const QString& through)
{
    const WorkerPlace place = workerPlace(through);
    return { place.program, place.arguments, place.elsewhere, 60s, 1500ms };
}

} // namespace

MeasurePanel::MeasurePanel(ScenarioModel& model, MeasuredSets& sets, QWidget* parent)
    : QWidget(parent)
    , m_model(model)
    , m_sets(sets)
    , m_finder(workerProgram())
    , m_job(workerStart({}))
    , m_plan(workerStart({}))
{
    setObjectName(QStringLiteral("measure.panel"));
    setAccessibleName(tr("Measure"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 8, 12, 12);
    column->setSpacing(8);
    buildHead(*column);
    buildChoices(*column);
    buildRun(*column);
    buildResults(*column);
    fitToType();

    m_planSoon.setSingleShot(true);
    m_planSoon.setInterval(kPlanDelay);
    connect(&m_planSoon, &QTimer::timeout, this, &MeasurePanel::askPlan);
    connect(&m_finder, &DeviceFinder::found, this, &MeasurePanel::syncDevices);
    connect(&m_plan, &MeasureJob::changed, this, &MeasurePanel::syncPlan);
    connect(&m_job, &MeasureJob::changed, this, &MeasurePanel::syncRun);
    connect(&m_job, &MeasureJob::pointMeasured, this, [this] {
        m_sets.setOwnRun(m_job.measurement(), m_runThrough.isEmpty() ? MeasuredSets::tr("This machine") : m_runThrough);
    });
    connect(&m_sets, &MeasuredSets::changed, this, &MeasurePanel::syncSets);
    connect(&m_model, &ScenarioModel::evaluationChanged, this, [this] {
        askPlanSoon();
        syncStale();
        syncActions();
    });
    m_through->setText(storedPlace());
    changePlace();
    syncDevices();
    syncSets();
    syncRun();
}

MeasurePanel::~MeasurePanel()
{
    abandon();
}

// Wider for large type, as far as the charts can spare it.
void MeasurePanel::fitToType()
{
    constexpr double kUsualType = 13; // pixels
    constexpr double kMost = 1.25;
    const Look look = lookOf(palette(), font());
    m_title->setFont(look.title);
    m_headline->setFont(look.title);
    m_points->setType(look.axis);
    const int width = qRound(kWidth * std::clamp(fontInfo().pixelSize() / kUsualType, 1.0, kMost));
    if (width != this->width()) {
        setFixedWidth(width);
        Q_EMIT widthChanged();
    }
}

void MeasurePanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_points != nullptr) {
        fitToType();
    }
}

void MeasurePanel::setLine(QLabel& label, const QString& text)
{
    if (label.text() != text) {
        label.setText(text);
        label.setAccessibleName(text);
    }
    label.setVisible(!text.isEmpty());
}

QLabel* MeasurePanel::addLine(QVBoxLayout& column, const QString& id)
{
    auto* label = new QLabel(this);
    label->setObjectName(id);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->hide();
    column.addWidget(label);
    return label;
}

void MeasurePanel::buildHead(QVBoxLayout& column)
{
    m_title = new QLabel(tr("Measure"), this);
    auto* close = new QToolButton(this);
    close->setObjectName(QStringLiteral("measure.close"));
    close->setText(QStringLiteral("\u00d7"));
    close->setAutoRaise(true);
    close->setFocusPolicy(Qt::StrongFocus);
    close->setAccessibleName(tr("Close the measure panel"));
    close->setToolTip(tr("Close; a run goes on"));
    connect(close, &QToolButton::clicked, this, &MeasurePanel::closeAsked);
    auto* row = new QHBoxLayout;
    row->addWidget(m_title, 1);
    row->addWidget(close);
    column.addLayout(row);
}

void MeasurePanel::buildChoices(QVBoxLayout& column)
{
    const auto captioned = [&](const QString& caption, QWidget* control) {
        auto* label = new QLabel(caption, this);
        label->setBuddy(control);
        auto* row = new QHBoxLayout;
        label->setMinimumWidth(fontMetrics().horizontalAdvance(tr("Policies  ")));
        row->addWidget(label);
        row->addWidget(control, 1);
        column.addLayout(row);
    };
    m_through = new QLineEdit(this);
    m_through->setObjectName(QStringLiteral("measure.through"));
    m_through->setAccessibleName(tr("Command that reaches another machine"));
    m_through->setPlaceholderText(tr("this machine, or: ssh gpu-box"));
    m_through->setToolTip(
        tr("A command in front of sublinear-microrun on another machine, such as ssh gpu-box. It must "
           "not ask for a password. Empty: this machine."));
    m_through->setClearButtonEnabled(true);
    connect(m_through, &QLineEdit::editingFinished, this, &MeasurePanel::changePlace);
    captioned(tr("Where"), m_through);
    m_device = new QComboBox(this);
    m_device->setObjectName(QStringLiteral("measure.device"));
    m_device->setAccessibleName(tr("Device to measure on"));
    m_device->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_device->setMinimumContentsLength(8);
    m_device->addItem(tr("Automatic"), QStringLiteral("auto"));
    connect(m_device, &QComboBox::activated, this, [this] {
        m_device->setToolTip(m_device->currentText());
        askPlanSoon();
    });
    captioned(tr("Device"), m_device);

    m_policies = new QLineEdit(this);
    m_policies->setObjectName(QStringLiteral("measure.policies"));
    m_policies->setAccessibleName(tr("Policies to measure"));
    m_policies->setPlaceholderText(tr("five that span the frontier"));
    m_policies->setToolTip(tr("As on the command line: store_all,segments:1,article:4. "
                              "Empty: five that span the frontier, the chosen one among them."));
    m_policies->setClearButtonEnabled(true);
    connect(m_policies, &QLineEdit::textChanged, this, [this] {
        askPlanSoon();
        syncRun();
    });
    connect(m_policies, &QLineEdit::returnPressed, this, [this] {
        if (!m_job.isActive() && m_button->isEnabled()) {
            press();
        }
    });
    captioned(tr("Policies"), m_policies);
}

void MeasurePanel::buildRun(QVBoxLayout& column)
{
    m_button = new QPushButton(this);
    m_button->setObjectName(QStringLiteral("measure.button"));
    connect(m_button, &QPushButton::clicked, this, &MeasurePanel::press);
    column.addWidget(m_button);
    m_bar = new QProgressBar(this);
    m_bar->setObjectName(QStringLiteral("measure.progress"));
    m_bar->setAccessibleName(tr("Progress of the measurement"));
    m_bar->setRange(0, kBarSteps);
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(6);
    column.addWidget(m_bar);
    // Under the button, which must not move from under the pointer when a plan or devices have been found.
    m_planned = addLine(column, QStringLiteral("measure.plan"));
    m_why = new FoldSection(QStringLiteral("measure.why"), tr("Why another shape"), this);
    m_reasons = new QLabel;
    m_reasons->setObjectName(QStringLiteral("measure.reasons"));
    m_reasons->setTextFormat(Qt::PlainText);
    m_reasons->setWordWrap(true);
    m_reasons->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_why->addRow(m_reasons);
    m_why->hide();
    column.addWidget(m_why);
    m_deviceNote = addLine(column, QStringLiteral("measure.deviceNote"));
    m_deviceNote->setForegroundRole(QPalette::PlaceholderText);
    m_state = addLine(column, QStringLiteral("measure.state"));
}

void MeasurePanel::abandon()
{
    m_planSoon.stop();
    m_finder.abandon();
    m_plan.abandon();
    m_job.abandon();
}

void MeasurePanel::focusButton()
{
    m_button->setFocus(Qt::ShortcutFocusReason);
}

void MeasurePanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (!event->spontaneous()) {
        m_finder.find();
        syncDevices();
        syncStale();
        askPlanSoon();
    }
}

QString MeasurePanel::obstacle() const
{
    if (!m_model.refusal().isEmpty()) {
        return tr("Nothing to measure: %1").arg(m_model.refusal());
    }
    if (const QString list = m_policies->text().trimmed(); !list.isEmpty()) {
        if (const auto policies = parsePolicies(toUtf8(list)); !policies) {
            return toQString(policies.error().message);
        }
    }
    return {};
}

RunCommand MeasurePanel::command(bool planOnly) const
{
    RunCommand run;
    run.id = planOnly ? "plan" : "run";
    run.scenario = m_model.scenario();
    run.options.device = toUtf8(m_device->currentData().toString());
    if (const QString list = m_policies->text().trimmed(); !list.isEmpty()) {
        run.options.policies = toUtf8(list);
    }
    run.options.planOnly = planOnly;
    return run;
}

void MeasurePanel::changePlace()
{
    const QString through = m_through->text().trimmed();
    if (through == storedPlace() && m_placed) {
        return;
    }
    m_placed = true;
    storePlace(through);
    m_plan.abandon();
    m_plan.setStart(workerStart(through));
    m_finder.setPlace(workerPlace(through));
    m_device->setCurrentIndex(0);
    setLine(*m_planned, {});
    m_why->hide();
    if (isVisible()) {
        m_finder.find();
        askPlanSoon();
    }
    syncDevices();
}

void MeasurePanel::press()
{
    if (m_job.isActive()) {
        m_job.cancel();
        return;
    }
    if (!obstacle().isEmpty()) {
        return;
    }
    m_planSoon.stop();
    m_plan.abandon(); // both would be slower than one
    m_followsRun = true;
    m_sets.keepOwnRun(); // nothing that was measured goes without a word
    changePlace(); // what is typed counts, entered or not
    m_runThrough = m_through->text().trimmed();
    m_job.setStart(workerStart(m_runThrough));
    m_job.start(command(false));
}

void MeasurePanel::askPlanSoon()
{
    if (isVisible()) {
        m_planSoon.start();
    }
}

void MeasurePanel::askPlan()
{
    if (!isVisible() || m_job.isActive()) {
        return;
    }
    if (obstacle().isEmpty()) {
        m_plan.start(command(true));
    } else {
        m_plan.abandon();
        setLine(*m_planned, {});
        m_why->hide();
    }
    syncRun();
}

void MeasurePanel::syncDevices()
{
    if (m_finder.isLooking()) {
        setLine(*m_deviceNote, m_device->count() > 1 ? QString() : tr("Looking for devices\u2026"));
        return;
    }
    setLine(*m_deviceNote, m_finder.trouble());
    const QVariant chosen = m_device->currentData();
    m_device->clear();
    m_device->addItem(tr("Automatic"), QStringLiteral("auto"));
    for (const FoundDevice& device : m_finder.devices()) {
        m_device->addItem(deviceText(device), toQString(device.id));
    }
    m_device->setCurrentIndex(std::max(0, m_device->findData(chosen)));
    m_device->setToolTip(m_device->currentText());
}

void MeasurePanel::syncPlan()
{
    if (m_job.isActive()) {
        return;
    }
    if (m_plan.state() == MeasureJob::State::Failed) {
        setLine(*m_planned, m_plan.message());
        m_why->hide();
    } else if (m_plan.isPlanned()) {
        showPlan(m_plan);
    }
}

void MeasurePanel::showPlan(const MeasureJob& job)
{
    setLine(*m_planned, planText(job.measurement(), job.points()));
    const QString reasons = reasonsText(job.measurement());
    m_reasons->setText(reasons);
    m_why->setVisible(!reasons.isEmpty());
}

void MeasurePanel::syncRun()
{
    const bool active = m_job.isActive();
    const QString why = active ? QString() : obstacle();
    m_button->setText(active ? tr("Cancel") : tr("Measure"));
    m_button->setEnabled(m_job.state() != MeasureJob::State::Cancelling && why.isEmpty());
    m_through->setEnabled(!active);
    m_device->setEnabled(!active);
    m_policies->setEnabled(!active);
    m_bar->setVisible(active);
    const auto& progress = m_job.progress();
    m_bar->setValue(progress ? int(progress->done * kBarSteps) : 0);
    if (active && m_job.isPlanned()) {
        showPlan(m_job);
    }
    if (!why.isEmpty()) {
        setLine(*m_state, why);
    } else if (m_job.state() == MeasureJob::State::Cancelling) {
        setLine(*m_state, tr("Cancelling\u2026"));
    } else if (m_job.state() == MeasureJob::State::Running) {
        setLine(*m_state, progress ? progressText(*progress) : tr("Starting\u2026"));
    } else {
        setLine(*m_state, m_job.message());
    }
    syncResults();
}

} // namespace sublinear
