// SPDX-License-Identifier: MIT
#include "app/tour/tour_panel.h"

#include "app/model/text.h"
#include "app/style/look.h"
#include "app/tour/tour_guide.h"

#include <QComboBox>
#include <QFontInfo>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QShortcut>
#include <QSignalBlocker>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace sublinear {

namespace {

constexpr double kWidthInType = 24; ///< of the panel, in pixels of type

QString paragraphs(const std::vector<std::string>& text)
{
    QStringList all;
    for (const std::string& paragraph : text) {
        all << toQString(paragraph);
    }
    return all.join(QStringLiteral("\n\n"));
}

QPushButton* named(QPushButton* button, const char* id, const QString& tip)
{
    button->setObjectName(QString::fromLatin1(id));
    button->setToolTip(tip);
    button->setAutoDefault(false);
    return button;
}

} // namespace

TourPanel::TourPanel(TourGuide& guide, QWidget* parent)
    : QFrame(parent)
    , m_guide(guide)
{
    setObjectName(QStringLiteral("tour.panel"));
    setAccessibleName(tr("Guided tour"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 10, 12, 12);
    column->setSpacing(8);
    column->addWidget(buildHead());
    column->addWidget(buildStep(), 1);
    column->addWidget(buildWay());
    applyLook();

    const auto shortcut = [this](int key, void (TourGuide::*go)()) {
        auto* made = new QShortcut(QKeySequence(Qt::ALT | Qt::Key(key)), this);
        connect(made, &QShortcut::activated, &m_guide, go);
    };
    shortcut(Qt::Key_Right, &TourGuide::next);
    shortcut(Qt::Key_Left, &TourGuide::back);
    connect(&m_guide, &TourGuide::entered, this, &TourPanel::showStep);
    connect(&m_guide, &TourGuide::progressed, this, &TourPanel::sync);
}

QWidget* TourPanel::buildHead()
{
    auto* head = new QWidget(this);
    m_steps = new QComboBox(head);
    m_steps->setObjectName(QStringLiteral("tour.steps"));
    m_steps->setAccessibleName(tr("Step of the tour"));
    m_steps->setToolTip(tr("Go to any step"));
    m_steps->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_steps->setMinimumContentsLength(8);
    for (const TourStep& step : m_guide.tour().steps) {
        m_steps->addItem(toQString(step.title));
    }
    connect(m_steps, &QComboBox::activated, &m_guide, [this](int index) { m_guide.goTo(std::size_t(index)); });
    auto* close = new QToolButton(head);
    close->setObjectName(QStringLiteral("tour.leave"));
    close->setText(QStringLiteral("\u00d7"));
    close->setAutoRaise(true);
    close->setFocusPolicy(Qt::StrongFocus);
    close->setAccessibleName(tr("Leave the tour"));
    close->setToolTip(tr("Leave the tour (Esc); Help > Guided tour goes on from here"));
    connect(close, &QToolButton::clicked, &m_guide, &TourGuide::leave);
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_steps, 1);
    row->addWidget(close);
    return head;
}

QLabel* TourPanel::addText(QVBoxLayout& column, const char* id)
{
    auto* label = new QLabel(this);
    label->setObjectName(QString::fromLatin1(id));
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->setFocusPolicy(Qt::NoFocus); // the whole step is the panel's description
    column.addWidget(label);
    return label;
}

QWidget* TourPanel::buildStep()
{
    auto* step = new QWidget;
    auto* column = new QVBoxLayout(step);
    column->setContentsMargins(0, 0, 6, 0);
    column->setSpacing(8);
    m_title = addText(*column, "tour.title");
    m_text = addText(*column, "tour.text");
    m_question = addText(*column, "tour.question");
    m_optionHost = new QWidget(step);
    auto* options = new QVBoxLayout(m_optionHost);
    options->setContentsMargins(0, 0, 0, 0);
    options->setSpacing(4);
    column->addWidget(m_optionHost);
    m_because = addText(*column, "tour.because");
    m_task = addText(*column, "tour.task");
    m_after = addText(*column, "tour.after");
    column->addStretch(1);
    m_scroll = new QScrollArea(this);
    m_scroll->setObjectName(QStringLiteral("tour.scroll"));
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setWidgetResizable(true);
    m_scroll->setWidget(step);
    m_scroll->viewport()->setAutoFillBackground(false);
    step->setAutoFillBackground(false);
    return m_scroll;
}

QWidget* TourPanel::buildWay()
{
    auto* way = new QWidget(this);
    m_again = named(new QPushButton(tr("Back to this step's scenario"), way), "tour.again",
        tr("The scenario that the step began with; undo brings yours back"));
    m_own = named(new QPushButton(tr("Leave, with my scenario"), way), "tour.own",
        tr("Leaves the tour and takes the scenario from before it"));
    m_back = named(new QPushButton(tr("Back"), way), "tour.back", tr("The step before (Alt+Left)"));
    m_next = named(new QPushButton(tr("&Next"), way), "tour.next", tr("The next step (Alt+Right)"));
    connect(m_again, &QPushButton::clicked, &m_guide, &TourGuide::takeStepScenario);
    connect(m_own, &QPushButton::clicked, &m_guide, &TourGuide::returnToOwn);
    connect(m_back, &QPushButton::clicked, &m_guide, &TourGuide::back);
    connect(m_next, &QPushButton::clicked, &m_guide, &TourGuide::next);
    for (QPushButton* quiet : { m_again, m_own }) {
        quiet->setFlat(true);
    }
    auto* row = new QHBoxLayout;
    row->addWidget(m_back, 1);
    row->addWidget(m_next, 1);
    auto* column = new QVBoxLayout(way);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_again);
    column->addWidget(m_own);
    column->addLayout(row);
    return way;
}

void TourPanel::focusWay()
{
    m_next->setFocus();
}

void TourPanel::showStep()
{
    const TourStep& step = m_guide.step();
    m_title->setText(toQString(step.title));
    m_text->setText(paragraphs(step.text));
    m_question->setText(step.ask ? toQString(step.ask->question) : QString());
    m_because->setText(step.ask ? toQString(step.ask->because) : QString());
    m_after->setText(toQString(step.after));
    showOptions();
    m_back->setEnabled(m_guide.index() > 0);
    m_next->setText(m_guide.isLast() ? tr("Fi&nish") : tr("&Next"));
    m_next->setToolTip(m_guide.isLast() ? tr("The end of the tour (Alt+Right)") : tr("The next step (Alt+Right)"));
    m_scroll->ensureVisible(0, 0);
    inkOptions();
    sync();
}

void TourPanel::showOptions()
{
    for (QPushButton* option : m_options) {
        option->hide();
        option->setObjectName(QString());
        option->deleteLater(); // the step may go on from its click
    }
    m_options.clear();
    const auto& ask = m_guide.step().ask;
    for (std::size_t i = 0; ask && i < ask->options.size(); ++i) {
        auto* option = new QPushButton(m_optionHost);
        option->setObjectName(QStringLiteral("tour.option.%1").arg(i));
        option->setAutoDefault(false);
        connect(option, &QPushButton::clicked, &m_guide, [this, i] { m_guide.giveAnswer(i); });
        m_optionHost->layout()->addWidget(option);
        m_options.push_back(option);
    }
    m_question->setVisible(ask.has_value());
    m_optionHost->setVisible(ask.has_value());
}

void TourPanel::sync()
{
    const TourStep& step = m_guide.step();
    const std::optional<std::size_t> answer = m_guide.answer();
    for (std::size_t i = 0; i < m_options.size(); ++i) {
        const QString text = toQString(step.ask->options[i]);
        const bool isRight = i == step.ask->answer;
        QString mark;
        if (answer) {
            mark = isRight ? QStringLiteral("\u2713 ") : *answer == i ? QStringLiteral("\u2717 ") : QString();
        }
        m_options[i]->setText(QString(mark + text).replace(u'&', QStringLiteral("&&")));
        QString told = text;
        if (answer) {
            told = isRight ? tr("%1: right").arg(text) : *answer == i ? tr("%1: your answer").arg(text) : text;
        }
        m_options[i]->setAccessibleName(told);
        m_options[i]->setCheckable(answer.has_value());
        m_options[i]->setChecked(answer == i);
        if (answer && m_options[i]->hasFocus()) {
            focusWay();
        }
        m_options[i]->setEnabled(!answer);
    }
    const bool done = m_guide.isDone(m_guide.index());
    m_because->setVisible(answer.has_value());
    m_task->setText((done ? QStringLiteral("\u2713 ") : QStringLiteral("\u2192 ")) + toQString(step.task));
    m_task->setVisible(!step.task.empty());
    const bool comes = done && m_after->isHidden();
    m_after->setVisible(done);
    if (comes) { // once it is laid out
        QTimer::singleShot(0, m_after, [this] { m_scroll->ensureWidgetVisible(m_after); });
    }
    m_again->setEnabled(m_guide.isAway());
    m_own->setVisible(m_guide.canReturn());
    syncHead();
    QStringList told { m_title->text(), m_text->text() };
    for (const QLabel* label : { m_question, m_because, m_task, m_after }) {
        if (!label->isHidden()) {
            told << label->text();
        }
    }
    setAccessibleDescription(told.join(u'\n'));
    m_next->setAccessibleDescription(accessibleDescription());
}

// An answer that was given is to be read, though it cannot be pressed any more.
void TourPanel::inkOptions()
{
    const Look look = lookOf(palette(), font());
    const auto& ask = m_guide.step().ask;
    for (std::size_t i = 0; i < m_options.size(); ++i) {
        QPalette ink = palette();
        ink.setColor(QPalette::Disabled, QPalette::ButtonText, i == ask->answer ? look.text : look.muted);
        m_options[i]->setPalette(ink);
    }
}

void TourPanel::syncHead()
{
    const QSignalBlocker quiet(m_steps);
    const auto& steps = m_guide.tour().steps;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const QString text =
            QStringLiteral("%1/%2  %3%4")
                .arg(i + 1)
                .arg(steps.size())
                .arg(m_guide.isDone(i) ? QStringLiteral("\u2713 ") : QString(), toQString(steps[i].title));
        if (m_steps->itemText(int(i)) != text) {
            m_steps->setItemText(int(i), text);
        }
    }
    m_steps->setCurrentIndex(int(m_guide.index()));
}

void TourPanel::applyLook()
{
    const Look look = lookOf(palette(), font());
    m_title->setFont(look.strong);
    QFont strong = font();
    strong.setWeight(QFont::DemiBold);
    m_question->setFont(strong);
    m_task->setFont(strong);
    QPalette accent = palette();
    accent.setColor(QPalette::WindowText, look.accent);
    m_task->setPalette(accent);
    const int width = qRound(kWidthInType * std::max(12, fontInfo().pixelSize()));
    if (width != this->width()) {
        setFixedWidth(width);
        Q_EMIT widthChanged();
    }
    inkOptions();
}

void TourPanel::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (m_next != nullptr && (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)) {
        applyLook();
    }
}

void TourPanel::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) {
        m_guide.leave();
        return;
    }
    QFrame::keyPressEvent(event);
}

} // namespace sublinear
