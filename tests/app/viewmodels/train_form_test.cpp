#include "viewmodels/train_estimate.h"
#include "viewmodels/train_form.h"
#include "viewmodels/train_preview.h"

#include "diagnostic.h"
#include "engine/core/thread_pool.h"
#include "engine/tasks/length_task.h"
#include "open_data.h"

#include <QSignalSpy>
#include <QSysInfo>
#include <QTemporaryDir>
#include <QtTest>

using namespace headlight;

namespace {

const char* const smallTask = "diagnostic:first?length=6&train=60&dev=20&test=20";

/// A corpus that no recipe is for.
Corpus weather() {
    Corpus corpus;
    corpus.name = "weather";
    corpus.train.resize(20, {{{"word"}}, 0});
    corpus.labels = {"a", "b"};
    return corpus;
}

} // namespace

class TrainFormTest : public QObject {
    Q_OBJECT
private slots:
    void aDiagnosticTaskHasASmallModelUntilSomethingElseIsChosen() {
        TrainForm form;
        form.chooseData("diagnostic:last");
        QVERIFY(form.isMadeSmall());
        QCOMPARE(form.option("head_features"), QString("32"));
        form.setEncoder("transformer");
        QCOMPARE(form.option("features"), QString("32"));
        form.setEncoder("mtsa");
        QCOMPARE(form.option("head_features"), QString("32"));
        form.chooseData("diagnostic:order");
        QCOMPARE(form.option("head_features"), QString("32"));
        form.chooseData("no/such/corpus"); // nothing is lost by a name that is mistyped
        QVERIFY(form.isMadeSmall());
        QCOMPARE(form.option("head_features"), QString("32"));
        TrainForm restarted;
        restarted.restore(form.save());
        for (TrainForm* each : {&form, &restarted}) {
            each->setCorpus(weather());
            QVERIFY(!each->isMadeSmall());
            QCOMPARE(each->option("head_features"), QString("75"));
        }
        form.setOption("heads", "4");
        form.chooseData("diagnostic:first");
        QVERIFY(!form.isMadeSmall()); // something was chosen
        QCOMPARE(form.option("head_features"), QString("75"));
    }

    void aRecipeAndAPresetAreTheBase() {
        TrainForm form;
        form.setEncoder("mtsa");
        form.setRecipe("cr");
        QCOMPARE(form.option("optimizer"), QStringLiteral("adam"));
        QCOMPARE(form.option("folds"), QStringLiteral("10"));
        QVERIFY(form.changed().isEmpty());
        form.setOption("epochs", "3");
        QCOMPARE(form.changed(), QStringList({"epochs"}));
        QVERIFY(form.baseValue("epochs") != "3");

        form.setRecipe("trec");
        QCOMPARE(form.option("optimizer"), QStringLiteral("adadelta"));
        QCOMPARE(form.option("epochs"), QStringLiteral("3")); // the user's own stays
        form.reset("epochs");
        QVERIFY(form.changed().isEmpty());
        QCOMPARE(form.option("epochs"), form.baseValue("epochs"));
    }

    void anotherCorpusThanThatOfTheFirstOfferHasItsOwnRecipeAndTheDefaults() {
        TrainForm form;
        form.chooseFirst();
        QCOMPARE(form.option("hidden"), QStringLiteral("32"));
        form.setData("diagnostic:first?length=9"); // still the toy task
        QCOMPARE(form.option("hidden"), QStringLiteral("32"));
        form.setData("trec");
        form.setCorpus(weather());
        QCOMPARE(form.recipeChoice(), QString(TrainForm::byCorpus));
        QVERIFY2(form.changed().isEmpty(), qPrintable(form.changed().join(' ')));
        QCOMPARE(form.option("hidden"), TrainForm().option("hidden"));
        QCOMPARE(form.data(), QStringLiteral("trec"));
    }

    void ofTheFirstOfferWhatTheUserChangedStaysWithAnotherCorpus() {
        TrainForm form;
        form.chooseFirst();
        form.setOption("epochs", "7");
        form.setRecipe("cr");
        form.setData("trec");
        form.setCorpus(weather());
        QCOMPARE(form.changed(), QStringList({"epochs"}));
        QCOMPARE(form.option("epochs"), QStringLiteral("7"));
        QCOMPARE(form.recipeChoice(), QStringLiteral("cr"));
    }

    void aToyTaskThatTheUserSetUpKeepsItsRecipe() {
        TrainForm form;
        form.setRecipe(QString());
        form.setData("diagnostic:first");
        form.setOption("hidden", "16");
        form.setData("trec");
        QCOMPARE(form.recipeChoice(), QString());
        QCOMPARE(form.option("hidden"), QStringLiteral("16"));
    }

    void aRateMeantForAnotherOptimizerIsTold() {
        TrainForm form;
        form.setRecipe(QString());
        QCOMPARE(form.rateNote(), QString());
        form.setOption("optimizer", "adam");
        QVERIFY2(form.rateNote().contains("learning rate is still 0.5") && form.rateNote().contains("0.001"),
                 qPrintable(form.rateNote()));
        form.setOption("learning_rate", "0.002");
        QCOMPARE(form.rateNote(), QString());
        form.setRecipe("cr"); // adam with a rate of its own
        form.setOption("learning_rate", "0.5");
        QCOMPARE(form.rateNote(), QString()); // the user wants it
    }

    /// Chosen for one corpus it stays, whatever the next one is.
    void aRecipeOfAnotherTaskIsTold() {
        TrainForm form;
        form.setRecipe("srl");
        QCOMPARE(form.recipeNote(), QString()); // there is no corpus yet
        form.setData("trec");
        form.setCorpus(weather());
        QVERIFY2(form.recipeNote().startsWith("This recipe is for another task (the roles of a predicate) than the "),
                 qPrintable(form.recipeNote()));
        form.setRecipe("cr");
        QCOMPARE(form.recipeNote(), QString());
        form.setRecipe(TrainForm::byCorpus);
        QCOMPARE(form.recipeNote(), QString());
    }

    void aRecipesRateIsForItsOptimizer() {
        TrainForm form;
        form.setRecipe("cr");
        QCOMPARE(form.rateNote(), QString());
        form.setOption("optimizer", "adam98"); // of its kind
        QCOMPARE(form.rateNote(), QString());
        form.setOption("optimizer", "adadelta");
        QVERIFY2(form.rateNote().contains("learning rate is still 0.001, which suits Adam; for Adadelta 0.5 is usual"),
                 qPrintable(form.rateNote()));
    }

    void optionsThatDoNotFitTogetherAreToldAtOne() {
        TrainForm form;
        form.setEncoder("mtsa");
        form.setRecipe(QString());
        form.setData(smallTask);
        form.setOption("masks", "fw, bw");
        form.setOption("heads", "4");
        QCOMPARE(form.problem(), QString());
        form.setOption("heads", "5");
        QVERIFY(form.misfit());
        QCOMPARE(form.misfit()->option, QStringLiteral("masks"));
        QVERIFY2(form.problem().startsWith("Masks of the heads: 2 masks do not fit: 5 heads need 1 or 5 masks"),
                 qPrintable(form.problem()));
        form.setEncoder("disa");
        QVERIFY(!form.misfit() && form.problem().isEmpty());
    }

    void anotherEncoderKeepsWhatBothKnow() {
        TrainForm form;
        form.setEncoder("mtsa");
        form.setOption("epochs", "4");
        form.setOption("head_features", "12");
        form.setEncoder("disa");
        QCOMPARE(form.option("epochs"), QStringLiteral("4"));
        QCOMPARE(form.changed(), QStringList({"epochs"}));
        QVERIFY_THROWS_EXCEPTION(Error, form.option("head_features"));
        QVERIFY_THROWS_EXCEPTION(Error, form.setEncoder("mtsaa"));
        QCOMPARE(form.encoder(), QStringLiteral("disa"));
    }

    void aBadValueChangesNothing() {
        TrainForm form;
        QSignalSpy changes(&form, &TrainForm::changedOption);
        QVERIFY_THROWS_EXCEPTION(Error, form.setOption("epochs", "many"));
        QVERIFY_THROWS_EXCEPTION(Error, form.setOption("epoch", "3"));
        QVERIFY(changes.isEmpty());
        QVERIFY(form.changed().isEmpty());
    }

    void everyOptionIsInOneSection() {
        TrainForm form;
        QStringList names;
        for (const TrainForm::Section& section : form.sections())
            for (const OptionRow& row : section.rows)
                names.append(QString::fromStdString(row.name));
        QCOMPARE(names.size(), qsizetype(form.config().rows().size()));
        QCOMPARE(QSet<QString>(names.begin(), names.end()).size(), names.size());
        QCOMPARE(form.sections().front().title, QStringLiteral("Model"));
    }

    void theActionSaysWhatItWillDo() {
        TrainForm form;
        form.setEncoder("mtsa");
        QVERIFY(!form.problem().isEmpty());
        form.setData("some/where/trec/");
        QCOMPARE(form.problem(), QString());
        form.setSeeds(3);
        QCOMPARE(form.action(372), QStringLiteral("Train MTSA on TREC, 3 seeds, about 6 min"));
        QCOMPARE(form.action(std::nullopt), QStringLiteral("Train MTSA on TREC, 3 seeds"));
        form.setSeeds(1);
        QCOMPARE(form.action(8.4), QStringLiteral("Train MTSA on TREC, about 8 s"));
        form.setData("diagnostic:brackets?length=12");
        QCOMPARE(form.action(7200), QStringLiteral("Train MTSA on Bracket matching, about 2 h 0 min"));
    }

    void seedsAndFoldsAreRunsOfTheirOwn() {
        TrainForm form;
        form.setOption("seed", "5");
        form.setOption("folds", "3");
        form.setSeeds(2);
        QCOMPARE(form.runs().size(), std::size_t(2));
        form.setAllFolds(true);
        const std::vector<RunConfig> runs = form.runs();
        QCOMPARE(runs.size(), std::size_t(6));
        QCOMPARE(runs[4].train.seed, 6);
        QCOMPARE(runs[4].train.fold, 1);
        form.setAllFolds(false);
        form.setData(smallTask);
        QCOMPARE(form.problem(), QString());
        form.setOption("fold", "3");
        QVERIFY2(form.problem().contains("below the number"), qPrintable(form.problem()));
        form.setOption("folds", "0");
        QVERIFY2(form.problem().contains("of how many folds"), qPrintable(form.problem()));
        form.setOption("fold", "0");
        QCOMPARE(form.problem(), QString());
    }

    void itIsRememberedAndAnotherVersionIsSurvived() {
        TrainForm form;
        form.setEncoder("disa");
        form.setRecipe("trec");
        form.setOption("epochs", "2");
        form.setData(smallTask);
        form.setProbes({"a0 b1", "c2"});
        form.setSeeds(2);
        QJsonObject saved = form.save();
        TrainForm again;
        again.restore(saved);
        QVERIFY(again.config().toJson() == form.config().toJson());
        QCOMPARE(again.save(), saved);

        saved["encoder"] = "of-tomorrow";
        saved["options"] = QJsonObject{{"unheard", "1"}, {"epochs", "7"}};
        TrainForm later;
        later.restore(saved);
        QCOMPARE(later.option("epochs"), QStringLiteral("7"));
    }

    void theRecipeFollowsTheCorpusUntilOneIsChosen() {
        const auto corpus = [](const std::string& name, bool hasTest) {
            Corpus made;
            made.name = name;
            made.labels = {"a", "b"};
            if (hasTest)
                made.test.push_back({{{"word"}}, 0});
            return made;
        };
        TrainForm form;
        QCOMPARE(form.recipe(), QString());
        form.setOption("epochs", "3");
        form.setCorpus(corpus("CR", false));
        QCOMPARE(form.recipe(), QStringLiteral("cr"));
        QCOMPARE(form.option("folds"), QStringLiteral("10"));
        QCOMPARE(form.option("epochs"), QStringLiteral("3")); // the user's
        form.setCorpus(corpus("cr", true));
        QCOMPARE(form.option("folds"), QStringLiteral("0")); // it has a test set of its own
        form.setOption("folds", "3");
        QVERIFY(form.misfit() && form.misfit()->option == "folds");
        QVERIFY2(form.misfit()->text.contains("test set of its own"), qPrintable(form.misfit()->text));
        form.setCorpus(corpus("cr", false));
        QVERIFY(!form.misfit());
        form.setCorpus(corpus("cr", true));
        QVERIFY(form.misfit());
        form.setData("another"); // not read yet
        QVERIFY(!form.misfit());
        form.reset("folds");
        form.setCorpus(corpus("weather", false));
        QCOMPARE(form.recipe(), QString());

        // The recipe differs from the usual value, to which the user went back: that is a change, after a restart, too.
        form.setCorpus(corpus("trec", true));
        const QString usual = TrainForm().option("epochs");
        QVERIFY(form.option("epochs") != usual);
        form.setOption("epochs", usual);
        TrainForm restarted;
        restarted.restore(form.save());
        QVERIFY(restarted.config().toJson() == form.config().toJson());
        QCOMPARE(restarted.changed(), form.changed());
        restarted.setCorpus(corpus("trec", true));
        QCOMPARE(restarted.changed(), form.changed());
        QCOMPARE(restarted.option("epochs"), usual);
        QVERIFY(restarted.isChanged("epochs"));
        form.reset("epochs");

        form.setRecipe("");
        form.setCorpus(corpus("trec", true));
        QCOMPARE(form.recipe(), QString());
        TrainForm later;
        later.restore(form.save());
        later.setCorpus(corpus("trec", true));
        QCOMPARE(later.recipe(), QString());
        later.setRecipe(TrainForm::byCorpus);
        QCOMPARE(later.recipe(), QStringLiteral("trec"));
        QCOMPARE(later.option("optimizer"), QStringLiteral("adadelta"));
    }

    void probesOfAPairCorpusArePairs() {
        const auto corpusOf = [](CorpusKind kind) {
            Corpus corpus;
            corpus.name = "tea";
            corpus.labels = {"a", "b"};
            corpus.kind = kind;
            return corpus;
        };
        TrainForm form;
        QSignalSpy plans(&form, &TrainForm::changedPlan);
        form.setData("tea");
        form.setProbes({"hot tea | cold tea", "tea | milk | sugar"});
        form.setCorpus(corpusOf(CorpusKind::Pairs));
        QVERIFY(form.wantsPairs());
        QCOMPARE(plans.size(), 3);
        QCOMPARE(form.problem(), QString());
        QCOMPARE(form.runs().front().probes, (std::vector<std::string>{"hot tea\tcold tea", "tea\tmilk | sugar"}));
        QCOMPARE(form.probes(), QStringList({"hot tea | cold tea", "tea | milk | sugar"}));

        form.setProbes({"hot\tcold", "hot tea |"}); // as pasted from a file, and not yet whole
        QVERIFY2(form.problem().startsWith("Probe 2 ") && form.problem().contains(" | "), qPrintable(form.problem()));
        form.setProbes({"hot\tcold"});
        QCOMPARE(form.problem(), QString());
        QCOMPARE(form.runs().front().probes, std::vector<std::string>{"hot\tcold"});

        form.setProbes({"hot tea"});
        QVERIFY(!form.problem().isEmpty());
        form.setCorpus(corpusOf(CorpusKind::Sentences));
        QCOMPARE(form.problem(), QString());
        QCOMPARE(form.runs().front().probes, std::vector<std::string>{"hot tea"});
    }

    void oneOfSeveralTasksIsChosen() {
        const ExtraTask extra(std::make_unique<const LengthTask>());
        Corpus corpus;
        corpus.name = "tea";
        corpus.labels = {"a", "b"};
        TrainForm form;
        form.setData("tea");
        QVERIFY(!form.task() && form.tasks().empty());
        form.setCorpus(corpus);
        QCOMPARE(form.tasks().size(), LengthTask::ofItsKind());
        QCOMPARE(form.task()->id, std::string("classify"));
        QCOMPARE(form.runs().front().task, std::string("classify"));
        QSignalSpy plans(&form, &TrainForm::changedPlan);
        form.setTask(LengthTask::name);
        QCOMPARE(plans.size(), 1);
        QCOMPARE(form.runs().front().task, std::string(LengthTask::name));
        form.setEncoder("disa");
        form.setRecipe("cr");
        QCOMPARE(form.runs().front().task, std::string(LengthTask::name)); // the user's own stays
        QVERIFY_THROWS_EXCEPTION(Error, form.setTask("juggle"));

        TrainForm later;
        later.restore(form.save());
        later.setCorpus(corpus);
        QCOMPARE(later.task()->id, std::string(LengthTask::name));
        corpus.kind = CorpusKind::Pairs;
        later.setCorpus(corpus); // has no such task
        QCOMPARE(later.runs().front().task, std::string("pair"));
        later.adopt(form.runs().front());
        QCOMPARE(later.runs().front().task, std::string("pair")); // until that run's corpus is read
        corpus.kind = CorpusKind::Sentences;
        later.setCorpus(corpus);
        QCOMPARE(later.runs().front().task, std::string(LengthTask::name));
        later.setTask(QString());
        QCOMPARE(later.runs().front().task, std::string("classify"));
    }

    void anEncoderThatDoesNotSuitTheTaskIsTold() {
        Corpus corpus;
        corpus.labels = {"a", "b"};
        corpus.kind = CorpusKind::TaggedSentences;
        TrainForm form;
        form.setEncoder("lama");
        QCOMPARE(form.misfit().has_value(), false);
        form.setCorpus(corpus);
        QVERIFY(form.misfit() && form.misfit()->text.contains("makes one vector of a sentence"));
    }

    /// It waits for its task, and the run is made as if it had never been changed.
    void anOptionOfAnotherTaskIsNoPartOfTheRun() {
        Corpus corpus;
        corpus.name = "tea";
        corpus.labels = {"a", "b"};
        corpus.kind = CorpusKind::Pairs;
        TrainForm form;
        form.setData("tea");
        form.setOption("highway", "true");
        QCOMPARE(form.problem(), QString());
        form.setCorpus(corpus);
        QCOMPARE(form.problem(), QString());
        corpus.kind = CorpusKind::Sentences;
        form.setCorpus(corpus);
        QCOMPARE(form.problem(), QString());
        QVERIFY(form.unused().contains("highway"));
        QCOMPARE(form.option("highway"), QString("true"));
        QCOMPARE(form.runs().front().get("highway"), std::string("false"));
        checkTaskOptions(form.runs().front());
        corpus.kind = CorpusKind::Pairs;
        form.setCorpus(corpus);
        QCOMPARE(form.runs().front().get("highway"), std::string("true"));
        form.forgetCorpus(); // as when the next one can't be read
        QVERIFY(!form.task() && form.tasks().empty() && form.unused().isEmpty());
        corpus.kind = CorpusKind::Sentences;
        form.setCorpus(corpus);
        form.reset("highway");
        QCOMPARE(form.problem(), QString());
        form.setRecipe("snli"); // has a highway layer for some encoders, which nobody asked for here
        form.setEncoder("hrchycnn");
        QCOMPARE(form.problem(), QString());
    }

    void aRunsConfigurationCanBeTakenOver() {
        RunConfig config = RunConfig::forEncoder("multihead");
        config.data = smallTask;
        config.set("epochs", "9");
        TrainForm form;
        form.setRecipe("trec");
        form.adopt(config);
        QVERIFY(form.config().toJson() == config.toJson());
        QCOMPARE(form.changed(), QStringList({"epochs"}));
        QCOMPARE(form.recipe(), QString());
    }

    /// What an example holds beside what its kind has, or lacks of it, is neither counted nor read.
    void aPreviewGoesByTheKind() {
        Example example;
        example.texts = {{"hot", "tea"}};
        example.label = 1;
        example.tags = {1, 0, 1};
        Corpus corpus;
        corpus.labels = {"O", "B"};
        corpus.train = {example};
        CorpusPreview preview = previewOf(corpus, 8);
        QCOMPARE(preview.labelWord, QStringLiteral("label"));
        QCOMPARE(preview.parts[0].perLabel, QList<qint64>({0, 1}));
        QCOMPARE(preview.samples.size(), 1);
        QCOMPARE(preview.samples[0].text, QStringLiteral("hot tea"));
        corpus.kind = CorpusKind::TaggedSentences;
        preview = previewOf(corpus, 8);
        QCOMPARE(preview.labelWord, QStringLiteral("tag"));
        QCOMPARE(preview.samples.size(), 2);
        QCOMPARE(preview.samples[0].text, QStringLiteral("hot/B tea"));
        corpus.kind = CorpusKind::ScoredPairs;
        corpus.train.front().texts.push_back({"cold", "tea"});
        corpus.train.front().score = 1.5;
        preview = previewOf(corpus, 8);
        QCOMPARE(preview.labelWord, QStringLiteral("level"));
        QCOMPARE(preview.samples[0].text, QStringLiteral("1.5  |  hot tea  |  cold tea"));
    }

    void aPreviewCountsAndShowsEveryLabel() {
        const Corpus corpus = openData(smallTask);
        const CorpusPreview preview = previewOf(corpus, 8);
        QCOMPARE(preview.parts.size(), 3);
        QCOMPARE(preview.parts[0].examples, 60);
        QCOMPARE(preview.labels.size(), 4);
        QCOMPARE(preview.samples.size(), 8);
        QSet<QString> labels;
        for (const CorpusPreview::Sample& sample : preview.samples)
            labels.insert(sample.label);
        QCOMPARE(labels.size(), 4);
        qint64 counted = 0;
        for (const qint64 count : preview.parts[0].perLabel)
            counted += count;
        QCOMPARE(counted, 60);
        QCOMPARE(preview.summary(), QStringLiteral("60 train, 20 dev, 20 test · 4 labels · 6 tokens"));
        CorpusPreview one = preview;
        one.labels = {"a"};
        QVERIFY2(one.summary().contains(QStringLiteral("20 test · 1 label · ")), qPrintable(one.summary()));
        Corpus foreign = corpus;
        foreign.notes = {"a.txt, line 3: not UTF-8"};
        QVERIFY(previewOf(foreign).summary().endsWith("6 tokens\na.txt, line 3: not UTF-8"));
    }

    void foldersAndDiagnosticTasksAreOffered() {
        QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkdir("trec"));
        const QList<KnownCorpus> known = knownCorpora({folder.path(), folder.filePath("missing")});
        QCOMPARE(known.front().title, QStringLiteral("trec"));
        QCOMPARE(known.front().spec, folder.filePath("trec"));
        QVERIFY(known.size() > 3);
        for (qsizetype i = 1; i < known.size(); ++i)
            QVERIFY(!openData(known[i].spec.toStdString()).train.empty());
    }

    void theTimeIsThatOfAnEarlierRun() {
        RunConfig config = RunConfig::forEncoder("mtsa");
        config.data = "trec";
        config.train.epochs = 10;
        RunEntry run;
        run.model = "mtsa";
        run.spec = "trec";
        run.machine = QSysInfo::machineHostName();
        run.seconds = 40;
        run.epochs = 4;
        for (const OptionRow& row : config.rows())
            run.options[QString::fromStdString(row.name)] = QString::fromStdString(config.get(row.name));
        QCOMPARE(secondsByEarlierRuns(config, {run}).value_or(-1), 100.0);
        config.train.seed = 77;
        QVERIFY(secondsByEarlierRuns(config, {run}).has_value());
        config.train.batch += 1;
        QVERIFY(!secondsByEarlierRuns(config, {run}).has_value());
    }

    void theTimeIsMeasuredWithoutOne() {
        RunConfig config = RunConfig::forEncoder("multihead");
        for (const char* option : {"embedding_features", "hidden"})
            config.set(option, "16");
        config.data = smallTask;
        const Corpus corpus = openData(smallTask);
        config.train.epochs = 20;
        const std::optional<double> few = measureSeconds(config, corpus, 1, [] { return false; });
        QVERIFY(few && *few > 0);
        QVERIFY(!measureSeconds(config, corpus, 1, [] { return true; }));
    }
};

QTEST_GUILESS_MAIN(TrainFormTest)
#include "train_form_test.moc"
