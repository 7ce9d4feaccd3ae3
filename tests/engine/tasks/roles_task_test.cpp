#include "engine/data/corpus_files.h"
#include "message_of.h"
#include "models/model_folder.h"
#include "models/record.h"
#include "tasks/task.h"
#include "train/evaluate.h"
#include "train/trainer.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace headlight;

namespace {

/// "the dog sees the song and paints the lamp .": what stands in front of a verb is its ARG0, for the second one the
/// same as for the first; what stands behind a verb is its ARG1. Only the predicate tells which verb is meant.
QByteArray propositions(int sentences, std::uint64_t seed) {
    Random random{RandomKey(seed)};
    const std::vector<QByteArray> nouns = {"dog", "river", "song", "lamp"};
    const auto noun = [&] { return nouns[random.below(nouns.size())]; };
    const auto verb = [&](const char* one, const char* other) { return QByteArray(random.below(2) ? one : other); };
    QByteArray text;
    for (int s = 0; s < sentences; ++s) {
        text += "1 the DT - B-ARG0 B-ARG0\n2 " + noun() + " NN - I-ARG0 I-ARG0\n";
        text += "3 " + verb("sees", "likes") + " VB do.01 B-V O\n4 the DT - B-ARG1 O\n5 " + noun() +
                " NN - I-ARG1 O\n6 and CC - O O\n";
        text += "7 " + verb("paints", "mends") + " VB do.02 O B-V\n8 the DT - O B-ARG1\n9 " + noun() +
                " NN - O I-ARG1\n10 . . - O O\n\n";
    }
    return text;
}

RunConfig configFor(const std::string& encoder) {
    RunConfig config = RunConfig::forEncoder(encoder);
    for (const auto& [name, value] :
         std::initializer_list<std::pair<const char*, const char*>>{{"embedding_features", "12"},
                                                                    {"predicate_features", "6"},
                                                                    {"hidden", "0"},
                                                                    {"epochs", "12"},
                                                                    {"keep", "0.95"},
                                                                    {"optimizer", "adam"},
                                                                    {"learning_rate", "0.02"},
                                                                    {"batch", "8"}})
        config.set(name, value);
    return config;
}

TrainResult trained(const RunConfig& config, const Corpus& corpus, const QTemporaryDir& folder, int threads = 1) {
    Trainer trainer(config, corpus, folder.path().toStdString(), threads);
    TrainObserver observer;
    TrainControl control;
    return trainer.run(observer, control);
}

} // namespace

class RolesTaskTest : public QObject, CorpusFiles {
    Q_OBJECT
private slots:
    void initTestCase() {
        write("roles/train.txt", propositions(60, 1));
        write("roles/dev.txt", propositions(10, 2));
        write("roles/test.txt", propositions(15, 3));
        m_corpus = openCorpus(m_folder.filePath("roles").toStdString());
        QVERIFY(m_corpus.kind == CorpusKind::Propositions);
        QCOMPARE(m_corpus.train.size(), std::size_t(120));
        QCOMPARE(tasksFor(m_corpus).front(), &taskRow("roles"));
    }

    /// The same words have other roles for another predicate, so what is learnt goes by the mark of the predicate.
    void learnsRolesByThePredicate_data() {
        QTest::addColumn<QString>("encoder");
        for (const char* encoder : {"mtsa", "multihead"})
            QTest::newRow(encoder) << encoder;
    }
    void learnsRolesByThePredicate() {
        QFETCH(QString, encoder);
        QTemporaryDir folder;
        const TrainResult result = trained(configFor(encoder.toStdString()), m_corpus, folder);
        QCOMPARE(result.metric, std::string("f1"));
        QVERIFY2(result.best.test > 0.95, qPrintable(QString::number(result.best.test.value_or(-1))));

        const auto model = loadModel((folder.path() + "/best").toStdString());
        ThreadPool one(1), two(2);
        const Evaluation evaluation = evaluate(*model, m_corpus.test, one);
        QCOMPARE(evaluation.metric("f1"), result.best.test.value());
        QVERIFY(evaluate(*model, m_corpus.test, two).details == evaluation.details);
        QVERIFY(evaluation.metric("complete") > 0.9);
        QCOMPARE(evaluation.metrics.size(), std::size_t(5));
        QVERIFY(!evaluation.details["spans"].contains("V"));
        QCOMPARE(evaluation.details["spans"]["ARG0"]["true"].get<int>(), 30);

        const std::string sentence = "the dog sees the song and paints the lamp .";
        const auto spans = [&](const char* predicate) {
            const Recording recording = record(*model, sequencesOf(*model, {sentence, predicate}));
            return std::get<TagAnswer>(recording.answer()).spans;
        };
        using Spans = std::vector<TagSpan>;
        QVERIFY((spans("sees") == Spans{{0, 2, "ARG0"}, {2, 3, "V"}, {3, 5, "ARG1"}}));
        QVERIFY((spans("#7") == Spans{{0, 2, "ARG0"}, {6, 7, "V"}, {7, 9, "ARG1"}}));
    }

    void withoutTheMarkTheTwoPredicatesAreOne() {
        QTemporaryDir folder;
        trained(configFor("multihead"), m_corpus, folder);
        const auto model = loadModel((folder.path() + "/best").toStdString());
        model->parameters().find("predicate.weight")->value.setZero();
        ThreadPool pool(1);
        QVERIFY(evaluate(*model, m_corpus.test, pool).metric("f1") < 0.8);
    }

    void trainsToTheSameBitsOnAnyThreads() {
        std::vector<double> reached;
        for (const int threads : {1, 2}) {
            RunConfig config = configFor("mtsa");
            config.set("epochs", "1");
            config.set("label_smoothing", "0.1");
            QTemporaryDir folder;
            trained(config, m_corpus, folder, threads);
            const auto model = loadModel((folder.path() + "/last").toStdString());
            reached.push_back(double(model->parameters().find("predicate.weight")->value.sum()));
        }
        QCOMPARE(reached[0], reached[1]);
    }

    /// Decided token by token the roles need not be well-formed; the sequence is, and the folder keeps which it is.
    void rolesAreChosenAsTheOptionSays() {
        for (const char* decoding : {"argmax", "viterbi"}) {
            RunConfig config = configFor("multihead");
            config.set("epochs", "1");
            config.set("decoding", decoding);
            QTemporaryDir folder;
            trained(config, m_corpus, folder);
            const auto model = loadModel((folder.path() + "/last").toStdString());
            const auto& labels = model->description().labels;
            const auto number = [&](const char* label) {
                return Index(std::find(labels.begin(), labels.end(), label) - labels.begin());
            };
            Matrix scores = Matrix::Zero(Index(labels.size()), 2);
            scores(number("B-ARG0"), 0) = 5;
            scores(number("I-ARG1"), 1) = 3; // behind B-ARG0
            scores(number("I-ARG0"), 1) = 2;
            const auto answer = std::get<TagAnswer>(model->task().answer(labels, scores, model->head()));
            const bool isFree = std::string(decoding) == "argmax";
            QCOMPARE(answer.tag(1), std::string(isFree ? "I-ARG1" : "I-ARG0"));
            QCOMPARE(answer.spans.size(), std::size_t(isFree ? 2 : 1));
        }
    }

    void aModelOfAnotherTaskSaysSo() {
        RunConfig config = configFor("multihead");
        config.task = "tag";
        QTemporaryDir folder;
        const QString message = messageOf([&] { Trainer(config, m_corpus, folder.path().toStdString(), 1); });
        QVERIFY2(message.contains("the examples of roles are for roles (the roles of a predicate)"),
                 qPrintable(message));
    }

    /// Examples to start from can be read again.
    void startsFromExamplesWithTheirPredicates() {
        RunConfig config = configFor("multihead");
        config.set("epochs", "1");
        QTemporaryDir folder;
        trained(config, m_corpus, folder);
        const auto model = loadModel((folder.path() + "/last").toStdString());
        QVERIFY(!model->description().examples.empty());
        for (const auto& [example, labels] : model->description().examples) {
            const std::size_t tab = example.find('\t');
            QVERIFY(tab != std::string::npos);
            const auto sequences = sequencesOf(*model, {example.substr(0, tab), example.substr(tab + 1)});
            QCOMPARE(labels.size(), sequences.front().tokens.size());
            QCOMPARE(sequences.front().tokens.size(), std::size_t(10));
            QVERIFY(sequences.front().tokens[2].isPredicate || sequences.front().tokens[6].isPredicate);
        }
    }

private:
    Corpus m_corpus;
};

QTEST_GUILESS_MAIN(RolesTaskTest)
#include "roles_task_test.moc"
