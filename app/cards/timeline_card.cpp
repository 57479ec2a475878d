// SPDX-License-Identifier: MIT
#include "app/cards/timeline_card.h"

#include "app/cards/findings.h"
#include "app/cards/timeline_plot.h"
#include "app/charts/sweep_rows.h"
#include "app/controls/flow_layout.h"
#include "app/highlight/highlight_model.h"
#include "app/language/core_text.h"
#include "app/measure/measured_sets.h"
#include "app/model/text.h"
#include "app/style/motion.h"

#include <QComboBox>
#include <QLabel>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace sublinear {

namespace {

const QString kExecuted = QStringLiteral("executed");
constexpr int kLate = 150; ///< ms
constexpr int kHeight = 250; ///< of the card, at the least
constexpr int kMoreHeight = 150; ///< for a second step below

SplitInstant splitAt(const TimelineOp& at, Bytes capacity)
{
    SplitInstant instant { {}, opText(at) };
    for (std::size_t kind = 0; kind < kMemoryKinds; ++kind) {
        if (at.byKind[kind] > 0) {
            instant.split.rows.push_back({ static_cast<MemoryKind>(kind), {}, at.byKind[kind], Basis::Formula });
        }
    }
    instant.split.totalBytes = at.liveBytes;
    instant.split.capacityBytes = capacity;
    instant.split.marginBytes = capacity - at.liveBytes;
    instant.split.fits = instant.split.marginBytes >= 0;
    instant.split.scheduledBytes = at.liveBytes;
    return instant;
}

} // namespace

TimelineCard::TimelineCard(QWidget* parent)
    : Card(QStringLiteral("timeline"), tr("Step timeline"), tr("Timeline"), parent)
    , m_plot(new TimelinePlot(this))
    , m_readOut(new QLabel(this))
{
    setMinimumHeight(kHeight);
    m_plot->setObjectName(id() + QStringLiteral(".plot"));
    m_plot->setAccessibleName(name());
    m_plot->setToolTip(QString());
    m_readOut->setObjectName(id() + QStringLiteral(".instant"));
    m_readOut->setTextFormat(Qt::PlainText);
    m_readOut->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_readOut->installEventFilter(this);
    auto* body = new QWidget(this);
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(0, 2, 4, 0);
    column->setSpacing(2);
    column->addWidget(m_plot, 1);
    column->addWidget(m_readOut);
    column->addWidget(buildControls());
    setBody(body);
    m_late.setSingleShot(true);
    m_late.setInterval(kLate);
    connect(&m_late, &QTimer::timeout, this, [this] {
        if (m_source.isBusy()) {
            m_plot->setWaiting(true);
            setMeasure(tr("Computing\u2026"));
        }
    });
    connect(&m_source, &TimelineSource::answered, this, &TimelineCard::take);
    connect(m_plot, &TimelinePlot::instantMoved, this, &TimelineCard::syncInstant);
    connect(m_plot, &TimelinePlot::takenInHand, &m_player, &TimelinePlayer::pause);
    connect(m_plot, &TimelinePlot::kindPointed, this,
        [this](std::optional<MemoryKind> kind) { Q_EMIT componentPointed(HighlightModel::idOf(kind)); });
    connect(m_plot, &TimelinePlot::playAsked, this, &TimelineCard::togglePlaying);
    connect(&m_player, &TimelinePlayer::moved, m_plot, &TimelinePlot::moveTo);
    connect(&m_player, &TimelinePlayer::stateChanged, this, &TimelineCard::syncPlaying);
    syncPlaying();
}

void TimelineCard::setHighlighted(const QString& id)
{
    m_plot->setLit(HighlightModel::kindOf(id));
}

QToolButton* TimelineCard::addButton(const char* id, const QString& text, const QString& name, const QString& tip)
{
    auto* button = new QToolButton(this);
    button->setObjectName(this->id() + u'.' + QLatin1String(id));
    button->setText(text);
    button->setAccessibleName(name);
    button->setToolTip(tip);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

QWidget* TimelineCard::buildControls()
{
    auto* controls = new QWidget(this);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    controls->setSizePolicy(policy);
    auto* row = new FlowLayout(controls);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(3);
    m_play =
        addButton("play", tr("Play"), tr("Play the step"), tr("Play from the instant on (Space); stops at the peak"));
    connect(m_play, &QToolButton::clicked, this, &TimelineCard::togglePlaying);
    auto* peak = addButton("peak", tr("Peak"), tr("Go to the peak"), tr("Go to the peak (P)"));
    connect(peak, &QToolButton::clicked, this, [this] {
        m_player.pause();
        m_plot->moveTo(m_plot->peak());
    });
    m_speed = new QComboBox(controls);
    m_speed->setObjectName(id() + QStringLiteral(".speed"));
    m_speed->setAccessibleName(tr("Speed"));
    m_speed->setToolTip(tr("How fast it plays; at 1\u00d7 a step takes 12 seconds"));
    for (const auto& [text, speed] : { std::pair(QStringLiteral("\u00bc\u00d7"), 0.25),
             std::pair(QStringLiteral("\u00bd\u00d7"), 0.5), std::pair(QStringLiteral("1\u00d7"), 1.0),
             std::pair(QStringLiteral("2\u00d7"), 2.0), std::pair(QStringLiteral("4\u00d7"), 4.0) }) {
        m_speed->addItem(text, speed);
    }
    m_speed->setCurrentIndex(2);
    connect(m_speed, &QComboBox::currentIndexChanged, this,
        [this] { m_player.setSpeed(m_speed->currentData().toDouble()); });
    m_second = new QComboBox(controls);
    m_second->setObjectName(id() + QStringLiteral(".second"));
    m_second->setAccessibleName(tr("Step below it"));
    m_second->setToolTip(
        tr("Another step below on the same axes: of a policy that Compare lays beside, or what really runs"));
    m_second->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_second->setMinimumContentsLength(10);
    m_second->addItem(tr("Nothing below"), QString());
    connect(m_second, &QComboBox::activated, this, [this] {
        m_secondByHand = true;
        m_awaited.clear();
        ask();
    });
    m_states = addButton("states", tr("States"), tr("Show what stays through the whole step"),
        tr("Parameters, optimizer states and whatever else stays through the whole step; without them the rest is "
           "larger"));
    m_states->setCheckable(true);
    m_states->setChecked(true);
    connect(m_states, &QToolButton::toggled, this, &TimelineCard::take);
    m_inSplit = addButton("inSplit", tr("In split"), tr("Show this instant in the memory split"),
        tr("The memory split shows this instant instead of the peak"));
    m_inSplit->setCheckable(true);
    connect(m_inSplit, &QToolButton::toggled, this, &TimelineCard::syncInstant);
    for (QWidget* each : std::initializer_list<QWidget*> { m_play, peak, m_speed, m_second, m_states, m_inSplit }) {
        row->addWidget(each);
    }
    return controls;
}

void TimelineCard::follow(const MeasuredSets& sets)
{
    const auto takeRuns = [this, &sets] {
        m_runs = measuredRuns(sets.all());
        if (isVisible()) {
            ask();
        }
    };
    connect(&sets, &MeasuredSets::changed, this, takeRuns);
    takeRuns();
}

void TimelineCard::update(const Evaluation& evaluation)
{
    m_scenario = evaluation.scenario;
    m_lawBytes = evaluation.memory.totalBytes > evaluation.memory.scheduledBytes ? evaluation.memory.totalBytes : 0;
    syncSeconds(evaluation);
    ask();
}

void TimelineCard::syncSeconds(const Evaluation& evaluation)
{
    const QSignalBlocker quiet(m_second);
    const QString before = m_awaited.isEmpty() ? m_second->currentData().toString() : m_awaited;
    QStringList ids { QString() };
    QStringList names { tr("Nothing below") };
    if (evaluation.scenario.accounting == Accounting::Article) {
        ids << kExecuted;
        names << tr("What really runs");
    }
    for (const SweepRow& row : evaluation.compared) {
        const QString id = toQString(policyInfo(row.policy).text);
        if (row.policy != evaluation.scenario.checkpointing.policy && !ids.contains(id)) {
            ids << id;
            names << policyName(row.policy);
        }
    }
    m_second->clear();
    for (qsizetype i = 0; i < ids.size(); ++i) {
        m_second->addItem(names[i], ids[i]);
    }
    m_second->setCurrentIndex(std::max(0, m_second->findData(before)));
    if (m_second->currentIndex() > 0) {
        m_awaited.clear();
    }
}

bool TimelineCard::hasMeasuredSteps() const
{
    if (m_runs == nullptr || !m_scenario) {
        return false;
    }
    const PolicySpec chosen = chosenPolicy(*m_scenario);
    return std::any_of(m_runs->begin(), m_runs->end(), [&](const MeasuredRun& run) {
        return std::any_of(run.points.begin(), run.points.end(), [&](const PointRecord& point) {
            return point.policy.id == chosen.id && point.policy.number == chosen.number;
        });
    });
}

SecondStep TimelineCard::second() const
{
    return secondStepOf(toUtf8(m_second->currentData().toString())).value_or(SecondStep {});
}

void TimelineCard::setSecond(const SecondStep& second)
{
    m_secondByHand = true;
    m_awaited = toQString(secondStepText(second));
    const int index = m_second->findData(m_awaited);
    m_second->setCurrentIndex(std::max(0, index));
    if (index >= 0) {
        m_awaited.clear();
    }
    ask();
}

void TimelineCard::ask()
{
    if (!m_scenario) {
        return;
    }
    // In article accounting measured points belong to what really runs.
    if (!m_secondByHand && hasMeasuredSteps() && m_second->findData(kExecuted) >= 0) {
        const QSignalBlocker quiet(m_second);
        m_second->setCurrentIndex(m_second->findData(kExecuted));
    }
    m_source.ask(
        { *m_scenario, second(), m_runs, baseline() != nullptr ? std::optional(baseline()->scenario) : std::nullopt });
    if (m_source.isBusy() && !m_late.isActive()) {
        m_late.start();
    }
}

void TimelineCard::take()
{
    m_late.stop();
    m_plot->setWaiting(false);
    const TimelineSource::Answer& answer = m_source.answer();
    if (answer.picture.lanes.empty()) {
        m_player.pause();
        m_plot->showTrouble(tr("No step to show: %1").arg(answer.trouble));
    } else {
        StepPicture picture = answer.picture;
        picture.statesHidden = !m_states->isChecked();
        setMinimumHeight(picture.lanes.size() > 1 ? kHeight + kMoreHeight : kHeight);
        m_plot->present(picture);
        m_player.setCourse({ m_plot->instants(), m_plot->peak(),
            motionIsReduced(*this) ? m_plot->layerStops() : std::vector<Count> {} });
    }
    syncTexts();
}

QString TimelineCard::measuredWords() const
{
    bool own = false;
    bool carried = false;
    for (const StepLane& lane : m_plot->picture().lanes) {
        for (const MeasuredLine& line : lane.measured) {
            own = own || !line.carried;
            carried = carried || line.carried;
        }
    }
    if (!own && !carried) {
        return hasMeasuredSteps() ? tr("; measured: see Show what ran") : QString();
    }
    return own ? tr("; diamonds: measured") : tr("; hollow: measured, another shape");
}

void TimelineCard::syncTexts()
{
    const StepPicture& picture = m_plot->picture();
    if (picture.lanes.empty()) {
        setTitle(name());
        setMeasure(m_source.answer().trouble);
        return;
    }
    const auto peakOf = [&](std::size_t lane) -> const TimelineOp& {
        const Timeline& steps = picture.lanes[lane].detail->timeline;
        return steps.ops[static_cast<std::size_t>(steps.peakIndex)];
    };
    if (picture.lanes.size() > 1) {
        setTitle(tr("Peaks: %1 and %2 GiB").arg(gibText(peakOf(0).liveBytes), gibText(peakOf(1).liveBytes)));
    } else {
        setTitle(tr("Peak: %1").arg(fromCore(peakOf(0).name)));
    }
    QString measure = (picture.lanes.size() > 1 ? tr("Live over a step, GiB")
                                                : tr("Live over a step, peak %1 GiB").arg(gibText(peakOf(0).liveBytes)))
        + measuredWords();
    if (picture.ghost != nullptr) {
        measure += tr("; dash-dot: baseline");
    }
    if (picture.statesHidden) {
        measure += tr("; without what stays");
    }
    if (m_lawBytes > 0) {
        measure += tr("; by law %1").arg(gibText(m_lawBytes));
    }
    if (!m_source.answer().trouble.isEmpty()) {
        measure = m_source.answer().trouble;
    }
    setMeasure(measure);
    syncInstant();
}

QString TimelineCard::instantText() const
{
    if (m_plot->isEmpty()) {
        return {};
    }
    const StepPicture& picture = m_plot->picture();
    const Count instant = m_plot->instant();
    QStringList parts;
    for (std::size_t lane = 0; lane < picture.lanes.size(); ++lane) {
        const TimelineOp& at = m_plot->opAt(lane, instant);
        const QString live = tr("%1, %2").arg(opText(at), gibUnitText(at.liveBytes));
        parts << (picture.lanes.size() > 1 ? tr("%1: %2").arg(picture.lanes[lane].name, live) : live);
    }
    return tr("%1 of %2. %3").arg(instant + 1).arg(m_plot->instants()).arg(parts.join(QStringLiteral("; ")));
}

void TimelineCard::syncInstant()
{
    const QString text = instantText();
    m_readOut->setAccessibleName(text);
    elideReadOut();
    m_plot->setAccessibleDescription(text);
    QStringList names;
    for (const StepLane& lane : m_plot->picture().lanes) {
        names << lane.name;
    }
    setSummary(tr("%1. %2. Now at %3").arg(names.join(QStringLiteral(", ")), titleText(), text));
    const bool shown = m_inSplit->isChecked() && isVisible() && !m_plot->isEmpty();
    Q_EMIT instantShown(shown
            ? std::optional(splitAt(m_plot->opAt(0, m_plot->instant()), m_plot->picture().capacityBytes))
            : std::nullopt);
}

void TimelineCard::elideReadOut()
{
    const QString whole = m_readOut->accessibleName();
    m_readOut->setText(m_readOut->fontMetrics().elidedText(whole, Qt::ElideRight, m_readOut->width()));
    m_readOut->setToolTip(m_readOut->text() == whole ? QString() : whole);
}

bool TimelineCard::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_readOut) {
        if (event->type() == QEvent::Resize) {
            elideReadOut();
        }
        return false;
    }
    return Card::eventFilter(watched, event);
}

void TimelineCard::togglePlaying()
{
    if (m_player.isPlaying()) {
        m_player.pause();
    } else if (!m_plot->isEmpty()) {
        m_player.play(m_plot->instant());
    }
}

void TimelineCard::syncPlaying()
{
    m_play->setText(m_player.isPlaying() ? tr("Pause") : tr("Play"));
    m_play->setAccessibleName(m_player.isPlaying() ? tr("Pause") : tr("Play the step"));
}

void TimelineCard::showEvent(QShowEvent* event)
{
    Card::showEvent(event);
    ask();
    syncInstant();
}

void TimelineCard::hideEvent(QHideEvent* event)
{
    m_player.pause();
    Card::hideEvent(event);
    syncInstant(); // the memory split shows the peak again
}

void TimelineCard::restyle(const Look& look)
{
    m_plot->setLook(look);
    m_readOut->setFont(look.axis);
    elideReadOut();
}

} // namespace sublinear
