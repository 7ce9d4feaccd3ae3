#include "models/text_writer.h"

#include "core/error.h"
#include "core/grouped.h"
#include "models/record.h"

namespace headlight {

void checkPositions(std::size_t tokens, Index most, const std::string& what) {
    if (most > 0 && tokens > std::size_t(most))
        throw Error(what + " has " + std::to_string(tokens) +
                    " tokens with its marks, and the model has positions for " + std::to_string(most) + ": shorten it");
}

void checkTextLength(std::size_t tokens, const std::string& what) {
    if (Index(tokens) > longestSentence)
        throw Error(what + " has " + grouped(Index(tokens)) + " tokens: at most " + grouped(longestSentence) +
                    " can be translated, shorten it");
}

} // namespace headlight
