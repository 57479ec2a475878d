// SPDX-License-Identifier: MIT
#include "gpu/cpu/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace sublinear {

namespace {

// A hand-over between kernels of one step comes within microseconds; waiting longer than this many
// pauses (some tens of microseconds) means that nothing is going on, and a thread goes to sleep.
constexpr int kSpins = 2000;
constexpr unsigned kGenerationShift = 32;
constexpr std::uint64_t kRemainingMask = (std::uint64_t { 1 } << kGenerationShift) - 1;
constexpr std::int64_t kMostPieces = std::int64_t { 1 } << 30;

void pauseOnce()
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

template <class Condition> bool spinUntil(const Condition& condition)
{
    for (int i = 0; i < kSpins; ++i) {
        if (condition()) {
            return true;
        }
        pauseOnce();
    }
    return condition();
}

using Body = std::function<void(std::int64_t, std::int64_t)>;

struct Job {
    const Body* body = nullptr;
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t grain = 1;
    std::int64_t pieces = 0;
};

} // namespace

// One job at a time. `ticket` holds its generation and how many pieces nobody has taken yet: who
// lowers the second by one owns a piece, and may read `job`, which stands until all pieces are
// done. A thread that comes late finds nothing left and touches nothing, so that nobody has to
// wait for it.
struct ThreadPool::State {
    std::atomic<std::uint64_t> ticket { 0 };
    std::atomic<std::int64_t> done { 0 };
    std::atomic<int> sleepers { 0 };
    std::atomic<bool> callerSleeps { false };
    std::atomic<bool> stop { false };
    std::mutex mutex;
    std::condition_variable wake;
    std::condition_variable finished;
    Job job;
    std::exception_ptr thrown; ///< by a piece of the job: the first
    std::vector<std::thread> team;

    [[nodiscard]] bool hasWork() const { return (ticket.load() & kRemainingMask) != 0 || stop.load(); }

    bool runPiece()
    {
        std::uint64_t seen = ticket.load();
        do {
            if ((seen & kRemainingMask) == 0) {
                return false;
            }
        } while (!ticket.compare_exchange_weak(seen, seen - 1));
        const std::int64_t pieces = job.pieces;
        const std::int64_t piece = pieces - static_cast<std::int64_t>(seen & kRemainingMask);
        const std::int64_t first = job.begin + piece * job.grain;
        try {
            (*job.body)(first, first + std::min(job.grain, job.end - first));
        } catch (...) { // the others still read `job`: the round is finished first
            const std::lock_guard lock(mutex);
            thrown = thrown ? thrown : std::current_exception();
        }
        if (done.fetch_add(1) + 1 == pieces && callerSleeps.load()) {
            const std::lock_guard lock(mutex);
            finished.notify_one();
        }
        return true;
    }

    void work()
    {
        while (!stop.load()) {
            while (runPiece()) { }
            if (spinUntil([this] { return hasWork(); })) {
                continue;
            }
            std::unique_lock lock(mutex);
            sleepers.fetch_add(1);
            wake.wait(lock, [this] { return hasWork(); });
            sleepers.fetch_sub(1);
        }
    }

    void wakeAll()
    {
        if (sleepers.load() > 0) {
            {
                const std::lock_guard lock(mutex); // whoever counted itself in is waiting now
            }
            wake.notify_all();
        }
    }

    void run(const Job& next)
    {
        finish(next);
        if (const std::exception_ptr first = std::exchange(thrown, nullptr)) {
            std::rethrow_exception(first);
        }
    }

    // Returns when every piece is done, whatever is thrown.
    void finish(const Job& next)
    {
        job = next;
        done.store(0);
        const std::uint64_t generation = (ticket.load() >> kGenerationShift) + 1;
        ticket.store((generation << kGenerationShift) | static_cast<std::uint64_t>(next.pieces));
        wakeAll();
        while (runPiece()) { }
        const auto allDone = [this, pieces = next.pieces] { return done.load() == pieces; };
        if (spinUntil(allDone)) {
            return;
        }
        std::unique_lock lock(mutex);
        callerSleeps.store(true);
        finished.wait(lock, allDone);
        callerSleeps.store(false);
    }
};

ThreadPool::ThreadPool(int threads)
    : m_state(std::make_unique<State>())
{
    m_state->team.reserve(static_cast<std::size_t>(std::max(threads, 1) - 1));
    for (int i = 1; i < threads; ++i) {
        m_state->team.emplace_back([state = m_state.get()] { state->work(); });
    }
}

ThreadPool::~ThreadPool()
{
    m_state->stop.store(true);
    m_state->wakeAll();
    for (std::thread& thread : m_state->team) {
        thread.join();
    }
}

int ThreadPool::threads() const
{
    return static_cast<int>(m_state->team.size()) + 1;
}

void ThreadPool::forEach(std::int64_t count, std::int64_t grain, const Body& body)
{
    grain = std::max<std::int64_t>(grain, 1);
    if (m_state->team.empty() || count <= grain) {
        for (std::int64_t begin = 0; begin < count; begin += std::min(grain, count - begin)) {
            body(begin, begin + std::min(grain, count - begin));
        }
        return;
    }
    const std::int64_t mostAtOnce = grain > count / kMostPieces ? count : grain * kMostPieces;
    for (std::int64_t begin = 0; begin < count; begin += std::min(mostAtOnce, count - begin)) {
        const std::int64_t end = begin + std::min(mostAtOnce, count - begin);
        m_state->run({ &body, begin, end, grain, (end - begin - 1) / grain + 1 });
    }
}

} // namespace sublinear
