// SPDX-License-Identifier: MIT
#pragma once

#include <QLayout>

#include <vector>

namespace sublinear {

/// Widgets in lines, as words in a paragraph: what has no room in a line begins the next one, and
/// nothing is made smaller than it asks for. The last one stands at the right end of its line.
class FlowLayout : public QLayout {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FlowLayout)

public:
    explicit FlowLayout(QWidget* parent);
    ~FlowLayout() override;

    void addItem(QLayoutItem* item) override;
    [[nodiscard]] int count() const override { return static_cast<int>(m_items.size()); }
    [[nodiscard]] QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;

    [[nodiscard]] Qt::Orientations expandingDirections() const override { return {}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override { return minimumSize(); }
    [[nodiscard]] QSize minimumSize() const override; ///< of the widest item alone
    void setGeometry(const QRect& area) override;

private:
    /// Where each item goes in lines of that width, and how high all lines are together.
    int place(int width, std::vector<QRect>& boxes) const;

    std::vector<QLayoutItem*> m_items;
};

} // namespace sublinear
