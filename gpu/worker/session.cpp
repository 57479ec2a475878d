// SPDX-License-Identifier: MIT
#include "gpu/worker/session.h"

#include "core/base/text.h"
#include "core/scenario/refusal.h"
#include "gpu/protocol/rows.h"
#include "gpu/shape/run_policies.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <poll.h>
#include <unistd.h>
#include <utility>

namespace sublinear {

namespace {

bool isReadable(const pollfd& entry)
{
    return (static_cast<unsigned>(entry.revents) & static_cast<unsigned>(POLLIN | POLLHUP | POLLERR)) != 0;
}

// 0 of a list that is refused, and of a plan alone.
Count pointsAsked(const RunRequest& request)
{
    if (request.options.planOnly) {
        return 0;
    }
    const Result<std::vector<PolicySpec>> points = request.options.policies
        ? pointPolicies(*request.options.policies, request.scenario)
        : Result<std::vector<PolicySpec>>(defaultPolicies(request.scenario));
    return points ? static_cast<Count>(points->size()) : 0;
}

// Points that were measured or failed. The last fault of a run that was stopped is of no point.
Count pointsOver(const RunOutcome& outcome)
{
    if (!outcome.record.run) {
        return 0;
    }
    const std::vector<Fault>& faults = outcome.sweep.faults;
    const bool stopped =
        !faults.empty() && (faults.back().kind == FaultClass::Cancelled || faults.back().kind == FaultClass::Timeout);
    return static_cast<Count>(outcome.sweep.points.size() + faults.size() - outcome.sweep.disproved)
        - (stopped ? 1 : 0);
}

} // namespace

Session::Session(SessionSetup setup, LineWriter& writer)
    : m_setup(std::move(setup))
    , m_writer(writer)
{
    m_writer.write("hello", m_setup.id, helloMembers(m_setup.device, m_setup.versions));
}

Session::~Session()
{
    if (m_run && !m_run->ended()) {
        m_stop->stop(FaultClass::Cancelled);
    }
    m_run.reset(); // waits for the thread, which writes to the outcome
}

SessionEnd Session::runOnce(const RunRequest& request)
{
    start(request);
    return loop();
}

SessionEnd Session::serve()
{
    return loop();
}

void Session::start(const RunRequest& request)
{
    const double seconds = request.options.deadlineSeconds.value_or(kUsualDeadline);
    m_deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    m_giveUp.reset();
    m_runId = request.id;
    m_outcome = {};
    m_asked = pointsAsked(request);
    m_stop = std::make_unique<StopSignal>();
    m_run = std::make_unique<WatchedThread>([this, request] { m_outcome = m_setup.body(request, m_writer, *m_stop); });
}

// Leaves when the session is to end and no run is left.
SessionEnd Session::loop()
{
    while (!(m_end && !m_run)) {
        std::array<pollfd, 3> entries { pollfd { m_run ? m_run->descriptor() : -1, POLLIN, 0 },
            pollfd { m_setup.signalDescriptor, POLLIN, 0 },
            pollfd { m_end ? -1 : m_setup.commandDescriptor, POLLIN, 0 } };
        const int ready = ::poll(entries.data(), entries.size(), timeoutMs());
        if (ready < 0 && errno != EINTR) {
            end(SessionEnd::Stopped);
        }
        if (m_writer.failed()) {
            end(SessionEnd::LostReader);
        }
        if (ready > 0) {
            if (isReadable(entries[0])) {
                onRunEnded();
            }
            if (isReadable(entries[1])) {
                onSignal();
            }
            if (isReadable(entries[2])) {
                onCommands();
            }
        }
        onTimeout();
        if (m_end == SessionEnd::Stuck) {
            break;
        }
    }
    sayBye();
    return *m_end;
}

// A reader that is gone is found out by the run's thread, which has no way to wake this one.
int Session::timeoutMs() const
{
    constexpr std::int64_t kLook = 100;
    const std::optional<Clock::time_point> next = m_giveUp ? m_giveUp : m_deadline;
    if (!m_run || !next) {
        return -1;
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(*next - Clock::now()).count();
    return static_cast<int>(std::clamp<std::int64_t>(left, 0, kLook));
}

void Session::onTimeout()
{
    if (!m_run || m_run->ended()) {
        return;
    }
    const auto now = Clock::now();
    if (!m_giveUp && m_deadline && now >= *m_deadline) {
        stopRun(FaultClass::Timeout);
    } else if (m_giveUp && now >= *m_giveUp) {
        m_end = SessionEnd::Stuck;
        say("error", m_runId,
            errorMembers({ m_stop->why(),
                             "an operation did not end within " + std::to_string(m_setup.grace.count())
                                 + " ms of being asked to; the worker leaves" },
                {}));
        ++m_errors;
        dropNext();
    }
}

void Session::onRunEnded()
{
    m_run.reset();
    m_points += static_cast<Count>(m_outcome.sweep.points.size());
    m_errors += static_cast<Count>(m_outcome.sweep.faults.size());
    const Count over = std::min(pointsOver(m_outcome), m_asked);
    const bool failed = !m_outcome.sweep.faults.empty();
    const double done = m_asked > 0 ? static_cast<double>(over) / static_cast<double>(m_asked) : (failed ? 0.0 : 1.0);
    sayRunEnded(m_runId, over, m_asked, done);
    if (m_setup.commandDescriptor < 0) {
        end(SessionEnd::Done);
    } else if (const std::optional<RunRequest> next = std::exchange(m_next, std::nullopt)) {
        start(*next);
    }
}

// The last line of a run, however it ended: who gave the command may give the next.
void Session::sayRunEnded(const std::string& id, Count over, Count asked, double done)
{
    say("progress", id, progressMembers({ over, asked, std::string(kRunEndedPhase), done, 0.0 }));
}

void Session::onSignal()
{
    std::array<char, 512> taken {}; // which one it was does not matter
    static_cast<void>(!::read(m_setup.signalDescriptor, taken.data(), taken.size()));
    end(SessionEnd::Stopped);
}

void Session::onCommands()
{
    std::array<char, 65536> buffer {};
    const ssize_t count = ::read(m_setup.commandDescriptor, buffer.data(), buffer.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) {
        return;
    }
    if (count <= 0) { // whoever gave the commands is gone
        onCommandsOver();
        return;
    }
    m_input.append(buffer.data(), static_cast<std::size_t>(count));
    std::size_t start = 0;
    for (std::size_t newline = m_input.find('\n'); newline != std::string::npos && !m_end;
         newline = m_input.find('\n', start)) {
        if (!std::exchange(m_isTooLong, false)) {
            onCommand(std::string_view(m_input).substr(start, newline - start));
        }
        start = newline + 1;
    }
    m_input.erase(0, start);
    if (!m_isTooLong && m_input.size() > kMaxCommandBytes) {
        m_isTooLong = true;
        refuse(m_setup.id,
            "a command is longer than " + std::to_string(kMaxCommandBytes)
                + " bytes; it is passed over, up to the end of its line");
    }
    if (m_isTooLong) {
        m_input.clear();
    }
}

void Session::onCommandsOver()
{
    if (const std::string_view half = trimmed(m_input); !half.empty() && !m_isTooLong) {
        refuse(m_setup.id, "the commands ended in the middle of one, which has no line end: " + quoted(half));
    }
    end(SessionEnd::Done);
}

void Session::onCommand(std::string_view line)
{
    Result<Command> command = parseCommand(line);
    if (!command) {
        refuseRun(runIdOf(line), command.error().message);
    } else if (std::holds_alternative<QuitCommand>(*command)) {
        end(SessionEnd::Done);
    } else if (const auto* cancel = std::get_if<CancelCommand>(&*command)) {
        onCancel(*cancel);
    } else {
        onRun(std::get<RunCommand>(*command));
    }
}

// While a run is ending that was asked to, the next one may come, and waits for it.
void Session::onRun(const RunCommand& run)
{
    const Result<ResolvedScenario> resolved = resolve(run.scenario);
    const bool isEnding = m_giveUp.has_value();
    if (m_run && (run.id == m_runId || (m_next && run.id == m_next->id))) { // its lines are the other's
        refuse(m_setup.id, refusal("id", run.id, "a name of its own, as the run of that name has not ended").message);
    } else if (m_run && (!isEnding || m_next)) {
        const std::string& other = isEnding ? m_next->id : m_runId;
        refuseRun(run.id, "a run is going on, \"" + other + "\"; it takes a cancel first");
    } else if (!resolved) {
        refuseRun(run.id, "scenario." + resolved.error().message);
    } else {
        RunRequest request { run.id, *resolved, run.options, run.options.threads.value_or(m_setup.commandThreads), {} };
        if (m_run) {
            m_next = std::move(request);
        } else {
            start(request);
        }
    }
}

void Session::onCancel(const CancelCommand& cancel)
{
    const bool isNext = m_next && m_next->id == cancel.id;
    const bool isRun = m_run && m_runId == cancel.id;
    if (cancel.id && !isNext && !isRun) {
        refuse(m_setup.id,
            refusal("id", *cancel.id, m_run ? "\"" + m_runId + "\", which is going on" : "none, as no run is going on")
                .message);
        return;
    }
    if (!isRun) {
        dropNext();
    }
    if (!isNext) {
        stopRun(FaultClass::Cancelled);
    }
}

// A run that waited and is not to come any more.
void Session::dropNext()
{
    if (const std::optional<RunRequest> next = std::exchange(m_next, std::nullopt)) {
        say("error", next->id, errorMembers({ FaultClass::Cancelled, "cancelled before it began" }, {}));
        ++m_errors;
        sayRunEnded(next->id, 0, pointsAsked(*next), 0.0);
    }
}

void Session::refuse(const std::string& id, const std::string& message)
{
    m_writer.write("error", id, errorMembers({ FaultClass::Refused, message }, {}));
    ++m_errors;
}

// Ends it too, if it has a name; while another goes on, only that one's end is said.
void Session::refuseRun(const std::string& id, const std::string& message)
{
    refuse(id.empty() ? m_setup.id : id, message);
    if (!id.empty() && !m_run) {
        sayRunEnded(id, 0, 0, 0.0);
    }
}

void Session::stopRun(FaultClass why)
{
    if (m_run && !m_giveUp) {
        m_stop->stop(why);
        m_giveUp = Clock::now() + m_setup.grace;
    }
}

void Session::end(SessionEnd how)
{
    m_end = m_end.value_or(how);
    dropNext();
    stopRun(FaultClass::Cancelled);
}

void Session::sayBye()
{
    say("bye", m_setup.id, byeMembers({ m_points, m_errors }));
}

void Session::say(std::string_view type, const std::string& id, const nlohmann::ordered_json& members)
{
    if (m_end == SessionEnd::Stuck) { // in the middle of a line, for all that is known
        m_writer.writeNow(type, id, members);
    } else {
        m_writer.write(type, id, members);
    }
}

} // namespace sublinear
