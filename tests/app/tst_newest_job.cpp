// SPDX-License-Identifier: MIT
#include "app/model/newest_job.h"

#include <QSemaphore>
#include <QTest>
#include <QThread>

#include <atomic>
#include <memory>

using namespace sublinear;
using namespace std::chrono_literals;

class TestNewestJob : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void runsBesideAndDeliversHere();
    void onlyTheNewestIsDelivered();
    void whatWaitsIsNotRunAtAll();
    void cancelledIsNeverDelivered();
    void deliversWithinOrNot();
    void deliveryMayStartTheNext();
    void endsWhileAJobRuns();
};

void TestNewestJob::runsBesideAndDeliversHere()
{
    NewestJob job;
    QThread* worked = nullptr;
    QThread* delivered = nullptr;
    QVERIFY(!job.isBusy());
    job.start([&]() -> NewestJob::Delivery {
        worked = QThread::currentThread();
        return [&] { delivered = QThread::currentThread(); };
    });
    QVERIFY(job.isBusy());
    QTRY_VERIFY(delivered != nullptr);
    QCOMPARE(delivered, QThread::currentThread());
    QVERIFY(worked != QThread::currentThread());
    QVERIFY(!job.isBusy());
}

void TestNewestJob::onlyTheNewestIsDelivered()
{
    QSemaphore running;
    QSemaphore go;
    std::vector<int> delivered;
    NewestJob job;
    for (int i = 0; i < 5; ++i) {
        job.start([&, i]() -> NewestJob::Delivery {
            running.release();
            go.acquire();
            return [&, i] { delivered.push_back(i); };
        });
        if (i == 0) {
            running.acquire(); // the first really runs when the others come
        }
    }
    go.release(5);
    QTRY_COMPARE(delivered.size(), 1U);
    QCOMPARE(delivered[0], 4);
    QTest::qWait(20);
    QCOMPARE(delivered.size(), 1U);
}

void TestNewestJob::whatWaitsIsNotRunAtAll()
{
    QSemaphore running;
    QSemaphore go;
    std::atomic<int> runs { 0 };
    NewestJob job;
    bool done = false;
    job.start([&]() -> NewestJob::Delivery {
        running.release();
        go.acquire();
        return [] {};
    });
    running.acquire();
    for (int i = 0; i < 100; ++i) {
        job.start([&]() -> NewestJob::Delivery {
            ++runs;
            return [&] { done = true; };
        });
    }
    go.release();
    QTRY_VERIFY(done);
    QCOMPARE(runs.load(), 1);
}

void TestNewestJob::cancelledIsNeverDelivered()
{
    QSemaphore go;
    QSemaphore over;
    bool delivered = false;
    NewestJob job;
    job.start([&]() -> NewestJob::Delivery {
        go.acquire();
        over.release();
        return [&] { delivered = true; };
    });
    job.cancel();
    QVERIFY(!job.isBusy());
    go.release();
    job.start([&]() -> NewestJob::Delivery { return [] {}; });
    QVERIFY(job.deliverWithin(10s));
    QTest::qWait(20);
    QVERIFY(!delivered);
    // One that is ready already, but whose delivery is still in the queue.
    job.start([&]() -> NewestJob::Delivery { return [&] { delivered = true; }; });
    QThread::msleep(20);
    job.cancel();
    QTest::qWait(20);
    QVERIFY(!delivered);
}

void TestNewestJob::deliversWithinOrNot()
{
    QSemaphore go;
    int delivered = 0;
    NewestJob job;
    QVERIFY(job.deliverWithin(0ms)); // nothing is due
    job.start([&]() -> NewestJob::Delivery {
        go.acquire();
        return [&] { ++delivered; };
    });
    QVERIFY(!job.deliverWithin(5ms));
    QCOMPARE(delivered, 0);
    go.release();
    QVERIFY(job.deliverWithin(10s));
    QCOMPARE(delivered, 1);
    QTest::qWait(20); // the queued delivery finds that it was made
    QCOMPARE(delivered, 1);
}

void TestNewestJob::deliveryMayStartTheNext()
{
    NewestJob job;
    bool second = false;
    job.start([&]() -> NewestJob::Delivery {
        return [&] { job.start([&]() -> NewestJob::Delivery { return [&] { second = true; }; }); };
    });
    QTRY_VERIFY(second);
}

void TestNewestJob::endsWhileAJobRuns()
{
    for (int round = 0; round < 50; ++round) {
        bool delivered = false;
        auto touched = std::make_shared<std::atomic<int>>(0);
        {
            NewestJob job;
            QSemaphore running;
            job.start([&running, &delivered, touched]() -> NewestJob::Delivery {
                running.release();
                for (int i = 0; i < 20000; ++i) {
                    ++*touched;
                }
                return [&delivered] { delivered = true; };
            });
            if (round % 2 == 0) {
                running.acquire();
            }
        }
        QCoreApplication::processEvents();
        QVERIFY(!delivered);
        QVERIFY(*touched == 0 || *touched == 20000);
    }
}

QTEST_GUILESS_MAIN(TestNewestJob)
#include "tst_newest_job.moc"
