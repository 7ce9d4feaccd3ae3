#pragma once

#include "cli/picture_look.h"
#include "engine/analysis/effects.h"
#include "engine/core/check.h"
#include "engine/models/layer_lens.h"
#include "engine/results/head_combination.h"
#include "figure/figure_options.h"
#include "viewmodels/attend_answer.h"
#include "views/map_origin.h"

#include <functional>

namespace headlight {

/// What `attend` writes: the maps that are asked for of a recording, and what the user changed before.
struct AttendShown {
    std::string folder;             ///< of the model
    std::vector<std::string> texts; ///< as they were given
    const Recording& recording;     ///< its tokens as they are displayed
    std::vector<MapRequest> requests;
    std::optional<HeadCombination> combination = {}; ///< then each request is for this map of a sequence
    Intervention changes;
    const std::vector<HeadInfo>& heads;   ///< of the model
    std::optional<Effects> effects = {};  ///< where they were asked for
    std::optional<LayerLens> lens = {};   ///< where it was asked for
    bool statistics = false;              ///< of all heads, in the table and the document
    std::optional<TextPair> between = {}; ///< the part that they are of
    int sequence = 0;                     ///< the sequence that a file of one map, and a picture, show
    std::optional<int> query = {};        ///< of an image: the token whose row a picture draws over it
    Check check = {};                     ///< is called while maps are made
    AttendAnswer answer = {};
    Answer unaltered = {}; ///< where something is altered, and it is compared with

    AttentionMap map(const MapRequest& request) const;
    /// All of them where heads are combined, else none.
    std::vector<AttentionMap> combinedMaps() const;
    MapOrigin origin() const { return {QString::fromStdString(folder), texts, recording, changes}; }
};

/// attend --out x.json: model, tokens, maps, prediction, and what the user changed in the model before it answered;
/// app/cli/README.md describes it. Handed over in pieces, since a document of a long sentence is larger than what one
/// wants to hold twice.
void writeAttendJson(const AttendShown& shown, const std::function<void(std::string_view)>& write);

/// Its entry of what the user changed, with its comma and the end of its line.
std::string alteredEntry(const Intervention& changes);

/// The first map as a table, with one number a cell; the first cell of the header also says what the user changed. In
/// pieces, as above.
void writeAttendCsv(const AttendShown& shown, const std::function<void(std::string_view)>& write);

/// For people: what was changed, the prediction, and what each head looks at most. The requests are of weights with one
/// number a cell.
std::string attendText(const AttendShown& shown);

/// A picture of the maps, as the window makes them: one map large, several as an overview. PNG, SVG or PDF by the
/// extension, with the colours that they would have there: the range is that of all heads; and in PNG and SVG the view
/// that the window opens again. Error when the file can't be written.
void writeAttendPicture(const AttendShown& shown, const std::string& path, const LookOptions& look,
                        const FigureOptions& figure);

/// The page of the maps, for a browser: the window writes the same. Error when the file can't be written.
void writeAttendPage(const AttendShown& shown, const std::string& path);

} // namespace headlight
