// SPDX-License-Identifier: MIT
#pragma once

#include "core/measurement/worker_command.h"
#include "gpu/sweep/sweep.h"
#include "gpu/worker/watched_thread.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace sublinear {

/// What a run is asked for.
struct RunRequest {
    std::string id;
    ResolvedScenario scenario;
    RunOptions options;
    Count threads = 1; ///< settled
    std::string dumpFolder; ///< empty: nothing is dumped
};

/// What came of a run.
struct RunOutcome {
    RunRecord record; ///< of the plan; empty scenarios where there was none
    SweepOutcome sweep;
    std::optional<Error> writeError; ///< a dump that could not be written
};

/// Chooses the shape, writes the plan and runs the sweep. Called on a thread of its own.
using RunBody = std::function<RunOutcome(const RunRequest&, LineWriter&, const StopSignal&)>;

struct SessionSetup {
    std::string id; ///< of the session: what `hello` and `bye` carry
    DeviceRecord device;
    Versions versions;
    RunBody body;
    int commandDescriptor = -1; ///< descriptor that commands come from; -1: none do, and the session ends with its run
    int signalDescriptor = -1; ///< readable once a signal has come, which ends the session; -1: none
    Count commandThreads = 1; ///< of a run whose command does not say
    std::chrono::milliseconds grace { 2000 }; ///< that a run gets to end between operations
};

enum class SessionEnd {
    Done,
    Stopped, ///< by a signal
    LostReader, ///< a line could not be written
    Stuck, ///< an operation did not end within the grace: its thread is still there, so the process must leave
};

/// One session of the worker: `hello`, runs one after the other, `bye`. Looks after the run from a
/// thread that never computes: commands, signals and the deadline reach it whatever an operation does.
class Session {
public:
    Session(SessionSetup setup, LineWriter& writer);
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;
    Session(Session&&) = delete;
    Session& operator=(Session&&) = delete;

    /// One run, then the end.
    SessionEnd runOnce(const RunRequest& request);
    /// Runs as commands ask for them, until quit, the end of the commands, or a signal.
    SessionEnd serve();

    /// Of the last run.
    [[nodiscard]] const RunOutcome& outcome() const { return m_outcome; }

private:
    using Clock = std::chrono::steady_clock;

    void start(const RunRequest& request);
    SessionEnd loop();
    [[nodiscard]] int timeoutMs() const;
    void onTimeout();
    void onRunEnded();
    void sayRunEnded(const std::string& id, Count over, Count asked, double done);
    void onSignal();
    void onCommands();
    void onCommandsOver();
    void onCommand(std::string_view line);
    void onRun(const RunCommand& run);
    void onCancel(const CancelCommand& cancel);
    void dropNext();
    void refuse(const std::string& id, const std::string& message);
    void refuseRun(const std::string& id, const std::string& message);
    void stopRun(FaultClass why);
    void end(SessionEnd how);
    void sayBye();
    void say(std::string_view type, const std::string& id, const nlohmann::ordered_json& members);

    SessionSetup m_setup;
    LineWriter& m_writer;
    std::unique_ptr<StopSignal> m_stop;
    std::unique_ptr<WatchedThread> m_run;
    std::string m_runId;
    RunOutcome m_outcome;
    std::optional<Clock::time_point> m_deadline; ///< of the run
    std::optional<Clock::time_point> m_giveUp; ///< asked to stop: when it must have ended
    std::optional<SessionEnd> m_end; ///< decided on; the run may still be ending
    std::optional<RunRequest> m_next; ///< waits for the run that was asked to stop
    std::string m_input; ///< the command that has not ended yet
    bool m_isTooLong = false; ///< that command: what is left of it is passed over
    Count m_asked = 0; ///< points of the last run
    Count m_points = 0;
    Count m_errors = 0;
};

} // namespace sublinear
