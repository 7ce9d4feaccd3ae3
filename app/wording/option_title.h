#pragma once

#include <QString>

namespace headlight {

/// What people call an encoder: "Multi-head" of "multihead". One that this program does not know keeps its identifier.
QString encoderTitle(const QString& id);

/// An option of some encoder, of the sentence model or of the training, as a form names and explains it.
struct OptionTitle {
    QString label; ///< "Learning rate" of "learning_rate"
    QString help;
};
/// An option that this program does not know keeps its identifier, without help.
OptionTitle optionTitle(const QString& name);

/// A title within a line of small letters: "learning rate" of "Learning rate"; "GRU features" stays.
QString inSentence(const QString& title);

/// An encoder with its options: "MTSA, paper preset, heads 8" of "mtsa" and "preset=paper:heads=8".
QString modelTitle(const QString& encoder, const QString& options);

} // namespace headlight
