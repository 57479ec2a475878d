// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

namespace sublinear {

/// A fixed team of threads, the caller one of them. Own threads and not OpenMP's, so that
/// ThreadSanitizer sees every hand-over.
class ThreadPool {
public:
    explicit ThreadPool(int threads); ///< at least 1; the caller counts
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;
    ThreadPool(ThreadPool&&) = delete;
    ThreadPool& operator=(ThreadPool&&) = delete;

    [[nodiscard]] int threads() const;

    /// body(begin, end) over [0, count) in pieces of `grain` (the last may be shorter). The pieces
    /// depend on count and grain alone, never on the number of threads, so that what is summed
    /// within a piece is the same for any number. Returns when all are done. What a
    /// body throws, on whatever thread, is thrown here once no piece runs any more: the first of it.
    void forEach(std::int64_t count, std::int64_t grain, const std::function<void(std::int64_t, std::int64_t)>& body);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace sublinear
