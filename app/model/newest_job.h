// SPDX-License-Identifier: MIT
#pragma once

#include <QObject>

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace sublinear {

/// Runs jobs on one thread beside the window, the newest only. A job returns what is to be done
/// with its result; that is done in the owner's thread, unless another job was started or cancel()
/// called in the meantime. Destroying it waits for the job that runs, and does nothing with it.
class NewestJob : public QObject {
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(NewestJob)

public:
    using Delivery = std::function<void()>;
    /// Runs on the other thread: it may hold copies only.
    using Job = std::function<Delivery()>;

    explicit NewestJob(QObject* parent = nullptr);
    ~NewestJob() override;

    void start(Job job);
    void cancel();
    /// A job was started whose delivery has not been made.
    [[nodiscard]] bool isBusy() const { return m_busy; }
    /// Waits for the delivery and makes it here and now; false if it did not come in time.
    bool deliverWithin(std::chrono::milliseconds most);

private:
    void work(const std::stop_token& stop);
    void deliver();

    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    Job m_next; ///< guarded, like the next two
    Delivery m_ready;
    std::uint64_t m_newest = 0; ///< grows with every start and cancel
    bool m_busy = false; ///< of the owner's thread
    std::jthread m_thread; ///< last, so that it ends before what it uses
};

} // namespace sublinear
