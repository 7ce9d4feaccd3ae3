#pragma once

#include "engine/models/recording.h"

#include <QStringList>
#include <set>

namespace headlight {

/// The tokens of a recording as they are displayed: what each is called, and which of the model's own it is.
class DisplayedTokens {
public:
    DisplayedTokens() = default; ///< of nothing
    explicit DisplayedTokens(const Recording& recording);

    /// Of a sequence; repeated tokens carry their number: "the", "the (2)".
    const QStringList& names(int sequence) const;
    /// Where one of the model's own tokens is displayed; −1 where it is not, and of no token.
    int placeOf(int sequence, int token) const;
    /// The model's own tokens that are displayed at these places.
    std::set<int> ownAt(int sequence, const std::set<int>& places) const;
    /// What was merged and what was hidden, and whether the rest was renormalised; empty where nothing is.
    QStringList remarks() const;

private:
    std::vector<QStringList> m_names;              ///< of each sequence
    std::vector<std::vector<TokenGroup>> m_groups; ///< of each sequence, the model's tokens of each displayed one
    bool m_merges = false, m_hides = false, m_renormalises = false;
};

} // namespace headlight
