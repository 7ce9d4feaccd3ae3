#include "encoders/registry.h"
#include "message_of.h"
#include "train/run_config.h"
#include "train/unused_options.h"

#include <QRegularExpression>
#include <QSet>
#include <QtTest>
#include <map>
#include <sstream>

using namespace headlight;

Q_DECLARE_METATYPE(headlight::CorpusKind)

class RunConfigTest : public QObject {
    Q_OBJECT
private slots:
    void optionNamesAreDifferent() {
        for (const EncoderRow& row : encoderRows()) {
            QSet<QString> names;
            for (const OptionRow& option : RunConfig::forEncoder(row.id).rows()) {
                QVERIFY2(!names.contains(QString::fromStdString(option.name)), option.name.c_str());
                QVERIFY2(!option.help.empty(), option.name.c_str());
                names.insert(QString::fromStdString(option.name));
            }
        }
    }

    void everyOptionHasAShortLabelOfItsOwn() {
        for (const EncoderRow& row : encoderRows()) {
            QSet<QString> labels;
            bool hasMain = false, hasOthers = false;
            for (const OptionRow& option : RunConfig::forEncoder(row.id).rows()) {
                const QString label = QString::fromStdString(option.label);
                const std::string where = row.id + ", " + option.name + ": " + option.label;
                QVERIFY2(!label.isEmpty() && label.size() <= 32 && !label.contains('_'), where.c_str());
                QVERIFY2(label.front().isUpper(), where.c_str());
                QVERIFY2(!labels.contains(label), where.c_str());
                labels.insert(label);
                (option.isMain ? hasMain : hasOthers) = true;
            }
            QVERIFY2(hasMain && hasOthers, row.id.c_str());
        }
    }

    void everyEncoderHasATitleWithItsCodeAndAShortName() {
        QSet<QString> titles, shortNames;
        for (const EncoderRow& row : encoderRows()) {
            QVERIFY2(row.titleWithCode().ends_with(')'), row.id.c_str());
            QVERIFY2(!row.shortName.empty() && row.shortName.size() <= 20, row.id.c_str());
            titles.insert(QString::fromStdString(row.titleWithCode()));
            shortNames.insert(QString::fromStdString(row.shortName));
        }
        QCOMPARE(std::size_t(titles.size()), encoderRows().size());
        QCOMPARE(std::size_t(shortNames.size()), encoderRows().size());
        QCOMPARE(encoderRow("mtsa").titleWithCode(), std::string("Multi-mask tensorised self-attention (MTSA)"));
        QCOMPARE(encoderRow("bilstm").titleWithCode(), std::string("Bidirectional LSTM (bilstm)"));
    }

    void recipesAndPresetsApplyToEveryEncoder() {
        for (const EncoderRow& row : encoderRows()) {
            for (const Preset& preset : row.presets)
                RunConfig::forEncoder(row.id).set("preset", preset.id);
            for (const Recipe& recipe : recipes()) {
                RunConfig config = RunConfig::forEncoder(row.id);
                applyRecipe(config, recipe.id);
            }
        }
        RunConfig config = RunConfig::forEncoder("mtsa");
        applyRecipe(config, "cr");
        QCOMPARE(config.get("heads"), std::string("2"));
        QCOMPARE(config.get("attention_keep"), std::string("0.81"));
        QCOMPARE(config.get("keep"), std::string("0.475"));
        QCOMPARE(config.train.folds, 10);
        config.set("preset", "paper"); // of the recipe's preset nothing stays
        QCOMPARE(config.get("heads"), std::string("8"));
        QCOMPARE(config.get("combine"), std::string("output"));
    }

    void aCorpusFindsItsRecipe_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<CorpusKind>("kind");
        QTest::addColumn<QString>("recipe");
        const auto row = [](const char* name, CorpusKind kind, const char* recipe) {
            QTest::addRow("%s %d", name, int(kind)) << name << kind << recipe;
        };
        row("trec", CorpusKind::Sentences, "trec");
        row("imdb_sample", CorpusKind::Sentences, "imdb");
        row("ag_news", CorpusKind::Sentences, "ag_news");
        row("ag_news/test.csv", CorpusKind::Sentences, "ag_news");
        row("yelp_polarity_1k", CorpusKind::Sentences, "yelp");
        row("yelp_sentences", CorpusKind::Sentences, "yelp");
        row("Yelp", CorpusKind::Sentences, "yelp");
        row("yelping", CorpusKind::Sentences, "");
        row("trec-full", CorpusKind::Sentences, "trec");
        row("lin", CorpusKind::Sentences, "");
        row("my reviews", CorpusKind::Sentences, "");
        row("snli", CorpusKind::Pairs, "snli");
        row("MultiNLI", CorpusKind::Pairs, "snli");
        row("mnli_sample", CorpusKind::Pairs, "snli");
        row("rte", CorpusKind::Pairs, "snli");
        row("mrpc", CorpusKind::Pairs, "snli");
        row("quora", CorpusKind::Pairs, "snli");
        row("snli", CorpusKind::Sentences, "");
        row("trec", CorpusKind::Pairs, "");
        row("sick", CorpusKind::ScoredPairs, "sick");
        row("sick", CorpusKind::Pairs, "snli"); // its judgements of entailment
        row("stsb", CorpusKind::ScoredPairs, "stsb");
        row("sts-benchmark", CorpusKind::ScoredPairs, "stsb");
        row("conll2000", CorpusKind::TaggedSentences, "conll2000");
        row("conll2003", CorpusKind::TaggedSentences, "");
        row("conll2000", CorpusKind::Sentences, "");
        row("srl_ewt_propbank", CorpusKind::Propositions, "srl");
        row("conll2005", CorpusKind::Propositions, "srl");
        row("squad", CorpusKind::Selections, "squad");
        row("multi30k_ende", CorpusKind::Translations, "multi30k");
    }

    void aCorpusFindsItsRecipe() {
        QFETCH(QString, name);
        QFETCH(CorpusKind, kind);
        QFETCH(QString, recipe);
        Corpus corpus;
        corpus.name = name.toStdString();
        corpus.kind = kind;
        corpus.labels = {"0", "1", "2"};
        QCOMPARE(QString::fromStdString(recipeFor(corpus)), recipe);
    }

    void lamasRecipe() {
        RunConfig config = RunConfig::forEncoder("lama");
        applyRecipe(config, "imdb");
        const std::vector<std::pair<std::string, std::string>> expected = {{"optimizer", "sgd"},
                                                                           {"learning_rate", "0.05"},
                                                                           {"momentum", "0.9"},
                                                                           {"l2", "0.0001"},
                                                                           {"decay", "all"},
                                                                           {"batch", "32"},
                                                                           {"clip", "0.5"},
                                                                           {"schedule", "halve"},
                                                                           {"restart_optimizer", "true"},
                                                                           {"patience", "5"},
                                                                           {"keep", "1"},
                                                                           {"encoder_keep", "0"},
                                                                           {"hidden_keep", "0"},
                                                                           {"output_keep", "0.6"},
                                                                           {"hidden", "512"},
                                                                           {"embedding_features", "100"},
                                                                           {"max_tokens", "250"},
                                                                           {"minimum_count", "5"},
                                                                           {"folds", "5"},
                                                                           {"heads", "15"}};
        for (const auto& [name, value] : expected) {
            RunConfig wanted = RunConfig::forEncoder("lama");
            wanted.set(name, value);
            QCOMPARE(config.get(name), wanted.get(name));
        }
        RunConfig news = RunConfig::forEncoder("lama"), yelp = RunConfig::forEncoder("lama");
        applyRecipe(news, "ag_news");
        applyRecipe(yelp, "yelp");
        QVERIFY(news.toJson() == config.toJson());
        QVERIFY(yelp.toJson() == config.toJson());
    }

    /// REFERENCE §1.12.
    void lamasBaselinesAreAsInItsPaper() {
        const auto get = [](const char* encoder, const char* option) {
            RunConfig config = RunConfig::forEncoder(encoder);
            applyRecipe(config, "yelp");
            return config.get(option);
        };
        QCOMPARE(get("bigru", "reset"), std::string("after"));
        QCOMPARE(get("bigru", "pooling"), std::string("max"));
        QCOMPARE(get("multicnn", "features"), std::string("100"));
        QCOMPARE(get("san", "biases"), std::string("false"));
        QCOMPARE(get("san", "hidden"), std::string("3000"));
        QCOMPARE(get("avg", "hidden"), std::string("512"));
    }

    /// REFERENCE §4.5 and §4.6: what is kept of input, residual, feed-forward part and attention.
    void presetsOfTheTransformerHaveTheirDropout() {
        const std::map<std::string, std::string> kept = {{"base", "1 0.9 1 1"},           {"csan-1d", "1 0.9 1 1"},
                                                         {"block", "1 0.9 1 1"},          {"local-hard", "1 0.9 1 1"},
                                                         {"mtsa-nmt", "0.9 0.9 0.9 0.9"}, {"mtsa-srl", "1 0.8 0.9 0.9"},
                                                         {"post-norm", "0.9 0.9 1 1"}};
        for (const auto& [preset, expected] : kept) {
            RunConfig config = RunConfig::forEncoder("transformer");
            config.set("preset", preset);
            std::ostringstream found;
            for (const char* option : {"input_keep", "residual_keep", "feed_forward_keep", "attention_keep"})
                found << (found.tellp() > 0 ? " " : "") << std::stod(config.get(option));
            QCOMPARE(found.str(), expected);
        }
    }

    void pairRecipesHaveEachEncodersValues() {
        RunConfig mtsa = RunConfig::forEncoder("mtsa"), disa = RunConfig::forEncoder("disa"),
                  multihead = RunConfig::forEncoder("multihead");
        for (RunConfig* config : {&mtsa, &disa, &multihead}) {
            applyRecipe(*config, "snli");
            QCOMPARE(config->get("learning_rate"), std::string("0.5"));
            QCOMPARE(config->get("batch"), std::string(config == &disa ? "64" : "128"));
            QCOMPARE(config->train.l2, 5e-5);
        }
        QCOMPARE(mtsa.get("keep"), std::string("0.65"));
        QCOMPARE(mtsa.get("heads"), std::string("2"));
        QCOMPARE(mtsa.get("value_activation"), std::string("elu"));
        QCOMPARE(mtsa.get("hidden_activation"), std::string("elu"));
        QCOMPARE(mtsa.get("highway"), std::string("true"));
        QCOMPARE(disa.get("keep"), std::string("0.75"));
        QCOMPARE(disa.get("activation"), std::string("elu"));
        QCOMPARE(disa.get("highway"), std::string("false"));
        QCOMPARE(multihead.get("hidden_activation"), std::string("relu"));
        RunConfig distance = RunConfig::forEncoder("distance-san");
        applyRecipe(distance, "snli");
        QCOMPARE(distance.get("learning_rate"), std::string("0.001"));
        QCOMPARE(distance.get("keep"), std::string("0.9"));
        QCOMPARE(distance.get("hidden_norm"), std::string("true"));
        QCOMPARE(distance.get("difference"), std::string("absolute"));
        applyRecipe(multihead, "sick");
        QCOMPARE(multihead.get("batch"), std::string("64"));
        QCOMPARE(multihead.get("keep"), std::string("0.7"));
    }

    /// The whole length is what the code runs; but for it, and what belongs to it, nothing differs from the short one.
    void fullRecipesAreTheShortOnesForLonger_data() {
        QTest::addColumn<QString>("recipe");
        QTest::addColumn<QString>("encoder");
        QTest::addColumn<int>("examples");
        QTest::addColumn<int>("steps"); // of the source
        const auto row = [](const char* recipe, const char* encoder, int examples, int steps) {
            QTest::addRow("%s %s", recipe, encoder) << recipe << encoder << examples << steps;
        };
        row("trec", "mtsa", 5452, 99000);
        row("sst2", "biblosa", 98794, 120000);
        row("sst2", "mtsa", 98794, 120000);
        row("sst5", "biblosa", 619836, 120000);
        row("sst5", "mtsa", 619836, 120000);
        row("snli", "biblosa", 520000, 500000); // without the longest, about so many
        row("snli", "mtsa", 520000, 600000);
        row("snli", "disa", 520000, 400000);
        row("sick", "biblosa", 4500, 20000);
    }
    void fullRecipesAreTheShortOnesForLonger() {
        QFETCH(QString, recipe);
        QFETCH(QString, encoder);
        QFETCH(int, examples);
        QFETCH(int, steps);
        RunConfig full = RunConfig::forEncoder(encoder.toStdString()), brief = full;
        applyRecipe(full, recipe.toStdString() + "-full");
        applyRecipe(brief, recipe.toStdString());
        const double found = double(full.train.epochs) * examples / full.train.batch;
        QVERIFY2(std::abs(found / steps - 1) < 0.04, qPrintable(QString::number(found)));
        QVERIFY(brief.train.epochs < full.train.epochs || encoder == "disa"); // DiSAN trains no longer on SNLI
        for (const OptionRow& option : full.rows())
            if (option.name != "epochs" && option.name != "evaluate_every" && option.name != "length_percentile")
                QCOMPARE(full.get(option.name), brief.get(option.name));
    }

    void aRecipesHelpSaysHowLongItTrains() {
        QSet<QString> ids;
        for (const Recipe& recipe : recipes()) {
            ids.insert(QString::fromStdString(recipe.id));
            RunConfig config = RunConfig::forEncoder("multihead");
            applyRecipe(config, recipe.id);
            QVERIFY2(recipe.help.find(config.get("epochs") + " epochs") != std::string::npos, recipe.help.c_str());
        }
        QCOMPARE(std::size_t(ids.size()), recipes().size());
    }

    /// Of other batches the steps are others: those of MPSAN on TREC are half as many.
    void theStepsOfARecipesHelpAreForBatchesItNames() {
        const QRegularExpression steps("epochs,[^.(;:]* steps(?: with batches of (\\d+))?");
        int found = 0;
        for (const Recipe& recipe : recipes()) {
            const auto match = steps.match(QString::fromStdString(recipe.help));
            if (!match.hasMatch())
                continue;
            RunConfig config = RunConfig::forEncoder("multihead");
            applyRecipe(config, recipe.id);
            QVERIFY2(match.captured(1).toStdString() == config.get("batch"), recipe.help.c_str());
            ++found;
        }
        QCOMPARE(found, 12);
    }

    void mpsanAndBiblosaHaveTheirOwnValues() {
        const auto after = [](const char* encoder, const char* recipe) {
            RunConfig config = RunConfig::forEncoder(encoder);
            applyRecipe(config, recipe);
            return config;
        };
        const RunConfig trec = after("biblosa", "trec"), cr = after("biblosa", "cr"), snli = after("biblosa", "snli");
        QCOMPARE(trec.get("keep"), std::string("0.65"));
        QCOMPARE(cr.get("keep"), std::string("0.6"));
        QCOMPARE(cr.get("batch"), std::string("32"));
        QCOMPARE(snli.get("activation"), std::string("elu"));
        for (const RunConfig* config : {&trec, &cr, &snli})
            QCOMPARE(config->get("block_from"), std::string("corpus"));
        for (const char* recipe : {"trec", "cr", "mpqa", "subj", "sst5"}) { // the paper's, for all
            const RunConfig mpsan = after("mpsan", recipe);
            QCOMPARE(mpsan.get("optimizer"), std::string("adadelta"));
            QCOMPARE(mpsan.get("batch"), std::string("64"));
            QCOMPARE(mpsan.get("keep"), std::string("0.7"));
            QCOMPARE(mpsan.train.l2, 1e-7);
        }
        const RunConfig sick = after("mpsan", "sick");
        QCOMPARE(sick.get("keep"), std::string("0.55"));
        QCOMPARE(sick.get("learning_rate"), std::string("0.7"));
        QCOMPARE(sick.train.l2, 5e-4);
    }

    void jsonRoundTrip() {
        RunConfig config = RunConfig::forEncoder("disa");
        config.data = "trec";
        config.probes = {"What is this ?"};
        config.set("features", "50");
        config.set("epochs", "3");
        const RunConfig copy = RunConfig::fromJson(config.toJson(), "run.json");
        QVERIFY(copy.toJson() == config.toJson());
    }

    void badDocumentsAreNamed() {
        const auto message = [](const char* text) {
            try {
                RunConfig::fromJson(nlohmann::ordered_json::parse(text), "run.json");
            } catch (const Error& error) {
                return QString::fromUtf8(error.what());
            }
            return QString();
        };
        QVERIFY(message(R"({"encoder": "mtsx"})").contains("Did you mean \"mtsa\"?"));
        QVERIFY(message(R"({"encoder": "mtsa", "trian": {}})").contains("Did you mean \"train\"?"));
        QVERIFY(message(R"({"encoder": "mtsa", "train": {"epochs": 0}})").contains("1 … 1000000"));
        QVERIFY(message(R"({"encoder": "mtsa", "data": 3})").startsWith("run.json: "));
        QVERIFY(message("[]").startsWith("run.json: "));
    }

    /// Only what was given and does nothing beside the rest.
    void anOptionThatDoesNothingIsNamed() {
        const auto message = [](const RunConfig& config, const std::vector<std::string>& given) {
            return messageOf([&] { checkUnusedOptions(config, given); });
        };
        RunConfig mtsa = RunConfig::forEncoder("mtsa");
        mtsa.set("preset", "classification");
        mtsa.set("token2token", "false");
        QCOMPARE(message(mtsa, {"token2token"}), QString()); // the preset's token_exp nobody gave
        mtsa.set("token_exp", "exp-tanh");
        QVERIFY(message(mtsa, {"token2token", "token_exp"}).startsWith("token_exp: does nothing while token2token"));
        mtsa.set("token2token", "true");
        QCOMPARE(message(mtsa, {"token_exp"}), QString());
        mtsa.set("momentum", "0.5");
        QVERIFY(message(mtsa, {"momentum"}).startsWith("momentum: does nothing while optimizer is adadelta"));
        applyRecipe(mtsa, "ag_news"); // SGD
        mtsa.set("momentum", "0.5");
        QCOMPARE(message(mtsa, {"momentum"}), QString());
        RunConfig biblosa = RunConfig::forEncoder("biblosa");
        biblosa.set("block_from", "corpus");
        QCOMPARE(message(biblosa, {"block_from"}), QString());
        biblosa.set("block_length", "5");
        QVERIFY(message(biblosa, {"block_from", "block_length"}).startsWith("block_from: does nothing while"));
        mtsa.set("source", "none");
        mtsa.set("source_exp", "sigmoid");
        QVERIFY(message(mtsa, {"source", "source_exp"})
                    .startsWith("source_exp: does nothing while source is none: leave it out, or set "
                                "source=two-layer or dense"));
        mtsa.set("hidden", "0");
        for (const char* name : {"hidden_norm", "highway"})
            mtsa.set(name, "true");
        mtsa.set("hidden_keep", "0.5");
        for (const char* name : {"hidden_norm", "highway", "hidden_keep"})
            QCOMPARE(message(mtsa, {name}), QString(name) + ": does nothing while hidden is 0: leave it out, or set "
                                                            "hidden to another value");
        mtsa.set("hidden", "8");
        QCOMPARE(message(mtsa, {"hidden_norm", "highway", "hidden_keep"}), QString());
        RunConfig stack = RunConfig::forEncoder("transformer");
        stack.set("bell", "weights");
        stack.set("window_units", "9");
        QVERIFY(message(stack, {"bell"}).startsWith("bell: does nothing while attention is plain"));
        stack.set("attention", "local-soft");
        QVERIFY(message(stack, {"bell"}).endsWith("leave it out, or set attention=local-hard"));
        QCOMPARE(message(stack, {"window_units"}), QString());
        stack.set("attention", "local-hard");
        QCOMPARE(message(stack, {"bell", "window_units"}), QString());
        mtsa.set("folds", "0");
        mtsa.set("fold_kind", "stratified");
        QVERIFY(message(mtsa, {"fold_kind"}).startsWith("fold_kind: does nothing while folds is 0"));
        mtsa.set("folds", "5");
        QCOMPARE(message(mtsa, {"fold_kind"}), QString());
        for (const EncoderRow& row : encoderRows()) // what is needed is there
            for (const OptionRow& option : RunConfig::forEncoder(row.id).rows())
                for (const auto* values : {&option.neededValues, &option.unusedValues})
                    for (const std::string& value : *values)
                        RunConfig::forEncoder(row.id).set(option.need, value);
        RunConfig distance = RunConfig::forEncoder("distance-san");
        distance.set("pooling", "max");
        QVERIFY(message(distance, {"pooling"}).startsWith("pooling: does nothing for distance-san"));
        distance.set("preset", "tokens");
        QCOMPARE(message(distance, {"pooling"}), QString());
        for (const EncoderRow& row : encoderRows())
            for (const OptionRow& option : RunConfig::forEncoder(row.id).rows())
                QCOMPARE(message(RunConfig::forEncoder(row.id), {option.name}), QString());
    }

    void whatIsNoConfigurationOfOursIsSaid() {
        const auto message = [](const char* text) {
            return messageOf([&] { RunConfig::fromJson(nlohmann::ordered_json::parse(text), "run.json"); });
        };
        QCOMPARE(message(R"({"version": 1, "encoder": "mtsa"})"), QString());
        QCOMPARE(
            message(R"({"version": 2, "encoder": "mtsa", "memory": {}})"),
            QString("run.json: version 2 of the run configuration, this program reads version 1: use the Headlight "
                    "that wrote it, or a newer one"));
        QVERIFY(message(R"({"format": "headlight", "version": 1})").contains("describes a model, not a run"));
        QVERIFY(message(R"({"id": 3, "configuration": {}})").contains("its entry \"configuration\""));
    }
};

QTEST_GUILESS_MAIN(RunConfigTest)
#include "run_config_test.moc"
