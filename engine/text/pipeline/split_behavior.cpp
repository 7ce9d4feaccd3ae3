#include "text/pipeline/split_behavior.h"

#include "core/error.h"

#include <algorithm>

namespace headlight {

namespace {

struct SplitPart {
    PieceRange range;
    bool isMatch = false;
};

/// Adds the parts as pieces, each match with the part before it where `before`, or behind it.
void addMergedParts(std::vector<SplitPart>& parts, bool before, std::vector<PieceRange>& ranges) {
    if (!before)
        std::reverse(parts.begin(), parts.end());
    std::vector<PieceRange> merged;
    bool wasMatch = false;
    for (const SplitPart& part : parts) {
        if (part.isMatch && !wasMatch && !merged.empty()) {
            PieceRange& last = merged.back();
            last = {std::min(last.begin, part.range.begin), std::max(last.end, part.range.end)};
        } else {
            merged.push_back(part.range);
        }
        wasMatch = part.isMatch;
    }
    if (!before)
        std::reverse(merged.begin(), merged.end());
    ranges.insert(ranges.end(), merged.begin(), merged.end());
}

void addParts(std::vector<SplitPart>& parts, SplitBehavior behavior, std::vector<PieceRange>& ranges) {
    if (behavior == SplitBehavior::MergedWithPrevious || behavior == SplitBehavior::MergedWithNext) {
        addMergedParts(parts, behavior == SplitBehavior::MergedWithPrevious, ranges);
        return;
    }
    const std::size_t first = ranges.size();
    bool wasMatch = false;
    for (const SplitPart& part : parts) {
        if (behavior == SplitBehavior::Removed && part.isMatch)
            continue;
        if (behavior == SplitBehavior::Contiguous && ranges.size() > first && part.isMatch == wasMatch)
            ranges.back().end = part.range.end;
        else
            ranges.push_back(part.range);
        wasMatch = part.isMatch;
    }
}

} // namespace

SplitBehavior readSplitBehavior(const JsonEntry& entry, const char* name, SplitBehavior otherwise) {
    static const std::vector<std::pair<std::string, SplitBehavior>> words = {
        {"Removed", SplitBehavior::Removed},
        {"Isolated", SplitBehavior::Isolated},
        {"MergedWithPrevious", SplitBehavior::MergedWithPrevious},
        {"MergedWithNext", SplitBehavior::MergedWithNext},
        {"Contiguous", SplitBehavior::Contiguous}};
    if (!entry.has(name))
        return otherwise;
    const std::string word = entry.at(name).text();
    for (const auto& [known, behavior] : words)
        if (word == known)
            return behavior;
    entry.at(name).fail("expected Removed, Isolated, MergedWithPrevious, MergedWithNext or Contiguous, got \"" +
                        printable(word, 40) + '"');
}

void splitPieces(Pieces& pieces, const FindMatches& find, SplitBehavior behavior, bool invert) {
    std::vector<PieceRange> ranges;
    std::vector<SplitPart> parts;
    for (const PieceRange& piece : pieces.ranges) {
        parts.clear();
        std::size_t taken = piece.begin;
        find(std::u32string_view(pieces.text.text).substr(piece.begin, piece.end - piece.begin),
             [&](std::size_t begin, std::size_t end) {
                 if (piece.begin + begin > taken)
                     parts.push_back({{taken, piece.begin + begin}, invert});
                 parts.push_back({{piece.begin + begin, piece.begin + end}, !invert});
                 taken = piece.begin + end;
             });
        if (piece.end > taken)
            parts.push_back({{taken, piece.end}, invert});
        addParts(parts, behavior, ranges);
    }
    std::erase_if(ranges, [](const PieceRange& range) { return range.begin == range.end; });
    pieces.ranges = std::move(ranges);
}

} // namespace headlight
