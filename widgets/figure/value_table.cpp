#include "figure/value_table.h"

#include <QLocale>
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <system_error>

namespace headlight {
namespace {

/// A sign and a number behind it, as programs write it.
bool isSignedNumber(const QString& field) {
    const std::string number = field.mid(1).toStdString();
    double value = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
    return error == std::errc() && end == number.data() + number.size() && number.front() != '-' &&
           (field.front() == u'-' || field.front() == u'+');
}

/// A text that a spreadsheet would run as a formula has an apostrophe before it, and one that has apostrophes before
/// such a text already has one more: the engine's reader takes one away again. A lone sign is no formula.
QString guarded(const QString& field) {
    const auto first = std::find_if(field.begin(), field.end(), [](QChar c) { return c != u'\''; });
    const QString text(first, field.end() - first);
    const bool runs = text.size() > 1 && QStringLiteral("=+-@\t\r").contains(text.front()) && !isSignedNumber(text);
    return runs ? u'\'' + field : field;
}

QString quoted(const QString& field) {
    const auto special = [](QChar c) { return c == u',' || c == u'"' || c == u'\n' || c == u'\r'; };
    QString doubled = guarded(field);
    if (std::none_of(field.begin(), field.end(), special))
        return doubled;
    return u'"' + doubled.replace(u'"', QLatin1String("\"\"")) + u'"';
}

QString spaced(const QString& field) {
    return guarded(field).replace(u'\t', u' ').replace(u'\n', u' ');
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
