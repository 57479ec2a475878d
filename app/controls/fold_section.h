// SPDX-License-Identifier: MIT
#pragma once

#include <QWidget>

class QToolButton;
class QVBoxLayout;

namespace sublinear {

class HintLabel;

/// A heading that folds what stands under it away.
class FoldSection : public QWidget {
    Q_OBJECT

public:
    FoldSection(const QString& id, const QString& title, QWidget* parent = nullptr);

    void addRow(QWidget* row);
    /// A line over the rows: why some do not count; empty for none.
    void setHint(const QString& hint);
    [[nodiscard]] bool isOpen() const;
    void setOpen(bool open);

private:
    QToolButton* m_heading;
    QWidget* m_content;
    HintLabel* m_hint;
    QVBoxLayout* m_rows;
    bool m_open = false;
};

} // namespace sublinear
