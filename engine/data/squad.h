#pragma once

#include "data/selection_example.h"
#include "data/source_file.h"

#include <string>
#include <vector>

namespace headlight {

/// Reads questions with passages in the form of SQuAD 1.1:
///
///     {"data": [{"title": …, "paragraphs": [{"context": …, "qas": [
///         {"id": …, "question": …, "answers": [{"text": …, "answer_start": …}]}]}]}]}
///
/// Passages are cut into sentences, and of these the label is the first whose end lies behind the answer's first
/// character (REFERENCE §4.4): the one in which the answer begins, also of an answer that goes on in the next one.
/// `answer_start` counts code points from 0.
///
/// What has no answer, as half of SQuAD 2.0, is left out and counted. The file may be one line of any length, and of
/// its articles one at a time is held as a JSON document. `file.text` needs not be UTF-8.
///
/// Error with the file and the place or the question's id: for what is no JSON or no UTF-8, missing entries or those of
/// another type, names that an object has twice, an answer that is empty, outside its passage or not what the passage
/// says there, a passage of more than 1 MiB, a file without any question that has an answer, and what would take all
/// memory.
SelectionData readSquad(const SourceFile& file);

/// What was left out and why, a sentence each for people: "dev.json: 3 of 10 questions have no answer …".
std::vector<std::string> leftOutNotes(const SelectionData& data, const std::string& path);

/// leftOutNotes(), and how many questions have the id of another one.
std::vector<std::string> readingNotes(const SelectionData& data, const std::string& path);

/// By the file's beginning.
bool looksLikeSquad(const SourceFile& file);

} // namespace headlight
