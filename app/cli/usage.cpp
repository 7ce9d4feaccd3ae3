#include "cli/usage.h"

#include "engine/core/error.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <regex>

namespace headlight {

namespace {

/// The program, the command that was given, and so on: "runs", then "list".
std::vector<const CLI::App*> chainOf(const CLI::App& app) {
    std::vector<const CLI::App*> chain = {&app};
    for (auto given = app.get_subcommands(); !given.empty(); given = given.front()->get_subcommands())
        chain.push_back(given.front());
    return chain;
}

std::string textOf(const std::vector<const CLI::App*>& chain) {
    std::string text = chain.front()->get_name();
    for (std::size_t k = 1; k < chain.size(); ++k)
        text += " " + chain[k]->get_name();
    return text;
}

std::vector<std::string> commandsOf(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands(nullptr))
        names.push_back(command->get_name());
    return names;
}

std::vector<std::string> optionsOf(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options())
        for (const std::string& name : option->get_lnames())
            names.push_back("--" + name);
    return names;
}

bool takesText(const CLI::App& app) {
    const auto options = app.get_options();
    return std::any_of(options.begin(), options.end(), [](const CLI::Option* one) { return one->get_positional(); });
}

/// What somebody meant who wrote an option that there is not.
std::string meantBy(const std::string& word, const CLI::App& app) {
    const std::string meant = suggestion(word, optionsOf(app));
    return meant.empty() && takesText(app) ? " A text that begins with - stands behind --: -- \"" + word + "\"" : meant;
}

/// Of a word that is none of an option's, and names no option.
std::string remedyFor(const std::string& word, const std::vector<std::string>& options) {
    const std::size_t name = word.find_first_not_of("abcdefghijklmnopqrstuvwxyz_");
    const bool isSetting = name != std::string::npos && name > 0 && word[name] == '=';
    return isSetting && std::find(options.begin(), options.end(), "--set") != options.end()
               ? " Each key=value has a --set of its own: --set " + word
               : " A text with spaces stands in quotes";
}

/// CLI11 says "The following arguments were not expected: trian"; what is misspelt gets a suggestion.
std::string unexpected(const CLI::App& app) {
    const auto chain = chainOf(app);
    const auto level =
        std::find_if(chain.begin(), chain.end(), [](const CLI::App* one) { return one->remaining_size(); });
    const std::string word = (*level)->remaining().front();
    const bool isOption = word.starts_with('-');
    if (isOption && *level != chain.back())
        return "options stand behind the command: " + textOf(chain) + " " + word + " …";
    const std::vector<std::string> known = commandsOf(**level);
    if (isOption)
        return "did not expect \"" + word + "\"." + meantBy(word, **level);
    if (known.empty()) {
        const std::string meant = suggestion(word, optionsOf(**level));
        return "did not expect \"" + word + "\"." + (meant.empty() ? remedyFor(word, optionsOf(**level)) : meant);
    }
    return "unknown command \"" + word + "\"." + advice(word, known);
}

std::string listOf(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : ", ") + word;
    return text;
}

/// CLI11's words for what people do wrong most, in ours.
std::string plain(const CLI::ParseError& error, const CLI::App& last) {
    std::string text = error.what();
    if (text == "A subcommand is required")
        return "expected a command: " + listOf(commandsOf(last));
    static const std::regex missing("(.*): 1 required .* missing"),
        tooFew("(.*): At least (.*) required but received (.*)"), twice("(.*): At Most 1 required but received (.*)");
    std::smatch part;
    if (std::regex_match(text, part, missing))
        return part[1].str() + ": a value is missing behind it";
    if (std::regex_match(text, part, tooFew))
        return part[1].str() + ": expected " + part[2].str() + " at least, got " + part[3].str();
    if (std::regex_match(text, part, twice))
        return part[1].str() + ": expected once, it is there " + part[2].str() + " times";
    return text;
}

} // namespace

std::string unknownOption(const CLI::App& app, const std::string& word) {
    return "did not expect \"" + word + "\"." + meantBy(word, *chainOf(app).back());
}

std::string usageText(const CLI::App& app, const std::string& what) {
    const auto chain = chainOf(app);
    return chain.front()->get_name() + ": " + what + " (" + textOf(chain) + " --help explains)";
}

std::string usageText(const CLI::App& app, const CLI::ParseError& error) {
    return usageText(app, app.remaining_size(true) > 0 ? unexpected(app) : plain(error, *chainOf(app).back()));
}

} // namespace headlight
