#pragma once

#include "text/token_table.h"

#include <array>
#include <optional>
#include <string_view>

namespace headlight {

/// The byte that a token such as "<0x0A>" stands for.
std::optional<unsigned char> byteOfToken(std::string_view token);

/// A vocabulary's tokens for single bytes, which make up what it has no other token for.
class ByteTokens {
public:
    ByteTokens() { m_ids.fill(-1); }
    explicit ByteTokens(const TokenTable& tokens);

    /// Whether there is a token for each byte of the text.
    bool haveAll(std::string_view text) const;
    int of(char byte) const { return m_ids[static_cast<unsigned char>(byte)]; } ///< −1: there is none

private:
    std::array<int, 256> m_ids;
};

} // namespace headlight
