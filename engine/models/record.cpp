#include "models/record.h"

#include "core/grouped.h"
#include "models/predicate.h"
#include "models/selection_texts.h"
#include "models/sensitivity.h"
#include "tasks/select_head.h"

#include <algorithm>
#include <mutex>

namespace headlight {

namespace {

constexpr Index shortText = 256;  ///< tokens up to which starting a thread costs more than it saves
constexpr Index shortCopies = 16; ///< the same where the sensitivity is made of many copies of a sentence

/// `text`: which of an example's texts it is.
TokenInput inputOf(const TaskNetwork& model, const Sequence& sentence, std::size_t text) {
    std::vector<std::string> tokens;
    int predicate = -1;
    for (const Token& token : sentence.tokens) {
        if (token.isPredicate)
            predicate = int(tokens.size());
        tokens.push_back(token.text);
    }
    return model.input(tokens, predicate, text);
}

int threadsOf(const RunControl& control, Index tokens, Index shortest) {
    if (tokens <= shortest)
        return 1;
    return control.threads > 0 ? control.threads : ThreadPool::processors();
}

/// In place of attention. It takes long, so it is found when it is first asked for.
class LaterSensitivity {
public:
    /// `x` is what the encoder reads.
    LaterSensitivity(const Encoder& encoder, Matrix x, int sequence, RunControl control)
        : m_encoder(encoder), m_x(std::move(x)), m_sequence(sequence), m_control(std::move(control)) {
        m_control.check = {}; // of the pass, which is over then
    }

    static MapAddress address() { return {Stack::Encoder, 0, MapPart::Sensitivity, 0}; }

    std::shared_ptr<const MapSource> find(const Check& check) {
        const std::lock_guard guard(m_mutex);
        if (!m_found)
            m_found = made(check);
        return m_found;
    }

private:
    std::shared_ptr<const MapSource> made(const Check& check) const {
        const Index tokens = m_x.cols();
        ThreadPool pool(threadsOf(m_control, tokens, shortCopies));
        const Sensitivity found = sensitivity(m_encoder, m_x, &pool, check);
        MapSource source{.address = address(),
                         .label = "sensitivity",
                         .queries = found.norms.rows(),
                         .keys = tokens,
                         .querySequence = m_sequence,
                         .keySequence = m_sequence};
        if (m_encoder.pools())
            source.queryNames = {"sentence"};
        for (Index result = 0; !found.exact && result < found.norms.rows(); ++result)
            for (Index token = 0; token < tokens; ++token)
                source.standardErrors.push_back(float(found.standardErrors(result, token)));
        source.scores = [norms = std::make_shared<const Matrix>(found.norms.transpose())](Index first, Index results,
                                                                                          Matrix& numbers) {
            numbers = norms->middleCols(first, results);
        };
        return std::make_shared<const MapSource>(std::move(source));
    }

    const Encoder& m_encoder;
    Matrix m_x;
    int m_sequence;
    RunControl m_control;
    std::mutex m_mutex;
    std::shared_ptr<const MapSource> m_found;
};

/// Of an encoder without attention, whose sequence is short enough.
void addSensitivity(const Encoder& encoder, const Matrix& x, int sequence, const RunControl& control,
                    std::vector<Recording::Head>& heads) {
    if (encoder.attends() || x.cols() > longestSensitivity)
        return;
    const auto lazy = std::make_shared<LaterSensitivity>(encoder, x, sequence, control);
    heads.push_back({LaterSensitivity::address(), sequence, [lazy](const Check& check) { return lazy->find(check); }});
}

/// What the task's head reads of the sentence, which is an example's `text`; its heads are added to `heads`.
Matrix vectorsOf(const TaskNetwork& model, const Sequence& sentence, int number, std::size_t text,
                 const Intervention& changes, const RunControl& control, std::vector<Recording::Head>& heads) {
    const TokenInput input = inputOf(model, sentence, text);
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
    addRecordedHeads(trace, heads);
    const bool isQuestion = model.task().hasQuestion() && text == 0; // which the encoder does not read
    if (!isQuestion && !model.encoder().attends() && layout.tokens() <= longestSensitivity) {
        Context plain(tape, layout);
        addSensitivity(model.encoder(), model.embed(plain, input).value(), number, control, heads);
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

Answer answerOf(const TaskNetwork& model, const Matrix& scores) {
    if (!scores.allFinite())
        throw Error("the model's answer is no number: its scores are not finite; its weights are too large, or it was "
                    "trained until they were");
    return model.task().answer(model.description().labels, scores, model.head());
}

Answer answerTo(const TaskNetwork& model, const Matrix& vectors) {
    Layout layout;
    if (model.task().answersTokens())
        layout.add(vectors.cols(), 0);
    else
        layout = Layout(std::vector<Index>(std::size_t(vectors.cols()), 1));
    Tape tape;
    Context context(tape, layout);
    return answerOf(model, model.answer(context, tape.constant(vectors)).value());
}

void append(Matrix& vectors, const Matrix& more) {
    vectors.conservativeResize(more.rows(), vectors.cols() + more.cols());
    vectors.rightCols(more.cols()) = more;
}

std::string noteOf(const TaskNetwork& model, const std::vector<Sequence>& sentences) {
    std::size_t longest = 0;
    for (const Sequence& sentence : sentences)
        longest = std::max(longest, sentence.tokens.size());
    if (const Index positions = model.encoder().learnedPositions(); positions > 0 && Index(longest) > positions)
        return "The model has learned " + grouped(positions) + (positions == 1 ? " position" : " positions") +
               ", and this text has " + grouped(Index(longest)) +
               " tokens: those behind share the last position's vector.";
    if (model.encoder().attends() || Index(longest) <= longestSensitivity)
        return {};
    return "Sensitivities are computed up to " + std::to_string(longestSensitivity) + " tokens; this text has " +
           std::to_string(longest) + ". The answer is of the whole text.";
}

} // namespace

/// Of selectionSequences(), of which some sentences may be left out.
static Recording recordSelection(const TaskNetwork& model, std::vector<Sequence> sequences, const Intervention& changes,
                                 const RunControl& control) {
    std::vector<Recording::Head> heads;
    Matrix vectors = vectorsOf(model, sequences.back(), int(sequences.size()) - 1, 0, changes, control, heads);
    for (const Token& sentence : sequences.front().tokens) {
        const int number = sentence.word + 1;
        append(vectors, vectorsOf(model, sequences[std::size_t(number)], number, 1, changes, control, heads));
    }
    const Layout layout({vectors.cols()});
    Tape tape;
    tape.checkBy(control.check);
    Context context(tape, layout);
    Trace trace(0);
    context.setTrace(&trace);
    context.setIntervention(changes, 0);
    const Matrix scores = model.answer(context, tape.constant(vectors)).value();
    addRecordedHeads(trace, heads);
    const auto& head = dynamic_cast<const SelectHead&>(model.head());
    if (!head.encoder().attends()) {
        Context plain(tape, layout);
        addSensitivity(head.encoder(), head.matched(plain, tape.constant(vectors)).value(), 0, control, heads);
    }
    auto answer = std::get<SelectionAnswer>(answerOf(model, scores));
    describeSelection(answer, sequences, model.description().sentenceCounts);
    std::string note = noteOf(model, sequences);
    return Recording(std::move(sequences), std::move(heads), std::move(answer), std::move(note));
}

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
    if (model.task().hasQuestion())
        return {{"question"}, {"passage", false, false, true}};
    if (model.task().hasPredicate())
        return {{"sentence"}, {"predicate", !model.description().predicates.empty(), true}};
    if (model.task().texts() == 1)
        return {{"sentence"}};
    return {{"first"}, {"second"}};
}

/// Error unless there are a question and a passage.
static std::vector<Sequence> sequencesOfQuestion(const TaskNetwork& model, const std::vector<std::string>& texts) {
    if (texts.size() > 2)
        throw Error("the model reads a question and a passage, and \"" + printable(texts.back(), 40) +
                    "\" is one more: put each in quotes");
    if (texts.size() < 2)
        throw Error("the model chooses a sentence of a passage: give the passage, too, in quotes");
    return selectionSequences(model, texts.front(), texts.back());
}

std::vector<Sequence> sequencesOf(const TaskNetwork& model, const std::vector<std::string>& texts) {
    if (model.task().hasQuestion())
        return sequencesOfQuestion(model, texts);
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
    if (model.task().hasQuestion())
        return recordSelection(model, std::move(sentences), changes, control);
    checkSentences(model, sentences);
    std::vector<Recording::Head> heads;
    Matrix vectors;
    for (std::size_t s = 0; s < sentences.size(); ++s) {
        sentences[s].name = sentences.size() == 1 ? "sentence" : s == 0 ? "first" : "second";
        for (Token& token : sentences[s].tokens)
            token.input = int(s);
        append(vectors, vectorsOf(model, sentences[s], int(s), s, changes, control, heads));
    }
    Answer answer = answerTo(model, vectors);
    std::string note = noteOf(model, sentences);
    return Recording(std::move(sentences), std::move(heads), std::move(answer), std::move(note));
}

std::vector<HeadInfo> headsOf(const TaskNetwork& model) {
    const std::vector<std::string> any = {"a"}; // known or not
    const bool hasQuestion = model.task().hasQuestion();
    const Recording recording =
        record(model,
               hasQuestion ? selectionSequences(model, any, {any})
                           : std::vector<Sequence>(std::size_t(model.task().texts()), sequenceOf(model, any)),
               {}, {});
    const int read = hasQuestion ? 1 : 0; // a sentence, which has all of them
    const auto masks = model.encoder().headMasks();
    std::vector<HeadInfo> heads;
    for (const MapAddress& address : recording.heads(read)) {
        const auto source = recording.source(address, read);
        HeadInfo& info = heads.emplace_back();
        info.address = address;
        info.label = source->label;
        info.features = source->features;
        info.stages = stagesOf(*source);
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
