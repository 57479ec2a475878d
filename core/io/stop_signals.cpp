// SPDX-License-Identifier: MIT
#include "core/io/stop_signals.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace sublinear {

namespace {

// A handler has no argument of ours.
volatile std::sig_atomic_t signalPipe = -1; // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)

extern "C" void onSignal(int /*number*/)
{
    const int error = errno;
    const char arrived = 1;
    static_cast<void>(!::write(signalPipe, &arrived, 1)); // a full pipe has been heard already
    errno = error;
}

} // namespace

// By a handler and not by a mask: libraries have threads of their own, which would take a signal
// that only ours have blocked.
int takeStopSignals()
{
    std::array<int, 2> ends { -1, -1 };
    if (::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) {
        return -1;
    }
    signalPipe = ends[1];
    struct sigaction action = {};
    action.sa_handler = &onSignal;
    action.sa_flags = SA_RESTART;
    for (const int number : { SIGTERM, SIGINT, SIGHUP }) {
        ::sigaction(number, &action, nullptr);
    }
    return ends[0];
}

void failAtFileLimit()
{
    static_cast<void>(std::signal(SIGXFSZ, SIG_IGN));
}

} // namespace sublinear
