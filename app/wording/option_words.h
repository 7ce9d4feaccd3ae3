#pragma once

#include <QString>

namespace headlight {

struct OptionRow;

// Explanations of the engine name options and values by their identifiers, as the command line needs it.

/// Such a text as the window says it: "“Keep before the last layer”" of "output_keep", "relative vectors" of
/// "rel-pos". Words that are identifiers and English alike, "mean" or "seed", stay.
QString inPeoplesWords(const QString& text);

/// The same of what is said of one option, whose values are known by where they stand: "Fused: matrix products only"
/// of "fused: matrix products only".
QString inPeoplesWords(const QString& text, const OptionRow& option);

/// A line of help as a sentence: "One weight per pair." of "one weight per pair".
QString asSentence(const QString& help);

} // namespace headlight
