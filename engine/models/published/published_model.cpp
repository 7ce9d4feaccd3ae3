#include "models/published/published_model.h"

#include "core/error.h"
#include "models/published/class_answer.h"
#include "models/published/likeliest_words.h"
#include "models/published/load.h"
#include "models/published/network_heads.h"
#include "models/published/published_summary.h"
#include "models/published/published_tokenizer.h"
#include "models/published/text_pass.h"
#include "models/record.h"

namespace headlight {

namespace {

/// A label for each token; of one label alone whether it holds.
TagAnswer tagsBy(const Eigen::Ref<const Matrix>& scores, const TopShape& top) {
    TagAnswer answer;
    answer.labels = top.labels;
    const bool single = top.labels.size() == 1;
    if (single)
        answer.labels = {"–", top.labels.front()};
    Matrix pair(2, 1);
    TopShape together = top;
    if (single)
        together.problem = TopShape::Problem::OneLabel;
    for (Index token = 0; token < scores.cols(); ++token) {
        pair << 0, scores(0, token); // the softmax of 0 and x is sigmoid(x)
        TagAnswer::Token& own = answer.tokens.emplace_back();
        own.tags = classesBy(single ? Matrix(pair) : Matrix(scores.col(token)), together);
        own.tags.labels.clear();
        own.best = own.tags.best();
        answer.spans.push_back({int(token), int(token) + 1, answer.labels[own.best]});
    }
    return answer;
}

std::optional<int> maskOf(const Tokenizer& tokenizer) {
    for (const char* mark : {"[MASK]", "<mask>"})
        if (const auto id = tokenizer.id(mark))
            return id;
    return {};
}

} // namespace

PublishedModel::PublishedModel(const Architecture& architecture, std::unique_ptr<PublishedNetwork> network,
                               std::unique_ptr<Tokenizer> tokenizer)
    : m_architecture(architecture), m_network(std::move(network)), m_tokenizer(std::move(tokenizer)),
      m_mask(maskOf(*m_tokenizer)), m_heads(headsOf(*m_network)) {}

/// What the decoder reads of a text: at each place the token before it.
Sequence PublishedModel::shifted(const std::vector<Token>& tokens) const {
    Sequence sequence;
    sequence.name = "text, shifted";
    sequence.isTarget = sequence.isComplete = sequence.isReadAgain = true; // it follows from the first
    Token begin;
    begin.id = m_network->shape().decoder->begin;
    begin.text = begin.id < m_tokenizer->size() ? m_tokenizer->token(begin.id) : std::to_string(begin.id);
    begin.special = true;
    sequence.tokens = {begin};
    sequence.tokens.insert(sequence.tokens.end(), tokens.begin(), tokens.end() - 1);
    return sequence;
}

std::vector<ExampleText> PublishedModel::examples() const {
    if (std::string own = m_tokenizer->example(); !own.empty())
        return {{std::move(own)}};
    if (writes())
        return {{"The capital of France is"}, {"Once upon a time there was a little"}};
    if (top().kind == TopShape::Kind::Words && m_mask) {
        const std::string& mask = m_tokenizer->token(*m_mask);
        return {{"The capital of France is " + mask + "."}, {"The cat sat on the " + mask + " because it was tired."}};
    }
    if (!m_network->shape().readsPairs)
        return {{"The cat sat on the mat because it was tired."}};
    return {{"The cat sat on the mat because it was tired."}, {"The river is cold.\tNobody swims in it."}};
}

std::vector<InputText> PublishedModel::inputs() const {
    if (m_tokenizer->readsIds()) {
        InputText ids{"ids of tokens"};
        ids.isIds = true;
        return {ids};
    }
    if (!m_network->shape().readsPairs)
        return {{"text"}};
    return {{"text"}, {"second text", true}};
}

std::vector<Sequence> PublishedModel::read(const std::vector<std::string>& texts) const {
    if (texts.empty() || texts.size() > 2)
        throw Error("the model reads one text, or two: put a text of several words in quotes");
    if (texts.size() > inputs().size())
        throw Error("the model can't tell two texts apart: leave the second one out");
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
    if (const Index most = m_network->shape().embeddings.mostTokens(); most > 0 && Index(sequence.tokens.size()) > most)
        throw Error("the text has " + std::to_string(sequence.tokens.size()) +
                    " tokens; this model has positions for " + std::to_string(most) + ": shorten it");
    if (!m_network->decoder())
        return {sequence};
    Sequence again = shifted(sequence.tokens);
    return {std::move(sequence), std::move(again)};
}

Answer PublishedModel::candidatesOf(Context& context, const Sequence& sequence, Var last,
                                    const Answer* compared) const {
    TokenAnswer answer;
    if (writes())
        answer.places.push_back({0, int(sequence.tokens.size()) - 1, {}});
    for (std::size_t token = 0; token < sequence.tokens.size(); ++token)
        if (m_mask && !writes() && sequence.tokens[token].id == *m_mask)
            answer.places.push_back({0, int(token), {}});
    if (answer.places.empty())
        return {};
    Matrix columns(last.rows(), Index(answer.places.size()));
    for (std::size_t place = 0; place < answer.places.size(); ++place)
        columns.col(Index(place)) = last.value().col(answer.places[place].token);
    const Var scores = m_network->tokenScores(context, context.tape().constant(columns));
    checkFinite(scores.value(), "its scores");
    const auto* const before = compared ? std::get_if<TokenAnswer>(compared) : nullptr;
    for (std::size_t place = 0; place < answer.places.size(); ++place) {
        std::optional<int> kept;
        if (before && place < before->places.size() && !before->places[place].candidates.labels.empty())
            kept = m_tokenizer->id(before->places[place].candidates.labels.front());
        answer.places[place].candidates = likeliestWords(*m_tokenizer, scores.value().col(Index(place)), kept);
    }
    return answer;
}

Answer PublishedModel::answerOf(Context& context, const Sequence& sequence, Var last, const Answer* compared) const {
    switch (top().kind) {
    case TopShape::Kind::None:
        break;
    case TopShape::Kind::Words:
        return candidatesOf(context, sequence, last, compared);
    case TopShape::Kind::Classes:
        return classAnswer(*m_network, context, last);
    case TopShape::Kind::TokenClasses: {
        const Var scores = m_network->tokenScores(context, last);
        checkFinite(scores.value(), "its scores");
        return tagsBy(scores.value(), top());
    }
    }
    return {};
}

std::shared_ptr<const Recording> PublishedModel::pass(std::vector<Sequence> sequences, const Intervention& changes,
                                                      const RunControl& control) const {
    Trace first(0), second(1, 0); // live as long as the pass
    TextPass pass(*m_network, sequences.front(), changes, control, &first);
    std::vector<Recording::Head> heads;
    addRecordedHeads(first, heads);
    if (m_network->decoder()) {
        sequences[1] = shifted(sequences[0].tokens); // of what is left of the text
        pass.decode(sequences[1], changes, &second);
        addRecordedHeads(second, heads);
    }
    Answer answer = answerOf(pass.context(), sequences.front(), pass.result().last, control.compared);
    std::string note;
    if (writes())
        note = "The candidates are what the model expects to come next.";
    else if (top().kind == TopShape::Kind::Words && m_mask && std::holds_alternative<std::monostate>(answer))
        note = "Type " + m_tokenizer->token(*m_mask) + " in place of a word to see what the model expects there.";
    return std::make_shared<const Recording>(std::move(sequences), std::move(heads), std::move(answer), note);
}

ModelSummary PublishedModel::summary() const {
    return summaryOf(m_architecture, *m_network, m_tokenizer->size());
}

std::unique_ptr<PublishedModel> openPublished(const std::filesystem::path& folder, Values values) {
    const PublishedDescription described = describedBy(folder);
    std::unique_ptr<Tokenizer> tokenizer =
        publishedTokenizer(folder, described); // small, so what is wrong with it is told soon
    std::unique_ptr<PublishedNetwork> network = loadPublished(folder, values);
    checkVocabulary(*tokenizer, described.shape.embeddings, folder.string());
    return std::make_unique<PublishedModel>(*described.architecture, std::move(network), std::move(tokenizer));
}

} // namespace headlight
