#include "store/metric_writer.h"

#include "message_of.h"
#include "store/store.h"

#include <QTemporaryDir>
#include <QtTest>
#include <SQLiteCpp/SQLiteCpp.h>

using namespace headlight;

namespace {

RunId newRun(Store& store) {
    NewRun run;
    run.name = run.model = "avg";
    return store.createRun(run);
}

} // namespace

class MetricWriterTest : public QObject {
    Q_OBJECT

private slots:
    /// A lock is waited for; damage stays, and a minute later it would be told just the same.
    void aDamagedStoreIsToldAtOnce() {
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("runs.sqlite").toStdString();
        Store store(path);
        const RunId id = newRun(store);
        store.addMetrics(id, {{"train.loss", 1, 1, 1, 0.5}});
        SQLite::Database(path.string(), SQLite::OPEN_READWRITE).exec("UPDATE metric_summary SET count = 'few'");
        QElapsedTimer timer;
        timer.start();
        MetricWriter writer(path, id);
        const QString message = messageOf([&] {
            writer.add({"train.loss", 2, 2, 2, 0.25});
            writer.finish();
        });
        QVERIFY2(message.contains("the run store is damaged: ") && message.contains("count: expected a count"),
                 qPrintable(message));
        QVERIFY2(timer.elapsed() < 20000, qPrintable(QString::number(timer.elapsed())));
    }

    void aStoreThatIsGoneIsToldAtOnce_data() {
        QTest::addColumn<bool>("isReplaced");
        QTest::newRow("deleted") << false;
        QTest::newRow("replaced") << true;
    }
    void aStoreThatIsGoneIsToldAtOnce() {
        QFETCH(bool, isReplaced);
        const QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("runs.sqlite").toStdString();
        Store store(path);
        const RunId id = newRun(store);
        MetricWriter writer(path, id);
        writer.add({"train.loss", 1, 1, 1, 0.5});
        writer.flush();
        if (isReplaced)
            std::filesystem::copy_file(path, path.string() + ".copy");
        std::filesystem::remove(path);
        if (isReplaced)
            std::filesystem::rename(path.string() + ".copy", path);
        QElapsedTimer timer;
        timer.start();
        const QString message = messageOf([&] {
            writer.add({"train.loss", 2, 2, 2, 0.25});
            writer.finish();
        });
        QVERIFY2(message.contains(isReplaced ? "is gone: another file stands in its place"
                                             : "runs.sqlite is gone: it was deleted or moved"),
                 qPrintable(message));
        QVERIFY2(timer.elapsed() < 20000, qPrintable(QString::number(timer.elapsed())));
        QCOMPARE(std::filesystem::exists(path), isReplaced); // none is made in its place
    }
};

QTEST_GUILESS_MAIN(MetricWriterTest)
#include "metric_writer_test.moc"
