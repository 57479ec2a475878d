// SPDX-License-Identifier: MIT
#include "app/controls/picker_popup.h"

#include "app/model/text.h"

#include <QCoreApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QScreen>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace sublinear {
namespace {

constexpr int kIdRole = Qt::UserRole + 1;
constexpr int kSearchRole = Qt::UserRole + 2;
constexpr QSize kSize(420, 440);

/// Shows entries that have every word of the filter somewhere in name, group or id.
class WordFilter : public QSortFilterProxyModel {
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void setWords(const QString& words)
    {
        m_words = words.split(u' ', Qt::SkipEmptyParts);
        invalidateFilter();
    }

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override
    {
        const QString text = sourceModel()->index(row, 0, parent).data(kSearchRole).toString();
        return !text.isEmpty() && std::all_of(m_words.begin(), m_words.end(), [&](const QString& word) {
            return text.contains(word, Qt::CaseInsensitive);
        });
    }

private:
    QStringList m_words;
};

bool isEntry(const QModelIndex& index)
{
    return index.isValid() && index.siblingAtColumn(0).data(kIdRole).isValid() && (index.flags() & Qt::ItemIsEnabled);
}

} // namespace

PickerPopup::PickerPopup(const QString& title, const std::vector<PickerEntry>& entries, QWidget* parent)
    : QFrame(parent, Qt::Popup)
    , m_filter(new QLineEdit(this))
    , m_view(new QTreeView(this))
    , m_items(new QStandardItemModel(this))
    , m_shown(new WordFilter(this))
{
    setFrameShape(QFrame::StyledPanel);
    setAccessibleName(title);

    m_filter->setPlaceholderText(tr("Type to search"));
    m_filter->setAccessibleName(tr("%1: search").arg(title));
    m_filter->setClearButtonEnabled(true);
    m_filter->installEventFilter(this);
    connect(m_filter, &QLineEdit::textChanged, this, &PickerPopup::narrow);

    fill(entries);
    m_shown->setSourceModel(m_items);
    m_shown->setRecursiveFilteringEnabled(true);
    m_view->setModel(m_shown);
    m_view->setAccessibleName(title);
    m_view->setHeaderHidden(true);
    m_view->setRootIsDecorated(false);
    m_view->setItemsExpandable(false);
    m_view->setUniformRowHeights(true);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->header()->setStretchLastSection(false);
    m_view->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_view->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_view->installEventFilter(this);
    m_view->expandAll();
    connect(m_view, &QTreeView::clicked, this, &PickerPopup::pick);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->addWidget(m_filter);
    column->addWidget(m_view);
}

void PickerPopup::fill(const std::vector<PickerEntry>& entries)
{
    m_items->setColumnCount(2); // groups fill one only
    QStandardItem* group = m_items->invisibleRootItem();
    QString groupName;
    for (const PickerEntry& entry : entries) {
        if (entry.group != groupName) {
            groupName = entry.group;
            const auto known = m_items->findItems(groupName);
            group = known.isEmpty() ? new QStandardItem(groupName) : known.front();
            if (known.isEmpty()) {
                QFont heading = group->font();
                heading.setBold(true);
                group->setFont(heading);
                group->setFlags(Qt::NoItemFlags); // the arrow keys pass over it
                m_items->appendRow(group);
            }
        }
        const bool allowed = entry.refused.isEmpty();
        auto* name = new QStandardItem(entry.name);
        auto* detail = new QStandardItem(allowed ? entry.detail : tr("not modelled: %1").arg(entry.refused));
        const auto flags = allowed ? Qt::ItemIsEnabled | Qt::ItemIsSelectable : Qt::NoItemFlags;
        for (QStandardItem* item : { name, detail }) {
            item->setFlags(flags);
            item->setToolTip(entry.notes);
        }
        name->setData(toQString(entry.id), kIdRole);
        name->setData(QStringList { entry.name, entry.group, toQString(entry.id) }.join(u' '), kSearchRole);
        name->setData(QStringList { entry.name, detail->text() }.join(QStringLiteral(", ")), Qt::AccessibleTextRole);
        group->appendRow({ name, detail });
    }
}

void PickerPopup::narrow(const QString& words)
{
    static_cast<WordFilter*>(m_shown)->setWords(words);
    m_view->expandAll();
    select(firstEntry());
}

QModelIndex PickerPopup::firstEntry() const
{
    QModelIndex index = m_shown->index(0, 0);
    while (index.isValid() && !isEntry(index)) {
        index = m_view->indexBelow(index);
    }
    return index;
}

void PickerPopup::select(const QModelIndex& index)
{
    m_view->setCurrentIndex(index);
    if (index.isValid()) {
        m_view->scrollTo(index);
    }
}

void PickerPopup::setCurrent(const std::string& id)
{
    if (id.empty()) {
        select({}); // so that Enter does not pick what nobody looked at
        return;
    }
    const auto found = m_shown->match(
        m_shown->index(0, 0), kIdRole, toQString(id), 1, Qt::MatchExactly | Qt::MatchRecursive | Qt::MatchWrap);
    select(found.isEmpty() ? firstEntry() : found.front());
}

void PickerPopup::openBelow(const QWidget& anchor)
{
    resize(kSize);
    const QRect screen = anchor.screen()->availableGeometry();
    QPoint corner = anchor.mapToGlobal(QPoint(0, anchor.height()));
    corner.setX(std::clamp(corner.x(), screen.left(), std::max(screen.left(), screen.right() - width())));
    corner.setY(std::clamp(corner.y(), screen.top(), std::max(screen.top(), screen.bottom() - height())));
    move(corner);
    show();
    m_filter->setFocus();
}

void PickerPopup::pick(const QModelIndex& index)
{
    if (!isEntry(index)) {
        return;
    }
    const std::string id = toUtf8(index.siblingAtColumn(0).data(kIdRole).toString());
    close();
    Q_EMIT picked(id);
}

bool PickerPopup::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress) {
        return QFrame::eventFilter(watched, event);
    }
    auto* key = static_cast<QKeyEvent*>(event);
    switch (key->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        pick(m_view->currentIndex());
        return true;
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
        if (watched == m_filter) {
            QCoreApplication::sendEvent(m_view, event);
            return true;
        }
        break;
    default:
        break;
    }
    return QFrame::eventFilter(watched, event);
}

} // namespace sublinear
