// SPDX-License-Identifier: MIT
// Whatever goes wrong, at whichever operation: the reader ends in the right class, and no child and
// no temporary file is left. What ends or blocks a process happens in one that this program starts
// for it, itself under --worker.
#include "core/measurement/worker_stream.h"
#include "support/faulty_run.h"

#include <QtTest>

#include <array>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace sublinear;
using namespace sublinear::testing;

namespace {

/// What a reader makes of a worker's lines.
struct Reading {
    explicit Reading(std::string_view text)
    {
        WorkerStream stream;
        stream.feed(text);
        stream.end();
        fault = stream.fault();
        complete = stream.complete();
        while (auto row = stream.next()) {
            if (const auto* error = std::get_if<ErrorRow>(&row->content)) {
                errors.push_back(error->fault);
            } else if (const auto* result = std::get_if<ResultRow>(&row->content)) {
                points.push_back(result->point);
            }
        }
    }
    [[nodiscard]] std::optional<FaultClass> kind() const
    {
        return fault ? std::optional(fault->kind) : errors.empty() ? std::nullopt : std::optional(errors[0].kind);
    }

    std::optional<Fault> fault; ///< of the stream
    std::vector<Fault> errors; ///< that it told of
    std::vector<PointRecord> points;
    bool complete = false;
};

/// This program as a worker, in a process group of its own.
class Child {
public:
    Child(const char* kind, std::int64_t call)
    {
        std::array<int, 2> out {};
        std::array<int, 2> err {};
        if (::pipe2(out.data(), O_CLOEXEC) != 0 || ::pipe2(err.data(), O_CLOEXEC) != 0) {
            qFatal("no pipe");
        }
        posix_spawn_file_actions_t actions {};
        posix_spawnattr_t attributes {};
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&actions, err[1], STDERR_FILENO);
        posix_spawnattr_init(&attributes);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
        std::string program = "tst_faults";
        std::string mode = "--worker";
        std::string which = kind;
        std::string number = std::to_string(call);
        std::array<char*, 5> arguments { program.data(), mode.data(), which.data(), number.data(), nullptr };
        if (::posix_spawn(&m_id, "/proc/self/exe", &actions, &attributes, arguments.data(), environ) != 0) {
            qFatal("no child");
        }
        posix_spawn_file_actions_destroy(&actions);
        posix_spawnattr_destroy(&attributes);
        ::close(out[1]);
        ::close(err[1]);
        m_out = out[0];
        m_err = err[0];
    }
    ~Child()
    {
        ::close(m_out);
        ::close(m_err);
    }
    Child(Child&& other) noexcept
        : m_id(other.m_id)
        , m_out(std::exchange(other.m_out, -1))
        , m_err(std::exchange(other.m_err, -1))
    {
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    Child& operator=(Child&&) = delete;

    [[nodiscard]] std::string output() const { return all(m_out); } ///< to its end
    [[nodiscard]] std::string complaints() const { return all(m_err); }
    /// How it ended, when nobody of its group is left; empty: somebody is.
    [[nodiscard]] std::optional<int> state() const
    {
        int state = 0;
        ::waitpid(m_id, &state, 0);
        for (int i = 0; i < 2000; ++i) { // orphans come to this process, which asked for them
            if (::waitpid(-m_id, nullptr, WNOHANG) < 0 && errno == ECHILD) {
                return state;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        return std::nullopt;
    }

private:
    static std::string all(int descriptor)
    {
        std::string text;
        std::array<char, 65536> buffer {};
        for (ssize_t count = 1; count != 0;) {
            count = ::read(descriptor, buffer.data(), buffer.size());
            if (count < 0 && errno != EINTR) {
                break;
            }
            text.append(buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(0, count)));
        }
        return text;
    }

    pid_t m_id = -1;
    int m_out = -1;
    int m_err = -1;
};

[[noreturn]] void hang()
{
    static_cast<void>(!::write(STDERR_FILENO, "hangs", 5));
    for (;;) {
        std::this_thread::sleep_for(std::chrono::hours(1));
    }
}

int runWorker(std::string_view kind, std::int64_t call)
{
    static_cast<void>(::signal(SIGPIPE, SIG_IGN));
    LineWriter writer(descriptorSink(STDOUT_FILENO));
    CallFault fault { call, [] { static_cast<void>(::kill(::getpid(), SIGKILL)); }, kind.ends_with("child") };
    if (kind.starts_with("hang")) {
        fault.happen = &hang;
    }
    const double seconds = kind.starts_with("hang") ? 2 : 100000;
    return faultySession(faultyJob(), writer, fault, seconds) == SessionEnd::Done ? 0 : 1;
}

} // namespace

class TestFaults : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void nothingWrong();
    void atEveryOperation_data();
    void atEveryOperation();
    void killedAtEveryOperation();
    void hangsAtEveryOperation();
    void cleanup();

private:
    /// Operation `op` in one pass or another, so that all of them are met.
    [[nodiscard]] std::int64_t call(std::int64_t op, std::size_t shift = 0) const
    {
        return m_calls.passes[(static_cast<std::size_t>(op) + shift) % m_calls.passes.size()] + op;
    }

    SweepJob m_job = faultyJob();
    CallsOfRun m_calls = CallsOfRun::of(m_job);
    QTemporaryDir m_folder;
};

void TestFaults::initTestCase()
{
    QVERIFY(m_calls.operations > 30);
    QVERIFY(m_folder.isValid() && QDir::setCurrent(m_folder.path()));
    qputenv("TMPDIR", m_folder.path().toLocal8Bit());
    QCOMPARE(::prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
}

void TestFaults::cleanup()
{
    QCOMPARE(QDir(m_folder.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList());
    QCOMPARE(::waitpid(-1, nullptr, WNOHANG), -1);
    QCOMPARE(errno, ECHILD);
}

// The count of calls is right: without a fault the run is whole, and a call past its end is none.
void TestFaults::nothingWrong()
{
    std::string text;
    LineWriter writer([&text](std::string_view line, LineWriter::Wait) {
        text += line;
        return true;
    });
    bool happened = false;
    const std::int64_t last = m_calls.passes.back() + 13 * m_calls.operations - 1; // three trained, ten timed
    for (const std::int64_t at : { last + 1, last }) {
        text.clear();
        QCOMPARE(faultySession(m_job, writer, { at, [&happened] { happened = true; } }), SessionEnd::Done);
        QCOMPARE(happened, at == last);
    }
    QVERIFY(text.find("\"bye\"") != std::string::npos);
}

void TestFaults::atEveryOperation_data()
{
    QTest::addColumn<QByteArray>("bytes"); // that the worker writes then
    QTest::addColumn<int>("kind"); // FaultClass
    const auto row = [](const char* name, const QByteArray& bytes, FaultClass kind) {
        QTest::addRow("%s", name) << bytes << static_cast<int>(kind);
    };
    row("out of memory", {}, FaultClass::OutOfMemory);
    row("exception", {}, FaultClass::DeviceFault);
    row("half a line", R"({"type":"progress","se)", FaultClass::LostWorker);
    row("garbage", "\x01\xff nothing\n", FaultClass::Protocol);
    row("a line of 10 MB", QByteArray(10 << 20, 'x'), FaultClass::Protocol);
    row("another version",
        R"({"type":"hello","seq":1000000,"id":"session","protocol":99})"
        "\n",
        FaultClass::Protocol);
}

void TestFaults::atEveryOperation()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, kind);
    const auto expected = static_cast<FaultClass>(kind);
    for (std::int64_t op = 0; op < m_calls.operations; ++op) {
        std::string text;
        bool gone = false; // the worker, as far as the reader hears
        LineWriter writer([&](std::string_view line, LineWriter::Wait) {
            text += gone ? std::string_view() : line;
            return !gone;
        });
        const CallFault fault { call(op, static_cast<std::size_t>(kind)), [&] {
                                   text += bytes.toStdString();
                                   gone = !bytes.isEmpty();
                                   if (expected == FaultClass::OutOfMemory) {
                                       throw std::bad_alloc();
                                   }
                                   throw std::runtime_error("broken");
                               } };
        const SessionEnd end = faultySession(m_job, writer, fault);
        const Reading reading(text);
        if (expected == FaultClass::OutOfMemory && fault.call < m_calls.passes[1]) { // of what it is compared with
            QCOMPARE(reading.points.size(), std::size_t { 1 });
            QVERIFY(!reading.points[0].gradientsIdentical && !reading.points[0].note.empty());
            continue;
        }
        QVERIFY2(reading.kind() == expected,
            qPrintable(QString("operation %1: %2").arg(op).arg(reading.kind() ? toText(*reading.kind()).data() : "")));
        QVERIFY(reading.points.empty());
        QCOMPARE(reading.complete, bytes.isEmpty());
        QCOMPARE(end, bytes.isEmpty() ? SessionEnd::Done : SessionEnd::LostReader);
    }
}

void TestFaults::killedAtEveryOperation()
{
    for (std::int64_t op = 0; op < m_calls.operations; ++op) {
        const Child worker("kill", call(op));
        const Reading reading(worker.output());
        QVERIFY2(reading.kind() == FaultClass::LostWorker, std::to_string(op).c_str());
        QVERIFY(reading.points.empty());
        const std::optional<int> state = worker.state();
        QVERIFY2(state.has_value(), "somebody is left");
        QVERIFY(WIFSIGNALED(*state) && WTERMSIG(*state) == SIGKILL);
    }
    // the process that runs the short slab: its point is at fault, the worker goes on
    const Child worker("kill child", m_calls.passes.back());
    const Reading reading(worker.output());
    QVERIFY(reading.complete && reading.kind() == FaultClass::DeviceFault);
    QCOMPARE(worker.state(), std::optional(0));
}

// All at once, as each takes its deadline.
void TestFaults::hangsAtEveryOperation()
{
    std::vector<Child> workers;
    for (std::int64_t op = 0; op < m_calls.operations; ++op) {
        workers.emplace_back("hang", call(op, 1));
    }
    workers.emplace_back("hang child", m_calls.passes.back()); // which its worker ends
    int hung = 0;
    for (const Child& worker : workers) {
        const Reading reading(worker.output());
        QVERIFY(reading.complete && reading.kind() == FaultClass::Timeout);
        QVERIFY(reading.points.empty());
        const bool isChild = &worker == &workers.back();
        const bool isStuck = reading.errors.back().message.find("did not end within") != std::string::npos;
        // A slow machine may come to its deadline before, and then to the grace amid what does not hang.
        const bool hangs = worker.complaints() == "hangs";
        QVERIFY(isStuck || !hangs || isChild);
        const std::optional<int> state = worker.state();
        QVERIFY2(state.has_value(), "somebody is left");
        QVERIFY(WIFEXITED(*state));
        QCOMPARE(WEXITSTATUS(*state), isStuck ? kStuck : 0);
        hung += hangs ? 1 : 0;
    }
    QVERIFY(hung > 0);
}

int main(int argc, char** argv)
{
    if (argc == 4 && std::strcmp(argv[1], "--worker") == 0) {
        return runWorker(argv[2], std::stoll(argv[3]));
    }
    TestFaults test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_faults.moc"
