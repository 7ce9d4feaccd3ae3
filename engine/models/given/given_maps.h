#pragma once

#include "models/given/given_array.h"
#include "results/map_address.h"
#include "results/token.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace headlight {

/// What the numbers of a map are.
enum class GivenKind {
    Weights, ///< of each query they add up to 1, or are all 0
    Scores,  ///< before the softmax; what a mask hides is −∞, or at most −5,000
    Numbers  ///< anything else
};

/// One map of a file. Its numbers stay where they are; these are those from `first` on.
struct GivenMap {
    MapAddress address;
    int sequence = 0;  ///< of the queries
    std::string label; ///< what the file calls the head; else "head 3"
    std::int64_t queries = 0, keys = 0, features = 1;
    std::shared_ptr<const GivenArray> numbers; ///< [queries × keys × features]
    std::uint64_t first = 0;
    /// 1 or 0 for each cell, whether it is visible; null: the numbers say it.
    std::shared_ptr<const GivenArray> visible = {};
    std::uint64_t firstVisible = 0;
    bool areHidden = false;                                  ///< `visible` says which are hidden, the other way round
    bool isForEachQuery = true;                              ///< else `visible` has a row for all queries
    std::vector<std::string> queryNames = {}, keyNames = {}; ///< of rows and columns that are not the tokens
    std::optional<GivenKind> kind = {};                      ///< none before the numbers have been looked at
    bool hides = false;                                      ///< a cell may be hidden
};

/// What was read side by side, and its maps.
struct GivenText {
    std::string title;               ///< its tokens, or what the file calls it
    std::vector<Sequence> sequences; ///< one; or a source and what was written for it
    std::vector<GivenMap> maps;      ///< by sequence and address
};

struct GivenMaps {
    std::vector<GivenText> texts;
    std::string note; ///< for people: what the numbers are, where they are no weights; else empty
};

/// Cells with a score like that are hidden.
constexpr float lowestGivenScore = -5000;

/// The attention maps of a file that some other program wrote: .npy, .npz or JSON. Its first bytes say which.
///
/// **One array** under any name: [query, key], [head, query, key], [layer, head, query, key], or five axes where the
/// second, or the first, is a batch of 1.
/// **Several arrays**: `attention`; `encoder_attention`, `decoder_attention`, `cross_attention`; of a layer each
/// `layer_0` … (`encoder_layer_0` …, `arr_0` …), [head, query, key] with or without a batch of 1 before. `visible`, or
/// `cross_visible` and so on, is 1 where a query sees a key, and has all axes of the numbers or the last two, or one.
/// **Texts**: `tokens`; where queries and keys differ `left_tokens` and `right_tokens`, `query_tokens` and
/// `key_tokens`, `target_tokens` and `source_tokens`, `decoder_tokens` and `encoder_tokens`. Without them tokens are
/// numbered from 0. `segments` (`token_type_ids`) is 0 or 1 for each token of two texts that were read as one.
/// **JSON**: the same names in one object, or a list of such objects, each of them a text; plain lists of lists;
/// BertViz's parameters of head_view and model_view; {"heads": [{"layer", "head", "label", "attention"}]} with `tokens`
/// or `words`; what `headlight-cli attend --out FILE.json` writes. Of .npz, too, our own archives are read.
///
/// Every number is looked at once: NaN, +∞ and shapes that disagree are an Error with their place. Rows that add up to
/// 1 within 0.004 (float16 and three printed places are no closer) are weights.
///
/// Memory: arrays stay in the file, unless they are compressed or stored column by column; of JSON its numbers are
/// kept. Limits: those of readArrayFile() and parseNumberJson(), 1 GB of JSON, 20,000 tokens, 65,536 heads of a text,
/// 10,000 texts, 200,000 maps.
GivenMaps readGivenMaps(const std::filesystem::path& path);
/// The same of a file's content; `shownName` stands for the path.
GivenMaps givenMapsOf(std::string bytes, const std::string& shownName);

} // namespace headlight
