// SPDX-License-Identifier: MIT
#pragma once

#include "app/controls/picker_entries.h"

#include <QFrame>

class QLineEdit;
class QModelIndex;
class QSortFilterProxyModel;
class QStandardItemModel;
class QTreeView;

namespace sublinear {

/// A list to pick from, grouped, with a filter that has the keyboard: typing narrows, up
/// and down move, Enter picks, Escape closes. What cannot be picked says why.
class PickerPopup : public QFrame {
    Q_OBJECT

public:
    PickerPopup(const QString& title, const std::vector<PickerEntry>& entries, QWidget* parent = nullptr);

    void setCurrent(const std::string& id);
    void openBelow(const QWidget& anchor);

    [[nodiscard]] QLineEdit* filter() const { return m_filter; }
    [[nodiscard]] QTreeView* view() const { return m_view; }

Q_SIGNALS:
    void picked(const std::string& id);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fill(const std::vector<PickerEntry>& entries);
    void narrow(const QString& words);
    void pick(const QModelIndex& index);
    void select(const QModelIndex& index);
    [[nodiscard]] QModelIndex firstEntry() const;

    QLineEdit* m_filter;
    QTreeView* m_view;
    QStandardItemModel* m_items;
    QSortFilterProxyModel* m_shown;
};

} // namespace sublinear
