// SPDX-License-Identifier: MIT
#include "app/cards/card_page.h"

#include "app/cards/batch_card.h"
#include "app/cards/compare_menu.h"
#include "app/cards/depth_card.h"
#include "app/cards/findings.h"
#include "app/cards/frontier_card.h"
#include "app/cards/layer_card.h"
#include "app/cards/meanings_card.h"
#include "app/cards/memory_card.h"
#include "app/cards/scaling_card.h"
#include "app/cards/segment_card.h"
#include "app/cards/split_card.h"
#include "app/cards/timeline_card.h"
#include "app/compare/baseline.h"
#include "app/controls/flow_layout.h"
#include "app/highlight/highlight_model.h"
#include "app/model/scenario_model.h"
#include "app/model/text.h"
#include "app/table/k_table.h"
#include "core/plan/evaluate.h"

#include <QFontInfo>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace sublinear {

namespace {
const QString kTableId = QStringLiteral("table");
constexpr int kGap = 8;
constexpr int kLaidOut = 120; ///< ms, after which a card that was shown stands where it stays
constexpr double kLargeType = 1.25; ///< typeScale() from which on cards are made higher
constexpr double kCardHeight = 200; ///< the least of those, in usual type
} // namespace

CardPage::CardPage(ScenarioModel& model, QWidget* parent)
    : QWidget(parent)
    , m_model(model)
    , m_highlight(new HighlightModel(this))
    , m_table(new KTable(this))
    , m_compare(new CompareMenu(model, this))
    , m_timeline(new TimelineCard(this))
    , m_switchRow(new QWidget(this))
    , m_nothingShown(makeHint())
    , m_gridHost(new QWidget(this))
    , m_grid(new QGridLayout(m_gridHost))
    , m_scroll(new QScrollArea(this))
    , m_splitter(new QSplitter(Qt::Vertical, this))
{
    auto* switches = new FlowLayout(m_switchRow);
    switches->setSpacing(4);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(kGap);
    m_scroll->setWidget(m_gridHost);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_splitter->addWidget(m_scroll);
    m_splitter->addWidget(m_table);
    m_splitter->setStretchFactor(0, 5);
    m_splitter->setStretchFactor(1, 2);
    m_splitter->setSizes({ 520, 190 });
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setHandleWidth(kGap);
    m_table->setMinimumHeight(96);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, kGap, kGap);
    column->setSpacing(6);
    column->addWidget(m_switchRow);
    column->addWidget(m_splitter, 1);
    column->addWidget(m_nothingShown, 1);

    auto* split = new SplitCard(this);
    addCard(split, true);
    addCard(new LayerCard(this), true);
    addCard(new MemoryCard(this), true);
    addCard(new FrontierCard(this), true);
    addCard(new BatchCard(this), true);
    addCard(new ThroughputCard(this), true);
    addCard(new DepthCard(this), false);
    addCard(m_timeline, false);
    addCard(new MeaningsCard(this), false);
    addCard(new SegmentCard(this), false);
    auto* scaling = new ScalingCard(ScalingCard::Working::Beside, this);
    addCard(scaling, false);
    addSwitch(kTableId, tr("Table"), tr("Table over K"), true);
    switches->addWidget(m_compare);

    connect(
        scaling, &ScalingCard::valueChosen, &m_model,
        [this](const QString& path, qint64 value) { m_model.chooseField(toUtf8(path), value); }, Qt::QueuedConnection);
    connect(m_timeline, &TimelineCard::instantShown, split, &SplitCard::showInstant);
    connect(m_table, &KTable::numberChosen, &m_model, [this](Count k) { m_model.chooseNumber(k); });
    connect(m_table, &KTable::numberPointed, this, [this](Count k) { m_highlight->light(HighlightModel::idOf(k)); });
    connect(m_highlight, &HighlightModel::litAnew, this, [this] {
        for (Card* card : m_cards) {
            card->setHighlighted(m_highlight->lit());
        }
        m_table->setPointedK(HighlightModel::numberOf(m_highlight->lit()));
    });
    connect(&m_model, &ScenarioModel::evaluationChanged, this, &CardPage::refresh);
    connect(&m_model, &ScenarioModel::besideRowsChanged, this, [this] { presentWhere(&Card::showsBeside); });
    connect(&m_model, &ScenarioModel::comparedFilledIn, this, [this] {
        presentWhere(&Card::comparesPolicies);
        m_table->present(m_model.evaluation()); // which points are dominated
    });
    arrange();
    refresh();
}

CardPage::~CardPage()
{
    m_highlight->disconnect(this); // a window that goes takes the focus from a card, and no card is told of it any more
}

QWidget* CardPage::makeHint()
{
    auto* hint = new QWidget(this);
    auto* text = new QLabel(tr("Nothing is shown. The buttons above switch each card on."), hint);
    text->setAlignment(Qt::AlignCenter);
    auto* button = new QPushButton(tr("Show the usual cards"), hint);
    button->setObjectName(QStringLiteral("show.usual"));
    connect(button, &QPushButton::clicked, this, [this] { setShownIds(m_usualIds); });
    auto* column = new QVBoxLayout(hint);
    column->addStretch(1);
    column->addWidget(text);
    column->addWidget(button, 0, Qt::AlignHCenter);
    column->addStretch(2);
    return hint;
}

void CardPage::addCard(Card* card, bool shownByDefault)
{
    m_cards.push_back(card);
    addSwitch(card->id(), card->shortName(), card->name(), shownByDefault);
    // Queued: choosing changes the scenario, and the card must be out of its event by then.
    connect(
        card, &Card::numberChosen, &m_model, [this](Count k) { m_model.chooseNumber(k); }, Qt::QueuedConnection);
    connect(card, &Card::componentPointed, m_highlight, &HighlightModel::light);
    connect(
        card, &Card::policyChosen, &m_model, [this](const PolicySpec& spec) { m_model.choosePolicy(spec); },
        Qt::QueuedConnection);
    connect(card, &Card::choiceTakenBack, &m_model, &ScenarioModel::takeBackChoice, Qt::QueuedConnection);
    connect(card, &Card::fullSizeAsked, this, [this, card] { showFullSize(m_fullSize == card ? nullptr : card); });
}

void CardPage::addSwitch(const QString& id, const QString& text, const QString& name, bool on)
{
    auto* button = new QToolButton(m_switchRow);
    button->setObjectName(QStringLiteral("switch.") + id);
    button->setText(text);
    button->setCheckable(true);
    button->setChecked(on);
    button->setAutoRaise(true);
    button->setAccessibleName(tr("Show %1").arg(name));
    button->setToolTip(tr("Show or hide: %1").arg(name));
    m_switchRow->layout()->addWidget(button);
    m_switches.push_back(button);
    if (on) {
        m_usualIds << id;
    }
    connect(button, &QToolButton::toggled, this, [this, id](bool shown) {
        m_fullSize = nullptr;
        arrange();
        if (shown) {
            scrollTo(id);
        }
    });
}

bool CardPage::isShown(const QString& id) const
{
    const auto found = std::find_if(m_switches.begin(), m_switches.end(),
        [&](const QToolButton* button) { return button->objectName() == QStringLiteral("switch.") + id; });
    return found != m_switches.end() && (*found)->isChecked();
}

QStringList CardPage::shownIds() const
{
    QStringList ids;
    for (const QToolButton* button : m_switches) {
        if (button->isChecked()) {
            ids << button->objectName().section(QLatin1Char('.'), 1);
        }
    }
    return ids;
}

void CardPage::setShownIds(const QStringList& ids)
{
    for (QToolButton* button : m_switches) {
        const QSignalBlocker quiet(button);
        button->setChecked(ids.contains(button->objectName().section(QLatin1Char('.'), 1)));
    }
    arrange();
}

void CardPage::showCard(const QString& id)
{
    if (m_fullSize != nullptr && m_fullSize->id() != id) {
        showFullSize(nullptr);
    }
    setShownIds(shownIds() << id);
    scrollTo(id);
}

// Once the grid has been laid out: a card that was just asked for may stand below the fold.
void CardPage::scrollTo(const QString& id)
{
    const auto found = std::find_if(m_cards.begin(), m_cards.end(), [&](const Card* card) { return card->id() == id; });
    if (found != m_cards.end()) {
        for (const int ms : { 0, kLaidOut }) {
            QTimer::singleShot(ms, *found, [this, card = *found] { m_scroll->ensureWidgetVisible(card, 0, kGap); });
        }
    }
}

QByteArray CardPage::layoutState() const
{
    return m_splitter->saveState();
}

void CardPage::restoreLayoutState(const QByteArray& state)
{
    m_splitter->restoreState(state);
}

void CardPage::refresh()
{
    const bool policyMissing = m_model.missing() == Evaluator::Missing::Chosen;
    const Face known = m_model.refusal().isEmpty() ? Face::Current : Face::Stale;
    const Face face = policyMissing ? Face::Computing : known;
    const QString note = awaitedText();
    holdBaseline(false);
    for (Card* card : m_cards) {
        card->setNote(card->comparesPolicies() ? note : QString());
        if (!policyMissing || !card->needsPolicy()) {
            card->present(m_model.evaluationAtHand(), m_model.besideRows());
        }
        card->setFace(card->needsPolicy() ? face : known);
    }
    if (!policyMissing) {
        m_table->present(m_model.evaluation());
    }
    m_table->setFace(face);
}

void CardPage::showMeasured(const ShownMarks& marks)
{
    for (Card* card : m_cards) {
        card->showMeasured(marks);
    }
}

void CardPage::followMeasured(const MeasuredSets& sets)
{
    m_timeline->follow(sets);
}

void CardPage::followBaseline(const Baseline& baseline)
{
    m_baseline = &baseline;
    connect(&baseline, &Baseline::changed, this, [this] { holdBaseline(true); });
    holdBaseline(true);
}

void CardPage::addToSwitches(QWidget* widget)
{
    m_switchRow->layout()->addWidget(widget);
}

void CardPage::holdBaseline(bool anew)
{
    const Evaluation* held = m_baseline != nullptr ? m_baseline->against(m_model.evaluationAtHand()) : nullptr;
    if (!anew && held == m_heldAgainst) {
        return;
    }
    m_heldAgainst = held;
    for (Card* card : m_cards) {
        card->setBaseline(held);
    }
    m_table->setBaseline(held);
}

void CardPage::presentWhere(bool (Card::*shows)() const)
{
    const QString note = awaitedText();
    for (Card* card : m_cards) {
        if ((card->*shows)()) {
            card->setNote(card->comparesPolicies() ? note : QString());
            card->present(m_model.evaluation(), m_model.besideRows());
        }
    }
}

QString CardPage::awaitedText() const
{
    if (m_model.missing() != Evaluator::Missing::Compared) {
        return {};
    }
    QStringList names;
    for (const PolicySpec& spec : m_model.compared()) {
        if (needsSearch(spec.id, m_model.evaluation().scenario.model.layers)) {
            names << policyName(spec.id);
        }
    }
    return tr("Still computing: %1…").arg(names.join(QStringLiteral(", ")));
}

double CardPage::typeScale() const
{
    constexpr double kUsualType = 13; // pixels; up to it the cards' own sizes are enough
    return std::max(1.0, fontInfo().pixelSize() / kUsualType);
}

int CardPage::columnsFor(int width, int cards) const
{
    const double room = width / typeScale();
    const int most = room >= 1700 ? 4 : room >= 780 ? 3 : room >= 520 ? 2 : 1;
    if (cards <= most) {
        return std::max(1, cards);
    }
    // Full rows look better than one leftover: seven cards stand 4 + 3, six 3 + 3.
    const int rows = (cards + most - 1) / most;
    return (cards + rows - 1) / rows;
}

void CardPage::arrange()
{
    while (QLayoutItem* item = m_grid->takeAt(0)) {
        delete item;
    }
    std::vector<Card*> shown;
    for (Card* card : m_cards) {
        const bool visible = m_fullSize != nullptr ? card == m_fullSize : isShown(card->id());
        card->setVisible(visible);
        if (visible) {
            shown.push_back(card);
        }
    }
    m_columns = columnsFor(width(), static_cast<int>(shown.size()));
    for (std::size_t i = 0; i < shown.size(); ++i) {
        m_grid->addWidget(shown[i], static_cast<int>(i) / m_columns, static_cast<int>(i) % m_columns);
    }
    for (int row = 0; row < m_grid->rowCount(); ++row) {
        const bool used = row * m_columns < static_cast<int>(shown.size());
        m_grid->setRowMinimumHeight(row, used && typeScale() > kLargeType ? qRound(kCardHeight * typeScale()) : 0);
    }
    for (int column = 0; column < 8; ++column) {
        m_grid->setColumnStretch(column, column < m_columns ? 1 : 0);
    }
    const bool tableShown = m_fullSize == nullptr && isShown(kTableId);
    m_scroll->setVisible(!shown.empty());
    m_table->setVisible(tableShown);
    m_splitter->setVisible(tableShown || !shown.empty());
    m_nothingShown->setVisible(!tableShown && shown.empty());
}

void CardPage::showFullSize(Card* card)
{
    if (card != m_fullSize) {
        m_fullSize = card;
        arrange();
        if (card != nullptr) {
            card->setFocus(Qt::OtherFocusReason);
        }
    }
}

void CardPage::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && m_fullSize != nullptr) {
        showFullSize(nullptr);
        return;
    }
    QWidget::keyPressEvent(event);
}

void CardPage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        arrange();
    }
}

void CardPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    syncColumns();
}

void CardPage::syncColumns()
{
    const auto shown =
        std::count_if(m_cards.begin(), m_cards.end(), [](const Card* card) { return !card->isHidden(); });
    if (columnsFor(width(), static_cast<int>(shown)) != m_columns) {
        arrange();
    }
}

} // namespace sublinear
