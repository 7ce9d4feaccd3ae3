#pragma once

#include "data/corpus.h"

namespace headlight {

enum class FoldKind {
    Random,     ///< as in the papers' cross-validation: every example falls into a fold by chance
    Stratified, ///< every fold has the shares of the labels of the whole
};

/// Error where the corpus has a test set of its own, or fewer than k examples; where its examples have groups, fewer
/// than k of these or less than three folds.
void checkFolds(const Corpus& corpus, int k);

/// Part `index` of k becomes the test set, the rest the training set: for corpora without a split (CR, SUBJ, MR). The
/// same seed cuts the same folds; together they hold every example once and their sizes differ by one at most. Examples
/// with groups are cut by these (data/group_folds.h), whatever `kind` says, and the next part is the dev set then.
/// std::invalid_argument when k < 2 or the index is not below it; Error as checkFolds.
Corpus fold(const Corpus& corpus, int k, int index, std::uint64_t seed, FoldKind kind = FoldKind::Random);

} // namespace headlight
