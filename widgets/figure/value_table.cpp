#include "figure/value_table.h"

#include <QLocale>
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace headlight {
namespace {

QString quoted(const QString& field) {
    const auto special = [](QChar c) { return c == u',' || c == u'"' || c == u'\n' || c == u'\r'; };
    if (std::none_of(field.begin(), field.end(), special))
        return field;
    QString doubled = field;
    return u'"' + doubled.replace(u'"', QLatin1String("\"\"")) + u'"';
}

QString spaced(const QString& field) {
    return QString(field).replace(u'\t', u' ').replace(u'\n', u' ');
}

QString joined(const QStringList& fields, QChar separator, QString (*encode)(const QString&)) {
    QStringList encoded;
    for (const QString& field : fields)
        encoded += encode(field);
    return encoded.join(separator) + u'\n';
}

} // namespace

QByteArray csvLine(const QStringList& fields) {
    return joined(fields, u',', quoted).toUtf8();
}

QByteArray ValueTable::toCsv() const {
    QByteArray text = csvLine(columns);
    for (const QStringList& row : rows)
        text += csvLine(row);
    return text;
}

QString ValueTable::toTabbed() const {
    QString text = joined(columns, u'\t', spaced);
    for (const QStringList& row : rows)
        text += joined(row, u'\t', spaced);
    return text;
}

QString exactNumber(double value) {
    return std::isnan(value) ? QString() : QString::number(value, 'g', QLocale::FloatingPointShortest);
}

QString exactNumber(float value) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
    return std::isnan(value) ? QString() : QString::fromLatin1(text.data(), end - text.data());
}

QString shownNumber(double value) {
    return exactNumber(value).replace(u'-', u'−');
}

} // namespace headlight
