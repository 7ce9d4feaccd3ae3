#pragma once

#include "models/given/array_file.h"
#include "models/reference/pass_part.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace headlight {

/// What another program computed of some ids.
struct Reference {
    std::string name; ///< the number before its arrays' names; empty where they have none
    NetworkInput input;
    std::map<PassPart, StoredArray> arrays; ///< at least one
};

/// What a model's reference is called, beside its config.json, or beside the file that is the model.
constexpr const char* referenceFileName = "headlight_reference.npz";
std::filesystem::path referenceBeside(const std::filesystem::path& model);

/// The references of an .npz file, by their numbers. Arrays of one text:
///
///     ids                     [tokens], whole numbers, exactly those that the network reads
///     token_types             [tokens], 0 or 1; may be missing: all are 0
///     target_ids              [targets], of an encoder and decoder: what the decoder reads, its begin mark first
///     logits                  [tokens, vocabulary or labels], with target_ids [targets, vocabulary];
///                             of classes of the whole text [labels]
///     hidden_states           [layers + 1, tokens, width]: before the first layer, behind each; the last one as the
///                             model's top reads it, behind the final norm where it has one, as transformers gives it
///     attentions              [layers, heads, queries, keys], weights
///     decoder_hidden_states, decoder_attentions, cross_attentions   likewise, with target_ids
///
/// Each but ids may be missing, at least one is needed. Several texts have a number and a point before all names,
/// "0.ids", "0.logits", "1.ids". Axes of length 1, such as a batch's, may be there or not.
/// datasets/headlight_reference.py writes such files.
///
/// The file is taken as hostile: readArrayFile() reads it, numbers stay in it until they are asked for. Error naming
/// file and array for a name that is none of these, for ids that are missing, no whole numbers or more than 20,000, and
/// where there is nothing to compare.
std::vector<Reference> readReferences(const std::filesystem::path& path);
/// The same of a file's content; `shownName` stands for the path.
std::vector<Reference> referencesOf(std::string bytes, const std::string& shownName);

} // namespace headlight
