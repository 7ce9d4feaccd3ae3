#include "models/translation_model.h"

#include "core/error.h"
#include "core/grouped.h"
#include "core/json_text.h"
#include "models/record.h"
#include "models/translation_begin.h"

#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

constexpr int namedCandidates = 10; ///< of each place

Token markOf(const TextWriter& writer, int id) {
    Token token;
    token.text = writer.targetToken(id);
    token.id = id;
    token.special = true;
    return token;
}

std::vector<int> idsOf(const Sequence& sequence) {
    std::vector<int> ids;
    for (const Token& token : sequence.tokens)
        ids.push_back(token.id);
    return ids;
}

void checkSource(const TextWriter& writer, std::size_t tokens) {
    checkPositions(tokens, writer.mostSourceTokens(), "the text");
    if (Index(tokens) > longestSentence)
        throw Error("the text has " + std::to_string(tokens) + " tokens: at most " + std::to_string(longestSentence) +
                    " can be looked at, shorten it");
}

/// What one pass over both says.
struct WholePass {
    Matrix scores; ///< [target words × tokens read]
    std::vector<Recording::Head> heads;
};

WholePass passOver(const WritingNetwork& network, const std::vector<int>& source, const std::vector<int>& target,
                   const Intervention& changes, const RunControl& control) {
    const Layout sources({Index(source.size())}), targets({Index(target.size()) + 1});
    std::vector<int> read = {network.marks().begin};
    read.insert(read.end(), target.begin(), target.end());
    Tape tape;
    tape.checkBy(control.check);
    Context context(tape, sources);
    Trace ofSource(0), ofTarget(1, 0);
    context.setTrace(&ofSource);
    context.setIntervention(changes, 0);
    const Var encoded = network.encode(context, source);
    const LayoutScope ofTargets(context, targets);
    context.setTrace(&ofTarget);
    context.setIntervention(changes, 1);
    WholePass pass{network.decode(context, encoded, sources, read).value(), {}};
    refuseNotFinite(pass.scores);
    addRecordedHeads(ofSource, pass.heads);
    addRecordedHeads(ofTarget, pass.heads);
    return pass;
}

/// A translation that was not searched for, with its end.
Translation translationBy(const Matrix& scores, std::vector<int> ids, const TextWriter& writer) {
    Translation translation;
    translation.ended = true;
    ids.push_back(writer.network().marks().end);
    for (std::size_t k = 0; k < ids.size(); ++k) {
        translation.tokens.push_back(WordChances(scores.col(Index(k)), 0).token(ids[k], 0));
        translation.logProbability += translation.tokens.back().logProbability;
    }
    translation.score = scoreOf(translation, writer.search().lengthPenalty);
    return translation;
}

/// How the translation `ids` begins with a candidate in place of one of its tokens.
std::function<std::string(std::size_t, std::size_t)> beginsOf(std::shared_ptr<const TextWriter> writer,
                                                              std::vector<int> ids,
                                                              std::vector<std::vector<TokenCandidate>> candidates) {
    return [writer = std::move(writer), ids = std::move(ids),
            candidates = std::move(candidates)](std::size_t token, std::size_t candidate) {
        const int chosen = candidates.at(token).at(candidate).token;
        std::vector<int> begin(ids.begin(), ids.begin() + std::ptrdiff_t(token));
        const bool ends = chosen == writer->network().marks().end;
        if (!ends)
            begin.push_back(chosen);
        return beginText(*writer, begin, ends);
    };
}

/// Of translations, the best first; `forced`: tokens that the user gave.
TranslationAnswer answerOf(std::shared_ptr<const TextWriter> writer, const std::vector<Translation>& found,
                           const Matrix& scores, std::size_t forced, const Check& check) {
    const WritingMarks marks = writer->network().marks();
    TranslationAnswer answer;
    for (const Translation& translation : found) {
        const std::vector<int> ids = translation.words();
        answer.beams.push_back({writer->targetText(ids), translation.logProbability, translation.score,
                                beginText(*writer, ids, translation.ended), translation.ended});
    }
    std::vector<std::vector<TokenCandidate>> candidates;
    for (std::size_t k = 0; k < found.front().tokens.size(); ++k) {
        if (check)
            check();
        const int word = found.front().tokens[k].token;
        TranslatedToken token =
            WordChances(scores.col(Index(k)), namedCandidates, marks.never).token(word, namedCandidates);
        TranslationAnswer::Token& shown = answer.tokens.emplace_back();
        shown.text = writer->targetToken(word);
        shown.logProbability = token.logProbability;
        shown.isForced = k < forced;
        for (const TokenCandidate& candidate : token.candidates)
            shown.candidates.push_back(
                {writer->targetToken(candidate.token), candidate.probability, candidate.token == marks.end});
        candidates.push_back(std::move(token.candidates));
    }
    answer.begin = beginsOf(std::move(writer), found.front().words(), std::move(candidates));
    return answer;
}

/// The sequence that the decoder has read, of ids behind the begin.
void complete(Sequence& target, const std::vector<int>& ids, const TextWriter& writer) {
    for (std::size_t k = target.tokens.size() - 1; k < ids.size(); ++k) {
        Token token;
        token.text = writer.targetToken(ids[k]);
        token.id = ids[k];
        token.known = ids[k] != writer.unknownTarget();
        if (k > 0)
            token.word = target.tokens.back().word + (writer.continuesWord(target.tokens.back().id, ids[k]) ? 0 : 1);
        token.input = 1;
        target.tokens.push_back(std::move(token));
    }
    target.isComplete = true;
}

} // namespace

ModelSummary summaryOf(const Translator& translator) {
    const TranslatorDescription& description = translator.description();
    const TranslationCounts counts = translator.network().counts();
    return {
        "transformer",
        Index(description.target.tokens.size()) +
            (description.setup.jointMerges ? 0 : Index(description.source.tokens.size())),
        {{"encoder", counts.encoder}, {"decoder", counts.decoder}, {"total", counts.body()}},
        {{"task", translationTask},
         {"stack", ConfigOf<TransformerOptions>(transformerFields<TransformerOptions>(), description.stack).toJson()},
         {"translation", ConfigOf<TranslationSetup>(translationFields(), description.setup).toJson()},
         {"typing", ConfigOf<TokenizerOptions>(tokenizerFields(), description.typing).toJson()}}};
}

TranslationModel::TranslationModel(std::shared_ptr<const TextWriter> writer)
    : m_writer(std::move(writer)), m_heads(findHeads()) {}

std::vector<InputText> TranslationModel::inputs() const {
    InputText begin{"translation begins with", true};
    begin.isBegin = true;
    return {{"source"}, begin};
}

std::vector<Sequence> TranslationModel::read(const std::vector<std::string>& texts) const {
    if (texts.size() > 2)
        throw Error("the model reads a text and how its translation begins, and \"" + printable(texts.back(), 40) +
                    "\" is one more: put a text of several words in quotes");
    Sequence source, target;
    source.name = "source";
    source.tokens = m_writer->source(texts.empty() ? std::string() : texts.front());
    if (source.tokens.empty())
        throw Error("there is nothing to translate: type at least one word");
    checkSource(*m_writer, source.tokens.size());
    target.name = "translation";
    target.isTarget = true;
    target.tokens.push_back(markOf(*m_writer, m_writer->network().marks().begin));
    if (texts.size() == 2) {
        TranslationBegin begin = readBegin(*m_writer, texts.back());
        target.tokens.insert(target.tokens.end(), begin.tokens.begin(), begin.tokens.end());
        target.isComplete = begin.isComplete;
    }
    checkBegin(target.tokens.size() - 1, Index(source.tokens.size()));
    for (Token& token : target.tokens)
        token.input = 1;
    return {std::move(source), std::move(target)};
}

/// Error unless there is room for it. The search would give a longer one back as it is.
void TranslationModel::checkBegin(std::size_t tokens, Index sourceTokens) const {
    if (const Index limit = limitOf(sourceTokens); Index(tokens) > limit)
        throw Error("what the translation begins with has " + grouped(Index(tokens)) +
                    " tokens, and the translation of this source may have " + grouped(limit) + ": shorten it");
}

/// Tokens that a translation may have, its end included.
Index TranslationModel::limitOf(Index sourceTokens) const {
    const Index limit = sourceTokens + m_writer->search().extraTokens, most = m_writer->network().mostTokens();
    return most > 0 ? std::min(limit, most) : limit;
}

std::vector<Translation> TranslationModel::search(const std::vector<int>& source, const std::vector<int>& begin,
                                                  Index limit, const Intervention& changes,
                                                  const RunControl& control) const {
    SearchOptions options = m_writer->search();
    options.extraTokens = int(limit - Index(source.size()));
    options.prefix = begin;
    return translate(m_writer->network(), source, options, control.check, changes);
}

std::shared_ptr<const Recording> TranslationModel::pass(std::vector<Sequence> sequences, const Intervention& changes,
                                                        const RunControl& control) const {
    const std::vector<int> source = idsOf(sequences[0]), read = idsOf(sequences[1]);
    const std::vector<int> begin(read.begin() + 1, read.end());
    const Index limit = limitOf(Index(source.size()));
    std::vector<Translation> found;
    if (!sequences[1].isComplete)
        found = search(source, begin, limit, changes, control);
    const std::vector<int> ids = found.empty() ? begin : found.front().words();
    WholePass pass = passOver(m_writer->network(), source, ids, changes, control);
    if (found.empty())
        found = {translationBy(pass.scores, ids, *m_writer)};
    TranslationAnswer answer = answerOf(m_writer, found, pass.scores, begin.size(), control.check);
    answer.limit = limit;
    complete(sequences[1], ids, *m_writer);
    const bool encoderAttends = std::any_of(m_heads.begin(), m_heads.end(),
                                            [](const HeadInfo& head) { return head.address.stack == Stack::Encoder; });
    return std::make_shared<const Recording>(
        std::move(sequences), std::move(pass.heads), std::move(answer),
        encoderAttends ? "" : "Its encoder has no attention: all maps are the decoder's.");
}

/// Found by a pass over no word, so that no mechanism has to be named here.
std::vector<HeadInfo> TranslationModel::findHeads() const {
    const WritingNetwork& network = m_writer->network();
    const WholePass pass = passOver(network, {network.marks().end}, {}, {}, {});
    std::vector<HeadInfo> heads;
    for (const Recording::Head& head : pass.heads) {
        const auto source = head.source({});
        const MapAddress& address = head.address;
        HeadInfo& info = heads.emplace_back();
        info.address = address;
        info.label = source->label;
        info.features = source->features;
        info.stages = stagesOf(*source);
        info.sequence = head.sequence;
        const auto masks = network.headMasks(address.stack, address.part);
        const auto layer = std::size_t(address.layer), number = std::size_t(address.head);
        info.changeable = layer < masks.size() && number < masks[layer].size();
        if (info.changeable)
            info.mask = masks[layer][number];
    }
    std::sort(heads.begin(), heads.end(), [](const HeadInfo& a, const HeadInfo& b) { return a.address < b.address; });
    return heads;
}

} // namespace headlight
