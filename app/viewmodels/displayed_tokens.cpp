#include "viewmodels/displayed_tokens.h"

#include "engine/text/read_pieces.h"
#include "viewmodels/numbered_tokens.h"

#include <QObject>
#include <algorithm>

namespace headlight {

DisplayedTokens::DisplayedTokens(const Recording& recording)
    : m_renormalises(recording.display().marks == MarkDisplay::Renormalised) {
    for (const Sequence& sequence : recording.sequences())
        m_names.push_back(numberedTokens(sequence));
    for (const Sequence& sequence : recording.asRead().sequences()) {
        Index shown = 0;
        for (const TokenGroup& group : m_groups.emplace_back(groupsOf(sequence, recording.display()))) {
            m_merges = m_merges || group.size() > 1;
            shown += group.size();
        }
        m_hides = m_hides || shown < Index(sequence.tokens.size());
    }
}

const QStringList& DisplayedTokens::names(int sequence) const {
    static const QStringList none;
    return std::size_t(sequence) < m_names.size() ? m_names[std::size_t(sequence)] : none;
}

int DisplayedTokens::placeOf(int sequence, int token) const {
    if (token < 0 || std::size_t(sequence) >= m_groups.size())
        return -1;
    const std::vector<TokenGroup>& groups = m_groups[std::size_t(sequence)];
    const auto found = std::find_if(groups.begin(), groups.end(), [token](const TokenGroup& group) {
        return group.begin <= token && token < group.end;
    });
    return found == groups.end() ? -1 : int(found - groups.begin());
}

std::set<int> DisplayedTokens::ownAt(int sequence, const std::set<int>& places) const {
    std::set<int> tokens;
    if (std::size_t(sequence) >= m_groups.size())
        return tokens;
    const std::vector<TokenGroup>& groups = m_groups[std::size_t(sequence)];
    for (const int place : places)
        if (place >= 0 && std::size_t(place) < groups.size())
            for (Index token = groups[std::size_t(place)].begin; token < groups[std::size_t(place)].end; ++token)
                tokens.insert(int(token));
    return tokens;
}

QStringList DisplayedTokens::remarks() const {
    QStringList remarks;
    if (m_merges)
        remarks << QObject::tr(
            "Pieces are merged to words: weights to a word are summed over its pieces, those from it are their "
            "mean.");
    if (m_hides)
        remarks << (m_renormalises
                        ? QObject::tr("Special tokens are hidden, and the rest of each row is renormalised to 1.")
                        : QObject::tr("Special tokens are hidden, and the rest is not renormalised: rows no longer "
                                      "add up to 1."));
    return remarks;
}

Sequence ownTokensAs(const Recording& recording, int sequence) {
    const Sequence& own = recording.asRead().sequences()[std::size_t(sequence)];
    const bool isRaw = recording.display().pieces == PieceDisplay::Raw;
    return isRaw ? own : displayed(own, {PieceDisplay::Pretty, MarkDisplay::Shown});
}

std::vector<std::string> piecesAs(const Recording& recording, const std::vector<std::string>& pieces) {
    const bool isRaw = recording.display().pieces == PieceDisplay::Raw;
    return isRaw ? pieces : prettyOf(recording.asRead().sequences().front(), pieces);
}

Answer answerAs(const Recording& recording) {
    Answer answer = recording.asRead().answer();
    if (auto* const expected = std::get_if<TokenAnswer>(&answer))
        for (TokenAnswer::Place& place : expected->places)
            place.candidates.labels = piecesAs(recording, place.candidates.labels);
    return answer;
}

} // namespace headlight
