#pragma once

#include "text/pipeline/pipeline_tokenizer.h"

namespace headlight {

/// Whether a vocabulary is of molecules and reactions in SMILES: atoms as "Cl" and "[nH]", and nothing that continues a
/// word.
bool isOfSmiles(const TokenTable& tokens);

/// Cuts texts as SmilesTokenizer does (Schwaller et al. 2019, doi:10.1021/acscentsci.9b00576): an atom, a bond, a
/// bracket, the number of a ring are a token each, `unknown` where the vocabulary does not have it. What is none of
/// these is unknown, too, where that program leaves it out without a word.
void cutAsSmiles(PipelineParts& parts, int unknown);

} // namespace headlight
