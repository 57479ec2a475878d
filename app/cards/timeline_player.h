// SPDX-License-Identifier: MIT
#pragma once

#include "core/base/checked.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <vector>

namespace sublinear {

/// Moves an instant through a step at a speed; stops at the peak and at the end.
class TimelinePlayer : public QObject {
    Q_OBJECT
public:
    explicit TimelinePlayer(QObject* parent = nullptr);

    /// Where it may rest where motion is reduced: it jumps from one of these to the next instead of gliding.
    struct Course {
        Count instants = 0;
        Count peak = 0;
        std::vector<Count> stops = {}; ///< ascending; empty to glide
    };
    void setCourse(Course course) { m_course = std::move(course); }
    void setSpeed(double speed); ///< 1: a step takes 12 seconds
    /// From an instant on; from the first if it is the last.
    void play(Count from);
    void pause();
    [[nodiscard]] bool isPlaying() const { return m_tick.isActive(); }

Q_SIGNALS:
    void moved(Count instant);
    void stateChanged(); ///< plays, or does not

private:
    void advance();
    void reach(Count instant);

    Course m_course;
    double m_speed = 1;
    double m_from = 0; ///< where it was when the clock was started
    Count m_at = 0;
    QElapsedTimer m_clock;
    QTimer m_tick;
};

} // namespace sublinear
