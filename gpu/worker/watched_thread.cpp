// SPDX-License-Identifier: MIT
#include "gpu/worker/watched_thread.h"

#include <cstdint>
#include <sys/eventfd.h>
#include <unistd.h>
#include <utility>

namespace sublinear {

WatchedThread::WatchedThread(std::function<void()> body)
    : m_descriptor(::eventfd(0, EFD_CLOEXEC))
    , m_thread([this, run = std::move(body)] {
        run();
        m_ended = true;
        const std::uint64_t one = 1;
        static_cast<void>(!::write(m_descriptor, &one, sizeof one)); // a counter at 0 takes it
    })
{
}

WatchedThread::~WatchedThread()
{
    m_thread.join();
    ::close(m_descriptor);
}

} // namespace sublinear
