#pragma once

#include "data/columns.h"
#include "data/source_file.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace headlight {

/// One predicate of a sentence, and in BIO what every token is to it.
struct Proposition {
    int predicate = 0; ///< its token: the first one of the span V, of which there is one
    std::vector<std::string> tags;
    bool isInOrder = true; ///< the word whose column it is by the order of the predicates is V or C-V
};

/// A sentence with its predicates, in the order of their columns; there may be none. Its tokens hold no white space.
struct RoleSentence {
    std::vector<std::string> tokens;
    std::vector<std::size_t> lines; ///< of the file, from 1: where each token stands
    std::vector<Proposition> propositions;
};

/// A line for each token, columns between white space, an empty line behind each sentence: the number of the word from
/// 1, the word, its part of speech, the predicate's roleset or "-", and for each predicate of the sentence, in their
/// order, a column of roles in BIO. Lines that begin with "#" are comments.
///
/// Error with file, line and what to do: for another number of columns than on the sentence's first line, words that
/// are not numbered 1, 2 …, another number of columns of roles than of predicates, tags that are no BIO or are
/// ill-formed, a column without V or with two, a column that is there again for another predicate, and a file without a
/// sentence or with more than `mostTaggedTokens` tokens, of which a sentence has as many as its tokens times its
/// predicates.
std::vector<RoleSentence> readPropBankColumns(const SourceFile& file);

/// The columns of CoNLL-2005 (and 2004): the word, then any columns, then the predicate's lemma or "-", and for each
/// predicate a column of brackets: "(A0*" begins an argument, "*" stands within one or outside, "*)" ends it (in
/// CoNLL-2004 "*A0)"); "(V*)" is a whole one. The lemma's column is that in front of the brackets of most lines. Lines
/// at the beginning of a sentence that begin with "# " and have another number of columns than its last line are
/// comments.
///
/// Error as above, for brackets that don't fit together in place of BIO.
std::vector<RoleSentence> readConll2005Columns(const SourceFile& file);

/// Whether the file is rather one of these than another one, by its beginning.
bool looksLikePropBankColumns(const SourceFile& file);
bool looksLikeConll2005Columns(const SourceFile& file);

/// A line of a sentence.
struct RoleLine {
    std::size_t number = 0; ///< in the file, from 1
    std::string_view text;
    Cells cells;
};

/// Of a sentence, one column of roles after the other.
struct RoleColumns {
    const SourceFile& file;
    const std::vector<RoleLine>& lines;
    std::size_t predicateColumn; ///< what names the predicates, "-" where there is none
    std::size_t wordColumn;

    /// Error unless all lines have as many columns as the first one, and as many of them behind the predicates' as
    /// there are predicates.
    void check() const;
    /// Of all columns, by what gives the tags of one. Error for a column that has not one predicate, and for one that
    /// says the same as an earlier one, unless its own predicate is a part of that one's: of words that are cut
    /// ("side - stepping") each piece may have a roleset.
    std::vector<Proposition>
    propositions(const std::function<std::vector<std::string>(std::size_t column)>& tagsOf) const;
    /// Of a column, from its tags. Error unless it has one predicate.
    Proposition proposition(std::size_t column, std::vector<std::string> tags) const;
    /// "FILE, line 3: ", of a line of the sentence.
    std::string at(std::size_t token) const { return file.at(lines[token].number); }
};

/// Error at the sentence's beginning where the file has too many `tokens` up to its end.
void checkRoleTokens(const RoleColumns& sentence, std::size_t tokens);

/// The lines of each sentence: those between empty lines, cut. The first `most` of the file; 0: all.
std::vector<std::vector<RoleLine>> roleLines(const SourceFile& file, std::size_t most = 0);

} // namespace headlight
