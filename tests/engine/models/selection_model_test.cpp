#include "message_of.h"
#include "models/record.h"
#include "models/sentence_model.h"

#include <QtTest>
#include <cmath>

using namespace headlight;

namespace {

const std::string question = "what is red ?", passage = "One is red. 😀 Two is blue! Three is green? هذا أحمر.";

std::shared_ptr<TaskNetwork> network(const std::string& encoder) {
    ModelDescription description;
    description.task = "select";
    description.encoder = encoder;
    description.encoderConfig = encoderRow(encoder).makeConfig();
    if (encoder == "multihead") {
        description.encoderConfig->set("heads", "2");
        description.encoderConfig->set("head_features", "3");
    } else {
        description.encoderConfig->set("features", "3");
    }
    description.classifier.embeddingFeatures = 5;
    description.classifier.hidden = 4;
    description.labels = {"sentence"};
    description.tokenizer.rule = TokenizerRule::Words;
    description.sentenceCounts.add({"one", "is", "red"});
    description.sentenceCounts.add({"two", "is", "blue"});
    Vocabulary vocabulary;
    for (const char* word : {"what", "is", "red", "One", "Two", "blue", "green", ".", "?"})
        vocabulary.add(word);
    auto model = std::make_shared<TaskNetwork>(std::move(description), std::move(vocabulary), 1);
    Random random(RandomKey(2));
    for (Real& number : model->embedding().value.rightCols(9).reshaped())
        number = Real(random.normal());
    return model;
}

std::shared_ptr<const Recording> runOf(const Model& model, const Intervention& changes = {}) {
    return model.run(model.read({question, passage}), changes, {});
}

} // namespace

/// A question and a passage that are typed: sequences, answer, maps of both levels.
class SelectionModelTest : public QObject {
    Q_OBJECT
private slots:
    void readsAPassageAsItsSentences() {
        const SentenceModel model(network("multihead"));
        QCOMPARE(model.inputs().size(), std::size_t(2));
        const std::vector<Sequence> sequences = model.read({question, passage});
        QCOMPARE(sequences.size(), std::size_t(6));
        const std::vector<Token>& sentences = sequences.front().tokens;
        QCOMPARE(sentences.size(), std::size_t(4));
        QCOMPARE(passage.substr(sentences[1].begin, sentences[1].end - sentences[1].begin),
                 std::string("😀 Two is blue!"));
        QCOMPARE(sentences[0].text, std::string("1: One is red ."));
        for (int k = 0; k < 4; ++k)
            for (const Token& word : sequences[std::size_t(k) + 1].tokens) {
                QCOMPARE(passage.substr(word.begin, word.end - word.begin), word.text);
                QCOMPARE(word.input, 1);
            }
        QCOMPARE(sequences.back().tokens.front().text, std::string("what"));
    }

    void whatIsMissingIsSaid() {
        const SentenceModel model(network("multihead"));
        QVERIFY(messageOf([&] { model.read({question}); }).contains("give the passage, too"));
        QVERIFY(messageOf([&] { model.read({" \t", passage}); }).contains("the question is empty"));
        QVERIFY(messageOf([&] { model.read({question, " \n"}); }).contains("the passage is empty"));
        QVERIFY(messageOf([&] { model.read({question, passage, "x"}); }).contains("one more"));
    }

    /// What is typed is scored as an example of the trainer is.
    void theAnswerIsThatOfTheNetwork() {
        const auto own = network("biblosa");
        const SentenceModel model(own);
        const auto recording = runOf(model);
        const auto& answer = std::get<SelectionAnswer>(recording->answer());
        Layout layout;
        TokenInput input;
        const auto add = [&](const Sequence& sequence, std::size_t text) {
            std::vector<std::string> tokens;
            for (const Token& token : sequence.tokens)
                tokens.push_back(token.text);
            layout.add(Index(tokens.size()), 0);
            input.append(own->input(tokens, -1, text));
        };
        add(recording->sequences().back(), 0);
        for (std::size_t k = 1; k < 5; ++k)
            add(recording->sequences()[k], k);
        Tape tape;
        Context context(tape, layout);
        const Matrix scores = own->scores(context, input).value();
        double sum = 0;
        for (std::size_t k = 0; k < 4; ++k) {
            QVERIFY(std::abs(answer.places.logits[k] - double(scores(Index(k), 0))) < 1e-5);
            sum += answer.places.probabilities[k];
        }
        QVERIFY(std::abs(sum - 1) < 1e-6);
        QCOMPARE(answer.choices.size(), std::size_t(4));
        QCOMPARE(answer.choices[2].sentence, std::size_t(0)); // "is red"
    }

    void bothLevelsHaveMaps_data() {
        QTest::addColumn<QString>("encoder");
        for (const char* encoder : {"multihead", "biblosa", "bigru"})
            QTest::newRow(encoder) << encoder;
    }
    void bothLevelsHaveMaps() {
        QFETCH(QString, encoder);
        const SentenceModel model(network(encoder.toStdString()));
        const auto recording = runOf(model);
        const MapAddress first =
            encoder == "bigru" ? MapAddress{Stack::Encoder, 0, MapPart::Sensitivity, 0} : MapAddress{};
        const AttentionMap between = recording->map({first, 0}), within = recording->map({first, 2});
        QCOMPARE(between.queries, Index(4));
        QCOMPARE(between.keys, Index(4));
        QCOMPARE(within.keys, Index(recording->sequences()[2].tokens.size()));
        const MapAddress pooling{Stack::Encoder, 1, MapPart::Pooling, 0};
        QVERIFY(recording->has(pooling, 1) && recording->has(pooling, 5) && !recording->has(pooling, 0));
        QVERIFY(!recording->has(first, 5));
        for (const HeadInfo& head : model.heads())
            QVERIFY(recording->has(head.address, 1));
    }

    void aHeadThatIsOffChangesTheAnswer() {
        const SentenceModel model(network("multihead"));
        Intervention changes;
        changes[{}].scale = 0;
        const auto before = runOf(model), after = runOf(model, changes);
        QVERIFY(classesOf(before->answer()).logits != classesOf(after->answer()).logits);
    }

    /// As if it had not been typed; it keeps its place in what is shown.
    void aSentenceMayBeLeftOut() {
        const SentenceModel model(network("multihead"));
        Intervention changes;
        changes.leftOut.insert({0, 1});
        const auto recording = runOf(model, changes);
        const auto shorter = model.run(model.read({question, "One is red. Three is green? هذا أحمر."}), {}, {});
        const auto& answer = std::get<SelectionAnswer>(recording->answer());
        const auto& other = std::get<SelectionAnswer>(shorter->answer());
        QCOMPARE(answer.sentences.size(), std::size_t(4));
        QVERIFY(!answer.sentences[1].isRead);
        QCOMPARE(answer.places.probabilities[1], 0.0);
        for (const auto& [ours, theirs] : {std::pair(0, 0), std::pair(2, 1), std::pair(3, 2)})
            QVERIFY(std::abs(answer.places.logits[std::size_t(ours)] - other.places.logits[std::size_t(theirs)]) <
                    1e-5);
        QCOMPARE(recording->map({{}, 0}).keys, Index(4));
        changes.leftOut = {{1, 2}}; // a word
        QVERIFY(classesOf(runOf(model, changes)->answer()).logits != classesOf(runOf(model)->answer()).logits);
    }
};

QTEST_GUILESS_MAIN(SelectionModelTest)
#include "selection_model_test.moc"
