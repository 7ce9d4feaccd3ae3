#include "engine/data/corpus_files.h"
#include "engine/train/network_of.h"
#include "models/model_folder.h"
#include "models/record.h"
#include "tasks/task.h"
#include "train/evaluate.h"
#include "train/trainer.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace headlight;

namespace {

/// Determiners, nouns and verbs of small sentences; the chunk of a word follows from the words around it.
QByteArray chunked(int sentences, std::uint64_t seed) {
    Random random{RandomKey(seed)};
    const std::vector<QByteArray> nouns = {"dog", "river", "song", "lamp"}, verbs = {"sees", "likes", "paints"};
    const auto noun = [&] { return nouns[random.below(nouns.size())]; };
    QByteArray text;
    for (int s = 0; s < sentences; ++s) {
        const bool isLong = random.below(2);
        text += "the DT B-NP\n" + (isLong ? "old JJ I-NP\n" + noun() : noun()) + " NN I-NP\n";
        text += verbs[random.below(verbs.size())] + " VB B-VP\n";
        text += random.below(2) ? "a DT B-NP\n" + noun() + " NN I-NP\n" : noun() + " NN B-NP\n";
        text += ". . O\n\n";
    }
    return text;
}

/// Words that are there once, of which the ending tells what they are.
QByteArray withEndings(int sentences, std::uint64_t seed) {
    Random random{RandomKey(seed)};
    const auto stem = [&] {
        QByteArray letters;
        for (int k = 0; k < 6; ++k)
            letters += char('a' + random.below(26));
        return letters;
    };
    QByteArray text;
    for (int s = 0; s < sentences; ++s) {
        for (int t = 0; t < 4; ++t)
            text += random.below(2) ? stem() + "ing B-NP\n" : stem() + "ed O\n";
        text += ". O\n\n";
    }
    return text;
}

RunConfig configFor(const std::string& encoder) {
    RunConfig config = RunConfig::forEncoder(encoder);
    config.task = "tag";
    for (const auto& [name, value] :
         std::initializer_list<std::pair<const char*, const char*>>{{"embedding_features", "12"},
                                                                    {"hidden", "10"},
                                                                    {"epochs", "12"},
                                                                    {"keep", "0.95"},
                                                                    {"optimizer", "adam"},
                                                                    {"learning_rate", "0.02"},
                                                                    {"batch", "8"}})
        config.set(name, value);
    return config;
}

} // namespace

class TagTaskTest : public QObject, CorpusFiles {
    Q_OBJECT
private slots:
    void initTestCase() {
        write("chunks/train.txt", chunked(120, 1));
        write("chunks/dev.txt", chunked(20, 2));
        write("chunks/test.txt", chunked(30, 3));
        m_corpus = openCorpus(m_folder.filePath("chunks").toStdString());
        QVERIFY(m_corpus.kind == CorpusKind::TaggedSentences);
        QCOMPARE(tasksFor(m_corpus).front(), &taskRow("tag"));
    }

    /// An attention encoder learns which word begins a chunk; what is told of a split is what the scorer counts.
    void learnsChunks() {
        QTemporaryDir folder;
        Trainer trainer(configFor("mtsa"), m_corpus, folder.path().toStdString(), 1);
        TrainObserver observer;
        TrainControl control;
        const TrainResult result = trainer.run(observer, control);
        QCOMPARE(result.metric, std::string("f1"));
        QVERIFY2(result.best.test > 0.95, qPrintable(QString::number(result.best.test.value_or(-1))));

        const auto model = loadModel((folder.path() + "/best").toStdString());
        ThreadPool one(1), two(2);
        const Evaluation evaluation = evaluate(*model, m_corpus.test, one);
        QCOMPARE(evaluation.metric("f1"), result.best.test.value());
        QVERIFY(evaluate(*model, m_corpus.test, two).details == evaluation.details);
        const auto& spans = evaluation.details["spans"];
        QCOMPARE(spans["VP"]["true"].get<int>(), 30);
        double found = 0, right = 0, all = 0;
        for (const auto& [label, counts] : spans.items()) {
            found += counts["found"].get<double>();
            right += counts["right"].get<double>();
            all += counts["true"].get<double>();
        }
        QVERIFY(std::abs(evaluation.metric("precision") - right / found) < 1e-12);
        QVERIFY(std::abs(evaluation.metric("recall") - right / all) < 1e-12);

        const Recording recording =
            record(*model, {sequenceOf(*model, std::string("the old dog sees a lamp ."))}, {}, {});
        const auto* answer = std::get_if<TagAnswer>(&recording.answer());
        QVERIFY(answer && answer->tokens.size() == 7);
        QCOMPARE(answer->tag(0), std::string("B-NP"));
        QCOMPARE(answer->spans.front(), (TagSpan{0, 3, "NP"}));
        QCOMPARE(answer->spans.back(), (TagSpan{4, 6, "NP"}));
        QVERIFY(recording.heads(0).size() > 0);
    }

    /// The loss of a batch is the mean over its tokens, whichever sentences they are of, and the threads change no bit.
    void trainsToTheSameBitsOnAnyThreads() {
        std::vector<double> reached;
        for (const int threads : {1, 2}) {
            RunConfig config = configFor("disa");
            config.set("epochs", "1");
            config.set("features", "6");
            QTemporaryDir folder;
            Trainer trainer(config, m_corpus, folder.path().toStdString(), threads);
            TrainObserver observer;
            TrainControl control;
            trainer.run(observer, control);
            ThreadPool pool(1);
            reached.push_back(evaluate(networkOf(trainer), m_corpus.test, pool).loss);
        }
        QCOMPARE(reached[0], reached[1]);
    }

    void anEncoderThatPoolsIsRefused() {
        QTemporaryDir folder;
        QVERIFY_THROWS_EXCEPTION(Error, Trainer(configFor("lama"), m_corpus, folder.path().toStdString(), 1));
    }

    /// Tokens beyond max_tokens have no answer, and count as wrong.
    void whatIsNotReadIsWrong() {
        RunConfig config = configFor("multihead");
        config.set("epochs", "1");
        config.set("max_tokens", "2");
        QTemporaryDir folder;
        Trainer trainer(config, m_corpus, folder.path().toStdString(), 1);
        TrainObserver observer;
        TrainControl control;
        trainer.run(observer, control);
        ThreadPool pool(1);
        const Evaluation evaluation = evaluate(networkOf(trainer), m_corpus.test, pool);
        QCOMPARE(evaluation.cut, std::int64_t(30));
        QCOMPARE(evaluation.details["spans"]["VP"]["right"].get<int>(), 0);
        QVERIFY(evaluation.metric("accuracy") < 0.6);
    }

    void aModelOfOtherTagsIsRefused() {
        RunConfig config = configFor("multihead");
        config.set("epochs", "1");
        QTemporaryDir folder;
        Trainer trainer(config, m_corpus, folder.path().toStdString(), 1);
        Corpus other = openCorpus(write("names.txt", "Ada B-PER\nsleeps O\n\nBo B-PER\nsings O\n"));
        QVERIFY2(messageOfAdopt(networkOf(trainer), other).contains("the label \"B-PER\" is unknown to the model"),
                 qPrintable(messageOfAdopt(networkOf(trainer), other)));
        Corpus sentences = openCorpus(write("s.txt", "a one two\nb three four\n"));
        QVERIFY(
            messageOfAdopt(networkOf(trainer), sentences).contains("the model's task is tag (a label for each token)"));
    }

    /// IOB1, where I- begins spans, is read as BIO; plain tags are judged by accuracy alone.
    void otherSchemes() {
        const Corpus iob = openCorpus(write("iob.txt", "Ada I-PER\nsees O\nBo I-PER\nCy B-PER\n\nhi O\nDi I-PER\n"));
        QCOMPARE(iob.labels, (Names{"B-PER", "O"}));
        QVERIFY(!iob.notes.empty());
        const Corpus plain = openCorpus(write("pos.tsv", "the\tDT\ndog\tNN\nruns\tVB\n\na\tDT\ncat\tNN\nsits\tVB\n"));
        QCOMPARE(taskRow("tag").metrics(plain.labels), (Names{"accuracy"}));
        QCOMPARE(taskRow("tag").metrics(iob.labels).front(), std::string("f1"));
        QCOMPARE(taskRow("tag").metrics().size(), std::size_t(4));
    }

    /// With word forms a word that the model has never seen is chunked by its ending; a saved model reads as the
    /// trained one does.
    void wordFormsTellOfUnknownWords() {
        RunConfig config = configFor("multihead");
        config.set("word_forms", "true");
        config.set("minimum_count", "2");
        config.set("max_tokens", "9");
        const Corpus corpus = openCorpus(write("endings.txt", withEndings(200, 1)) + "?dev=0.1");
        QTemporaryDir folder;
        Trainer trainer(config, corpus, folder.path().toStdString(), 1);
        TrainObserver observer;
        TrainControl control;
        trainer.run(observer, control);
        const auto model = loadModel((folder.path() + "/last").toStdString());
        QCOMPARE(model->ids({"the", "dog", "Zoo"}), networkOf(trainer).ids({"the", "dog", "Zoo"}));

        const Sequence read = sequenceOf(*model, std::string("zzzing zzzed"));
        QVERIFY(!read.tokens[0].known && !read.tokens[1].known);
        const Recording recording = record(*model, {read}, {}, {});
        const auto& answer = std::get<TagAnswer>(recording.answer());
        QCOMPARE(answer.tag(0), std::string("B-NP"));
        QCOMPARE(answer.tag(1), std::string("O"));
    }

    /// A conditional random field learns chunks as well; its answers are probabilities, a saved model has its
    /// transitions, and one that was stopped goes on to the same bits.
    void aConditionalRandomField() {
        RunConfig config = configFor("multihead");
        config.set("crf", "true");
        config.set("word_forms", "true");
        QTemporaryDir folder, stopped;
        TrainObserver observer;
        TrainControl control;
        Trainer trainer(config, m_corpus, folder.path().toStdString(), 2);
        const TrainResult result = trainer.run(observer, control);
        QVERIFY2(result.best.test > 0.95, qPrintable(QString::number(result.best.test.value_or(-1))));

        struct StopLater : TrainObserver {
            TrainControl control;
            void epochFinished(const Learner&, int epoch, std::int64_t) override {
                if (epoch == 5)
                    control.stop();
            }
        } later;
        QVERIFY(!Trainer(config, m_corpus, stopped.path().toStdString(), 1).run(later, later.control).finished);
        Trainer resumed(config, m_corpus, stopped.path().toStdString(), 1);
        resumed.resume();
        resumed.run(observer, control);
        ThreadPool pool(1);
        const auto model = loadModel((folder.path() + "/last").toStdString());
        QCOMPARE(evaluate(*model, m_corpus.test, pool).loss, evaluate(networkOf(resumed), m_corpus.test, pool).loss);

        const Recording recording = record(*model, {sequenceOf(*model, std::string("the dog sees a lamp ."))}, {}, {});
        for (const TagAnswer::Token& token : std::get<TagAnswer>(recording.answer()).tokens) {
            double sum = 0;
            for (const double p : token.tags.probabilities)
                sum += p;
            QVERIFY(std::abs(sum - 1) < 1e-5);
        }
    }

    void tagsThatAreAllTheSameTeachNothing() {
        const std::string path = write("same.txt", "a\tO\nb\tO\n\nc\tO\nd\tO\n") + "?format=tags";
        QTemporaryDir folder;
        QString message;
        try {
            Trainer(configFor("multihead"), openCorpus(path), folder.path().toStdString(), 1);
        } catch (const Error& error) {
            message = error.what();
        }
        QVERIFY2(message.endsWith("every token of the training set has the same tag: there is nothing to learn"),
                 qPrintable(message));
    }

private:
    static QString messageOfAdopt(const TaskNetwork& model, const Corpus& corpus) {
        std::vector<Example> examples = corpus.train;
        try {
            adoptLabels(model, corpus, examples);
        } catch (const Error& error) {
            return QString::fromUtf8(error.what());
        }
        return "no error";
    }

    Corpus m_corpus;
};

QTEST_GUILESS_MAIN(TagTaskTest)
#include "tag_task_test.moc"
