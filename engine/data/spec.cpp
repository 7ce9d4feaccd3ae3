#include "data/formats.h"

#include <algorithm>
#include <filesystem>

namespace headlight {

namespace {

/// With a word for what the files tell by their look.
template <class Enum>
ChoiceNames<std::optional<Enum>> withAuto(const ChoiceNames<Enum>& names) {
    ChoiceNames<std::optional<Enum>> all = {{std::nullopt, "auto", "Automatic"}};
    for (const auto& name : names)
        all.push_back({name.value, name.text, name.label});
    return all;
}

} // namespace

const Fields<CorpusOptions>& corpusFields() {
    using Options = CorpusOptions;
    static const auto table = [] {
        std::vector<ChoiceId> formats = {{autoFormat, "Automatic"}};
        for (const CorpusFormat& format : corpusFormats())
            formats.push_back({format.id, format.title});
        return Fields<Options>()
            .choice("format", "File format", &Options::format, formats,
                    "how the files are written; auto: by their look")
            .main()
            .choice(
                "labels", "Sentiment classes", &Options::labels,
                {{Options::Labels::Binary, "binary", "Two classes"}, {Options::Labels::Fine, "fine", "Five classes"}},
                "SST: two classes without neutral, or five; of several corpora in one folder, the one so named")
            .main()
            .flag("phrases", "Train on phrases", &Options::phrases,
                  "sentiment trees: train on every phrase, not only on whole sentences")
            .text("text", "Text column", &Options::text,
                  "tables: name or number of the column with the text; several joined by +")
            .main()
            .text("second", "Second sentence column", &Options::second,
                  "tables of pairs: name or number of the column with the second sentence")
            .main()
            .text("label", "Label column", &Options::label, "tables: name or number of the column with the label")
            .main()
            .text("score", "Score column", &Options::score,
                  "tables of pairs: name or number of the column with the score")
            .main()
            .choice("layout", "Between the columns", &Options::layout, withAuto(tagLayouts()),
                    "tagged tokens: what is between the columns")
            .text("token", "Token column", &Options::token, "tagged tokens: number of the column with the tokens")
            .text("tag", "Tag column", &Options::tag,
                  "tagged tokens: number of the column with the tags; of CoNLL-U also upos, xpos")
            .text("from", "Language translated from", &Options::from,
                  "translations: code of the language that is translated from, as files end in it or a column is "
                  "called; where nothing is said of files the first by the alphabet, of a table the first column")
            .main()
            .text("to", "Language translated into", &Options::to, "translations: code of the language translated into")
            .main()
            .flag("train_on_dev", "Train on the dev set", &Options::trainOnDev,
                  "train on the dev set, for corpora whose training set is not at hand")
            .choice("tokenizer", "Cut text by", &Options::tokenizer, withAuto(tokenizerRules()),
                    "how the text is cut; auto: as fits the format")
            .flag("lower", "Lower case", &Options::lower, "lower case")
            .choice(
                "line_breaks", "Line breaks in a text", &Options::lineBreaks, withAuto(lineBreaksNames()),
                "how a line break within a text is written: a backslash (AG News) or \\n (Yelp), each a space then; "
                "auto: so in files of these two, else a backslash is text")
            .number("dev", "Held-out share", &Options::dev, 0, 0.9,
                    "share of the training set held out when there is no dev set")
            .main()
            .integer("limit", "Most examples per part", &Options::limit, 0, 1000000000,
                     "examples of each part, drawn at random; 0: all of them")
            .zero("all")
            .main()
            .integer("seed", "Seed of the draw", &Options::seed, 0, 1000000000, "for what dev and limit draw");
    }();
    return table;
}

ParsedSpec parseSpec(const std::string& spec) {
    std::error_code code;
    const std::size_t mark = spec.rfind('?');
    if (mark == std::string::npos || std::filesystem::exists(spec, code))
        return {spec, {}};
    ParsedSpec parsed{spec.substr(0, mark), {}};
    const std::string options = spec.substr(mark + 1);
    for (std::size_t begin = 0; begin < options.size();) {
        const std::size_t end = std::min(options.find('&', begin), options.size());
        const std::string pair = options.substr(begin, end - begin);
        const std::size_t equals = pair.find('=');
        if (equals == std::string::npos || equals == 0)
            throw Error(spec + ": expected key=value after the \"?\", joined by \"&\"; got \"" + pair + "\"");
        const std::string key = pair.substr(0, equals);
        if (std::any_of(parsed.options.begin(), parsed.options.end(), [&](const auto& o) { return o.first == key; }))
            throw Error(spec + ": the option " + key + " is there twice");
        parsed.options.emplace_back(key, pair.substr(equals + 1));
        begin = end + 1;
    }
    return parsed;
}

CorpusOptions corpusOptions(const std::string& spec, const ParsedSpec& parsed) {
    CorpusOptions options;
    for (const auto& [key, value] : parsed.options) {
        try {
            corpusFields().set(options, key, value);
        } catch (const Error& error) {
            throw Error(spec + ": " + error.what());
        }
    }
    return options;
}

} // namespace headlight
