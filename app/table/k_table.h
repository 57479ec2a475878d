// SPDX-License-Identifier: MIT
#pragma once

#include "app/style/look.h"
#include "app/style/veil.h"
#include "app/table/k_table_model.h"

#include <QTableView>

namespace sublinear {

/// The table over K. A click or Enter chooses the row's K; Ctrl+C copies the rows selected, or all,
/// as tab-separated text with the header.
class KTable : public QTableView {
    Q_OBJECT
public:
    explicit KTable(QWidget* parent = nullptr);

    void present(const Evaluation& evaluation);
    /// What the rows' totals are held against; null for nothing.
    void setBaseline(const Evaluation* baseline);
    /// Whether the rows are of the present scenario.
    void setFace(Face face);
    [[nodiscard]] Face face() const { return m_veil->face(); }
    void setPointedK(Count k);
    [[nodiscard]] Count pointedK() const { return m_pointed; }
    [[nodiscard]] const Look& look() const { return m_look; }
    [[nodiscard]] KTableModel& tableModel() { return *m_model; }
    [[nodiscard]] QString copyText() const;

Q_SIGNALS:
    void numberChosen(Count k);
    void numberPointed(Count k);
    void menuAsked(const QPoint& at); ///< on the screen

protected:
    void changeEvent(QEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void restyle();
    void shareColumns();

    KTableModel* m_model;
    Veil* m_veil;
    Look m_look;
    Count m_pointed = kNoNumber;
    bool m_keyed = false; ///< by the keys
    qsizetype m_digits = 0; ///< of the widest figures; columns are shared anew when it changes
};

} // namespace sublinear
