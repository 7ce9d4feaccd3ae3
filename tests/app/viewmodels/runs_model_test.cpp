#include "viewmodels/runs_curves.h"
#include "viewmodels/runs_groups.h"
#include "viewmodels/runs_model.h"

#include "viewmodels/run_filter.h"
#include "viewmodels/runs_view.h"
#include "wording/number_text.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

using namespace headlight;

namespace {

RunEntry run(qint64 id, const QString& model, int seed, double accuracy) {
    RunEntry entry;
    entry.id = id;
    entry.color = int(id) - 1;
    entry.name = entry.title = QStringLiteral("run %1").arg(id);
    entry.status = QStringLiteral("finished");
    entry.model = model;
    entry.data = QStringLiteral("trec");
    entry.reached["accuracy"].best = accuracy;
    entry.options = {{"seed", seed}, {"heads", 2}, {"learning_rate", 0.5}};
    return entry;
}

QList<RunEntry> threeRuns() {
    return {run(1, "mtsa", 1, 0.90), run(2, "mtsa", 2, 0.92), run(3, "disa", 1, 0.88)};
}

QStringList shownNames(const RunsView& view) {
    QStringList names;
    for (int row = 0; row < view.rowCount(); ++row)
        names.append(view.index(row, 0).data().toString());
    return names;
}

QStringList shownColumns(const RunsView& view) {
    QStringList titles;
    for (int column = 0; column < view.columnCount(); ++column)
        titles.append(view.headerData(column, Qt::Horizontal).toString());
    return titles;
}

} // namespace

class RunsModelTest : public QObject {
    Q_OBJECT
private slots:
    void rowsComeGoAndChange() {
        RunsModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        RunsView view(model);
        QAbstractItemModelTester viewTester(&view, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setRuns(threeRuns());
        QCOMPARE(model.rowCount(), 3);
        const QPersistentModelIndex second = model.index(1, model.columnOf("accuracy"));
        QCOMPARE(second.data().toString(), QStringLiteral("92.00 %"));
        QCOMPARE(second.data(RunsModel::SortRole).toDouble(), 0.92);

        QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
        QList<RunEntry> later = threeRuns();
        later[1].reached["accuracy"].best = 0.95;
        later.append(run(4, "multihead", 1, 0.8));
        later.removeAt(0);
        model.setRuns(later);
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(changes.size(), 1);
        QVERIFY(second.isValid());
        QCOMPARE(second.row(), 0);
        QCOMPARE(second.data().toString(), QStringLiteral("95.00 %"));
        QVERIFY(!model.find(1));
        QCOMPARE(model.find(4)->model, QStringLiteral("multihead"));
    }

    void runsOfOneNameAreToldApart() {
        RunsModel model;
        QList<RunEntry> runs = threeRuns();
        runs[2].title = runs[0].title;
        model.setRuns(runs);
        QCOMPARE(model.nameAmong(3, {1, 2, 3}), QStringLiteral("run 1 (run 3)"));
        QCOMPARE(model.nameAmong(2, {1, 2, 3}), QStringLiteral("run 2"));
        QCOMPARE(model.nameAmong(3, {2, 3}), QStringLiteral("run 1"));
        QCOMPARE(model.nameAmong(4, {1, 4}), QString());
        const auto shown = [&](int row) { return model.index(row, model.columnOf("name")).data().toString(); };
        QCOMPARE(shown(0), QStringLiteral("run 1 (run 1)"));
        QCOMPARE(shown(1), QStringLiteral("run 2"));
        QCOMPARE(shown(2), QStringLiteral("run 1 (run 3)"));
        QCOMPARE(model.index(2, model.columnOf("name")).data(Qt::EditRole).toString(), QStringLiteral("run 1"));
        QSignalSpy changes(&model, &QAbstractItemModel::dataChanged);
        runs.removeLast();
        model.setRuns(runs);
        QCOMPARE(shown(0), QStringLiteral("run 1"));
        QCOMPARE(changes.size(), 1); // who shows it learns of it
    }

    void aThousandRunsOfOneTitleAreNamedAtOnce() {
        RunsModel model;
        QList<RunEntry> runs;
        QList<qint64> ids;
        for (int id = 1; id <= 1000; ++id) {
            runs.append(run(id, "mtsa", id, 0.9));
            runs.last().title = id % 2 ? "MTSA on TREC" : "MTSA on TREC, " + QString::number(id);
            ids.append(id);
        }
        model.setRuns(runs);
        QElapsedTimer clock;
        clock.start();
        int told = 0;
        for (const qint64 id : ids)
            told += model.nameAmong(id, ids).endsWith("(run " + QString::number(id) + ")") &&
                    model.titleOf(*model.find(id)) == model.nameAmong(id, ids);
        QCOMPARE(told, 500);
        QVERIFY2(clock.elapsed() < 5000, qPrintable(QString::number(clock.elapsed())));
    }

    void anOptionOfAnyRunIsAColumn() {
        RunsModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setRuns({run(1, "mtsa", 1, 0.9)});
        const int before = model.columnCount();
        RunEntry other = run(2, "disa", 1, 0.9);
        other.options["directions"] = QStringLiteral("both");
        model.setRuns({run(1, "mtsa", 1, 0.9), other});
        QCOMPARE(model.columnCount(), before + 1);
        QCOMPARE(model.index(0, model.columnOf("directions")).data().toString(), QString());
        QCOMPARE(model.index(1, model.columnOf("directions")).data().toString(), QStringLiteral("Both"));
    }

    void editingOnlyAsks() {
        RunsModel model;
        model.setRuns(threeRuns());
        QSignalSpy edits(&model, &RunsModel::editRequested);
        const QModelIndex name = model.index(0, model.columnOf("name"));
        QVERIFY(model.flags(name) & Qt::ItemIsEditable);
        QVERIFY(model.setData(name, QStringLiteral("  the good one ")));
        QCOMPARE(edits.size(), 1);
        QCOMPARE(edits[0][0].toLongLong(), 1);
        QCOMPARE(edits[0][1].toString(), QStringLiteral("name"));
        QCOMPARE(edits[0][2].toString(), QStringLiteral("the good one"));
        QCOMPARE(name.data().toString(), QStringLiteral("run 1"));
        QVERIFY(!model.setData(model.index(0, model.columnOf("model")), QStringLiteral("x")));
    }

    void viewFiltersAndSorts() {
        RunsModel model;
        RunsView view(model);
        QAbstractItemModelTester tester(&view, QAbstractItemModelTester::FailureReportingMode::QtTest);
        RunEntry failed = run(4, "disa", 3, std::nan(""));
        model.setRuns(threeRuns() << failed);
        view.setFilterText("accuracy > 0.89 and model = mtsa");
        QCOMPARE(shownNames(view), QStringList({"run 1", "run 2"}));
        QVERIFY_THROWS_EXCEPTION(RunFilterError, view.setFilterText("acuracy > 1"));
        QCOMPARE(shownNames(view), QStringList({"run 1", "run 2"}));
        view.setFilterText({});
        view.setSort("accuracy", Qt::DescendingOrder);
        QCOMPARE(shownNames(view), QStringList({"run 2", "run 1", "run 3", "run 4"}));
        view.setSort("accuracy", Qt::AscendingOrder);
        QCOMPARE(shownNames(view), QStringList({"run 3", "run 1", "run 2", "run 4"})); // without a value: last
    }

    void onlyDifferingColumnsAreThoseOfTheChosenRuns() {
        RunsModel model;
        RunsView view(model);
        QAbstractItemModelTester tester(&view, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setRuns(threeRuns());
        QVERIFY(shownColumns(view).contains("heads"));
        view.setOnlyDiffering(true);
        QCOMPARE(shownColumns(view), QStringList({"name", "model", "accuracy", "random seed"}));
        view.setChosen({1, 2});
        QCOMPARE(shownColumns(view), QStringList({"name", "accuracy", "random seed"}));
        view.setChosen({});
        view.setFilterText("run 3"); // one run differs from nothing: all that it has is shown
        QVERIFY(shownColumns(view).contains("heads") && shownColumns(view).contains("accuracy"));
        view.setFilterText({});
        QCOMPARE(shownColumns(view), QStringList({"name", "model", "accuracy", "random seed"}));
        view.setChosen({1, 2});
        view.setOnlyDiffering(false);
        QVERIFY(shownColumns(view).contains("heads"));
        view.setHiddenColumns({"heads"});
        QVERIFY(!shownColumns(view).contains("heads"));
        view.setHiddenColumns({"seed"}); // stays hidden, though the runs differ in it
        view.setOnlyDiffering(true);
        QCOMPARE(shownColumns(view), QStringList({"name", "accuracy"}));
    }

    void seedsOfASettingAreAGroup() {
        RunsModel model;
        model.setRuns(threeRuns());
        const QList<RunGroup> groups = groupRuns(model, {1, 2, 3}, keysOfSetting(model));
        QCOMPARE(groups.size(), 2);
        QCOMPARE(groups[0].ids, QList<qint64>({1, 2}));
        QCOMPARE(groups[0].name, QStringLiteral("MTSA"));
        QCOMPARE(groups[0].color, 0); // of their oldest runs, in whatever order they come
        QCOMPARE(groupRuns(model, {3, 2, 1}, keysOfSetting(model))[1].color, 0);
        QCOMPARE(groups[1].color, 2);
        QList<RunEntry> painted = threeRuns();
        painted[2].setColor("#1872a6");
        painted[0].setColor("7");
        model.setRuns(painted);
        QCOMPARE(groupRuns(model, {1, 2, 3}, {"model"})[0].color, 7);
        QCOMPARE(groupRuns(model, {1, 2, 3}, {"model"})[1].ownColor, QString("#1872a6"));
        painted[2].setColor({});
        QCOMPARE(painted[2].color, 2);
        model.setRuns(threeRuns());
        const RunStatistics accuracy = statisticsOf(model, groups[0], "accuracy");
        QCOMPARE(accuracy.count, 2);
        QCOMPARE(accuracy.mean, 0.91);
        QVERIFY(std::abs(accuracy.deviation - 0.0141421356) < 1e-9);
        QCOMPARE(accuracy.low, 0.90);
        QCOMPARE(accuracy.high, 0.92);
        QCOMPARE(statisticsOf(model, groups[0], "memory").count, 0);
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, groupRuns(model, {1}, {"nothing"}));
    }

    void aSeedThatIsTrainedTwiceCountsOnce() {
        RunsModel model;
        QList<RunEntry> runs = threeRuns();
        runs << run(4, "mtsa", 1, 0.94) << run(5, "mtsa", 1, 0.5);
        runs[4].options["fold"] = 2; // of another fold
        model.setRuns(runs);
        const auto groupOf = [&](const QStringList& keys) { return groupRuns(model, {1, 2, 3, 4, 5}, keys).front(); };
        for (const QStringList& keys : {keysOfSetting(model), QStringList{"model"}}) {
            QCOMPARE(groupOf(keys).ids, QList<qint64>({2, 4, 5}));
            QCOMPARE(groupOf(keys).repeated, QList<qint64>({1}));
            QCOMPARE(groupOf(keys).color, 1); // of the oldest run that counts
        }
        runs.removeLast();
        model.setRuns(runs);
        const RunStatistics accuracy = statisticsOf(model, groupOf(keysOfSetting(model)), "accuracy");
        QCOMPARE(accuracy.count, 2);
        QCOMPARE(accuracy.mean, 0.93);
        runs[3].options["learning_rate"] = 0.1; // the same seed of another setting is no repetition
        model.setRuns(runs);
        QCOMPARE(groupOf({"model"}).ids, QList<qint64>({1, 2, 4}));
        runs[3].options["learning_rate"] = 0.5;
        runs[3].status = "running"; // until it has finished
        model.setRuns(runs);
        QCOMPARE(groupOf({"model"}).ids, QList<qint64>({1, 2}));
    }

    /// The identifiers stay in tooltips, filters and files.
    void columnsAndValuesHaveTheNamesThatPeopleUse() {
        RunsModel model;
        QList<RunEntry> runs = threeRuns();
        runs[0].model = "multihead";
        runs[0].data = "custrev?columns=2";
        runs[0].options["of_the_future"] = 1;
        runs[0].options["pooling"] = "source2token";
        runs[0].options["crf"] = "true";
        model.setRuns(runs);
        const int option = model.columnOf("learning_rate");
        QCOMPARE(model.headerData(option, Qt::Horizontal).toString(), QStringLiteral("learning rate"));
        QVERIFY(model.headerData(option, Qt::Horizontal, Qt::ToolTipRole).toString().contains("learning_rate"));
        QCOMPARE(model.headerData(option, Qt::Horizontal, RunsModel::SortRole).toString(), QString("learning_rate"));
        const QModelIndex encoder = model.index(0, model.columnOf("model"));
        QCOMPARE(encoder.data().toString(), QStringLiteral("Multi-head"));
        QCOMPARE(encoder.data(Qt::ToolTipRole).toString(), QStringLiteral("multihead"));
        QCOMPARE(encoder.data(RunsModel::SortRole).toString(), QStringLiteral("multihead"));
        QCOMPARE(model.index(0, model.columnOf("data")).data().toString(), QStringLiteral("CR (columns 2)"));
        QCOMPARE(model.headerData(model.columnOf("of_the_future"), Qt::Horizontal).toString(),
                 QStringLiteral("of_the_future"));
        const QModelIndex pooling = model.index(0, model.columnOf("pooling"));
        QCOMPARE(pooling.data().toString(), QStringLiteral("Feature-wise"));
        QCOMPARE(pooling.data(Qt::ToolTipRole).toString(), QStringLiteral("source2token"));
        QCOMPARE(pooling.data(RunsModel::SortRole).toString(), QStringLiteral("source2token"));
        const QString help = model.headerData(pooling.column(), Qt::Horizontal, Qt::ToolTipRole).toString();
        QVERIFY2(help.contains("filters and files: pooling, and values as the tooltips"), qPrintable(help));
        QCOMPARE(model.index(0, model.columnOf("crf")).data().toString(), QStringLiteral("on"));
        RunsView view(model);
        for (const char* filter : {"learning_rate = 0.5", "pooling = source2token", "crf = true",
                                   "\"Learning rate\" = 0.5", "Multi-head", "model = multihead"}) {
            view.setFilterText(filter);
            QVERIFY2(!view.shownIds().isEmpty(), filter);
        }
    }

    void aGroupWithoutAValueSaysSo() {
        RunsModel model;
        QList<RunEntry> runs = threeRuns();
        runs[1].options["masks"] = "fw, bw";
        for (const int k : {0, 2})
            runs[k].options["masks"] = "";
        model.setRuns(runs);
        QStringList names;
        for (const RunGroup& group : groupRuns(model, {1, 2}, keysOfSetting(model)))
            names.append(group.name);
        QCOMPARE(names, QStringList({"MTSA · masks of the heads (none)", "MTSA · masks of the heads fw, bw"}));
    }

    /// As few words as tell it from the others: a legend has room for them.
    void aGroupIsNamedByWhatTellsItApart() {
        RunsModel model;
        QList<RunEntry> runs = threeRuns();
        for (const int k : {0, 1, 2}) {
            runs[k].options["epochs"] = k + 1;
            runs[k].options["hidden"] = 10 * k;
        }
        model.setRuns(runs);
        QStringList names;
        for (const RunGroup& group : groupRuns(model, {1, 2, 3}, keysOfSetting(model)))
            names.append(group.name);
        QCOMPARE(names, QStringList({"MTSA · epochs 1", "MTSA · epochs 2", "DiSA"}));
    }

    void runsWithoutFoldsAreNamedSo() {
        RunsModel model;
        QList<RunEntry> runs = threeRuns();
        for (const int k : {0, 1, 2})
            runs[k].options["folds"] = k == 1 ? 10 : 0;
        model.setRuns(runs);
        QStringList names;
        for (const RunGroup& group : groupRuns(model, {1, 2}, keysOfSetting(model)))
            names.append(group.name);
        QCOMPARE(names, QStringList({"MTSA · no folds", "MTSA · cross-validation folds 10"}));
    }

    void curvesThatCannotBeReadAreToldOnce() {
        QTemporaryDir folder;
        const QString path = folder.filePath("runs.sqlite");
        {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(QByteArray(4096, 'x')); // no store
        }
        RunsModel model;
        QList<RunEntry> runs = threeRuns();
        runs[0].metrics = {"train.loss"};
        model.setRuns(runs);
        Jobs jobs;
        RunsCurves curves(jobs, model);
        QSignalSpy failed(&curves, &RunsCurves::failed);
        curves.setStore(path);
        curves.show({1}, {"train.loss"});
        for (int look = 0; look < 3; ++look) {
            QTRY_VERIFY(!curves.isBusy());
            curves.follow();
        }
        QTRY_VERIFY(!curves.isBusy());
        QCOMPARE(failed.size(), 1);
        curves.setStore(path + '2'); // another one, which is made: there is nothing wrong
        curves.show({1}, {"train.loss"});
        QTRY_VERIFY(curves.find(1, "train.loss"));
        QCOMPARE(failed.size(), 1);
    }

    void unitsAreWrittenOut() {
        QCOMPARE(secondsText(200), QStringLiteral("3 min 20 s"));
        QCOMPARE(secondsText(59.96), QStringLiteral("1 min"));
        QCOMPARE(secondsText(3900), QStringLiteral("1 h 5 min"));
        QCOMPARE(secondsText(4.23), QStringLiteral("4.2 s"));
        QCOMPARE(secondsText(0.00213), QStringLiteral("0.00213 s"));
        QCOMPARE(secondsText(0.00021), QStringLiteral("0.000210 s")); // beside 0.000213 s
        QCOMPARE(secondsText(0.0000427), QStringLiteral("0.0000427 s"));
        QCOMPARE(figureText(1.62), QStringLiteral("1.620")); // beside 1.645
        QCOMPARE(figureText(-1234.4), QStringLiteral("−1234"));
        QCOMPARE(bytesText(29640), QStringLiteral("29.6 kB"));
        QCOMPARE(countText(1234567), QStringLiteral("1,234,567"));
        // A store may hold any number.
        QCOMPARE(secondsText(1e300), QStringLiteral("1e+300 s"));
        QCOMPARE(countText(std::numeric_limits<double>::infinity()), QStringLiteral("inf"));
        QCOMPARE(bytesText(558.2e6), QStringLiteral("558.2 MB"));
        QCOMPARE(numberText(0.123456), QStringLiteral("0.1235"));
        QCOMPARE(numberText(-1e-9), QStringLiteral("−1e−09")); // programs get the value itself
    }
};

QTEST_GUILESS_MAIN(RunsModelTest)
#include "runs_model_test.moc"
#include "wording/number_text.h"
