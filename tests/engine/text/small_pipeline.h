#pragma once

#include "small_word_piece.h"
#include "text/pipeline/tokenizer_json.h"

#include <QString>

namespace headlight {

/// A tokenizer.json around a model, and what it says beside that.
inline nlohmann::ordered_json pipelineJson(const char* model, const char* others = "{}") {
    nlohmann::ordered_json document = nlohmann::ordered_json::parse(others);
    document["model"] = nlohmann::ordered_json::parse(model);
    return document;
}

inline std::unique_ptr<Tokenizer> pipelineOf(const nlohmann::ordered_json& document) {
    const FilesOfTokenizer files;
    return readTokenizerJson(files.write(document));
}

inline std::unique_ptr<Tokenizer> pipelineOf(const char* model, const char* others = "{}") {
    return pipelineOf(pipelineJson(model, others));
}

/// Tokens of a text, with what was typed for them in brackets where that is something else.
inline QString shownBy(const Tokenizer& tokenizer, const std::string& text) {
    return shown(tokenizer.encode(text), text);
}

} // namespace headlight
