#pragma once

#include "core/config.h"
#include "core/random.h"
#include "data/corpus.h"

#include <string>
#include <vector>

namespace headlight {

/// What a diagnostic task is generated from. A task knows the options of its row and refuses the others.
struct DiagnosticOptions {
    int length = 20; ///< tokens of every sentence
    int seed = 1;
    int train = 2000, dev = 500, test = 500; ///< sentences
    int vocabulary = 40;                     ///< different words to draw from
    int classes = 4;                         ///< lookup tasks: kinds of words, and so labels
    int back = 3;                            ///< k-back: places before the last token
};

/// Generates sentences whose label follows from the tokens by a rule that a mask or a mechanism makes easy or
/// impossible.
struct DiagnosticTask {
    std::string name, title, help;
    std::vector<std::string> options; ///< names of those that it knows
    std::vector<std::string> (*labels)(const DiagnosticOptions& options);
    /// A sentence of this label. The labels are asked for in turn, so that classes are balanced.
    std::vector<std::string> (*sentence)(const DiagnosticOptions& options, int label, Random& random);
    /// Error when the options contradict each other; may be null.
    void (*check)(const DiagnosticOptions& options);
};

const std::vector<DiagnosticTask>& diagnosticTasks();
const Fields<DiagnosticOptions>& diagnosticFields();

/// Whether a specification of data names a task.
bool isDiagnostic(const std::string& spec);

/// `diagnostic:NAME[?key=value&key=value]`. The same specification gives the same corpus on every machine. Error on an
/// unknown task or option, with the nearest name.
Corpus makeDiagnostic(const std::string& spec);

} // namespace headlight
