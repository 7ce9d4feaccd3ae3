#include "models/bert/bert.h"

#include "autodiff/ops_loss.h"
#include "core/error.h"
#include "core/thread_pool.h"
#include "models/record.h"
#include "text/read_tokenizer.h"

#include <algorithm>
#include <numeric>

namespace headlight {

namespace {

constexpr const char* maskMark = "[MASK]";
constexpr std::size_t mostCandidates = 10; ///< that are told of a place
constexpr Index shortInput = 64;           ///< tokens up to which starting a thread costs more than it saves

/// The likeliest of a column of scores.
ClassAnswer likeliest(const Tokenizer& tokenizer, const Eigen::Ref<const Matrix>& scores,
                      const Eigen::Ref<const Matrix>& shares) {
    // A model's vocabulary may be padded: entries that no token has are no candidates.
    std::vector<int> order(std::size_t(std::min<Index>(Index(tokenizer.size()), scores.rows())));
    std::iota(order.begin(), order.end(), 0);
    const std::size_t count = std::min(mostCandidates, order.size());
    std::partial_sort(order.begin(), order.begin() + std::ptrdiff_t(count), order.end(),
                      [&](int a, int b) { return scores(a, 0) != scores(b, 0) ? scores(a, 0) > scores(b, 0) : a < b; });
    ClassAnswer answer;
    const std::vector<double> odds = logOddsOfOne({scores.data(), scores.data() + scores.rows()});
    for (std::size_t k = 0; k < count; ++k) {
        answer.labels.push_back(tokenizer.token(order[k]));
        answer.logits.push_back(double(scores(order[k], 0)));
        answer.probabilities.push_back(double(shares(order[k], 0)));
        answer.logOdds.push_back(odds[std::size_t(order[k])]);
    }
    return answer;
}

/// Error where weights are so large that their products are no numbers any more.
void checkFinite(const Eigen::Ref<const Matrix>& numbers, const std::string& what) {
    if (!numbers.allFinite())
        throw Error("the model's answer is no number: " + what +
                    " are not finite; its weights are too large, is the file damaged?");
}

} // namespace

Bert::Bert(std::unique_ptr<BertModel> model, std::unique_ptr<Tokenizer> tokenizer)
    : m_model(std::move(model)), m_tokenizer(std::move(tokenizer)) {
    const BertConfig& config = m_model->config();
    for (int layer = 0; layer < int(config.layers); ++layer)
        for (int head = 0; head < int(config.heads); ++head) {
            HeadInfo& info = m_heads.emplace_back();
            info.address = {Stack::Encoder, layer, MapPart::Self, head};
            info.label = "head " + std::to_string(head);
            info.mask = Mask::all().text();
            info.changeable = true;
        }
}

std::vector<ExampleText> Bert::examples() const {
    if (m_model->config().architecture.predictsMasked && m_tokenizer->id(maskMark))
        return {{"The capital of France is [MASK]."}, {"The cat sat on the [MASK] because it was tired."}};
    return {{"The cat sat on the mat because it was tired."}, {"The river is cold.\tNobody swims in it."}};
}

std::vector<InputText> Bert::inputs() const {
    if (m_model->config().tokenTypes < 2)
        return {{"text"}};
    return {{"text"}, {"second text", true}};
}

std::vector<Sequence> Bert::read(const std::vector<std::string>& texts) const {
    if (texts.empty() || texts.size() > 2)
        throw Error("the model reads one text, or two: put a text of several words in quotes");
    if (texts.size() > inputs().size())
        throw Error("the model can't tell two texts apart (its \"type_vocab_size\" is 1): leave the second one out");
    std::vector<std::vector<Token>> tokens;
    for (const std::string& text : texts) {
        tokens.push_back(m_tokenizer->encode(text));
        if (tokens.back().empty())
            throw Error("the text is empty: type at least one word");
    }
    Sequence sequence;
    sequence.name = "text";
    sequence.tokens = m_tokenizer->joined(std::move(tokens));
    for (Token& token : sequence.tokens)
        if (!token.known) // "[UNK]" would be all that a map says of it
            token.text = typedText(token, texts);
    if (sequence.tokens.size() > std::size_t(longestSentence))
        throw Error("the text has " + std::to_string(sequence.tokens.size()) + " tokens; at most " +
                    std::to_string(longestSentence) + " are looked at: shorten it");
    if (const Index most = m_model->config().positions; Index(sequence.tokens.size()) > most)
        throw Error("the text has " + std::to_string(sequence.tokens.size()) +
                    " tokens; this model has positions for " + std::to_string(most) + ": shorten it");
    return {sequence};
}

Answer Bert::candidatesOf(Context& context, const Sequence& sequence, Var hidden) const {
    const auto mask = m_tokenizer->id(maskMark);
    TokenAnswer answer;
    for (std::size_t token = 0; token < sequence.tokens.size(); ++token)
        if (mask && sequence.tokens[token].id == *mask)
            answer.places.push_back({0, int(token), {}});
    if (answer.places.empty())
        return {};
    Matrix columns(hidden.rows(), Index(answer.places.size()));
    for (std::size_t place = 0; place < answer.places.size(); ++place)
        columns.col(Index(place)) = hidden.value().col(answer.places[place].token);
    const Var scores = m_model->maskedScores(context, context.tape().constant(columns));
    checkFinite(scores.value(), "its scores");
    const Matrix shares = softmax(scores.value());
    for (std::size_t place = 0; place < answer.places.size(); ++place)
        answer.places[place].candidates =
            likeliest(*m_tokenizer, scores.value().col(Index(place)), shares.col(Index(place)));
    return answer;
}

Answer Bert::answerOf(Context& context, const Sequence& sequence, const BertResult& result) const {
    if (m_model->config().architecture.predictsMasked)
        return candidatesOf(context, sequence, result.layers.back().hidden);
    if (!m_model->config().architecture.classifies)
        return {};
    const Var scores = m_model->labelScores(context, result);
    checkFinite(scores.value(), "its scores");
    if (m_model->config().problem == BertProblem::Number)
        return ScoreAnswer{double(scores.value()(0, 0)), {}};
    const bool together = m_model->config().problem != BertProblem::EachLabel;
    const Matrix shares =
        together ? softmax(scores.value()) : Matrix((1 + (-scores.value().array()).exp()).inverse().matrix());
    ClassAnswer answer;
    answer.labels = m_model->config().labels;
    for (Index label = 0; label < scores.rows(); ++label) {
        answer.logits.push_back(double(scores.value()(label, 0)));
        answer.probabilities.push_back(double(shares(label, 0)));
    }
    // Classes that don't exclude each other have a probability each, whose log-odds the logit is.
    answer.logOdds = together ? logOddsOfOne(answer.logits) : answer.logits;
    return answer;
}

std::shared_ptr<const Recording> Bert::pass(std::vector<Sequence> sequences, const Intervention& changes,
                                            const RunControl& control) const {
    std::vector<int> ids, types;
    for (const Token& token : sequences.front().tokens) {
        ids.push_back(token.id);
        types.push_back(token.input);
    }
    const Layout layout({Index(ids.size())});
    ThreadPool pool(layout.tokens() <= shortInput ? 1
                    : control.threads > 0         ? control.threads
                                                  : ThreadPool::processors());
    Tape tape;
    tape.spreadOver(&pool);
    tape.checkBy(control.check);
    Context context(tape, layout);
    Trace trace;
    context.setTrace(&trace);
    context.setIntervention(changes);
    const BertResult result = m_model->encode(context, ids, types);
    for (std::size_t layer = 0; layer < result.layers.size(); ++layer)
        checkFinite(result.layers[layer].hidden.value(), "the numbers of its layer " + std::to_string(layer));
    std::vector<Recording::Head> heads;
    for (const auto& source : trace.sources())
        heads.push_back({source->address, 0, [source](const Check&) { return source; }});
    Answer answer = answerOf(context, sequences.front(), result);
    const bool asked = !std::holds_alternative<std::monostate>(answer);
    std::string note;
    if (m_model->config().architecture.predictsMasked && !asked && m_tokenizer->id(maskMark))
        note = "Type [MASK] in place of a word to see what the model expects there.";
    return std::make_shared<const Recording>(std::move(sequences), std::move(heads), std::move(answer), note);
}

ModelSummary Bert::summary() const {
    const BertConfig& config = m_model->config();
    const Parameters& parameters = m_model->parameters();
    Index layers = 0, all = 0;
    for (std::size_t p = 0; p < parameters.size(); ++p)
        if (parameters[p].kind != Parameter::Kind::Table) {
            const Index count = parameters.count(parameters[p].name);
            all += count;
            layers += parameters[p].name.find("encoder.layer.") == std::string::npos ? 0 : count;
        }
    return {kind(),
            Index(m_tokenizer->size()),
            {{"encoder", layers}, {"other", all - layers}, {"total", all}},
            {{"architecture", config.architecture.name},
             {"options",
              {{"hidden_size", config.hidden},
               {"num_hidden_layers", config.layers},
               {"num_attention_heads", config.heads},
               {"intermediate_size", config.intermediate},
               {"max_position_embeddings", config.positions},
               {"type_vocab_size", config.tokenTypes},
               {"vocab_size", config.vocabulary},
               {"layer_norm_eps", config.normEpsilon}}},
             {"labels", config.labels}}};
}

std::unique_ptr<Bert> openBert(const std::filesystem::path& folder, Values values) {
    std::unique_ptr<Tokenizer> tokenizer = readTokenizer(folder); // small, so what is wrong with it is told soon
    std::unique_ptr<BertModel> model = loadBert(folder, values);
    if (Index(tokenizer->size()) > model->config().vocabulary)
        throw Error(folder.string() + ": the tokenizer has " + std::to_string(tokenizer->size()) +
                    " entries, config.json says \"vocab_size\": " + std::to_string(model->config().vocabulary) +
                    "; they belong to different models");
    return std::make_unique<Bert>(std::move(model), std::move(tokenizer));
}

} // namespace headlight
