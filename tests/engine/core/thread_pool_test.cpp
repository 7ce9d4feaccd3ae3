#include "core/thread_pool.h"

#include <QtTest>
#include <atomic>
#include <chrono>
#include <set>
#include <stdexcept>

using namespace headlight;

namespace {

/// Lets threads wait for each other, but not for ever: a pool that lacks a thread fails the test instead of hanging it.
class Meeting {
public:
    bool waitFor(int expected) {
        std::unique_lock lock(m_mutex);
        ++m_arrived;
        m_changed.notify_all();
        return m_changed.wait_for(lock, std::chrono::seconds(30), [&] { return m_arrived >= expected; });
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    int m_arrived = 0;
};

void addThreads() {
    QTest::addColumn<int>("threads");
    for (int threads = 1; threads <= 4; ++threads)
        QTest::addRow("%d threads", threads) << threads;
}

/// 1e-38 · 0.01 when the processor keeps denormal numbers; volatile, so that it and not the compiler multiplies.
float denormalProduct() {
    volatile float small = 1.2e-38f, factor = 0.01f;
    return small * factor;
}

/// A denormal number that comes from elsewhere, made normal again.
float denormalInput() {
    volatile float denormal = 1e-40f, factor = 1e30f;
    return denormal * factor;
}

} // namespace

class ThreadPoolTest : public QObject {
    Q_OBJECT
private slots:
    void everyPieceIsDoneOnce_data() { addThreads(); }
    void everyPieceIsDoneOnce() {
        QFETCH(int, threads);
        ThreadPool pool(threads);
        QCOMPARE(pool.threads(), threads);
        for (int round = 0; round < 2000;
             ++round) { // many short rounds: that is where a thread comes too late or twice
            const int pieces = round % 9;
            std::vector<std::atomic<int>> done(9);
            pool.forEach(pieces, [&](int piece) { ++done[std::size_t(piece)]; });
            for (int piece = 0; piece < 9; ++piece)
                QCOMPARE(done[std::size_t(piece)].load(), piece < pieces ? 1 : 0);
        }
    }

    void allThreadsWorkAtTheSameTime_data() { addThreads(); }
    void allThreadsWorkAtTheSameTime() {
        QFETCH(int, threads);
        ThreadPool pool(threads);
        Meeting meeting;
        std::atomic<int> met = 0;
        pool.forEach(threads, [&](int) { met += meeting.waitFor(threads); });
        QCOMPARE(met.load(), threads);
    }

    void theFirstFailureByNumberIsRethrown_data() { addThreads(); }
    void theFirstFailureByNumberIsRethrown() {
        QFETCH(int, threads);
        ThreadPool pool(threads);
        for (int round = 0; round < 3; ++round) {
            Meeting meeting;
            QString message;
            try {
                pool.forEach(12, [&](int piece) {
                    // Piece 3 fails last: with two threads piece 8 starts only when the failure of 7 is known.
                    if (threads > 1 && (piece == 3 || piece == 8))
                        meeting.waitFor(2);
                    if (piece == 3 || piece == 7 || piece == 11)
                        throw std::runtime_error(std::to_string(piece));
                });
            } catch (const std::runtime_error& error) {
                message = error.what();
            }
            QCOMPARE(message, QString("3"));

            std::atomic<int> done = 0; // the failure is over: nothing is thrown, nothing left out
            pool.forEach(20, [&](int) { ++done; });
            QCOMPARE(done.load(), 20);
        }
    }

    void aCallFromAPieceRunsInline_data() { addThreads(); }
    void aCallFromAPieceRunsInline() {
        QFETCH(int, threads);
        ThreadPool pool(threads);
        constexpr std::size_t pieces = 8;
        std::vector<std::vector<int>> orders(pieces);
        std::vector<std::set<std::thread::id>> runners(pieces);
        std::vector<QString> failures(pieces);
        pool.forEach(int(pieces), [&](int piece) {
            const auto p = std::size_t(piece);
            runners[p].insert(std::this_thread::get_id());
            pool.forEach(5, [&](int k) {
                orders[p].push_back(k);
                runners[p].insert(std::this_thread::get_id());
            });
            try {
                pool.forEach(3, [](int k) { throw std::runtime_error(std::to_string(k)); });
            } catch (const std::runtime_error& error) {
                failures[p] = error.what();
            }
        });
        for (std::size_t p = 0; p < pieces; ++p) {
            QCOMPARE(orders[p], (std::vector<int>{0, 1, 2, 3, 4}));
            QCOMPARE(runners[p].size(), std::size_t(1));
            QCOMPARE(failures[p], QString("0"));
        }
    }

    void denormalNumbersAreZeroInPieces_data() { addThreads(); }
    void denormalNumbersAreZeroInPieces() {
#if !defined(__SSE2__)
        QSKIP("this processor has no such mode");
#endif
        QFETCH(int, threads);
        QVERIFY(denormalProduct() > 0 && denormalInput() > 0); // else the test says nothing
        ThreadPool pool(threads);
        Meeting meeting;
        std::vector<float> products(std::size_t(threads), -1.0f), inputs = products;
        pool.forEach(threads, [&](int piece) {
            meeting.waitFor(threads); // one piece on every thread
            products[std::size_t(piece)] = denormalProduct();
            inputs[std::size_t(piece)] = denormalInput();
        });
        QCOMPARE(products, std::vector<float>(std::size_t(threads), 0.0f));
        QCOMPARE(inputs, std::vector<float>(std::size_t(threads), 0.0f));
        QVERIFY(denormalProduct() > 0 && denormalInput() > 0);

        float nested = -1;
        pool.forEach(1, [&](int) {
            pool.forEach(1, [](int) {});
            nested = denormalProduct(); // an inner call does not end the outer one's mode
        });
        QCOMPARE(nested, 0.0f);
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, pool.forEach(4, [](int) { throw std::runtime_error("piece"); }));
        QVERIFY(denormalProduct() > 0 && denormalInput() > 0); // also after a failure
    }

    void aPoolHasAThread() {
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, ThreadPool(0));
        QVERIFY(ThreadPool::processors() >= 1);
    }
};

QTEST_GUILESS_MAIN(ThreadPoolTest)
#include "thread_pool_test.moc"
