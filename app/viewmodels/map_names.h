#pragma once

#include "engine/results/attention_map.h"
#include "engine/results/token_display.h"

#include <QString>

namespace headlight {

class Recording;

/// Whether files and the command line call a part's maps heads; those of the others have the part's name.
bool isCalledHead(MapPart part);

/// "layer 0 · head 1", "layer 0 · gate 1", "layer 1 · pooling": what the window calls any map's place. `label` is what
/// its mechanism calls it: a pooling of several heads has heads, too.
QString headName(const MapAddress& address, const QString& label);
/// The same of one of the recording's heads.
QString headName(const MapAddress& address, const Recording& recording);
/// "feature 17", also of a group of one; "mean of 12 features"
QString featuresName(const FeatureChoice& choice);

/// Lines of a layout of all heads: one for each layer, of a decoder's layer one more for its cross attention. Ordered
/// as they stand.
int lineOf(const MapAddress& address);
/// What stands before a line, where that is not only the layer: "D0" of a decoder, "X0" of its cross attention; else
/// empty.
QString lineName(const MapAddress& address);

/// What lists have room for: "0.2", "dec 0.2", "dec 0.2 cross", "0 fw fusion gate", "pooling".
QString shortName(const MapAddress& address, const QString& label);
/// The same below a small map, of attention between the tokens with its mask: "0.2 fw".
QString thumbnailName(const MapAddress& address, const QString& label, const QString& mask);

/// "Forward (fw)"; what is no expression of ours as it stands.
QString maskTitle(const std::string& expression);

/// A part of the maps of two texts that are one sequence, by whose tokens look at whose: "first → second".
QString partName(const TextPair& between);

/// What of the tokens' display a title says: "words · special tokens hidden, renormalised"; empty where maps are as the
/// model's own tokens have them.
QString displayName(const TokenDisplay& display);

/// Says exactly what a map shows: "layer 0 · head 1 · fw · weight · mean of 300 features".
QString titleOfMap(const AttentionMap& map);
/// What is left of it where a line has less room, each shorter than the one before: "pooling · mean of 300 features",
/// "pooling".
QStringList shorterTitlesOf(const AttentionMap& map);
/// The same with how its tokens are displayed, and the sentence that it is of, where two are compared: " · second
/// sentence".
QString titleOfMap(const AttentionMap& map, const Recording& recording);
/// Whether the model has read a question and a passage (models/selection_texts.h).
bool isOfPassage(const Recording& recording);
/// A title of something else with the sentence.
QString withSequence(const QString& title, const Recording& recording, int sequence);
/// "first" or "second"; of a question with a passage "between the sentences", "sentence 2", "question"; empty where
/// there is one sequence.
QString nameOfSequence(const Recording& recording, int sequence);

/// What a row and a column of the map stand for: "query" and "key"; between blocks "query block" and "key block"; of a
/// sensitivity "output token" and "input token", or "output" where the encoder gives one vector for all tokens. A gate
/// belongs to a "token" or "block", and what a token weighs is a "group".
QString rowNameOf(const AttentionMap& map);
QString columnNameOf(const AttentionMap& map);
/// The one row of a map without queries.
QString onlyRowOf(const AttentionMap& map);

} // namespace headlight
