#include "store/store_impl.h"

#include <cmath>

namespace headlight::detail {

static constexpr double year10000 = 253402300800;

void Query::refuse(int column, const std::string& expected) {
    const SQLite::Column value = m_statement.getColumn(column);
    const std::string found = value.isNull()   ? "nothing"
                              : value.isBlob() ? "bytes"
                                               : "\"" + printable(value.getString(), 40) + "\"";
    throw BadValue{(m_about.empty() ? "" : m_about + ": ") + m_statement.getColumnName(column) + ": expected " +
                   expected + ", found " + found};
}

std::string Query::text(int column) {
    if (!m_statement.getColumn(column).isText())
        refuse(column, "a text");
    return m_statement.getColumn(column).getString();
}

std::int64_t Query::integer(int column, std::int64_t low, std::int64_t high) {
    const SQLite::Column value = m_statement.getColumn(column);
    if (!value.isInteger() || value.getInt64() < low || value.getInt64() > high)
        refuse(column,
               (low == 0   ? "a count"
                : low == 1 ? "a number from 1 on"
                           : "a whole number") +
                   (high < std::numeric_limits<std::int64_t>::max() ? ", at most " + std::to_string(high) : ""));
    return value.getInt64();
}

double Query::number(int column) {
    const SQLite::Column value = m_statement.getColumn(column);
    if (value.isNull())
        return std::numeric_limits<double>::quiet_NaN();
    if (!value.isFloat() && !value.isInteger())
        refuse(column, "a number");
    return value.getDouble();
}

double Query::amount(int column) {
    const double value = number(column);
    if (!(value >= 0 && value <= 1e24))
        refuse(column, "a number from 0 to 1e24");
    return value;
}

double Query::duration(int column) {
    const double value = number(column);
    if (!(value >= 0 && value < year10000))
        refuse(column, "a time in seconds, less than 8000 years");
    return value;
}

double Query::time(int column) {
    const double value = number(column);
    if (!(value >= 0 && value < year10000))
        refuse(column, "a time between the years 1970 and 9999");
    return value;
}

} // namespace headlight::detail
