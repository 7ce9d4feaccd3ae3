#pragma once

#include "text/token_table.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace headlight {

class TokenCounts;

/// Two neighbouring symbols of a word that become one. The symbol of a word's last character, and each that is made
/// with it, ends with `</w>`.
struct BytePairMerge {
    std::string left, right;
    bool operator==(const BytePairMerge&) const = default;
};

/// Byte-pair encoding as subword-nmt does it (Sennrich, Haddow and Birch 2016): a word begins as its characters, and
/// merges, the first learned before all others, make longer pieces of them. "Byte" is the name only: it works on code
/// points. Without merges each word is its characters, and so is a word that no merge knows.
class BytePairs {
public:
    static constexpr std::string_view mark = "@@"; ///< behind a piece that is not the last one of its word
    static constexpr std::string_view endOfWord = "</w>";
    static constexpr int most = 1 << 18; ///< merges

    /// Appends a merge. What is wrong with it, for a message: a part that is empty or has a space, a pair that is
    /// there already, too many merges. Nothing is added then; empty when all is well.
    std::string add(const BytePairMerge& merge);

    const std::vector<BytePairMerge>& merges() const { return m_merges; } ///< as learned
    bool operator==(const BytePairs& other) const { return m_merges == other.m_merges; }

    /// The pieces of a word, of which all but the last have the mark. Without their marks they are the word, to the
    /// byte, also where it is no UTF-8. Nothing for an empty word. Takes n log n of the word's length; can be called
    /// from several threads at a time.
    std::vector<std::string> pieces(std::string_view word) const;

private:
    struct Known {
        int rank;   ///< of the merge
        int joined; ///< the symbol that it makes
    };
    struct Part;
    int addSymbol(const std::string& symbol);
    int symbol(std::string_view text) const;
    std::vector<Part> characters(std::string_view word) const;
    const Known* mergeAt(const std::vector<Part>& parts, std::size_t place) const;
    void mergeAll(std::vector<Part>& parts) const;

    std::vector<BytePairMerge> m_merges;
    NumberOfText m_symbols;
    std::unordered_map<std::uint64_t, Known> m_known; ///< by the numbers of both symbols
};

/// The words that pieces make up. A mark behind the last piece of all is taken away, too. A word that itself ends with
/// the mark can't be told from a piece, and is joined with the next.
std::vector<std::string> wordsOfPieces(std::span<const std::string> pieces);

/// The merges that subword-nmt learns from the words: always the pair of symbols that occurs most often, of equally
/// frequent ones the largest by code points, until there are `merges` or no pair occurs `minimumCount` times. For joint
/// merges the words of all texts are counted in one. The same counts give the same merges, in any order.
///
/// Words that are not UTF-8, have a space or line end, have `</w>` or more than 1,000 bytes are left out: a file can't
/// hold them, or they would be taken for something else. std::invalid_argument when `merges` is not 0 … most or
/// `minimumCount` is not 1 or more.
BytePairs learnBytePairs(const TokenCounts& words, int merges, int minimumCount = 2);

/// The content of subword-nmt's file: `#version: 0.2`, then the two symbols of a merge a line.
std::string bytePairsFile(const BytePairs& pairs);

/// Reads such a file. Error naming file and line when the first line is another (files before 0.2 have none, those of
/// real bytes say so), when a line does not have two parts, is too long or no UTF-8, when a pair is there twice, or
/// when there are more merges than BytePairs::most. Merges of another model are read as they are; they may then know
/// nothing of a text.
BytePairs readBytePairs(const std::filesystem::path& path);

} // namespace headlight
