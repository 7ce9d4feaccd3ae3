#include "results/map_address.h"

#include <array>
#include <charconv>
#include <utility>

namespace headlight {

namespace {

/// In the order of MapPart: words of an address and of documents.
constexpr std::array<std::pair<std::string_view, std::string_view>, 7> words = {{
    {"self", "token-to-token"},
    {"cross", "token-to-token"},
    {"blocks", "block-to-block"},
    {"groups", "token-to-group"},
    {"gate", "gate"},
    {"pooling", "source-to-token"},
    {"sensitivity", "sensitivity"},
}};

std::optional<MapPart> partNamed(std::string_view word) {
    for (std::size_t k = 0; k < words.size(); ++k)
        if (words[k].first == word)
            return MapPart(k);
    return std::nullopt;
}

std::optional<int> numberOf(std::string_view text) {
    int number = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (failure != std::errc() || end != text.data() + text.size() || text.front() == '-')
        return std::nullopt;
    return number;
}

/// What stands before the next point, which is taken off as well.
std::string_view next(std::string_view& text) {
    const std::string_view word = text.substr(0, text.find('.'));
    text.remove_prefix(word.size() < text.size() ? word.size() + 1 : text.size());
    return word;
}

} // namespace

bool isAttention(MapPart part) {
    return part != MapPart::Gate && part != MapPart::Sensitivity;
}

bool hasQueries(MapPart part) {
    return part != MapPart::Pooling && part != MapPart::Gate;
}

bool isOfPairs(MapPart part) {
    return hasQueries(part) && part != MapPart::Groups;
}

std::string partName(MapPart part) {
    return std::string(words[std::size_t(part)].first);
}

std::string kindName(MapPart part) {
    return std::string(words[std::size_t(part)].second);
}

std::string MapAddress::text() const {
    std::string text = stack == Stack::Decoder ? "dec." : "";
    text += std::to_string(layer) + '.';
    if (part != MapPart::Self)
        text += std::string(words[std::size_t(part)].first) + '.';
    return text + std::to_string(head);
}

std::optional<MapAddress> MapAddress::parse(std::string_view text) {
    if (text.ends_with('.'))
        return std::nullopt;
    MapAddress address;
    std::string_view word = next(text);
    if (word == "enc" || word == "dec") {
        address.stack = word == "dec" ? Stack::Decoder : Stack::Encoder;
        word = next(text);
    }
    const auto layer = numberOf(word);
    word = next(text);
    if (const auto part = partNamed(word)) {
        address.part = *part;
        word = next(text);
    }
    const auto head = numberOf(word);
    if (!layer || !head || !text.empty())
        return std::nullopt;
    address.layer = *layer;
    address.head = *head;
    return address;
}

} // namespace headlight
