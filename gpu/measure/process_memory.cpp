// SPDX-License-Identifier: MIT
#include "gpu/measure/process_memory.h"

#include <charconv>
#include <fstream>
#include <sstream>
#include <string>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace sublinear {

namespace {

std::optional<Bytes> ownStatus(std::string_view field)
{
    std::ifstream file("/proc/self/status");
    std::ostringstream text;
    text << file.rdbuf();
    return statusBytes(text.str(), field);
}

} // namespace

std::optional<Bytes> statusBytes(std::string_view status, std::string_view field)
{
    const std::string start = std::string(field) + ":";
    std::size_t at = status.find("\n" + start);
    if (status.substr(0, start.size()) == start) {
        at = 0;
    } else if (at == std::string_view::npos) {
        return std::nullopt;
    } else {
        ++at;
    }
    std::string_view value = status.substr(at + start.size());
    value = value.substr(0, value.find('\n'));
    const std::size_t digits = value.find_first_of("0123456789");
    if (digits == std::string_view::npos) {
        return std::nullopt;
    }
    value = value.substr(digits);
    Bytes kibibytes = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), kibibytes);
    if (error != std::errc()
        || std::string_view(end, value.size() - static_cast<std::size_t>(end - value.data())) != " kB") {
        return std::nullopt;
    }
    return (Checked(kibibytes) * 1024).value();
}

std::optional<Bytes> residentBytes()
{
    return ownStatus("VmRSS");
}

std::optional<Bytes> highWaterResidentBytes()
{
    return ownStatus("VmHWM");
}

void trimHeap()
{
#if defined(__GLIBC__)
    ::malloc_trim(0);
#endif
}

bool resetHighWater()
{
    std::ofstream file("/proc/self/clear_refs");
    file << "5" << std::flush;
    return file.good();
}

} // namespace sublinear
