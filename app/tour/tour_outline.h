// SPDX-License-Identifier: MIT
#pragma once

#include <QWidget>

namespace sublinear {

/// A frame around a widget that the tour speaks of: it lies over it, follows its size and lets every event through.
class TourOutline : public QWidget {
    Q_OBJECT
public:
    explicit TourOutline(QWidget& around);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QWidget& m_around;
};

} // namespace sublinear
