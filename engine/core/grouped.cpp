#include "core/grouped.h"

#include <cstdlib>

namespace headlight {

std::string grouped(std::int64_t number) {
    std::string digits = std::to_string(std::abs(number));
    for (int at = int(digits.size()) - 3; at > 0; at -= 3)
        digits.insert(std::size_t(at), 1, ',');
    return number < 0 ? "-" + digits : digits;
}

} // namespace headlight
