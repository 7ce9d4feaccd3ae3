#pragma once

#include "engine/core/npz.h"
#include "engine/masks/mask.h"

#include <QString>
#include <QStringList>
#include <optional>
#include <vector>

namespace headlight {

/// A mask as a picture needs it: rows are queries, columns keys.
struct MaskShape {
    QString expression;
    QString title; ///< for people: "Forward (fw)"
    QString help;
    int length = 0;
    std::vector<float> bias;           ///< [queries × keys], row-major; 0 where hidden
    std::vector<std::uint8_t> visible; ///< [queries × keys]
    double lowest = 0;                 ///< the smallest bias, at most 0
};

MaskShape maskShape(const Mask& mask, int length, const QString& help = {});

/// One shape for each term of the language, with its default parameter.
std::vector<MaskShape> maskGallery(int length);

/// "masks", their expressions, and "bias" [masks × queries × keys], NaN where hidden. All of one length.
NpzWriter maskArchive(const std::vector<MaskShape>& shapes);

struct ExpressionProblem {
    QString message;
    int position = 0; ///< of the first wrong character
};
/// Nothing when the text is one head's mask.
std::optional<ExpressionProblem> checkMask(const QString& text);
/// Nothing when the text is a list of heads' masks, "fw x4, bw x4".
std::optional<ExpressionProblem> checkMasks(const QString& text);
/// What completion offers: "fw", "window(", …
QStringList maskWords();

} // namespace headlight
