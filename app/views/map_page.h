#pragma once

#include "engine/core/check.h"
#include "viewmodels/attend_answer.h"
#include "views/map_origin.h"
#include "views/map_view.h"

#include <QByteArray>
#include <vector>

namespace headlight {

/// What a page of maps is made of; the parts outlive it.
struct MapPage {
    const MapOrigin& origin;
    const AttendAnswer& answer;       ///< of the recording, compared with the unaltered model where that was changed
    std::vector<MapRequest> requests; ///< in the order of the page, with one number a cell
    MapRequest opened;                ///< the one that is seen large at first, and kept before all others
    MapLook look;
    Check check; ///< is called while maps are made
    /// Of several heads in one, of a sequence each: they are before all others, and one of them is what is opened.
    std::vector<AttentionMap> combined = {};
};

/// Numbers of a page. What is beyond is left out, and the page says what.
constexpr std::size_t mostPageNumbers = 3'000'000;

/// One HTML file for any browser, which asks the network for nothing: the maps as thumbnails, one of them large with
/// the exact numbers under the pointer, the answer, and what is said of an exported picture. Light or dark as the
/// reader's system is. Foreign words are in it only as a JSON text that scripts read; its policy lets no other script
/// run.
QByteArray htmlOf(const MapPage& page, std::size_t most = mostPageNumbers);

} // namespace headlight
