#pragma once

#include "analysis/word_report.h"
#include "store/records.h"

#include <filesystem>
#include <optional>

namespace headlight {

/// What is asked of the best model of a run about the words of a corpus.
struct WordsPlan {
    std::string options; ///< of the corpus, in place of those that the run was trained with: "label=2&text=4"
    std::string split;   ///< "test"
    WordQuestion question;
};

/// The corpus of the run, with these options.
std::string corpusOf(const RunRecord& run, const WordsPlan& plan);

/// The answer that is kept in the run's folder; none where there is none, or it is damaged: it is made anew then.
std::optional<WordReport> keptWords(const std::filesystem::path& folder, const WordsPlan& plan);

/// Error when it can't be written.
void keepWords(const std::filesystem::path& folder, const WordsPlan& plan, const WordReport& report);

} // namespace headlight
