#include "core/paths.h"
#include "data/corpus.h"
#include "data/corpus_kinds.h"
#include "data/folder.h"
#include "data/formats.h"
#include "data/group_folds.h"
#include "data/label_names.h"
#include "data/score_levels.h"
#include "data/shuffle.h"
#include "text/unicode.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace headlight {

namespace fs = std::filesystem;

namespace {

/// An option that the format does not have was given for another one: not to be passed over.
void refuseForeignOptions(const std::string& spec, const ParsedSpec& parsed, const CorpusFormat& format,
                          bool byVariant) {
    for (const auto& [key, value] : parsed.options) {
        std::vector<std::string> owners;
        for (const CorpusFormat& row : corpusFormats())
            if (std::find(row.options.begin(), row.options.end(), key) != row.options.end())
                owners.push_back(row.id);
        if (owners.empty() || std::find(owners.begin(), owners.end(), format.id) != owners.end() ||
            (key == "labels" && byVariant))
            continue;
        std::string known = owners.front();
        for (std::size_t k = 1; k < owners.size(); ++k)
            known += (k + 1 < owners.size() ? ", " : " and ") + owners[k];
        throw Error(spec + ": the option " + key + " belongs to the format" + (owners.size() > 1 ? "s " : " ") + known +
                    ", and this corpus is of the format " + format.id +
                    ": leave the option out, or say format=" + owners.back());
    }
}

/// The last folder of the path, with the one above where its own name says nothing.
std::string nameOf(const std::string& path) {
    fs::path normal = wholePath(path).lexically_normal();
    if (!normal.has_filename())
        normal = normal.parent_path();
    std::string name = normal.filename().string();
    const std::string stem = toLower(normal.stem().string());
    if (name == "trees" || name == "raw" || name == "tok" || name == "data" || stem == "train" || stem == "dev" ||
        stem == "test")
        return normal.parent_path().filename().string() + "/" + name;
    return name;
}

std::string absoluteSpec(const std::string& spec, const ParsedSpec& parsed) {
    return wholePath(parsed.path).lexically_normal().string() + spec.substr(parsed.path.size());
}

/// Picks the positions into a copy and leaves the others; both keep their order.
std::vector<Example> takeOut(std::vector<Example>& examples, const std::vector<int>& positions) {
    std::vector<bool> isTaken(examples.size());
    for (const int position : positions)
        isTaken[std::size_t(position)] = true;
    std::vector<Example> taken, left;
    for (std::size_t i = 0; i < examples.size(); ++i)
        (isTaken[i] ? taken : left).push_back(std::move(examples[i]));
    examples = std::move(left);
    return taken;
}

std::vector<int> draw(std::size_t from, std::size_t count, int seed, std::uint64_t stream) {
    std::vector<int> order = shuffledOrder(from, RandomKey(std::uint64_t(seed)).with(stream));
    order.resize(std::min(count, order.size()));
    return order;
}

/// The parts of a corpus on their way from files to examples.
class CorpusReader {
public:
    /// `checkFormat` is asked as soon as the format is known. `others` are files of the corpus that need not be read.
    CorpusReader(const CorpusFiles& files, const CorpusFiles& others, const CorpusOptions& options,
                 const std::function<void(const CorpusFormat&)>& checkFormat)
        : m_others(others), m_options(options), m_checkFormat(checkFormat),
          m_formatId(files.byClass && options.format == autoFormat ? std::string("classes") : options.format) {
        read(files.train, Part::Train);
        read(files.dev, Part::Dev);
        read(files.test, Part::Test);
    }

    void fill(Corpus& corpus) {
        // Labels come from the training set; a folder with a test set alone serves to judge a model.
        auto& first =
            *std::find_if(m_parts.begin(), m_parts.end(), [](const Loaded& p) { return !p.examples.empty(); });
        corpus.kind = first.examples.front().score ? corpusKindRow(m_format->kind).scored : m_format->kind;
        const CorpusKindRow& kind = corpusKindRow(corpus.kind);
        const auto places = firstPlaces(first, kind);
        const LabelNames labels = gather(kind, first, corpus);
        corpus.labels = labels.names;
        for (const std::string& value : labels.values) {
            const auto place = places.find(value);
            corpus.labelPlaces.push_back(place == places.end() ? "" : place->second);
        }
        corpus.tokenizer.rule = m_options.tokenizer.value_or(m_format->tokenizer);
        corpus.tokenizer.lower = m_options.lower;
        corpus.tokenizer.splitMore = corpus.kind == CorpusKind::Selections; // REFERENCE §0.3
        if (kind.labels == CorpusKindRow::Labels::OfExamples || kind.labels == CorpusKindRow::Labels::LevelsOfScores)
            noteSingleLabels(first);
        corpus.notes = m_notes;
        for (Loaded& loaded : m_parts) {
            auto& examples = loaded.part == Part::Train ? corpus.train
                             : loaded.part == Part::Dev ? corpus.dev
                                                        : corpus.test;
            const std::size_t count = loaded.examples.size();
            examples = convert(loaded, labels, corpus.tokenizer, kind);
            corpus.emptyTexts += int(count - examples.size());
        }
    }

private:
    struct Loaded {
        Part part;
        SourceFile file;
        std::vector<RawExample> examples;
    };

    void read(const std::string& path, Part part) {
        if (path.empty())
            return;
        Loaded loaded{part, readSource(path, m_options.lineBreaks), {}};
        if (!m_format) {
            m_format = &corpusFormatOf(loaded.file, m_formatId, m_options);
            m_checkFormat(*m_format);
        }
        noteLatin1(loaded.file, m_notes);
        noteLineBreaks(loaded.file, m_notes);
        const std::size_t before = m_notes.size();
        loaded.examples = m_format->read(loaded.file, m_options, part, m_notes);
        if (loaded.examples.empty()) // what was left out is the last note
            throw Error(path + ": no example is in it" + (m_notes.size() > before ? "; " + m_notes.back() : ""));
        loaded.file.text = {};
        m_parts.push_back(std::move(loaded));
    }

    /// The labels of the corpus. Notes the ends of its scores in it.
    LabelNames gather(const CorpusKindRow& kind, const Loaded& first, Corpus& corpus) const {
        switch (kind.labels) {
        case CorpusKindRow::Labels::OfExamples:
            break;
        case CorpusKindRow::Labels::None:
            return {};
        case CorpusKindRow::Labels::OfTokens:
            return tags();
        case CorpusKindRow::Labels::LevelsOfScores:
            return levels(corpus);
        case CorpusKindRow::Labels::PlacesOfTexts:
            return places();
        }
        return labelsOfExamples(first);
    }

    /// A part of one label only, where the training set has more, is a slip as a rule: a file that is missing.
    void noteSingleLabels(const Loaded& training) {
        const auto isSingle = [](const Loaded& loaded) {
            const auto& examples = loaded.examples;
            return std::all_of(examples.begin(), examples.end(),
                               [&](const RawExample& raw) { return raw.label == examples.front().label; });
        };
        if (isSingle(training))
            return;
        for (const Loaded& loaded : m_parts)
            if (loaded.examples.size() > 1 && isSingle(loaded))
                m_notes.push_back(fs::path(loaded.file.path).filename().string() + ": every example of the " +
                                  (loaded.part == Part::Dev ? "dev" : "test") + " set has the label \"" +
                                  printable(loaded.examples.front().label, 40) +
                                  "\", and the training set has others too: is a part of it missing?");
    }

    /// What a number is called is told by all examples that have numbers, where the other files can be read.
    LabelNames labelsOfExamples(const Loaded& first) const {
        const auto& own = first.examples;
        std::vector<RawExample> all;
        for (const auto& [path, part] :
             {std::pair(m_others.train, Part::Train), {m_others.dev, Part::Dev}, {m_others.test, Part::Test}}) {
            if (path.empty() || path == first.file.path || !std::all_of(own.begin(), own.end(), hasNumberAsLabel))
                continue;
            try {
                Notes ignored;
                for (RawExample& raw : m_format->read(readSource(path, m_options.lineBreaks), m_options, part, ignored))
                    if (hasNumberAsLabel(raw))
                        all.push_back(std::move(raw));
            } catch (const Error&) {
                continue; // it is not what was asked for
            }
        }
        if (all.empty())
            return nameLabels(own, first.file, *m_format);
        all.insert(all.end(), own.begin(), own.end());
        return nameLabels(all, first.file, *m_format);
    }

    /// In the order in which they occur. Of all parts: a rare tag may occur in the test set only, where it counts as
    /// not found.
    LabelNames tags() const {
        std::vector<std::string> all;
        std::unordered_set<std::string> seen;
        for (const Loaded& loaded : m_parts)
            for (const RawExample& raw : loaded.examples)
                for (const std::string& tag : raw.tags)
                    if (seen.insert(tag).second)
                        all.push_back(tag);
        if (all.size() > mostLabels)
            throw Error(m_parts.front().file.path + ": " + std::to_string(all.size()) + " different tags; a corpus " +
                        "may have " + std::to_string(mostLabels) + ": is it the column of the tags? (?tag=NUMBER)");
        return {all, all};
    }

    /// As many as the passage with most sentences has.
    LabelNames places() const {
        std::size_t most = 0;
        for (const Loaded& loaded : m_parts)
            for (const RawExample& raw : loaded.examples)
                most = std::max(most, raw.sentences->size());
        std::vector<std::string> names;
        for (std::size_t place = 1; place <= most; ++place)
            names.push_back(std::to_string(place));
        return {names, names};
    }

    /// Of all parts: a test set may reach further than the training set. Notes the ends in the corpus.
    LabelNames levels(Corpus& corpus) const {
        corpus.lowest.score = std::numeric_limits<double>::infinity();
        corpus.highest.score = -corpus.lowest.score;
        double sum = 0, count = 0;
        for (const Loaded& loaded : m_parts)
            for (const RawExample& raw : loaded.examples) {
                const double score = raw.score.value_or(0);
                if (score < corpus.lowest.score)
                    corpus.lowest = {score, placeOf(raw, loaded.file)};
                if (score > corpus.highest.score)
                    corpus.highest = {score, placeOf(raw, loaded.file)};
                sum += score;
                ++count;
            }
        try {
            const std::vector<std::string> names = levelNames(corpus.lowest.score, corpus.highest.score);
            return {names, names};
        } catch (const Error& error) {
            const double mean = sum / count;
            const ScorePlace& farther =
                corpus.highest.score - mean >= mean - corpus.lowest.score ? corpus.highest : corpus.lowest;
            throw Error(farther.place + "the score " + scoreText(farther.score) + ": " + error.what());
        }
    }

    /// Where each label occurs first. Error where they are so many that something else was taken for labels.
    static std::unordered_map<std::string, std::string> firstPlaces(const Loaded& loaded, const CorpusKindRow& kind) {
        std::unordered_map<std::string, std::string> places;
        const auto add = [&](const RawExample& raw, const std::string& label, std::size_t line) {
            const auto [place, isNew] = places.try_emplace(label);
            if (!isNew)
                return;
            place->second = fileOf(raw, loaded.file).at(line);
            if (places.size() > mostLabels)
                throw Error(place->second + "\"" + printable(label, 40) + "\" is one label more than the " +
                            std::to_string(mostLabels) + " different ones that a corpus may have; is it a label?");
        };
        for (const RawExample& raw : loaded.examples) {
            if (kind.labels == CorpusKindRow::Labels::OfExamples)
                add(raw, raw.label, raw.line);
            for (std::size_t token = 0; token < raw.tags.size(); ++token)
                add(raw, raw.tags[token], raw.lines[token]);
        }
        return places;
    }

    static std::string placeOf(const RawExample& raw, const SourceFile& file) { return fileOf(raw, file).at(raw.line); }

    /// Its path alone.
    static SourceFile fileOf(const RawExample& raw, const SourceFile& file) {
        return {raw.file.empty() ? file.path : raw.file, {}};
    }

    using Numbers = std::unordered_map<std::string, int>; ///< labels by their text

    static int labelOf(const RawExample& raw, const LabelNames& labels, const Numbers& numbers,
                       const SourceFile& file) {
        const auto label = numbers.find(raw.label);
        if (label == numbers.end())
            throw Error(placeOf(raw, file) + "the label \"" + printable(raw.label, 40) +
                        "\" does not occur in the training set." + suggestion(raw.label, labels.values));
        return label->second;
    }

    static Example convert(const RawExample& raw, const LabelNames& labels, const Numbers& numbers,
                           const TokenizerOptions& tokenizer, const CorpusKindRow& kind, const SourceFile& file) {
        Example example;
        example.predicate = raw.predicate;
        example.texts.push_back(raw.tokens.empty() ? tokenize(raw.text, tokenizer) : raw.tokens);
        if (tokenizer.lower && !raw.tokens.empty())
            for (std::string& token : example.texts.front())
                token = toLower(token);
        if (raw.sentences)
            for (const std::string& sentence : *raw.sentences)
                example.texts.push_back(tokenize(sentence, tokenizer));
        else if (kind.texts == 2)
            example.texts.push_back(tokenize(raw.second, tokenizer));
        if (kind.labels == CorpusKindRow::Labels::OfTokens) {
            for (const std::string& tag : raw.tags)
                example.tags.push_back(numbers.at(tag));
            return example;
        }
        if (kind.labels == CorpusKindRow::Labels::None)
            return example;
        example.accepted = raw.accepted;
        example.group = raw.group;
        example.score = raw.score.value_or(0);
        example.label = raw.score ? int(std::floor(example.score)) - firstLevel(labels.values)
                                  : labelOf(raw, labels, numbers, file);
        return example;
    }

    static std::vector<Example> convert(Loaded& loaded, const LabelNames& labels, const TokenizerOptions& tokenizer,
                                        const CorpusKindRow& kind) {
        std::vector<Example> examples;
        examples.reserve(loaded.examples.size());
        Numbers numbers;
        for (const std::string& value : labels.values)
            numbers.emplace(value, int(numbers.size()));
        std::shared_ptr<const std::string> path;
        for (const RawExample& raw : loaded.examples) {
            Example example = convert(raw, labels, numbers, tokenizer, kind, loaded.file);
            if (const std::string from = fileOf(raw, loaded.file).path; !path || *path != from)
                path = std::make_shared<const std::string>(from);
            example.file = path;
            example.line = raw.line;
            if (std::none_of(example.texts.begin(), example.texts.end(), [](const auto& text) { return text.empty(); }))
                examples.push_back(std::move(example));
        }
        loaded.examples = {};
        return examples;
    }

    const CorpusFiles& m_others;
    const CorpusOptions& m_options;
    const std::function<void(const CorpusFormat&)>& m_checkFormat;
    std::string m_formatId;
    Notes m_notes;
    const CorpusFormat* m_format = nullptr;
    std::vector<Loaded> m_parts;
};

} // namespace

static bool isEmpty(const CorpusFiles& files) {
    return files.train.empty() && files.dev.empty() && files.test.empty();
}

/// Those that a split is made of; none where the corpus has no such split. A dev set may be drawn from the training
/// set, and a training set be the dev set of the files.
static CorpusFiles filesOf(const std::string& split, const CorpusFiles& all, const CorpusOptions& options) {
    CorpusFiles only{{}, {}, {}, all.byClass, all.byVariant};
    const auto training = options.trainOnDev ? &CorpusFiles::dev : &CorpusFiles::train;
    const bool isDrawn = options.dev > 0 && (all.dev.empty() || options.trainOnDev);
    if (split == "test")
        only.test = all.test;
    else if (split == "train" || isDrawn)
        only.*training = all.*training;
    else if (!options.trainOnDev)
        only.dev = all.dev;
    return only;
}

/// Of the split that is named, or of the first that there is.
static CorpusFiles chosenFiles(const std::string& spec, const std::string& split, const CorpusFiles& all,
                               const CorpusOptions& options) {
    std::string present;
    for (const char* one : {"test", "dev", "train"}) {
        CorpusFiles files = filesOf(one, all, options);
        if (isEmpty(files))
            continue;
        if (split.empty() || split == one)
            return files;
        present += (present.empty() ? "" : ", ") + std::string(one);
    }
    throw Error(spec + ": there is no split \"" + split + "\"; it has " + present);
}

/// One file of questions is cut into train, dev and test, always the same way: a model is judged by articles that it
/// has not read of. Those of few articles all are for training.
static void cutByArticle(Corpus& corpus, const CorpusOptions& options) {
    constexpr int parts = 10;
    if (options.dev > 0)
        throw Error(corpus.spec + ": a single file of questions is cut by its articles: leave dev out");
    if (corpus.train.empty())
        corpus.train = std::exchange(corpus.dev, {});
    const int articles = countGroups(corpus);
    corpus.isCutHere = articles > 0;
    if (articles >= parts)
        cutByGroup(corpus, parts, 0, 1);
    else
        corpus.notes.push_back(corpus.name + " has less than " + std::to_string(parts) +
                               " articles and is not cut: all questions are for training");
}

/// The split that is to be judged, or every part.
static Corpus open(const std::string& spec, const std::optional<std::string>& split) {
    const ParsedSpec parsed = parseSpec(spec);
    const CorpusOptions options = corpusOptions(spec, parsed);
    const CorpusFiles all = findCorpusFiles(parsed.path, corpusFields().get(options, "labels"), options.from);
    if (options.trainOnDev && (!all.train.empty() || all.dev.empty()))
        throw Error(spec + ": train_on_dev is for a corpus with a dev set and without a training set");
    const bool isOne = all.test.empty() && all.train.empty() != all.dev.empty();
    const CorpusFiles files = split && !isOne ? chosenFiles(spec, *split, all, options) : all, none;
    Corpus corpus;
    corpus.name = nameOf(parsed.path);
    corpus.spec = absoluteSpec(spec, parsed);
    const auto checkFormat = [&](const CorpusFormat& format) {
        refuseForeignOptions(spec, parsed, format, files.byVariant);
    };
    CorpusReader(files, split ? all : none, options, checkFormat).fill(corpus);
    if (isOne && corpus.kind == CorpusKind::Selections) // whatever the file is called
        cutByArticle(corpus, options);
    else if (split && isOne)
        chosenFiles(spec, *split, all, options); // refuses a split that there is not
    if (options.trainOnDev && !corpus.isCutHere)
        corpus.train = std::exchange(corpus.dev, {});
    if (options.dev > 0 && (all.dev.empty() || options.trainOnDev) && corpus.train.size() > 1 && !corpus.isCutHere) {
        const auto count =
            std::max<std::size_t>(1, std::size_t(std::llround(options.dev * double(corpus.train.size()))));
        corpus.dev = takeOut(corpus.train, draw(corpus.train.size(), count, options.seed, 0));
    }
    if (options.limit > 0)
        for (auto* part : {&corpus.train, &corpus.dev, &corpus.test})
            *part = takeOut(*part, draw(part->size(), std::size_t(options.limit), options.seed, 1));
    const TokenizerRule typed = tokenizerRuleRow(corpus.tokenizer.rule).typed;
    if (const std::string token = punctuatedToken(corpus);
        !token.empty() && !options.tokenizer && corpus.tokenizer.rule != typed)
        corpus.notes.push_back("words are cut at spaces only, \"" + printable(token, 40) +
                               "\" is one word: " + corpus.spec + (parsed.options.empty() ? "?" : "&") +
                               "tokenizer=" + tokenizerRuleRow(typed).word + " sets punctuation apart");
    return corpus;
}

Corpus openCorpus(const std::string& spec) {
    return open(spec, std::nullopt);
}

Corpus openSplit(const std::string& spec, const std::string& split) {
    return open(spec, split);
}

} // namespace headlight
