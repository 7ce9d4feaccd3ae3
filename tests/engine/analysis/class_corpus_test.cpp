#include "analysis/class_corpus.h"

#include "core/error.h"
#include "engine/models/tiny_model.h"
#include "message_of.h"
#include "models/sentence_model.h"

using namespace headlight;
using namespace headlight::tinymodel;

namespace {

/// A model that says only what it reads and what it has.
class ToldModel : public Model {
public:
    ToldModel(std::vector<InputText> inputs, std::vector<HeadInfo> heads)
        : m_inputs(std::move(inputs)), m_heads(std::move(heads)) {}
    std::string kind() const override { return "told"; }
    std::vector<InputText> inputs() const override { return m_inputs; }
    int sequences() const override { return 1; }
    const std::vector<HeadInfo>& heads() const override { return m_heads; }
    std::vector<ExampleText> examples() const override { return {}; }
    std::vector<Sequence> read(const std::vector<std::string>&) const override { return {}; }

protected:
    std::shared_ptr<const Recording> pass(std::vector<Sequence>, const Intervention&,
                                          const RunControl&) const override {
        return nullptr;
    }

private:
    std::vector<InputText> m_inputs;
    std::vector<HeadInfo> m_heads;
};

ToldModel withHeads(const std::vector<std::string>& addresses) {
    std::vector<HeadInfo> heads;
    for (const std::string& address : addresses)
        heads.emplace_back().address = *MapAddress::parse(address);
    return ToldModel({{"sentence"}}, heads);
}

} // namespace

/// Whose words are weighed, and by which heads.
class ClassCorpusTest : public QObject {
    Q_OBJECT

private slots:
    void ratingsAreInAnOrder() {
        QVERIFY(areRatings({"1", "2", "3", "4", "5"}));
        QVERIFY(areRatings({"0.5", "1", "10"}));
        QVERIFY(areRatings({"very negative", "negative", "neutral", "positive", "very positive"}));
        QVERIFY(areRatings({"negative", "positive"}));
        for (const std::vector<std::string>& none : {std::vector<std::string>{"positive", "negative"},
                                                     {"1"},
                                                     {"2", "1"},
                                                     {"1", "1"},
                                                     {"1", "DESC"},
                                                     {"a", "b"}})
            QVERIFY2(!areRatings(none), none.front().c_str());
    }

    void textsReadAsTheCorpusWroteThem() {
        Corpus corpus;
        corpus.labels = {"bad", "good"};
        const ClassCorpus found = classCorpus(corpus, {{{{"it", "is", "n't"}}, 0}, {{{"fine", "."}}, 1}});
        QCOMPARE(found.texts[0].text, std::string("it is n't"));
        QCOMPARE(found.texts[1].label, 1);
        QVERIFY(!found.isOrdered && found.labels == corpus.labels);
        corpus.kind = CorpusKind::Pairs;
        corpus.spec = "snli";
        QVERIFY(messageOf([&] { classCorpus(corpus, {}); }).startsWith("snli: words are compared"));
    }

    void poolingComesFirst() {
        QCOMPARE(addressList(wordHeads(withHeads({"0.0", "0.1", "1.pooling.0"}))), std::string("1.pooling.0"));
        QCOMPARE(addressList(wordHeads(withHeads({"0.0", "0.1", "0.gate.0"}))), std::string("0.0, 0.1"));
        QVERIFY(messageOf([] { wordHeads(withHeads({"0.gate.0"})); }).contains("no head that attends to words"));
    }

    void headsAreNamed() {
        const ToldModel model = withHeads({"0.0", "0.1", "0.gate.0", "1.pooling.0"});
        QCOMPARE(addressList(wordHeadsNamed(model, " ")), std::string("1.pooling.0"));
        QCOMPARE(addressList(wordHeadsNamed(model, "0.1, 1.pooling.0,0.1")), std::string("0.1, 1.pooling.0"));
        for (const char* none : {"0.gate.0", "3.0", "x", "0.1,,"})
            QVERIFY2(messageOf([&] { wordHeadsNamed(model, none); }).endsWith("those are 1.pooling.0, 0.0, 0.1"), none);
    }

    void modelsOfMoreThanATextAreRefused() {
        using Inputs = std::vector<InputText>;
        const auto says = [](const Inputs& inputs) {
            return messageOf([&] { checkReadsOneText(ToldModel(inputs, {})); });
        };
        checkReadsOneText(ToldModel(Inputs{{"sentence"}}, {}));
        checkReadsOneText(ToldModel(Inputs{{"first"}, {.name = "second", .optional = true}}, {}));
        QVERIFY(says({{"first"}, {"second"}}).contains("reads a first and a second"));
        QVERIFY(!says({{"sentence"}, {.name = "predicate", .optional = true, .isPredicate = true}}).isEmpty());
        QVERIFY(!says({{"question"}, {.name = "passage", .isPassage = true}}).isEmpty());
        QVERIFY(says({{"source"}, {.name = "translation begins with", .optional = true, .isBegin = true}})
                    .startsWith("this model reads a text and writes another; words are weighed"));
        QVERIFY(!wordHeads(SentenceModel(std::shared_ptr<const TaskNetwork>(tiny("disa")))).empty());
    }
};

QTEST_APPLESS_MAIN(ClassCorpusTest)
#include "class_corpus_test.moc"
