#pragma once

#include "models/attend.h"

#include <functional>

namespace headlight {

/// attend --out x.json: model, tokens, maps, prediction, and what the user changed in the model before it answered;
/// app/README.md describes it. Handed over in pieces, since a document of a long sentence is larger than what one wants
/// to hold twice.
void writeAttendJson(const std::string& model, const Analysis& analysis, const Intervention& changes,
                     const std::function<void(std::string_view)>& write);

/// One map with one number a cell: a header of key tokens, a row per query token, nothing where masked for the stages
/// score and masked. The first cell of the header also says what the user changed. In pieces, as above.
void writeAttendCsv(const AttentionMap& map, const std::vector<std::string>& tokens, const Intervention& changes,
                    const std::function<void(std::string_view)>& write);

/// For people: what was changed, the prediction, and what each head looks at most. `maps` are weights with one number a
/// cell.
std::string attendText(const Analysis& analysis, const Intervention& changes);

/// A picture of the maps, as the window shows them: one map large, several as an overview. Of a pair those of its side
/// 1 or 2, which `analysis` has in the first one's place (Analysis::ofSecond). PNG, SVG or PDF by the extension. Error
/// when the file can't be written.
void writeAttendPicture(const std::string& model, const Analysis& analysis, const Intervention& changes, int side,
                        const std::string& path, bool dark);

/// "layer 0, head 1", with what the mechanism calls the head where that says more.
std::string headTitle(const AttentionMap& map);

} // namespace headlight
