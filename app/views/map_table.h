#pragma once

#include "figure/value_table.h"
#include "views/map_origin.h"

namespace headlight {

/// The numbers of a map with one number per cell. The header has the keys, its first cell what rows and columns are and
/// whether the numbers are estimates, of several heads in one, or of a part between two texts; a row begins with its
/// query. Of repeated names the second is "the (2)". Weights of hidden cells are 0, as they are, masked scores are
/// empty; where scores are behind a mask, as many columns follow, "hidden: the (2)", which are 1 there and 0 elsewhere.
/// `keys` and `queries` are the tokens of the sequences that columns and rows are of, as the model reads them.
QStringList tableHeader(const AttentionMap& map, const std::vector<std::string>& keys);
QStringList tableRow(const AttentionMap& map, const std::vector<std::string>& queries, Index query);
/// All in one; a large map is written row by row.
ValueTable tableOf(const AttentionMap& map, const std::vector<std::string>& queries,
                   const std::vector<std::string>& keys);

/// A header that says which changes of the model its numbers are of, and how tokens were merged or hidden. A table has
/// no place for remarks but the name of its first column, which no program reads numbers from.
QStringList markedHeader(QStringList header, const MapOrigin& origin);

} // namespace headlight
