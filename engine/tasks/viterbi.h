#pragma once

#include "core/matrix.h"
#include "data/bio.h"

#include <string>
#include <vector>

namespace headlight {

/// Which tag may stand behind which. BIO: I-X only behind B-X or I-X, and not at the beginning. BIOES: E-X likewise,
/// and a span is left by its E-X only. Plain tags and IOB1, where every tag may begin something, have no rules.
class TagRules {
public:
    /// Tags by their numbers.
    TagRules(const std::vector<std::string>& tags, TagScheme scheme);

    int tags() const { return int(m_groupOf.size()); }
    bool mayBegin(int tag) const { return m_mayBegin[std::size_t(tag)]; }
    bool mayEnd(int tag) const { return m_mayEnd[std::size_t(tag)]; }

    /// Most tags may follow the same ones: numbers in ascending order, once for each group of tags that do.
    const std::vector<std::vector<int>>& groups() const { return m_groups; }
    int groupOf(int tag) const { return m_groupOf[std::size_t(tag)]; }

private:
    std::vector<bool> m_mayBegin, m_mayEnd;
    std::vector<std::vector<int>> m_groups;
    std::vector<int> m_groupOf;
};

/// The tag of each token, so that the sum of their scores [tags × tokens] is the largest one that the rules allow; of
/// equals, from the last token on, the tag of the smallest number. In BIO it takes time tokens · tags. Scores that are
/// −∞ or no number are never chosen; where nothing else is allowed, every token gets its best tag without regard to the
/// rules (0 where it has none). std::invalid_argument when the rows are not the tags.
std::vector<int> bestTags(const Eigen::Ref<const Matrix>& scores, const TagRules& rules);
/// The same of the sum of scores and transitions [tags + 1 × tags + 1] as tasks/crf.h has them: the likeliest tags of a
/// conditional random field. It takes time tokens · tags².
std::vector<int> bestTags(const Eigen::Ref<const Matrix>& scores, const Eigen::Ref<const Matrix>& transitions,
                          const TagRules& rules);

} // namespace headlight
