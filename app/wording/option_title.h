#pragma once

#include <QString>

namespace headlight {

/// What people call an encoder: "Multi-head" of "multihead". One that this program does not know keeps its identifier.
QString encoderTitle(const QString& id);

/// An option of some encoder, of the sentence model or of the training, as a form names and explains it.
struct OptionTitle {
    QString label; ///< "Learning rate" of "learning_rate"
    QString help;  ///< in people's words
};
/// An option that this program does not know keeps its identifier, without help.
OptionTitle optionTitle(const QString& name);
QString optionLabel(const QString& name); ///< that alone

/// A value of that option: "Feature-wise" of "pooling" and "source2token", "on" of a flag's "true". One that
/// is none of an option's choices stays as it is.
QString optionValueTitle(const QString& name, const QString& value);
/// The same of a value that is told from any word by a hyphen or a digit, whatever its option; empty when there is
/// none.
QString codedValueTitle(const QString& value);

/// "Role labelling code" of the preset "srl" of "mtsa". One that this program does not know keeps its identifier.
QString presetTitle(const QString& encoder, const QString& id);

/// A title within a line of small letters: "learning rate" of "Learning rate"; "GRU features" and "ReLU" stay.
QString inSentence(const QString& title);

/// An encoder with its options: "MTSA, paper preset, heads 8" of "mtsa" and "preset=paper:heads=8".
QString modelTitle(const QString& encoder, const QString& options);

} // namespace headlight
