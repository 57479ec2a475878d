// SPDX-License-Identifier: MIT
#include "gpu/protocol/line_writer.h"

#include <cerrno>
#include <chrono>
#include <poll.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace sublinear {

LineWriter::LineWriter(Sink sink)
    : m_sink(std::move(sink))
{
}

void LineWriter::write(std::string_view type, std::string_view id, const Json& members)
{
    const std::scoped_lock lock(m_mutex);
    writeLocked(type, id, members, Wait::AsLongAsItTakes);
}

void LineWriter::writeNow(std::string_view type, std::string_view id, const Json& members)
{
    constexpr int kTries = 100; // a tenth of a second, for a thread that is about to finish its line
    for (int i = 0; i < kTries; ++i) {
        const std::unique_lock lock(m_mutex, std::try_to_lock);
        if (lock.owns_lock()) {
            writeLocked(type, id, members, Wait::NotAtAll);
            return;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

void LineWriter::writeLocked(std::string_view type, std::string_view id, const Json& members, Wait wait)
{
    if (m_failed) {
        return;
    }
    Json line { { "type", type }, { "seq", m_seq++ }, { "id", id } };
    line.update(members);
    const std::string text = line.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
    m_failed = !m_sink(text, wait);
}

LineWriter::Sink descriptorSink(int descriptor)
{
    return [descriptor](std::string_view line, LineWriter::Wait wait) {
        pollfd ready { descriptor, POLLOUT, 0 };
        if (wait == LineWriter::Wait::NotAtAll && ::poll(&ready, 1, 0) != 1) {
            return false;
        }
        while (!line.empty()) {
            const ssize_t count = ::write(descriptor, line.data(), line.size());
            if (count < 0 && errno == EINTR) {
                continue;
            }
            if (count <= 0) {
                return false;
            }
            line.remove_prefix(static_cast<std::size_t>(count));
        }
        return true;
    };
}

} // namespace sublinear
