// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <functional>
#include <thread>

namespace sublinear {

/// A thread whose end can be waited for together with other descriptors. Joins when it goes.
class WatchedThread {
public:
    explicit WatchedThread(std::function<void()> body);
    ~WatchedThread();
    WatchedThread(const WatchedThread&) = delete;
    WatchedThread& operator=(const WatchedThread&) = delete;
    WatchedThread(WatchedThread&&) = delete;
    WatchedThread& operator=(WatchedThread&&) = delete;

    [[nodiscard]] int descriptor() const { return m_descriptor; } ///< readable once the thread has ended
    [[nodiscard]] bool ended() const { return m_ended; }

private:
    int m_descriptor;
    std::atomic<bool> m_ended = false;
    std::thread m_thread;
};

} // namespace sublinear
