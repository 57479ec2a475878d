// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

namespace sublinear {

/// Writes the worker's lines, each a JSON object with type, seq and id in front. Any thread may
/// write. What cannot be represented in UTF-8 is replaced.
class LineWriter {
public:
    using Json = nlohmann::ordered_json;
    enum class Wait { AsLongAsItTakes, NotAtAll };
    using Sink = std::function<bool(std::string_view line, Wait wait)>; ///< false where it could not be written

    explicit LineWriter(Sink sink);

    void write(std::string_view type, std::string_view id, const Json& members = Json::object());
    /// The same for a program on its way out: where the reader does not read, the line is lost.
    void writeNow(std::string_view type, std::string_view id, const Json& members);
    [[nodiscard]] bool failed() const { return m_failed; } ///< a line was lost, and none came after it

private:
    void writeLocked(std::string_view type, std::string_view id, const Json& members, Wait wait);

    Sink m_sink;
    std::mutex m_mutex;
    std::int64_t m_seq = 0;
    std::atomic<bool> m_failed = false;
};

/// A sink for a file descriptor; a closed pipe is a failure, not a signal, where SIGPIPE is ignored.
LineWriter::Sink descriptorSink(int descriptor);

} // namespace sublinear
