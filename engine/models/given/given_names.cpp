#include "models/given/given_names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace headlight {

namespace {

bool isAmongNames(std::string_view word, std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), word) != names.end();
}

/// Letters and digits of a name in words: "encoderLayer_03" has "encoder", "layer", "03".
std::vector<std::string> wordsOfName(const std::string& name) {
    std::vector<std::string> words;
    char before = '\0';
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        const bool isLetter = std::isalpha(byte) != 0, isDigit = std::isdigit(byte) != 0;
        const auto was = static_cast<unsigned char>(before);
        const bool begins = before == '\0' || (isLetter && !std::isalpha(was)) || (isDigit && !std::isdigit(was)) ||
                            (std::isupper(byte) && std::islower(was));
        if ((isLetter || isDigit) && begins)
            words.emplace_back();
        if (isLetter || isDigit)
            words.back() += char(std::tolower(byte));
        before = isLetter || isDigit ? c : '\0';
    }
    return words;
}

/// The name without what divides its words: "leftText" and "left_text" are "lefttext".
std::string plainName(const std::string& name) {
    std::string plain;
    for (const std::string& word : wordsOfName(name))
        plain += word;
    return plain;
}

} // namespace

std::optional<GivenRole> givenRole(const std::string& name) {
    GivenRole role;
    bool isMap = false, isEncoder = false, isDecoder = false, isCross = false;
    if (name.size() > 80)
        return std::nullopt;
    for (const std::string& word : wordsOfName(name)) {
        if (std::isdigit(static_cast<unsigned char>(word.front()))) {
            if (role.layer || word.size() > 4)
                return std::nullopt;
            role.layer = std::stoi(word);
        } else if (isAmongNames(word, {"encoder", "enc"})) {
            isEncoder = true;
        } else if (isAmongNames(word, {"decoder", "dec"})) {
            isDecoder = true;
        } else if (word == "cross") {
            isCross = isMap = true;
        } else if (isAmongNames(word, {"visible", "hidden"})) {
            role.what = word == "visible" ? GivenRole::What::Visible : GivenRole::What::Hidden;
            isMap = true;
        } else if (isAmongNames(word, {"scores", "score", "logits"})) {
            role.isScores = isMap = true;
        } else if (isAmongNames(word, {"attention", "attentions", "attn", "attns", "att", "layer", "arr", "weights"})) {
            isMap = true;
        } else if (!isAmongNames(word, {"self", "layers", "map", "maps", "probs", "matrix"})) {
            return std::nullopt;
        }
    }
    if (!isMap)
        return std::nullopt;
    role.stack = isCross || (isEncoder && isDecoder) ? GivenRole::Stack::Cross
                 : isEncoder                         ? GivenRole::Stack::Encoder
                 : isDecoder                         ? GivenRole::Stack::Decoder
                                                     : GivenRole::Stack::Main;
    return role;
}

std::optional<std::vector<std::string>>* GivenTokens::placeOf(const std::string& name) {
    const std::string plain = plainName(name);
    if (isAmongNames(plain, {"tokens", "token", "words"}))
        return &all;
    if (isAmongNames(plain, {"lefttokens", "lefttext", "querytokens", "queries", "targettokens", "target", "tgttokens",
                             "decodertokens", "toptext"}))
        return &queries;
    if (isAmongNames(plain, {"righttokens", "righttext", "keytokens", "keys", "sourcetokens", "source", "srctokens",
                             "encodertokens", "bottext"}))
        return &keys;
    return nullptr;
}

bool areGivenSegments(const std::string& name) {
    return isAmongNames(plainName(name), {"segments", "segmentids", "tokentypes", "tokentypeids"});
}

} // namespace headlight
