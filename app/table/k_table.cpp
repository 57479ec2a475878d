// SPDX-License-Identifier: MIT
#include "app/table/k_table.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>
#include <array>

namespace sublinear {

namespace {

/// Chosen row strong on a tint, recommended ringed, dominated pale.
class RowDelegate : public QStyledItemDelegate {
public:
    explicit RowDelegate(KTable& table)
        : QStyledItemDelegate(&table)
        , m_table(table)
    {
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const Look& look = m_table.look();
        const bool chosen = index.data(KTableModel::ChosenRole).toBool();
        const bool recommended = index.data(KTableModel::RecommendedRole).toBool();
        const bool pareto = index.data(KTableModel::ParetoRole).toBool();
        if ((option.state & QStyle::State_Selected) != 0) {
            painter->fillRect(option.rect, look.card); // the style's own highlight hides the inks
            painter->fillRect(option.rect, look.grid);
        }
        if (chosen) {
            QColor tint = look.accent;
            tint.setAlphaF(look.dark ? 0.16F : 0.10F);
            painter->fillRect(option.rect, tint);
        } else if (m_table.tableModel().numberAt(index.row()) == m_table.pointedK()) {
            painter->fillRect(option.rect, look.grid);
        }
        const QString text = index.data(Qt::DisplayRole).toString();
        QFont font = m_table.font();
        font.setWeight(chosen ? QFont::DemiBold : QFont::Normal);
        painter->setFont(font);
        QColor ink = pareto || chosen ? look.text : look.muted;
        if (index.column() == KTableModel::Fits) {
            ink = text.startsWith(QChar(0x2713)) ? look.fits : (pareto || chosen ? look.doesNotFit : look.muted);
        }
        painter->setPen(ink);
        const QRect inner = option.rect.adjusted(4, 0, -5, 0);
        painter->drawText(inner, Qt::AlignRight | Qt::AlignVCenter, text);
        if (recommended && index.column() == KTableModel::Number) {
            painter->setRenderHint(QPainter::Antialiasing);
            painter->setPen(QPen(look.fits, 2));
            painter->setBrush(Qt::NoBrush);
            painter->drawEllipse(QPointF(option.rect.left() + 14, option.rect.center().y() + 0.5), 5, 5);
            painter->setRenderHint(QPainter::Antialiasing, false);
        }
        if ((option.state & QStyle::State_HasFocus) != 0) {
            painter->setPen(QPen(look.accent, 1));
            painter->setBrush(Qt::NoBrush);
            painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
        }
    }

private:
    KTable& m_table;
};

} // namespace

KTable::KTable(QWidget* parent)
    : QTableView(parent)
    , m_model(new KTableModel(this))
    , m_veil(new Veil(this))
{
    setObjectName(QStringLiteral("table"));
    setAccessibleName(tr("Table over K"));
    setModel(m_model);
    setItemDelegate(new RowDelegate(*this));
    setShowGrid(false);
    setFrameShape(QFrame::NoFrame);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setMouseTracking(true);
    setTabKeyNavigation(false); // Tab leaves the table; arrows move inside it
    setWordWrap(false);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    verticalHeader()->hide();
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setSectionsClickable(false);
    connect(this, &QTableView::clicked, this,
        [this](const QModelIndex& index) { Q_EMIT numberChosen(m_model->numberAt(index.row())); });
    restyle();
}

void KTable::present(const Evaluation& evaluation)
{
    const Count before = m_model->chosen();
    m_model->present(evaluation);
    QString widest;
    for (const int column : { KTableModel::Number, KTableModel::Activations, KTableModel::Total, KTableModel::Saved,
             KTableModel::ExtraForward, KTableModel::ExtraStep, KTableModel::LargestBatch, KTableModel::Throughput,
             KTableModel::Change }) {
        widest += m_model->widestText(column);
    }
    if (widest.size() != m_digits) {
        m_digits = widest.size();
        shareColumns();
    }
    if (m_model->chosen() != before || !currentIndex().isValid()) {
        const int row = m_model->rowNear(m_model->chosen());
        if (row >= 0) { // the keys begin there
            selectionModel()->setCurrentIndex(m_model->index(row, 0), QItemSelectionModel::NoUpdate);
            scrollTo(m_model->index(row, 0));
        }
    }
}

void KTable::setBaseline(const Evaluation* baseline)
{
    m_model->setBaseline(baseline);
    m_digits = 0; // shared anew with the next rows, and at once for those that stand
    shareColumns();
}

void KTable::setFace(Face face)
{
    if (face != m_veil->face()) {
        m_veil->setFace(face);
        setAccessibleDescription(face == Face::Current ? QString()
                : face == Face::Computing              ? tr("Being computed")
                                                       : tr("Of the last scenario that had a plan"));
    }
}

void KTable::setPointedK(Count k)
{
    if (k != m_pointed) {
        m_pointed = k;
        viewport()->update();
    }
}

QString KTable::copyText() const
{
    QStringList lines;
    QStringList cells;
    for (int column = 0; column < m_model->columnCount(); ++column) {
        cells << m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    }
    lines << cells.join(QLatin1Char('\t'));
    const QModelIndexList selected = selectionModel()->selectedRows();
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (selected.size() > 1 && !selectionModel()->isRowSelected(row, {})) {
            continue;
        }
        cells.clear();
        for (int column = 0; column < m_model->columnCount(); ++column) {
            cells << m_model->index(row, column).data().toString();
        }
        lines << cells.join(QLatin1Char('\t'));
    }
    return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

void KTable::restyle()
{
    m_look = lookOf(palette(), font());
    QPalette header = palette();
    header.setColor(QPalette::Button, m_look.card);
    header.setColor(QPalette::ButtonText, m_look.muted);
    horizontalHeader()->setPalette(header);
    const QFontMetrics metrics(font());
    verticalHeader()->setDefaultSectionSize(metrics.height() + 5);
    verticalHeader()->setMinimumSectionSize(8);
}

void KTable::shareColumns()
{
    // The header's words and the widest figures decide the shares; the rest of the width is spread evenly.
    // Where there is too little of it, what can be told from other columns goes first.
    constexpr std::array kDispensable { KTableModel::Efficiency, KTableModel::ExtraStep, KTableModel::Activations };
    const QFontMetrics metrics(horizontalHeader()->font());
    QFont bold = font();
    bold.setWeight(QFont::DemiBold); // the chosen row is the widest
    const QFontMetrics figures(bold);
    int wanted = 0;
    std::array<int, KTableModel::kMostColumns> widths {};
    for (int column = 0; column < m_model->columnCount(); ++column) {
        const QString text = m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
        widths[static_cast<std::size_t>(column)] = std::max(
            { 48, metrics.horizontalAdvance(text) + 12, figures.horizontalAdvance(m_model->widestText(column)) + 12 });
        wanted += widths[static_cast<std::size_t>(column)];
    }
    int shown = m_model->columnCount();
    for (const int column : kDispensable) {
        const bool hidden = wanted > viewport()->width();
        setColumnHidden(column, hidden);
        wanted -= hidden ? widths[static_cast<std::size_t>(column)] : 0;
        shown -= hidden ? 1 : 0;
    }
    const int spare = std::max(0, viewport()->width() - wanted) / shown;
    for (int column = 0; column < m_model->columnCount(); ++column) {
        if (!isColumnHidden(column)) {
            setColumnWidth(column, widths[static_cast<std::size_t>(column)] + spare);
        }
    }
}

void KTable::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        restyle();
        shareColumns();
    }
}

void KTable::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy)) {
        QApplication::clipboard()->setText(copyText());
        return;
    }
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space) {
        if (currentIndex().isValid()) {
            Q_EMIT numberChosen(m_model->numberAt(currentIndex().row()));
        }
        return;
    }
    QTableView::keyPressEvent(event);
    if (currentIndex().isValid()) { // the keys point as the pointer does
        m_keyed = true;
        setPointedK(m_model->numberAt(currentIndex().row()));
        Q_EMIT numberPointed(m_pointed);
    }
}

void KTable::focusOutEvent(QFocusEvent* event)
{
    QTableView::focusOutEvent(event);
    if (m_keyed) {
        m_keyed = false;
        setPointedK(kNoNumber);
        Q_EMIT numberPointed(kNoNumber);
    }
}

void KTable::mouseMoveEvent(QMouseEvent* event)
{
    QTableView::mouseMoveEvent(event);
    const int row = rowAt(event->pos().y());
    setPointedK(row >= 0 ? m_model->numberAt(row) : kNoNumber);
    Q_EMIT numberPointed(m_pointed);
}

void KTable::leaveEvent(QEvent* event)
{
    QTableView::leaveEvent(event);
    setPointedK(kNoNumber);
    Q_EMIT numberPointed(kNoNumber);
}

void KTable::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    m_veil->setGeometry(rect());
    shareColumns();
}

void KTable::contextMenuEvent(QContextMenuEvent* event)
{
    Q_EMIT menuAsked(event->globalPos());
}

} // namespace sublinear
