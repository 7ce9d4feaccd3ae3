#include "text/pipeline/byte_tokens.h"

#include <algorithm>

namespace headlight {

namespace {

int digitOfByteToken(char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

} // namespace

std::optional<unsigned char> byteOfToken(std::string_view token) {
    if (token.size() != 6 || !token.starts_with("<0x") || token.back() != '>')
        return std::nullopt;
    const int high = digitOfByteToken(token[3]), low = digitOfByteToken(token[4]);
    if (high < 0 || low < 0)
        return std::nullopt;
    return static_cast<unsigned char>(high * 16 + low);
}

ByteTokens::ByteTokens(const TokenTable& tokens) : ByteTokens() {
    for (int id = 0; id < tokens.size(); ++id)
        if (const std::optional<unsigned char> byte = byteOfToken(tokens.token(id)))
            m_ids[*byte] = id;
}

bool ByteTokens::haveAll(std::string_view text) const {
    return std::all_of(text.begin(), text.end(), [this](char byte) { return of(byte) >= 0; });
}

} // namespace headlight
