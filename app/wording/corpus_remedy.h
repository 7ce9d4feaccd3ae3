#pragma once

#include <QString>

namespace headlight {

/// What is said of a corpus, with what is to be done in the window, by the fields below the corpus, in the place of
/// what is to be written on the command line. Where no field is below it: what is to be written behind the corpus.
QString withWindowRemedy(const QString& text, bool hasFields = true);

} // namespace headlight
