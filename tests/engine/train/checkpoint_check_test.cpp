#include "engine/train/small_training.h"
#include "message_of.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>
#include <nlohmann/json.hpp>
#include <sys/stat.h>

using namespace headlight;

namespace {

/// A run in the folder that was stopped after so many steps; the path of its checkpoint's state.
QString stopped(const QTemporaryDir& folder, std::int64_t steps) {
    Listener listener;
    listener.stopAfter = steps;
    train(smallConfig(), folder.path(), 1, listener);
    return folder.path() + "/resume/state.json";
}

/// What is said where the run in the folder can't go on; empty when it goes on and ends.
QString refusal(const QTemporaryDir& folder, const RunConfig& config = smallConfig()) {
    Listener listener;
    return messageOf([&] { train(config, folder.path(), 1, listener, true); });
}

void rewrite(const QString& path, const QByteArray& content) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
        qFatal("can't write %s", qPrintable(path));
}

} // namespace

class CheckpointCheckTest : public QObject {
    Q_OBJECT
private slots:
    void anotherConfigurationOrCorpusIsNotResumed() {
        QTemporaryDir folder;
        stopped(folder, 3);
        RunConfig other = smallConfig();
        other.set("learning_rate", "0.02");
        const QString message = refusal(folder, other);
        QVERIFY2(message.contains("learning_rate"), qPrintable(message));
        QTemporaryDir empty;
        QVERIFY(refusal(empty, other).contains("no checkpoint"));
    }

    /// It lacks an option that was added since, whose default is what was done before.
    void aCheckpointOfAnOlderProgramIsResumed() {
        QTemporaryDir folder;
        const QString path = stopped(folder, 3);
        QString text = bytesOf(path);
        const QRegularExpression option("\"output_keep\": [0-9.]*,");
        QVERIFY(text.contains(option));
        rewrite(path, text.remove(option).toUtf8());
        RunConfig other = smallConfig();
        other.set("output_keep", "0.6");
        QVERIFY(refusal(folder, other).contains("output_keep"));
        QCOMPARE(refusal(folder), QString());
    }

    void aCheckpointThatMakesNoSenseIsRefusedByName_data() {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* from, const char* to, const char* says) {
            QTest::newRow(says) << from << to << says;
        };
        row("\"identity\": \\{", "\"identity\": 3, \"x\": {", "belongs to another run: its identity differs");
        row("\"step\": 3", "\"step\": -3", "\"step\" has a value that makes no sense");
        row("\"step\": 3", "\"step\": 3000000", "\"step\" has a value that makes no sense: the run has 77");
        row("\"rate_factor\": [0-9.]*", "\"rate_factor\": -1", "\"rate_factor\" has");
        row("\"seconds\": [0-9.e-]*", "\"seconds\": -1", "\"seconds\" has");
        row("\"seconds\": [0-9.e-]*", "\"seconds\": 1e300", "\"seconds\" has a value that makes no sense: expected 0");
        row("\"optimizer_steps\": 3", "\"optimizer_steps\": 1",
            "\"optimizer_steps\" has a value that makes no sense: "
            "after step 3 of this run the optimizer has made 3");
        row("\"rate_factor\": [0-9.]*", "\"rate_factor\": 0.0",
            "\"rate_factor\" has a value that makes no sense: this");
        row("\"rate_factor\": [0-9.]*", "\"rate_factor\": 1e30", "schedule never changes it");
        row("\"optimizer_rates\": \\[", "\"optimizer_rates\": [1e300, ", "\"optimizer_rates\" has a value that");
        row("\"best_score\": [0-9.-]*", "\"best_score\": 0.5", "there was no evaluation yet");
        row("\"loss\": [0-9.-]*", "\"loss\": 1e300", "\"report.loss\" has");
        row("\"right\": [0-9]*", "\"right\": 1000000", "\"report.right\" has");
        row("\"examples\": [0-9]*", "\"examples\": 1000001", "\"report.examples\" has");
        row("\"steps\": [0-9]*", "\"steps\": 4", "\"report.steps\" has");
        row("\"rate_factor\": [0-9.]*", "\"rate_factor\": \"fast\"", "\"rate_factor\" has a value");
        row("\"step\": 3", "\"step\": 3.5", "\"step\" has a value");
        row("\"step\": 3", "\"step\": 18446744073709551615", "\"step\" has a value that");
        row("\"without_improvement\": 0", "\"without_improvement\": 4294967296", "\"without_improvement\" has");
        row("\"optimizer_rates\": \\[", "\"optimizer_rates\": [\"fast\", ", "\"optimizer_rates\" has");
        row("\"best\": \\{", "\"best\": 3, \"x\": {", "an entry is missing or of another type");
    }
    void aCheckpointThatMakesNoSenseIsRefusedByName() {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, says);
        QTemporaryDir folder;
        const QString path = stopped(folder, 3);
        QString text = bytesOf(path);
        const QRegularExpression pattern(from);
        QVERIFY2(pattern.match(text).hasMatch(), qPrintable(text));
        text.replace(pattern.match(text).capturedStart(), pattern.match(text).capturedLength(), to);
        rewrite(path, text.toUtf8());
        const QString message = refusal(folder);
        QVERIFY2(message.startsWith(folder.path() + "/resume") && message.contains(says), qPrintable(message));
    }

    /// The evaluations that a checkpoint tells of, against each other and against the run's step.
    void figuresThatContradictTheRunAreRefusedByName_data() {
        QTest::addColumn<QString>("entry");
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* entry, double value, const char* says) {
            QTest::newRow(says) << entry << value << says;
        };
        row("/step", 30,
            "\"last.step\" has a value that makes no sense: after step 30 the last evaluation was after step");
        row("/last/step", 7, "\"last.step\" has");
        row("/last/epoch", 1e300, "\"last.epoch\" has");
        row("/last/dev", 1e300, "\"last.dev\" has a value that makes no sense: expected 0");
        row("/best/step", 1, "\"best.step\" has");
        row("/best/epoch", 0.5, "\"best.epoch\" has");
        row("/best/test", -0.5, "\"best.test\" has");
        row("/best_score", 0.99999, "\"best_score\" has a value that makes no sense: the best evaluation's figure is");
        row("/without_improvement", 20, "\"without_improvement\" has");
    }
    void figuresThatContradictTheRunAreRefusedByName() {
        QFETCH(QString, entry);
        QFETCH(double, value);
        QFETCH(QString, says);
        QTemporaryDir folder;
        const QString path = stopped(folder, 25); // after the first evaluation
        auto document = nlohmann::ordered_json::parse(bytesOf(path).toStdString());
        nlohmann::ordered_json& changed = document["state"][nlohmann::ordered_json::json_pointer(entry.toStdString())];
        if (changed.is_number_integer())
            changed = std::int64_t(value);
        else
            changed = value;
        rewrite(path, QByteArray::fromStdString(document.dump()));
        const QString message = refusal(folder);
        QVERIFY2(message.startsWith(path + ": damaged checkpoint: ") && message.contains(says), qPrintable(message));
    }

    /// What halves, restarts and evaluates in the middle of passes gives states that are as consistent.
    void everyStateThatARunIsInIsTakenUp_data() {
        QTest::addColumn<QStringList>("options");
        QTest::newRow("halve") << QStringList{"schedule=halve", "evaluate_every=2", "learning_rate=0.0001"};
        QTest::newRow("restart") << QStringList{"restart_optimizer=true", "optimizer=adam", "learning_rate=0.001"};
        QTest::newRow("evaluate") << QStringList{"evaluate_every=5", "optimizer=sgd", "learning_rate=0.1", "lazy=true"};
        QTest::newRow("dense") << QStringList{"evaluate_every=7", "optimizer=sgd", "schedule=linear",
                                              "learning_rate=0.1"};
        QTest::newRow("large batch") << QStringList{"batch=200"};
    }
    void everyStateThatARunIsInIsTakenUp() {
        QFETCH(QStringList, options);
        RunConfig config = smallConfig();
        for (const QString& option : options)
            config.set(option.section('=', 0, 0).toStdString(), option.section('=', 1).toStdString());
        QTemporaryDir folder;
        for (int stop = 1; stop <= 16; stop += 3) {
            Listener listener;
            listener.stopAfter = stop;
            QCOMPARE(messageOf([&] { train(config, folder.path(), 1, listener, stop > 1); }), QString());
        }
    }

    /// Who reads it would wait for ever for somebody to write.
    void aPipeIsNoCheckpoint() {
        QTemporaryDir folder;
        const QString path = stopped(folder, 3);
        QVERIFY(QFile::remove(path));
        QCOMPARE(::mkfifo(path.toLocal8Bit().constData(), 0600), 0);
        QCOMPARE(refusal(folder), path + ": it is a pipe, expected a regular file");
    }
};

QTEST_GUILESS_MAIN(CheckpointCheckTest)
#include "checkpoint_check_test.moc"
