#include "cli/csv_row.h"

#include "figure/value_table.h"

namespace headlight {

std::string csvRow(const std::vector<std::string>& fields) {
    QStringList texts;
    for (const std::string& field : fields)
        texts << QString::fromStdString(field);
    return csvLine(texts).toStdString();
}

} // namespace headlight
