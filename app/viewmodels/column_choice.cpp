#include "viewmodels/column_choice.h"

#include "engine/data/corpus.h"
#include "wording/shown_text.h"

#include <algorithm>

#include <QObject>

namespace headlight {

namespace {

QString shortCell(const std::string& cell, qsizetype most) {
    const QString text = shownText(cell).simplified();
    return text.size() > most ? text.left(most - 1).trimmed() + QStringLiteral("…") : text;
}

/// A name that an option can hold and that only this column has, else the number.
std::string optionText(const TableColumns& table, std::size_t column, bool hasHeader) {
    const std::vector<std::string>& header = table.lines.front();
    const std::string& name = header[column];
    const bool isPlain = name.find_first_of("?&+") == std::string::npos &&
                         name.find_first_not_of("0123456789") != std::string::npos && name.front() > ' ' &&
                         name.back() > ' ';
    return hasHeader && isPlain && std::ranges::count(header, name) == 1 ? name : std::to_string(column + 1);
}

std::vector<std::size_t> listOf(const std::optional<std::size_t>& column) {
    return column ? std::vector{*column} : std::vector<std::size_t>{};
}

/// Whether the header's names say all of it. With a score in the header, a label has to be said.
bool saysAll(const TableColumns& table, const ColumnChoice& choice) {
    const bool arePairs = choice.second.has_value();
    return table.format == (arePairs ? "pairs" : "table") && table.hasHeader && choice.hasHeader &&
           choice.text == table.text.byHeader && listOf(choice.second) == table.second.byHeader &&
           (choice.score
                ? listOf(choice.score) == table.score.byHeader
                : choice.label && listOf(choice.label) == table.label.byHeader && table.score.byHeader.empty());
}

/// Of joined texts the first one that is not the second of the pair: sides are single columns.
std::vector<std::size_t> textOfPair(const ColumnChoice& choice) {
    const auto other = std::ranges::find_if(choice.text, [&](std::size_t column) { return column != choice.second; });
    return other == choice.text.end() ? choice.text : std::vector{*other};
}

ParsedSpec parsedOf(const QString& spec, const TableColumns& table) {
    try {
        return parseSpec(spec.toStdString());
    } catch (const Error&) {
        return {table.path, {}};
    }
}

} // namespace

ColumnChoice choiceOf(const TableColumns& table) {
    const auto one = [](const TakenColumns& taken) {
        return taken.columns.empty() ? std::nullopt : std::optional(taken.columns.front());
    };
    return {table.text.columns, one(table.second), one(table.label), one(table.score), table.hasHeader};
}

QString withColumns(const QString& spec, const TableColumns& table, const ColumnChoice& choice) {
    const ParsedSpec parsed = parsedOf(spec, table);
    bool namesFormat = false;
    std::vector<std::pair<std::string, std::string>> options;
    for (const auto& option : parsed.options) {
        namesFormat = namesFormat || (option.first == "format" && option.second != autoFormat);
        if (const auto ours = {"format", "text", "second", "label", "score"};
            std::find(ours.begin(), ours.end(), option.first) == ours.end())
            options.push_back(option);
    }
    // What is told by its look stays so; with two usual names in the header a pair is.
    const std::string wanted = choice.second ? "pairs" : "table";
    const bool isKnown = !namesFormat && table.format == wanted;
    if (!isKnown && !(choice.second && table.isPairHeader))
        options.emplace_back("format", wanted);
    const auto add = [&](const char* option, const std::vector<std::size_t>& columns) {
        std::string text;
        for (const std::size_t column : columns)
            text += (text.empty() ? "" : "+") + optionText(table, column, choice.hasHeader);
        if (!text.empty())
            options.emplace_back(option, text);
    };
    if (!saysAll(table, choice)) {
        add("text", choice.second ? textOfPair(choice) : choice.text);
        add("second", listOf(choice.second));
        add("label", listOf(choice.label));
        add("score", listOf(choice.score));
    }
    std::string result = parsed.path;
    for (const auto& [key, value] : options)
        result += (result.size() == parsed.path.size() ? "?" : "&") + key + "=" + value;
    return QString::fromStdString(result);
}

QStringList columnTitles(const TableColumns& table, bool hasHeader) {
    constexpr qsizetype longest = 30;
    QStringList titles;
    for (std::size_t column = 0; column < table.lines.front().size(); ++column) {
        const QString cell = shortCell(table.lines.front()[column], longest);
        titles.append(hasHeader && !cell.isEmpty() ? cell : QStringLiteral("%1: “%2”").arg(column + 1).arg(cell));
    }
    return titles;
}

QString columnExamples(const TableColumns& table, std::size_t column, bool hasHeader) {
    constexpr qsizetype longest = 80;
    QStringList examples;
    for (std::size_t line = hasHeader ? 1 : 0; line < table.lines.size(); ++line)
        if (column < table.lines[line].size())
            examples.append(shortCell(table.lines[line][column], longest));
    return examples.join('\n');
}

QString columnsNote(const TableColumns& table) {
    QStringList guessed;
    for (const auto& [title, taken] : {std::pair("text", &table.text), std::pair("second text", &table.second),
                                       std::pair("label", &table.label), std::pair("score", &table.score)})
        if (taken->source == ColumnSource::Guess)
            guessed.append(QLatin1String(title));
    if (!guessed.isEmpty()) {
        const QString last = guessed.takeLast();
        const QString list =
            guessed.isEmpty() ? last : guessed.join(QStringLiteral(", ")) + QStringLiteral(" and ") + last;
        return QObject::tr("%1%2: guessed; choose if it is wrong.").arg(list[0].toUpper()).arg(list.mid(1));
    }
    const bool isUnclear = table.text.columns.empty() || (table.label.columns.empty() && table.score.columns.empty());
    return isUnclear ? QObject::tr("Nothing says which columns are read: choose them.") : QString();
}

} // namespace headlight
