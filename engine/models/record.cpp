#include "models/record.h"

#include "models/predicate.h"
#include "models/sensitivity.h"

#include <algorithm>
#include <mutex>

namespace headlight {

namespace {

constexpr Index shortText = 256;  ///< tokens up to which starting a thread costs more than it saves
constexpr Index shortCopies = 16; ///< the same where the sensitivity is made of many copies of a sentence

TokenInput inputOf(const TaskNetwork& model, const Sequence& sentence) {
    std::vector<std::string> tokens;
    int predicate = -1;
    for (const Token& token : sentence.tokens) {
        if (token.isPredicate)
            predicate = int(tokens.size());
        tokens.push_back(token.text);
    }
    return model.input(tokens, predicate);
}

int threadsOf(const RunControl& control, Index tokens, Index shortest) {
    if (tokens <= shortest)
        return 1;
    return control.threads > 0 ? control.threads : ThreadPool::processors();
}

/// In place of attention. It takes long, so it is found when it is first asked for.
class LaterSensitivity {
public:
    LaterSensitivity(const TaskNetwork& model, TokenInput input, Index tokens, int sequence, RunControl control)
        : m_model(model), m_input(std::move(input)), m_tokens(tokens), m_sequence(sequence),
          m_control(std::move(control)) {}

    static MapAddress address() { return {Stack::Encoder, 0, MapPart::Sensitivity, 0}; }

    std::shared_ptr<const MapSource> find(const Check& check) {
        const std::lock_guard guard(m_mutex);
        if (!m_found)
            m_found = made(check);
        return m_found;
    }

private:
    std::shared_ptr<const MapSource> made(const Check& check) const {
        ThreadPool pool(threadsOf(m_control, m_tokens, shortCopies));
        Layout layout;
        layout.add(m_tokens, 0);
        Tape tape;
        Context context(tape, layout);
        const Sensitivity found = sensitivity(m_model.encoder(), m_model.embed(context, m_input).value(), &pool, check);
        MapSource source{.address = address(),
                         .label = "sensitivity",
                         .queries = found.norms.rows(),
                         .keys = m_tokens,
                         .querySequence = m_sequence,
                         .keySequence = m_sequence};
        if (m_model.encoder().pools())
            source.queryNames = {"sentence"};
        for (Index result = 0; !found.exact && result < found.norms.rows(); ++result)
            for (Index token = 0; token < m_tokens; ++token)
                source.standardErrors.push_back(float(found.standardErrors(result, token)));
        source.scores = [norms = std::make_shared<const Matrix>(found.norms.transpose())](Index first, Index results,
                                                                                          Matrix& numbers) {
            numbers = norms->middleCols(first, results);
        };
        return std::make_shared<const MapSource>(std::move(source));
    }

    const TaskNetwork& m_model;
    TokenInput m_input;
    Index m_tokens;
    int m_sequence;
    RunControl m_control;
    std::mutex m_mutex;
    std::shared_ptr<const MapSource> m_found;
};

/// What the task's head reads of the sentence; its heads are added to `heads`.
Matrix vectorsOf(const TaskNetwork& model, const Sequence& sentence, int number, const Intervention& changes,
                 const RunControl& control, std::vector<Recording::Head>& heads) {
    const TokenInput input = inputOf(model, sentence);
    Layout layout;
    layout.add(Index(sentence.tokens.size()), 0);
    ThreadPool pool(threadsOf(control, layout.tokens(), shortText));
    Tape tape;
    tape.spreadOver(&pool);
    tape.checkBy(control.check);
    Context context(tape, layout);
    Trace trace(number);
    context.setTrace(&trace);
    context.setIntervention(changes, number);
    Matrix vectors = model.vectors(context, input).value();
    for (const auto& source : trace.sources())
        heads.push_back({source->address, number, [source](const Check&) { return source; }});
    if (!model.encoder().attends() && layout.tokens() <= longestSensitivity) {
        RunControl later = control;
        later.check = {};
        const auto lazy = std::make_shared<LaterSensitivity>(model, input, layout.tokens(), number, later);
        heads.push_back(
            {LaterSensitivity::address(), number, [lazy](const Check& check) { return lazy->find(check); }});
    }
    return vectors;
}

void checkSentences(const TaskNetwork& model, const std::vector<Sequence>& sentences) {
    if (sentences.empty() || sentences.front().tokens.empty())
        throw Error("the sentence is empty: type at least one word");
    const auto wanted = std::size_t(model.task().texts());
    if (wanted < sentences.size())
        throw Error("the model reads one sentence: leave the second one out");
    if (wanted > sentences.size() || sentences.back().tokens.empty())
        throw Error("the model compares two sentences: the second one is empty");
}

Answer answerOf(const TaskNetwork& model, const Matrix& vectors) {
    Layout layout;
    if (model.task().answersTokens())
        layout.add(vectors.cols(), 0);
    else
        layout = Layout(std::vector<Index>(std::size_t(vectors.cols()), 1));
    Tape tape;
    Context context(tape, layout);
    const Var scores = model.answer(context, tape.constant(vectors));
    if (!scores.value().allFinite())
        throw Error("the model's answer is no number: its scores are not finite; its weights are too large, or it was "
                    "trained until they were");
    return model.task().answer(model.description().labels, scores.value(), model.head());
}

std::string noteOf(const TaskNetwork& model, const std::vector<Sequence>& sentences) {
    std::size_t longest = 0;
    for (const Sequence& sentence : sentences)
        longest = std::max(longest, sentence.tokens.size());
    if (model.encoder().attends() || Index(longest) <= longestSensitivity)
        return {};
    return "Sensitivities are computed up to " + std::to_string(longestSensitivity) + " tokens; this text has " +
           std::to_string(longest) + ". The answer is of the whole text.";
}

} // namespace

Sequence sequenceOf(const TaskNetwork& model, const std::vector<std::string>& tokens) {
    Sequence sequence;
    const std::size_t read = model.readLength(tokens.size());
    sequence.leftOut = tokens.size() - read;
    for (std::size_t t = 0; t < read; ++t) {
        Token& token = sequence.tokens.emplace_back();
        token.text = tokens[t];
        token.id = model.vocabulary().id(tokens[t]);
        token.word = int(t);
        token.known = model.vocabulary().contains(token.text) && token.id != Vocabulary::unknown;
    }
    return sequence;
}

Sequence sequenceOf(const TaskNetwork& model, const std::string& text) {
    Sequence sequence;
    sequence.tokens = tokenizeWithPlaces(text, model.description().tokenizer);
    const std::size_t all = sequence.tokens.size();
    if (all == 0)
        throw Error("the sentence is empty: type at least one word");
    const std::size_t read = model.readLength(all);
    if (Index(read) > longestSentence)
        throw Error("the sentence has " + std::to_string(all) + " tokens: at most " + std::to_string(longestSentence) +
                    " can be looked at, shorten it");
    sequence.leftOut = all - read;
    sequence.tokens.resize(read);
    for (Token& token : sequence.tokens) {
        token.id = model.vocabulary().id(token.text);
        token.known = model.vocabulary().contains(token.text) && token.id != Vocabulary::unknown;
    }
    return sequence;
}

std::vector<InputText> inputsOf(const TaskNetwork& model) {
    if (model.task().hasPredicate())
        return {{"sentence"}, {"predicate", !model.description().predicates.empty(), true}};
    if (model.task().texts() == 1)
        return {{"sentence"}};
    return {{"first"}, {"second"}};
}

std::vector<Sequence> sequencesOf(const TaskNetwork& model, const std::vector<std::string>& texts) {
    const bool hasPredicate = model.task().hasPredicate();
    const std::size_t wanted = inputsOf(model).size();
    if (texts.size() > wanted)
        throw Error("the model reads one sentence" + std::string(hasPredicate ? " and its predicate" : "") +
                    ", and \"" + printable(texts.back(), 40) + "\" is " + (hasPredicate ? "one more" : "a second one") +
                    ": put a sentence of several words in quotes");
    if (texts.size() < std::size_t(model.task().texts()))
        throw Error("the model compares two sentences: give the second one, too, each in quotes");
    std::vector<Sequence> sequences;
    for (std::size_t text = 0; text < std::size_t(model.task().texts()); ++text)
        sequences.push_back(sequenceOf(model, texts[text]));
    if (hasPredicate)
        markPredicate(sequences.front(), texts.front(), texts.size() < wanted ? std::string() : texts.back(),
                      model.description().predicates);
    return sequences;
}

Recording record(const TaskNetwork& model, std::vector<Sequence> sentences, const Intervention& changes,
                 const RunControl& control) {
    checkSentences(model, sentences);
    std::vector<Recording::Head> heads;
    Matrix vectors;
    for (std::size_t s = 0; s < sentences.size(); ++s) {
        sentences[s].name = sentences.size() == 1 ? "sentence" : s == 0 ? "first" : "second";
        for (Token& token : sentences[s].tokens)
            token.input = int(s);
        const Matrix own = vectorsOf(model, sentences[s], int(s), changes, control, heads);
        vectors.conservativeResize(own.rows(), vectors.cols() + own.cols());
        vectors.rightCols(own.cols()) = own;
    }
    Answer answer = answerOf(model, vectors);
    std::string note = noteOf(model, sentences);
    return Recording(std::move(sentences), std::move(heads), std::move(answer), std::move(note));
}

std::vector<HeadInfo> headsOf(const TaskNetwork& model) {
    const Sequence one = sequenceOf(model, std::vector<std::string>{"a"}); // any token, known or not
    const Recording recording = record(model, std::vector<Sequence>(std::size_t(model.task().texts()), one), {}, {});
    const auto masks = model.encoder().headMasks();
    std::vector<HeadInfo> heads;
    for (const MapAddress& address : recording.heads(0)) {
        const auto source = recording.source(address, 0);
        HeadInfo& info = heads.emplace_back();
        info.address = address;
        info.label = source->label;
        info.features = source->features;
        if (address.part == MapPart::Groups)
            info.groups = source->keys;
        if (address.part == MapPart::Sensitivity)
            info.longest = longestSensitivity;
        const auto layer = std::size_t(address.layer), head = std::size_t(address.head);
        const bool own = address.part == MapPart::Self || address.part == MapPart::Pooling;
        info.changeable = own && layer < masks.size() && head < masks[layer].size();
        if (info.changeable)
            info.mask = masks[layer][head];
    }
    return heads;
}

} // namespace headlight
