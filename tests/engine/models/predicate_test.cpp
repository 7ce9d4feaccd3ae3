#include "models/predicate.h"

#include "message_of.h"
#include "models/left_out.h"
#include "models/record.h"
#include "models/sentence_model.h"
#include "words_of.h"

#include <QtTest>

using namespace headlight;

namespace {

std::shared_ptr<TaskNetwork> roleModel(int maxTokens = 0, const std::vector<std::string>& predicates = {}) {
    ModelDescription description;
    description.task = "roles";
    description.encoder = "multihead";
    description.encoderConfig = encoderRow("multihead").makeConfig();
    for (const auto& [name, value] : {std::pair("heads", "1"), std::pair("head_features", "4")})
        description.encoderConfig->set(name, value);
    description.classifier.embeddingFeatures = 3;
    description.classifier.predicateFeatures = 2;
    description.classifier.maxTokens = maxTokens;
    description.labels = {"O", "B-ARG0", "I-ARG0", "B-V"};
    description.predicates = predicates;
    Vocabulary vocabulary;
    for (const char* word : {"she", "saw", "the", "man", "who"})
        vocabulary.add(word);
    return std::make_shared<TaskNetwork>(std::move(description), std::move(vocabulary), 1);
}

/// The number of the predicate, from 0.
int predicateOf(const Sequence& sentence) {
    for (std::size_t token = 0; token < sentence.tokens.size(); ++token)
        if (sentence.tokens[token].isPredicate)
            return int(token);
    return -1;
}

const std::string sentence = "she saw the man who saw the dog";

} // namespace

/// How a person says which token of a sentence is the predicate.
class PredicateTest : public QObject {
    Q_OBJECT
private slots:
    void isAWordOrANumber_data() {
        QTest::addColumn<QString>("predicate");
        QTest::addColumn<int>("token");
        QTest::newRow("word") << "man" << 3;
        QTest::newRow("unknown word") << "dog" << 7;
        QTest::newRow("spaces") << "  who " << 4;
        QTest::newRow("first number") << "#1" << 0;
        QTest::newRow("last number") << "#8" << 7;
    }
    void isAWordOrANumber() {
        QFETCH(QString, predicate);
        QFETCH(int, token);
        const auto sequences = sequencesOf(*roleModel(), {sentence, predicate.toStdString()});
        QCOMPARE(sequences.size(), std::size_t(1));
        QCOMPARE(predicateOf(sequences.front()), token);
    }

    void whatIsNoneIsRefused_data() {
        QTest::addColumn<QString>("predicate");
        QTest::addColumn<QString>("message");
        QTest::newRow("several times") << "saw"
                                       << "predicate \"saw\": the sentence has it 2 times, as #2 and #6: give the "
                                          "number of the one that is meant";
        QTest::newRow("absent") << "whoo"
                                << "predicate \"whoo\": the sentence has no such token. Did you mean \"who\"?";
        QTest::newRow("two words") << "saw the"
                                   << "predicate \"saw the\": it is one token of the sentence: give its word, or its "
                                      "number, as \"#4\"";
        const char* range = "the tokens of the sentence that the model reads are #1 to #8";
        QTest::newRow("zero") << "#0" << QString("predicate #0: ") + range;
        QTest::newRow("too large") << "#9" << QString("predicate #9: ") + range;
        QTest::newRow("far too large") << "#99999999999999999999"
                                       << QString("predicate #99999999999999999999: ") + range;
        QTest::newRow("empty") << " "
                               << "the model tells the roles of one predicate, and knows none of these words as one: "
                                  "name the predicate beside the sentence, by its word or, as \"#4\", by the number "
                                  "of its token from 1";
    }
    void whatIsNoneIsRefused() {
        QFETCH(QString, predicate);
        QFETCH(QString, message);
        const auto model = roleModel();
        QCOMPARE(messageOf([&] { sequencesOf(*model, {sentence, predicate.toStdString()}); }), message);
    }

    void textsAreASentenceAndItsPredicate() {
        const SentenceModel model(roleModel());
        QCOMPARE(model.inputs().size(), std::size_t(2));
        QCOMPARE(model.inputs()[1].name, std::string("predicate"));
        QCOMPARE(model.sequences(), 1);
        QVERIFY(!model.inputs()[1].optional);
        QVERIFY(messageOf([&] { model.read({sentence}); }).startsWith("the model tells the roles of one predicate"));
        QVERIFY(messageOf([&] {
                    model.read({sentence, "man", "more"});
                }).startsWith("the model reads one sentence and its predicate, and \"more\" is one more"));
    }

    void isTheFirstLikelyOneWhereNobodySays() {
        const SentenceModel model(roleModel(0, {"man", "saw"}));
        QVERIFY(model.inputs()[1].optional);
        QCOMPARE(predicateOf(model.read({sentence}).front()), 1);
        QCOMPARE(predicateOf(model.read({sentence, "  "}).front()), 1);
        QCOMPARE(predicateOf(model.read({sentence, "dog"}).front()), 7);
        QCOMPARE(model.predicates(sentence), (std::vector<std::string>{"#2", "man", "#6"}));
        QCOMPARE(model.predicates("the dog"), std::vector<std::string>());
        QVERIFY(messageOf([&] { model.read({"the dog"}); }).contains("knows none of these words as one"));
        QCOMPARE(SentenceModel(roleModel()).predicates(sentence), std::vector<std::string>());
    }

    /// Of a sentence with two predicates the corpus has two examples; its words are counted once.
    void isLikelyWhereHalfOfItsPlacesAreOne() {
        const auto example = [](const std::string& text, int predicate) {
            Example one;
            one.texts = {wordsOf(text)};
            one.predicate = predicate;
            return one;
        };
        const std::vector<Example> examples = {example("we saw the saw and ran", 1),
                                               example("we saw the saw and ran", 5), example("the run ended", 2),
                                               example("a run to run", 3), example("run on the run and ran", 0)};
        // "saw" 1 of 2, "ran" 1 of 2, "run" 2 of 5
        QCOMPARE(predicateWords(examples), (std::vector<std::string>{"ended", "ran", "saw"}));
    }

    void behindWhatIsReadThereIsNone() {
        QCOMPARE(
            messageOf([&] {
                sequencesOf(*roleModel(4), {sentence, "dog"});
            }),
            QString("predicate \"dog\": the sentence has no such token among the 4 that the model reads. There are "
                    "she, saw, the, man."));
        QCOMPARE(predicateOf(sequencesOf(*roleModel(4), {sentence, "saw"}).front()), 1); // once among these
    }

    void isSaidSoThatItCanBeReadAgain() {
        const auto words = wordsOf(sentence + " #5");
        QCOMPARE(predicateText(words, 3), std::string("man"));
        QCOMPARE(predicateText(words, 5), std::string("#6"));
        QCOMPARE(predicateText(words, 8), std::string("#9"));
    }

    /// The flag of the predicate is in what the encoder reads, below the word's vector.
    void joinsTheVectorsOfWords() {
        const auto model = roleModel();
        const Matrix flags = model->parameters().find("predicate.weight")->value;
        QCOMPARE(flags.rows(), Index(2));
        const TokenInput input = model->input({"she", "saw", "who"}, 1);
        Tape tape;
        const Layout layout({3});
        Context context(tape, layout);
        const Matrix x = model->embed(context, input).value();
        QCOMPARE(x.rows(), Index(5));
        QVERIFY(x.col(1).tail(2) == flags.col(1));
        QVERIFY(x.col(0).tail(2) == flags.col(0) && x.col(2).tail(2) == flags.col(0));
    }

    void othersReadWordsAlone() {
        const auto model = roleModel();
        ModelDescription description = model->description();
        description.task = "tag";
        const TaskNetwork tagger(description, Vocabulary(), 1);
        QVERIFY(!tagger.parameters().find("predicate.weight"));
        QVERIFY(tagger.input({"she"}, 0).isPredicate.empty());
    }

    void staysWhenItIsLeftOut() {
        const SentenceModel model(roleModel());
        Intervention changes;
        changes.leftOut = {{0, 0}, {0, 3}};
        const auto recording = model.run(model.read({sentence, "man"}), changes, {});
        const auto& tokens = recording->sequences().front().tokens;
        QVERIFY(tokens[0].leftOut && !tokens[3].leftOut && tokens[3].isPredicate);
        QVERIFY(!std::get<TagAnswer>(recording->answer()).tokens[0].isRead);
        QVERIFY(std::get<TagAnswer>(recording->answer()).tokens[3].isRead);
    }
};

QTEST_GUILESS_MAIN(PredicateTest)
#include "predicate_test.moc"
