// SPDX-License-Identifier: MIT
#pragma once

#include "core/tour/tour.h"

#include <QObject>
#include <QPointer>
#include <QStringList>

#include <vector>

namespace sublinear {

class CardPage;
class TourOutline;

/// What a step of the tour does to the window around it: which cards stand in the middle, and frames around what it
/// speaks of. Afterwards the page is as it was.
class TourStage : public QObject {
    Q_OBJECT
public:
    TourStage(QWidget& window, CardPage& page, QObject* parent = nullptr);
    ~TourStage() override;

    /// With the cards of before the answer, or after it.
    void show(const TourStep& step, bool answered);
    void clear();
    /// Widgets that an id stands for; empty for ids of something inside charts.
    [[nodiscard]] std::vector<QWidget*> widgetsOf(const std::string& id) const;

private:
    void frame(const TourStep& step);
    void showCards(const std::vector<std::string>& cards);
    void unframe();

    QWidget& m_window;
    CardPage& m_page;
    std::vector<QPointer<TourOutline>> m_outlines;
};

} // namespace sublinear
