#pragma once

#include <initializer_list>
#include <stdexcept>
#include <string>
#include <vector>

namespace headlight {

/// One value of an option with choices, its word in files and on the command line, and its label for people: English of
/// a word or two, of its own among the values of the option. `Enum` may be an optional of an enum, whose empty value
/// has a word such as "auto".
template <class Enum>
struct ChoiceName {
    Enum value;
    const char* text;
    const char* label; // without a default, so that none is forgotten
};

/// A row of a registry as a choice.
struct ChoiceId {
    std::string id, label;
};

/// All values of an enum, each once.
template <class Enum>
using ChoiceNames = std::vector<ChoiceName<Enum>>;

/// std::invalid_argument for a value that is not in the table.
template <class Enum>
std::string choiceText(const ChoiceNames<Enum>& names, const Enum& value) {
    for (const auto& name : names)
        if (name.value == value)
            return name.text;
    throw std::invalid_argument("choiceText: the value is not in the table");
}

/// The same of its label.
template <class Enum>
std::string choiceLabel(const ChoiceNames<Enum>& names, const Enum& value) {
    for (const auto& name : names)
        if (name.value == value)
            return name.label;
    throw std::invalid_argument("choiceLabel: the value is not in the table");
}

/// std::invalid_argument for a word that is not in the table.
template <class Enum>
Enum choiceOf(const ChoiceNames<Enum>& names, const std::string& text) {
    for (const auto& name : names)
        if (name.text == text)
            return name.value;
    throw std::invalid_argument("choiceOf: \"" + text + "\" is not in the table");
}

/// The same of several words.
template <class Enum>
std::vector<Enum> choicesOf(const ChoiceNames<Enum>& names, const std::vector<std::string>& texts) {
    std::vector<Enum> values;
    for (const std::string& text : texts)
        values.push_back(choiceOf(names, text));
    return values;
}

/// All words of a table.
template <class Enum>
std::vector<std::string> choiceTexts(const ChoiceNames<Enum>& names) {
    std::vector<std::string> texts;
    for (const auto& name : names)
        texts.emplace_back(name.text);
    return texts;
}

/// All labels of a table.
template <class Enum>
std::vector<std::string> choiceLabels(const ChoiceNames<Enum>& names) {
    std::vector<std::string> labels;
    for (const auto& name : names)
        labels.emplace_back(name.label);
    return labels;
}

/// The rows of a table that an option offers, in the option's order.
template <class Enum>
ChoiceNames<Enum> onlyChoices(const ChoiceNames<Enum>& names, std::initializer_list<Enum> values) {
    ChoiceNames<Enum> chosen;
    for (const Enum& value : values)
        for (const auto& name : names)
            if (name.value == value)
                chosen.push_back(name);
    return chosen;
}

} // namespace headlight
