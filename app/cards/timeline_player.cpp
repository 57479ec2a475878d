// SPDX-License-Identifier: MIT
#include "app/cards/timeline_player.h"

#include <algorithm>
#include <cmath>

namespace sublinear {

namespace {

constexpr double kStepSeconds = 12;
constexpr int kFrame = 16; ///< ms
constexpr int kRest = 500; ///< ms between two jumps at speed 1

} // namespace

TimelinePlayer::TimelinePlayer(QObject* parent)
    : QObject(parent)
{
    connect(&m_tick, &QTimer::timeout, this, &TimelinePlayer::advance);
}

void TimelinePlayer::setSpeed(double speed)
{
    const bool playing = isPlaying();
    m_speed = speed;
    if (playing) { // on from here
        m_from = static_cast<double>(m_at);
        m_clock.restart();
        m_tick.setInterval(m_course.stops.empty() ? kFrame : static_cast<int>(kRest / m_speed));
    }
}

void TimelinePlayer::play(Count from)
{
    if (m_course.instants < 2) {
        return;
    }
    m_at = from >= m_course.instants - 1 ? 0 : from;
    m_from = static_cast<double>(m_at);
    m_clock.start();
    m_tick.start(m_course.stops.empty() ? kFrame : static_cast<int>(kRest / m_speed));
    if (m_at != from) {
        Q_EMIT moved(m_at);
    }
    Q_EMIT stateChanged();
}

void TimelinePlayer::pause()
{
    if (isPlaying()) {
        m_tick.stop();
        Q_EMIT stateChanged();
    }
}

void TimelinePlayer::advance()
{
    if (!m_course.stops.empty()) {
        const auto next = std::upper_bound(m_course.stops.begin(), m_course.stops.end(), m_at);
        reach(next == m_course.stops.end() ? m_course.instants - 1 : *next);
        return;
    }
    const double seconds = static_cast<double>(m_clock.elapsed()) / 1000;
    const double at = m_from + seconds * m_speed / kStepSeconds * static_cast<double>(m_course.instants);
    reach(static_cast<Count>(std::floor(at)));
}

void TimelinePlayer::reach(Count instant)
{
    Count to = std::min(instant, m_course.instants - 1);
    const bool peak = m_at < m_course.peak && to >= m_course.peak;
    if (peak) {
        to = m_course.peak;
    }
    if (to != m_at) {
        m_at = to;
        Q_EMIT moved(to);
    }
    if (peak || to == m_course.instants - 1) {
        pause();
    }
}

} // namespace sublinear
