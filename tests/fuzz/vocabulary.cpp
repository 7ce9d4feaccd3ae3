#include "text/vocabulary.h"

#include "fuzz/scratch.h"
#include "fuzz/targets.h"

void headlight::fuzz::readVocabularyFile(std::string_view bytes) {
    const Scratch scratch;
    const Vocabulary words = readVocabulary(scratch.write("vocab.txt", bytes).string());
    require(words.size() >= 2, "the two specials are there");
    for (int id = 2; id < words.size(); ++id)
        require(words.id(words.token(id)) == id, "a token is found by its number");
}
