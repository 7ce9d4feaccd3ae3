#pragma once

#include "engine/core/check.h"
#include "engine/results/head_statistics.h"
#include "engine/results/intervention.h"
#include "session/session.h"

#include <memory>
#include <optional>

namespace headlight {

class Recording;

/// One head of the open model as the overview lists it.
struct HeadEntry {
    MapAddress address;
    QString label; ///< "forward", "head 3", "pooling"
    QString mask;  ///< as it is now; empty where there is none
    int features = 1;
    bool changeable = false;                  ///< it can be switched off and scaled
    bool maskable = false;                    ///< another mask can be put on it, and cells forbidden
    std::optional<HeadStatistics> statistics; ///< none before its thumbnail is made, nor of what is no attention
    bool altered = false;
    std::vector<MapStage> stages; ///< HeadInfo's; Weight alone where display changes maps
    QString sharedKeys;           ///< "keys and values 1, shared with 0.4 and 0.5"; empty: it has its own
};

/// What the Attend view asks for.
struct AttendInput {
    std::shared_ptr<OpenModel> open;
    std::vector<std::string> texts;
    Intervention intervention;
};

/// What it shows of one sequence.
struct AttendMaps {
    std::optional<AttentionMap> focused; ///< of the head in focus
    std::optional<AttentionMap> strip;   ///< of the first pooling, unless that is in focus
};

/// The heads of the model as they are with the user's changes.
std::vector<HeadEntry> headEntries(const AttendInput& input);

/// The head so many layers and heads away, staying inside. Heads of a layer are those of all its parts, in the order of
/// the list, which is not empty.
MapAddress neighbourOf(const std::vector<HeadEntry>& list, const MapAddress& from, int layers, int heads);

/// The part of a sequence's maps that the focus means; none: all of it.
std::optional<TextPair> betweenOf(const Recording& recording, const Focus& focus, int sequence);
/// Which map of a sequence the focus means; none where the text has no such map, or one that is too large to be drawn.
std::optional<MapRequest> requestOf(const Recording& recording, const Focus& focus, int sequence);
/// Tokens up to which a map of tokens by tokens is drawn: it has a number for every pair.
constexpr Index longestMap = 4096;

/// The maps that the focus means, of each sequence.
std::vector<AttendMaps> mapsOf(const Recording& recording, const Focus& focus, const Check& check = {});
/// The one map of the heads that the focus combines, of each sequence that has them; empty where it combines none.
std::vector<AttentionMap> combinedMapsOf(const Recording& recording, const Focus& focus, const Check& check = {});
/// How much work these are: numbers that are computed, of a sensitivity as many as there may be.
double workOf(const Recording& recording, const OpenModel& open, const Focus& focus);

/// "The model reads the first 250 of 1,240 tokens.", of both sentences of a pair; empty when it reads all.
QString cutRemark(const Recording& recording);

/// Where [MASK] was typed and the model knows no such mark: that it reads it as text. Else empty.
QString maskRemark(const Recording& recording, const std::vector<std::string>& texts);

/// Thumbnails and statistics of all heads, by sequence and in the order of OpenModel::heads(): none where there is no
/// map, or one that is too large to be drawn. Many cells are counted on as many threads as there are processors.
/// `line`: of the heads of that line alone (lineOf).
using Glances = std::vector<std::vector<std::optional<Glance>>>;
Glances glancesOf(const Recording& recording, const OpenModel& open, const Focus& focus, const Check& check = {},
                  std::optional<int> line = {});
constexpr Index thumbnailSize = 128; ///< rows and columns that a thumbnail has room for
/// The numbers of all maps that are drawn.
double cellsOf(const Recording& recording, const OpenModel& open);

} // namespace headlight
