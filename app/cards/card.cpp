// SPDX-License-Identifier: MIT
#include "app/cards/card.h"

#include "app/compare/difference.h"

#include <QContextMenuEvent>
#include <QEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

namespace sublinear {

Card::Card(const QString& id, const QString& name, const QString& shortName, QWidget* parent)
    : QFrame(parent)
    , m_name(name)
    , m_shortName(shortName)
    , m_titleLabel(new QLabel(this))
    , m_measureLabel(new QLabel(this))
    , m_layout(new QVBoxLayout(this))
    , m_veil(new Veil(this))
{
    setObjectName(id);
    setAccessibleName(name);
    setMinimumSize(240, 180);
    m_titleLabel->setObjectName(id + QStringLiteral(".title"));
    m_measureLabel->setObjectName(id + QStringLiteral(".measure"));
    for (QLabel* label : { m_titleLabel, m_measureLabel }) {
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        label->setTextFormat(Qt::PlainText);
    }
    m_layout->setContentsMargins(12, 8, 8, 8);
    m_layout->setSpacing(1);
    m_layout->addWidget(m_titleLabel);
    m_layout->addWidget(m_measureLabel);
    setTitle(name);
}

void Card::present(const Evaluation& evaluation, const BesideRows& beside)
{
    m_latest = &evaluation;
    m_beside = &beside;
    if (!isVisible()) {
        m_dirty = true;
        return;
    }
    m_dirty = false;
    update(evaluation);
}

void Card::showMeasured(const ShownMarks& marks)
{
    m_measured = &marks;
    if (showsMeasured() && m_latest != nullptr && face() != Face::Computing) {
        present(*m_latest, *m_beside);
    }
}

void Card::setBaseline(const Evaluation* baseline)
{
    m_baseline = baseline;
    if (m_latest != nullptr && face() != Face::Computing) {
        present(*m_latest, *m_beside);
    }
}

QString Card::baselineWords() const
{
    return m_baseline != nullptr ? tr("; dash-dot: baseline") : QString();
}

const ShownMarks& Card::measured() const
{
    static const ShownMarks none;
    return m_measured != nullptr ? *m_measured : none;
}

void Card::setHighlighted(const QString& /*id*/) { }

QString Card::titleText() const
{
    return face() == Face::Computing ? tr("Computing…") : m_title;
}

void Card::setBody(QWidget* body)
{
    m_body = body;
    m_layout->addWidget(body, 1);
    body->installEventFilter(this); // the veil lies where the body is
}

bool Card::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize || event->type() == QEvent::Move) {
        placeVeil();
    }
    return QFrame::eventFilter(watched, event);
}

void Card::placeVeil()
{
    m_veil->setGeometry(m_body->geometry());
}

void Card::setFace(Face face)
{
    if (face != m_veil->face()) {
        m_veil->setFace(face);
        elideTitle();
        describe();
    }
}

void Card::setNote(const QString& note)
{
    if (note != m_note) {
        m_note = note;
        elideTitle();
    }
}

void Card::setTitle(const QString& title)
{
    if (title != m_title) {
        m_title = title;
        elideTitle();
    }
}

void Card::setMeasure(const QString& measure)
{
    if (measure != m_measure) {
        m_measure = measure;
        elideTitle();
    }
}

void Card::setSummary(const QString& summary)
{
    m_summary = summary;
    if (m_baseline != nullptr && m_latest != nullptr) {
        m_summary += QLatin1Char(' ') + differenceSentence(*m_latest, *m_baseline);
    }
    describe();
}

void Card::describe()
{
    switch (face()) {
    case Face::Current:
        setAccessibleDescription(m_summary);
        break;
    case Face::Computing:
        setAccessibleDescription(tr("Being computed"));
        break;
    case Face::Stale:
        setAccessibleDescription(tr("Of the last scenario that had a plan. %1").arg(m_summary));
        break;
    }
}

void Card::elideTitle()
{
    const int width = std::max(40, contentsRect().width() - 20);
    const auto show = [width](QLabel& label, const QString& text) {
        label.setText(label.fontMetrics().elidedText(text, Qt::ElideRight, width));
        label.setToolTip(label.text() == text ? QString() : text);
    };
    show(*m_titleLabel, titleText());
    show(*m_measureLabel, measureText());
    const QString words = baselineWords(); // which line is the baseline's is said wherever there is one
    const QFontMetrics metrics = m_measureLabel->fontMetrics();
    const int room = width - metrics.horizontalAdvance(words);
    if (!words.isEmpty() && measureText().endsWith(words) && m_measureLabel->text() != measureText() && room > 0) {
        m_measureLabel->setText(metrics.elidedText(measureText().chopped(words.size()), Qt::ElideRight, room) + words);
    }
}

void Card::applyLook()
{
    const Look look = lookOf(palette(), font());
    m_titleLabel->setFont(look.title);
    m_measureLabel->setFont(look.axis);
    QPalette muted = palette();
    muted.setColor(QPalette::WindowText, look.muted);
    m_measureLabel->setPalette(muted);
    restyle(look);
    elideTitle();
}

void Card::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (m_styled && (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)) {
        applyLook();
    }
}

void Card::showEvent(QShowEvent* event)
{
    QFrame::showEvent(event);
    if (!m_styled) {
        m_styled = true;
        applyLook();
    }
    if (m_dirty && m_latest != nullptr) {
        m_dirty = false;
        update(*m_latest);
    }
}

void Card::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    elideTitle();
}

void Card::paintEvent(QPaintEvent* /*event*/)
{
    const Look look = lookOf(palette(), font());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(look.border, 1));
    painter.setBrush(look.card);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
}

void Card::mouseDoubleClickEvent(QMouseEvent* /*event*/)
{
    Q_EMIT fullSizeAsked();
}

void Card::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        Q_EMIT fullSizeAsked();
        return;
    }
    QFrame::keyPressEvent(event);
}

void Card::contextMenuEvent(QContextMenuEvent* event)
{
    Q_EMIT menuAsked(event->globalPos());
}

} // namespace sublinear
