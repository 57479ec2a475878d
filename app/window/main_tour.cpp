// SPDX-License-Identifier: MIT
// The guided tour in the window: its panel between the charts and the measure panel, how it is begun and left.
#include "app/cards/card_page.h"
#include "app/cards/timeline_card.h"
#include "app/cards/timeline_plot.h"
#include "app/controls/scenario_panel.h"
#include "app/measure/measured_sets.h"
#include "app/model/text.h"
#include "app/tour/tour_guide.h"
#include "app/tour/tour_panel.h"
#include "app/tour/tour_stage.h"
#include "app/window/main_window.h"
#include "app/window/message_bar.h"

#include <QBoxLayout>
#include <QPushButton>
#include <QSettings>

#include <algorithm>

namespace sublinear {

namespace {

constexpr int kStartsWithHint = 3; ///< of the program, after which nobody is told of the tour any more

/// Whether any set holds a point that was really measured.
bool hasPoint(const MeasuredSets& sets)
{
    return std::any_of(sets.all().begin(), sets.all().end(), [](const MeasuredSet& set) {
        return std::any_of(set.measurement.points.begin(), set.measurement.points.end(),
            [](const PointRecord& point) { return point.valid && point.measuredPeakBytes.has_value(); });
    });
}

QString startsKey()
{
    return QStringLiteral("tour/starts");
}

} // namespace

void MainWindow::buildTour(QBoxLayout& sides)
{
    const auto translated = [](const std::string& english) { return toUtf8(tr(english.c_str())); };
    m_tour = new TourGuide(*m_model, builtInTour(translated), this);
    m_tour->askBefore([this] { return mayLeaveDocument(); });
    m_tourSide = new QWidget;
    auto* panel = new TourPanel(*m_tour, m_tourSide);
    auto* line = new QFrame(m_tourSide);
    line->setFrameShape(QFrame::VLine);
    line->setFrameShadow(QFrame::Plain);
    line->setForegroundRole(QPalette::Mid);
    auto* side = new QHBoxLayout(m_tourSide);
    side->setContentsMargins(0, 0, 0, 0);
    side->setSpacing(0);
    side->addWidget(line);
    side->addWidget(panel);
    m_tourSide->hide();
    sides.insertWidget(0, m_tourSide);

    auto* stage = new TourStage(*this, *m_page, this);
    connect(m_tour, &TourGuide::entered, this, [this, stage] {
        m_tourSide->show();
        stage->show(m_tour->step(), m_tour->answer().has_value());
        syncSides();
    });
    connect(m_tour, &TourGuide::answered, stage, [this, stage] {
        if (!m_tour->step().revealed.empty()) {
            stage->show(m_tour->step(), true);
        }
    });
    connect(panel, &TourPanel::widthChanged, this, &MainWindow::syncSides);
    connect(m_tour, &TourGuide::left, this, [this, stage] {
        stage->clear();
        m_tourSide->hide();
        m_page->setFocus();
        m_messages->showNote(tr("Help > Guided tour goes on where you left it"));
    });
    connect(m_tour, &TourGuide::ownTaken, this, [this] {
        if (m_beforeTour) {
            m_documents.put(m_model->document(), *m_beforeTour);
            syncTitle();
        }
    });
    for (Card* card : m_page->cards()) {
        if (auto* timeline = qobject_cast<TimelineCard*>(card)) {
            const auto scrubbed = [this] { m_tour->note(QStringLiteral("scrubbed")); };
            connect(&timeline->plot(), &TimelinePlot::takenInHand, m_tour, scrubbed);
            connect(&timeline->player(), &TimelinePlayer::moved, m_tour, scrubbed);
        }
    }
    connect(m_measured, &MeasuredSets::changed, m_tour, [this] {
        if (hasPoint(*m_measured)) {
            m_tour->note(QStringLiteral("measured"));
        }
    });
}

// Where both panels would leave no room for the charts they stand below each other.
void MainWindow::syncSides()
{
    constexpr int kLeastCharts = 420;
    if (m_tourSide == nullptr) {
        return; // still being built
    }
    const int beside = m_tourSide->sizeHint().width() + m_measureSide->sizeHint().width();
    const bool isNarrow =
        !m_tourSide->isHidden() && !m_measureSide->isHidden() && width() - m_panel->width() - beside < kLeastCharts;
    m_sides->setDirection(isNarrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    for (QWidget* side : { m_tourSide, m_measureSide }) { // one edge towards the charts
        m_sides->setAlignment(side, isNarrow ? Qt::AlignLeft : Qt::Alignment());
    }
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    syncSides();
}

void MainWindow::startTour()
{
    if (m_tour->isActive()) {
        m_tourSide->findChild<TourPanel*>()->focusWay();
        return;
    }
    const Document* document = m_documents.find(m_model->document());
    const std::optional<Document> before = document != nullptr ? std::optional(*document) : std::nullopt;
    m_tour->begin();
    if (m_tour->isActive()) {
        m_beforeTour = before;
        QSettings().setValue(startsKey(), kStartsWithHint);
        if (auto* hint = findChild<QWidget*>(QStringLiteral("tour.hint"))) {
            hint->hide();
        }
        m_tourSide->findChild<TourPanel*>()->focusWay();
    }
}

QWidget* MainWindow::makeTourHint(QWidget* parent)
{
    QSettings settings;
    const int starts = settings.value(startsKey()).toInt();
    if (starts >= kStartsWithHint) {
        return nullptr;
    }
    settings.setValue(startsKey(), starts + 1);
    auto* hint = new QPushButton(tr("Guided tour"), parent);
    hint->setObjectName(QStringLiteral("tour.hint"));
    hint->setToolTip(tr("New here? Eleven short steps through what the charts show (F1)"));
    hint->setAccessibleDescription(hint->toolTip());
    connect(hint, &QPushButton::clicked, this, &MainWindow::startTour);
    return hint;
}

void MainWindow::restoreTour()
{
    m_tour->restore();
    if (QSettings().value(QStringLiteral("tour/open")).toBool()) {
        m_tour->resume(documentPath().isEmpty());
    }
}

} // namespace sublinear
