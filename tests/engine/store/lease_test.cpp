#include "store/lease.h"

#include <QTemporaryDir>
#include <QtTest>
#include <atomic>
#include <csignal>
#include <fstream>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace headlight;
namespace fs = std::filesystem;

class LeaseTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    fs::path at(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }

private slots:
    void oneAtATimeHasIt() {
        const fs::path file = at("lease");
        QVERIFY(!Lease::isHeld(file));
        {
            const auto first = Lease::take(file);
            QVERIFY(first);
            QVERIFY(Lease::isHeld(file));
            QVERIFY(!Lease::take(file));
            QVERIFY(Lease::isHeld(file)); // whoever is refused leaves it alone
        }
        QVERIFY(!Lease::isHeld(file) && !fs::exists(file));
        QVERIFY(Lease::take(file));
    }

    void itEndsWithItsProgram() {
        const fs::path file = at("killed");
        int ready[2];
        QVERIFY(::pipe(ready) == 0);
        const pid_t other = ::fork();
        if (other == 0) {
            const auto lease = Lease::take(file);
            if (lease && ::write(ready[1], "!", 1) == 1)
                ::sleep(60);
            ::_exit(1);
        }
        char ping = 0;
        QVERIFY(::read(ready[0], &ping, 1) == 1);
        const bool wasHeld = Lease::isHeld(file), wasTaken = Lease::take(file).has_value();
        ::kill(other, SIGKILL);
        ::waitpid(other, nullptr, 0);
        QVERIFY(wasHeld && !wasTaken);
        QVERIFY(fs::exists(file)); // left behind, and it means nothing
        QVERIFY(!Lease::isHeld(file));
        QVERIFY(Lease::take(file));
    }

    /// A holder takes its file away, and whoever waits at the old one must not have that.
    void manyThatTakeTurnsAreNeverTwo() {
        const fs::path file = at("turns");
        std::atomic<int> holders = 0, most = 0, turns = 0;
        std::vector<std::thread> threads;
        for (int k = 0; k < 4; ++k)
            threads.emplace_back([&] {
                for (int turn = 0; turn < 40; ++turn)
                    if (const auto lease = Lease::take(file)) {
                        most = std::max(most.load(), ++holders);
                        std::this_thread::yield();
                        --holders;
                        ++turns;
                    }
            });
        for (std::thread& thread : threads)
            thread.join();
        QCOMPARE(most.load(), 1);
        QVERIFY(turns > 40);
    }

    void askingDoesNotKeepAnyoneOut() {
        const fs::path file = at("asked");
        std::ofstream(file) << "";
        std::atomic<bool> done = false;
        std::thread asks([&] {
            while (!done)
                Lease::isHeld(file);
        });
        int taken = 0;
        for (int turn = 0; turn < 200; ++turn)
            taken += Lease::take(file).has_value();
        done = true;
        asks.join();
        QCOMPARE(taken, 200);
    }

    void whereNoFileCanBeNobodyIsKeptOut() {
        QVERIFY(Lease::take(at("missing") / "lease"));
        QVERIFY(!Lease::isHeld(at("missing") / "lease"));
    }

    /// A store may name any path.
    void whatIsNoFileIsNotHeld() {
        QVERIFY(::mkfifo(at("fifo").c_str(), 0600) == 0);
        fs::create_directories(at("folder"));
        for (const char* name : {"fifo", "folder"})
            QVERIFY(!Lease::isHeld(at(name)));
        QVERIFY(!Lease::isHeld("/dev/null"));
    }
};

QTEST_GUILESS_MAIN(LeaseTest)
#include "lease_test.moc"
