// SPDX-License-Identifier: MIT
#include "gpu/measure/machine_load.h"

#include "core/base/text.h"
#include "core/base/units.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

namespace sublinear {

namespace {

constexpr double kNs = 1e9;
constexpr double kNoticed = 0.05; // of the time of a thread that computes

std::string textOf(const std::filesystem::path& path)
{
    std::ifstream file(path);
    return { std::istreambuf_iterator<char>(file), {} };
}

double clockNs(clockid_t clock)
{
    timespec now = {};
    ::clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) * kNs + static_cast<double>(now.tv_nsec);
}

std::optional<double> number(std::string_view text)
{
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() && value >= 0
        ? std::optional(static_cast<double>(value))
        : std::nullopt;
}

std::vector<std::string_view> words(std::string_view line)
{
    std::vector<std::string_view> words;
    while (!line.empty()) {
        const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
        line.remove_prefix(begin);
        const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
        if (end > 0) {
            words.push_back(line.substr(0, end));
        }
        line.remove_prefix(end);
    }
    return words;
}

// user nice system idle iowait irq softirq steal; guests are in user already.
std::optional<double> busyTicks(const std::vector<std::string_view>& fields)
{
    constexpr std::array<std::size_t, 6> kBusy { 1, 2, 3, 6, 7, 8 };
    double ticks = 0;
    for (const std::size_t field : kBusy) {
        const std::optional<double> value = field < fields.size() ? number(fields[field]) : std::optional<double>(0);
        if (!value) {
            return std::nullopt;
        }
        ticks += *value;
    }
    return ticks;
}

// Of all threads that are there.
std::optional<double> waitedByThreads()
{
    double sum = 0;
    std::error_code failed;
    for (std::filesystem::directory_iterator entry("/proc/self/task", failed), end; !failed && entry != end;
         entry.increment(failed)) {
        const std::optional<double> waited = waitedNanoseconds(textOf(entry->path() / "schedstat"));
        if (!waited) {
            return std::nullopt;
        }
        sum += *waited;
    }
    return failed ? std::nullopt : std::optional(sum);
}

std::string percent(double part)
{
    return formatFixed(100 * part, 0) + " %";
}

} // namespace

std::optional<double> waitedNanoseconds(std::string_view schedstat)
{
    const std::vector<std::string_view> fields = words(trimmed(schedstat));
    return fields.size() >= 2 ? number(fields[1]) : std::nullopt;
}

std::optional<double> busyNanoseconds(
    std::string_view stat, double ticksPerSecond, const std::function<bool(Count core)>& mayUse)
{
    constexpr std::string_view kCore = "cpu";
    std::optional<double> ticks;
    while (!stat.empty()) {
        const std::size_t end = std::min(stat.find('\n'), stat.size());
        const std::vector<std::string_view> fields = words(stat.substr(0, end));
        stat.remove_prefix(std::min(end + 1, stat.size()));
        if (fields.empty() || !fields[0].starts_with(kCore) || fields[0] == kCore) {
            continue; // the first line adds them all up
        }
        const std::optional<double> core = number(fields[0].substr(kCore.size()));
        const std::optional<double> busy = busyTicks(fields);
        if (core && busy && mayUse(static_cast<Count>(*core))) {
            ticks = ticks.value_or(0) + *busy;
        }
    }
    return ticks && ticksPerSecond > 0 ? std::optional(*ticks / ticksPerSecond * kNs) : std::nullopt;
}

MachineLoad machineLoad()
{
    MachineLoad load;
    cpu_set_t set;
    CPU_ZERO(&set);
    const bool isKnown = ::sched_getaffinity(0, sizeof set, &set) == 0;
    const auto mayUse = [&](Count core) { return !isKnown || (core < CPU_SETSIZE && CPU_ISSET(core, &set)); };
    load.cores = isKnown ? CPU_COUNT(&set) : static_cast<int>(::sysconf(_SC_NPROCESSORS_ONLN));
    load.busyNs = busyNanoseconds(textOf("/proc/stat"), static_cast<double>(::sysconf(_SC_CLK_TCK)), mayUse);
    load.waitedNs = waitedByThreads();
    load.ownNs = clockNs(CLOCK_PROCESS_CPUTIME_ID);
    load.wallNs = clockNs(CLOCK_MONOTONIC);
    return load;
}

std::string disturbance(const MachineLoad& before, const MachineLoad& after, int threads)
{
    constexpr double kLeast = 50e6; // below it the system's ticks of 10 ms say nothing of what is busy
    const double wall = after.wallNs - before.wallNs;
    if (wall <= 0 || threads <= 0) {
        return {};
    }
    if (before.waitedNs && after.waitedNs && threads <= after.cores) { // else they wait for each other
        const double waited = (*after.waitedNs - *before.waitedNs) / (wall * threads);
        if (waited > kNoticed) {
            return "its threads waited " + percent(std::min(waited, 1.0)) + " of the time for others on their cores";
        }
    }
    if (before.busyNs && after.busyNs && wall >= kLeast) {
        const double others = (*after.busyNs - *before.busyNs - (after.ownNs - before.ownNs)) / wall;
        const double spare = std::max(0, after.cores - threads);
        if (others > spare + kNoticed * threads) {
            return "others computed on " + formatFixed(others, 1) + " of " + std::to_string(after.cores)
                + " cores, of which the run needs " + std::to_string(threads);
        }
    }
    return {};
}

} // namespace sublinear
