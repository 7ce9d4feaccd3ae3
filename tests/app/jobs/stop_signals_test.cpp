#include "jobs/stop_signals.h"

#include <QtTest>
#include <atomic>
#include <csignal>

using namespace headlight;

class StopSignalsTest : public QObject {
    Q_OBJECT
private slots:
    void aSignalStops_data() {
        QTest::addColumn<int>("signal");
        QTest::newRow("Ctrl+C") << SIGINT;
        QTest::newRow("kill") << SIGTERM;
        QTest::newRow("a closed terminal") << SIGHUP;
    }
    void aSignalStops() {
        QFETCH(int, signal);
        std::signal(signal, SIG_DFL); // whoever runs the tests may have begun them with nohup
        std::atomic<int> stops = 0;
        const StopSignals watching([&] { ++stops; });
        std::raise(signal);
        QTRY_COMPARE(stops.load(), 1);
    }

    void whatWasBegunWithNohupOutlivesItsTerminal() {
        const auto before = std::signal(SIGHUP, SIG_IGN);
        std::atomic<int> stops = 0;
        {
            const StopSignals watching([&] { ++stops; });
            std::raise(SIGHUP);
            QTest::qWait(200);
            QCOMPARE(stops.load(), 0);
        }
        std::raise(SIGHUP); // also between two runs
        std::signal(SIGHUP, before);
    }
};

QTEST_GUILESS_MAIN(StopSignalsTest)
#include "stop_signals_test.moc"
