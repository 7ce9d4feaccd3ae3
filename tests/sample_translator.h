#pragma once

#include "core/random.h"
#include "models/translator.h"
#include "text/vocabulary.h"

#include <memory>
#include <string>

namespace headlight {

/// A small untrained translation model, for tests: two layers of two heads each in encoder and decoder. Its
/// translations mean nothing, but every head changes them. "engineer" and "Ingenieur" are several pieces.
inline std::shared_ptr<Translator> sampleTranslator(int extraTokens = 4, Positions positions = Positions::Sinusoidal,
                                                    std::uint64_t seed = 312) {
    TranslatorDescription description;
    description.stack.layers = 2;
    description.stack.heads = 2;
    description.stack.features = 16;
    description.stack.feedForward = 16;
    description.stack.positions = positions;
    description.stack.maxLength = 12;
    description.keep = 1;
    description.setup.beams = 3;
    description.setup.extraTokens = extraTokens;
    description.typing.rule = TokenizerRule::Words;
    description.typing.lower = true;
    description.examples = {{"the engineer builds a red bridge"}, {"who wrote the book ?"}};
    TokenCounts words;
    for (const char* word : {"the", "builds", "a", "red", "bridge", "who", "wrote", "book", "?", ".", "der", "ein",
                             "rote", "baut", "buch"})
        words.add(word, 3);
    words.add("engineer");
    words.add("ingenieur");
    description.source.pairs = learnBytePairs(words, 200);
    for (const std::string& word : words.tokens())
        for (const std::string& piece : description.source.pairs.pieces(word))
            if (!description.source.tokens.id(piece))
                description.source.tokens.add(piece, description.source.tokens.size());
    description.target = description.source;
    auto translator = std::make_shared<Translator>(std::move(description), 1);
    Random random{RandomKey(seed)};
    Parameters& parameters = translator->network().parameters();
    for (std::size_t p = 0; p < parameters.size(); ++p)
        for (Real& number : parameters[p].value.reshaped())
            number = Real(0.5 * random.normal());
    parameters.find("embedding.weight")->value.col(TranslationWords::end) *= 2; // so that some translations end
    return translator;
}

} // namespace headlight
