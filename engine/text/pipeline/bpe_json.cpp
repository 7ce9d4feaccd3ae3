#include "core/error.h"
#include "text/pipeline/bpe_model.h"
#include "text/pipeline/merge_list.h"
#include "text/pipeline/piece_models.h"

namespace headlight {

namespace {

using Json = nlohmann::ordered_json;

/// A merge of newer files is a list of its two tokens, one of older files a text.
std::string addJsonMerge(MergeList& list, const Json& merge) {
    if (merge.is_string())
        return list.addLine(merge.get_ref<const std::string&>());
    if (merge.is_array() && merge.size() == 2 && merge[0].is_string() && merge[1].is_string())
        return list.add(merge[0].get_ref<const std::string&>(), merge[1].get_ref<const std::string&>());
    return "expected two tokens";
}

} // namespace

std::unique_ptr<PieceModel> readBpeModel(const ModelEntry& model) {
    const JsonEntry& entry = model.entry;
    BpeOptions options;
    options.fuseUnknown = entry.flag("fuse_unk", false);
    options.byteFallback = entry.flag("byte_fallback", false);
    options.ignoreMerges = entry.flag("ignore_merges", false);
    options.prefix = entry.text("continuing_subword_prefix", "");
    options.suffix = entry.text("end_of_word_suffix", "");
    if (entry.has("unk_token")) {
        const std::string unknown = entry.at("unk_token").text();
        options.unknown = model.tokens.id(unknown);
        if (!options.unknown && !unknown.empty())
            entry.at("vocab").fail("the token \"" + printable(unknown, 40) +
                                   "\" is missing, which \"unk_token\" names for unknown words");
    }
    const JsonEntry merges = entry.at("merges");
    const auto list = model.json.find("merges");
    if (!list->is_array())
        merges.fail("expected a list");
    MergeList gathered(model.tokens, options.prefix);
    std::size_t number = 0;
    for (const Json& merge : *list) {
        ++number;
        if (const std::string problem = addJsonMerge(gathered, merge); !problem.empty())
            throw Error(merges.where() + ", entry " + std::to_string(number) + ": " + problem);
    }
    return std::make_unique<BpeModel>(model.tokens, gathered.merges(), options);
}

} // namespace headlight
