// SPDX-License-Identifier: MIT
#include "app/model/newest_job.h"

#include <utility>

#ifdef __linux__
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace sublinear {

namespace {

// Where cores are scarce the window's thread goes first. Linux counts niceness by thread.
void giveWay()
{
#ifdef __linux__
    constexpr int kNicer = 10;
    setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), kNicer);
#endif
}

} // namespace

NewestJob::NewestJob(QObject* parent)
    : QObject(parent)
{
}

NewestJob::~NewestJob()
{
    cancel();
}

void NewestJob::start(Job job)
{
    {
        const std::lock_guard lock(m_mutex);
        ++m_newest;
        m_next = std::move(job);
        m_ready = nullptr;
    }
    m_busy = true;
    if (!m_thread.joinable()) {
        m_thread = std::jthread([this](const std::stop_token& stop) { work(stop); });
    }
    m_changed.notify_all();
}

void NewestJob::cancel()
{
    const std::lock_guard lock(m_mutex);
    ++m_newest;
    m_next = nullptr;
    m_ready = nullptr;
    m_busy = false;
}

bool NewestJob::deliverWithin(std::chrono::milliseconds most)
{
    if (!m_busy) {
        return true;
    }
    {
        std::unique_lock lock(m_mutex);
        if (!m_changed.wait_for(lock, most, [this] { return static_cast<bool>(m_ready); })) {
            return false;
        }
    }
    deliver();
    return true;
}

void NewestJob::work(const std::stop_token& stop)
{
    giveWay();
    std::unique_lock lock(m_mutex);
    while (m_changed.wait(lock, stop, [this] { return static_cast<bool>(m_next); })) {
        const Job job = std::exchange(m_next, nullptr);
        const std::uint64_t own = m_newest;
        lock.unlock();
        Delivery delivery = job();
        lock.lock();
        if (own == m_newest) {
            m_ready = std::move(delivery);
            m_changed.notify_all();
            QMetaObject::invokeMethod(this, &NewestJob::deliver, Qt::QueuedConnection);
        }
    }
}

void NewestJob::deliver()
{
    Delivery delivery;
    {
        const std::lock_guard lock(m_mutex);
        delivery = std::exchange(m_ready, nullptr);
    }
    if (delivery) { // else it was made already, or is no longer wanted
        m_busy = false;
        delivery();
    }
}

} // namespace sublinear
