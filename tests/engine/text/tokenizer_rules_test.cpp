#include "data/corpus.h"
#include "text/word_tokenizer.h"
#include "train/new_model.h"

#include <QtTest>

using namespace headlight;

using Names = std::vector<std::string>;

Q_DECLARE_METATYPE(headlight::TokenizerRule)

/// What is promised of every rule by which models that are trained here cut text.
class TokenizerRulesTest : public QObject {
    Q_OBJECT
private slots:
    void rows_data() {
        QTest::addColumn<TokenizerRule>("rule");
        for (const TokenizerRuleRow& row : tokenizerRuleRows())
            QTest::newRow(row.word.c_str()) << row.rule;
    }

    void rows() {
        QFETCH(TokenizerRule, rule);
        const TokenizerRuleRow& row = tokenizerRuleRow(rule);
        TokenizerOptions options;
        tokenizerFields().set(options, "rule", row.word);
        QVERIFY(options.rule == rule);
        QCOMPARE(tokenizerFields().get(options, "rule"), row.word);
        QVERIFY(tokenizerRuleRow(row.typed).typed == row.typed); // what is typed is cut as it is typed
    }

    void aModelCutsAsItsCorpus_data() { rows_data(); }

    /// A text that is typed, the model's own examples and what it writes give the tokens that the corpus has of it.
    void aModelCutsAsItsCorpus() {
        QFETCH(TokenizerRule, rule);
        const TokenizerRuleRow& row = tokenizerRuleRow(rule);
        const Names typed = {"What's the (old) price of U.S. tea, isn't it 3,500.50?", "Don't go, Mr. Smith!",
                             "\xC3\x89t\xC3\xA9 is summer; caf\xC3\xA9 isn't."};
        TokenizerOptions own;
        own.rule = row.typed;
        Corpus corpus;
        corpus.name = "typed";
        corpus.labels = {"a", "b"};
        corpus.tokenizer.rule = rule;
        for (const std::string& text : typed)
            corpus.train.push_back({{tokenize(text, own)}, int(corpus.train.size() % 2)});
        const TokenizerOptions options = typedTokenizer(corpus);
        const auto model = newModel(RunConfig::forEncoder("avg"), corpus).model;
        QVERIFY(model->description().tokenizer == options);
        QCOMPARE(model->description().examples.size(), typed.size());
        const WordTokenizer tokenizer(options, model->vocabulary());
        for (std::size_t k = 0; k < typed.size(); ++k) {
            const Names& tokens = corpus.train[k].texts.front();
            QCOMPARE(tokenize(row.join(tokens), corpus.tokenizer), tokens);
            QCOMPARE(tokenize(row.join(tokens), options), tokens);
            QCOMPARE(tokenize(typed[k], options), tokens);
            QCOMPARE(tokenizerRuleRow(options.rule).write(tokens), typed[k]);
            const auto& examples = model->description().examples;
            QVERIFY(std::any_of(examples.begin(), examples.end(),
                                [&](const ExampleText& example) { return tokenize(example.text, options) == tokens; }));
            std::vector<int> ids;
            for (const Token& token : tokenizer.encode(typed[k])) {
                QVERIFY2(token.known, token.text.c_str());
                ids.push_back(token.id);
            }
            QCOMPARE(tokenize(tokenizer.decode(ids), options), tokens);
        }
    }

    /// The two texts of a pair stand in one example with a tab between them.
    void examplesOfPairsAreCutAgain() {
        for (const TokenizerRuleRow& row : tokenizerRuleRows()) {
            Corpus corpus;
            corpus.kind = CorpusKind::Pairs;
            corpus.labels = {"a", "b"};
            corpus.tokenizer.rule = row.rule;
            for (int k = 0; k < 2; ++k)
                corpus.train.push_back({{{"Is", "n't", "it", "?"}, {"Yes", "."}}, k});
            const auto model = newModel(RunConfig::forEncoder("avg"), corpus).model;
            const std::string& example = model->description().examples.front().text;
            const std::size_t tab = example.find('\t');
            QCOMPARE(tokenize(example.substr(0, tab), model->description().tokenizer), corpus.train.front().texts[0]);
            QCOMPARE(tokenize(example.substr(tab + 1), model->description().tokenizer), corpus.train.front().texts[1]);
        }
    }
};

QTEST_GUILESS_MAIN(TokenizerRulesTest)
#include "tokenizer_rules_test.moc"
