#pragma once

#include "engine/results/attention_map.h"

#include <QString>

namespace headlight {

/// Whether a part's maps are called heads; those of the others have the part's name.
bool isCalledHead(MapPart part);

/// "layer 0 · head 1", "layer 0 · gate 1"
QString headName(const MapAddress& address);

/// What lists have room for: "0.2", "0 fw fusion gate", "pooling".
QString shortName(const MapAddress& address, const QString& foreign);

/// Says exactly what a map shows: "layer 0 · head 1 · fw · weight · mean of 300 features".
QString titleOfMap(const AttentionMap& map);

/// What a row and a column of the map stand for: "query" and "key"; between blocks "query block" and "key block"; of a
/// sensitivity "output token" and "input token", or "output" where the encoder gives one vector for all tokens. A gate
/// belongs to a "token" or "block", and what a token weighs is a "group".
QString rowNameOf(const AttentionMap& map);
QString columnNameOf(const AttentionMap& map);

} // namespace headlight
