#pragma once

#include "viewmodels/train_preview.h"

namespace headlight {

/// How a corpus that lacks a part is divided, as its specification says it.
struct CorpusSplit {
    /// HoldOut: a share of the training set becomes the dev set. TrainOnDev: there is a dev set and no training set.
    /// TrainOnTest: there is only a test set, and it is a file.
    enum class Kind { None, HoldOut, TrainOnDev, TrainOnTest };
    Kind kind = Kind::None;
    double share = 0;         ///< held out, 0 … 0.9
    bool trainsOnDev = false; ///< already
};

/// What can be chosen for a corpus that was read.
CorpusSplit splitOf(const CorpusPreview& preview);

/// The test file of a corpus as one of its own, a tenth of it held out; empty where it has no such file.
QString testFileSpec(const QString& spec);

/// The specification with that option, in the place of the one it has; an empty value takes it away.
QString withCorpusOption(const QString& spec, const QString& key, const QString& value);

} // namespace headlight
