// SPDX-License-Identifier: MIT
#include "gpu/cpu/thread_pool.h"

#include <QtTest>

#include <atomic>
#include <chrono>
#include <ctime>
#include <limits>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace sublinear;

namespace {

using Piece = std::pair<std::int64_t, std::int64_t>;

std::set<Piece> piecesOf(int threads, std::int64_t count, std::int64_t grain)
{
    ThreadPool pool(threads);
    std::mutex mutex;
    std::multiset<Piece> seen;
    pool.forEach(count, grain, [&](std::int64_t begin, std::int64_t end) {
        const std::lock_guard lock(mutex);
        seen.insert({ begin, end });
    });
    const std::set<Piece> once(seen.begin(), seen.end());
    return once.size() == seen.size() ? once : std::set<Piece> {}; // a piece run twice is no result
}

double processSeconds()
{
    timespec time {};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

} // namespace

class TestThreadPool : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void piecesAreFixed_data();
    void piecesAreFixed();
    void hugeCountsDoNotOverflow();
    void everyResultIsThereOnReturn();
    void allThreadsTakePart();
    void sleepsWhenIdle();
    void thrownComesToTheCaller_data();
    void thrownComesToTheCaller();
    void comesAndGoes();
};

void TestThreadPool::piecesAreFixed_data()
{
    QTest::addColumn<qint64>("count");
    QTest::addColumn<qint64>("grain");
    QTest::addColumn<int>("pieces");
    QTest::addColumn<qint64>("lastBegin");

    QTest::addRow("nothing") << qint64 { 0 } << qint64 { 4 } << 0 << qint64 { 0 };
    QTest::addRow("less than nothing") << qint64 { -3 } << qint64 { 4 } << 0 << qint64 { 0 };
    QTest::addRow("one short piece") << qint64 { 3 } << qint64 { 4 } << 1 << qint64 { 0 };
    QTest::addRow("one whole piece") << qint64 { 4 } << qint64 { 4 } << 1 << qint64 { 0 };
    QTest::addRow("a whole and a short one") << qint64 { 5 } << qint64 { 4 } << 2 << qint64 { 4 };
    QTest::addRow("divides") << qint64 { 64 } << qint64 { 4 } << 16 << qint64 { 60 };
    QTest::addRow("single steps") << qint64 { 7 } << qint64 { 1 } << 7 << qint64 { 6 };
    QTest::addRow("no grain is one") << qint64 { 7 } << qint64 { 0 } << 7 << qint64 { 6 };
}

void TestThreadPool::piecesAreFixed()
{
    QFETCH(qint64, count);
    QFETCH(qint64, grain);
    QFETCH(int, pieces);
    QFETCH(qint64, lastBegin);

    const std::set<Piece> alone = piecesOf(1, count, grain);
    QCOMPARE(static_cast<int>(alone.size()), pieces);
    if (pieces > 0) {
        QCOMPARE(alone.begin()->first, qint64 { 0 });
        QCOMPARE(alone.rbegin()->first, lastBegin);
        QCOMPARE(alone.rbegin()->second, count);
    }
    for (const int threads : { 2, 3, 5 }) {
        QVERIFY(piecesOf(threads, count, grain) == alone);
    }
}

void TestThreadPool::hugeCountsDoNotOverflow()
{
    constexpr std::int64_t kAll = std::numeric_limits<std::int64_t>::max();
    for (const int threads : { 1, 2 }) {
        ThreadPool pool(threads);
        std::atomic<int> calls { 0 };
        std::atomic<std::int64_t> last { 0 };
        pool.forEach(kAll, kAll / 3, [&](std::int64_t begin, std::int64_t end) {
            ++calls;
            if (end == kAll) {
                last = begin;
            }
        });
        QCOMPARE(calls.load(), 4); // three thirds and what the division left over
        QCOMPARE(last.load(), kAll / 3 * 3);
    }
}

// Plain writes, no atomics: a hand-over that is not one is a race that TSan sees.
void TestThreadPool::everyResultIsThereOnReturn()
{
    ThreadPool pool(3);
    std::vector<int> values(1000, 0);
    for (int round = 1; round <= 2000; ++round) {
        pool.forEach(1000, 1 + round % 37, [&](std::int64_t begin, std::int64_t end) {
            for (std::int64_t i = begin; i < end; ++i) {
                values[static_cast<std::size_t>(i)] += round;
            }
        });
        const int expected = round * (round + 1) / 2;
        for (const int value : values) {
            QCOMPARE(value, expected);
        }
        if (round % 500 == 0) {
            std::this_thread::sleep_for(std::chrono::milliseconds(2)); // the team falls asleep and must wake
        }
    }
}

void TestThreadPool::allThreadsTakePart()
{
    ThreadPool pool(3);
    QCOMPARE(pool.threads(), 3);
    std::mutex mutex;
    std::set<std::thread::id> ids;
    std::atomic<int> arrived { 0 };
    pool.forEach(3, 1, [&](std::int64_t, std::int64_t) {
        {
            const std::lock_guard lock(mutex);
            ids.insert(std::this_thread::get_id());
        }
        ++arrived;
        while (arrived.load() < 3) { // ends only if three threads are in here at once
            std::this_thread::yield();
        }
    });
    QCOMPARE(static_cast<int>(ids.size()), 3);
    QVERIFY(ids.count(std::this_thread::get_id()) == 1);
}

void TestThreadPool::sleepsWhenIdle()
{
    ThreadPool pool(3);
    pool.forEach(3, 1, [](std::int64_t, std::int64_t) {});
    const double before = processSeconds();
    std::this_thread::sleep_for(std::chrono::milliseconds(400));
    const double used = processSeconds() - before;
    QVERIFY2(used < 0.2, qPrintable(QString::number(used))); // two threads that spin would use 0.8
}

void TestThreadPool::thrownComesToTheCaller_data()
{
    QTest::addColumn<bool>("byCaller");
    QTest::addRow("the calling thread") << true;
    QTest::addRow("a thread of the team") << false;
}

// The round is finished first, nothing of it is left for the next, and the team lives on.
void TestThreadPool::thrownComesToTheCaller()
{
    QFETCH(bool, byCaller);
    ThreadPool pool(2);
    const std::thread::id caller = std::this_thread::get_id();
    for (int round = 0; round < 50; ++round) {
        std::atomic<int> arrived { 0 };
        std::atomic<int> ended { 0 };
        bool caught = false;
        try {
            pool.forEach(2, 1, [&](std::int64_t, std::int64_t) {
                ++arrived;
                while (arrived.load() < 2) { // each thread has a piece
                    std::this_thread::yield();
                }
                if ((std::this_thread::get_id() == caller) == byCaller) {
                    throw std::runtime_error("thrown");
                }
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
                ++ended;
            });
        } catch (const std::runtime_error& error) {
            caught = std::string(error.what()) == "thrown";
        }
        QVERIFY(caught);
        QCOMPARE(ended.load(), 1);
    }
    std::atomic<int> calls { 0 };
    pool.forEach(8, 1, [&](std::int64_t, std::int64_t) { ++calls; });
    QCOMPARE(calls.load(), 8);
}

void TestThreadPool::comesAndGoes()
{
    std::atomic<int> calls { 0 };
    for (int i = 0; i < 200; ++i) {
        ThreadPool pool(1 + i % 4);
        if (i % 3 != 0) {
            pool.forEach(4, 1, [&](std::int64_t, std::int64_t) { ++calls; });
        }
    }
    QCOMPARE(calls.load(), 4 * 133);
}

QTEST_APPLESS_MAIN(TestThreadPool)
#include "tst_thread_pool.moc"
