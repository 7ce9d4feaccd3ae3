#include "cli/mask_mark.h"

#include "cli/terminal.h"

#include <algorithm>

namespace headlight {

std::string marked(const MaskError& error, const std::string& expression) {
    constexpr std::size_t before = 40, longest = 100; // of a long expression a piece is shown
    const std::size_t begin = error.position() > longest ? error.position() - before : 0;
    const std::string shown = printable(std::string_view(expression).substr(begin), longest);
    const std::size_t indent = width(std::string_view(expression).substr(begin, error.position() - begin));
    const std::size_t wrong = width(std::string_view(expression).substr(error.position(), error.length()));
    const std::size_t room = std::max<std::size_t>(width(shown), indent + 1) - indent;
    const std::string cut = begin > 0 ? "…" : "";
    return "mask: " + std::string(error.what()) + "\n  " + cut + shown + "\n  " +
           std::string(width(cut) + indent, ' ') + std::string(std::clamp<std::size_t>(wrong, 1, room), '^');
}

} // namespace headlight
