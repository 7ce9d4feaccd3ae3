#include "cli/command_line.h"

#include "cli/command.h"
#include "cli/options.h"
#include "cli/terminal.h"
#include "core/error.h"

#include <algorithm>
#include <csignal>
#include <new>
#include <regex>
#include <sstream>

namespace headlight {

namespace {

constexpr const char* footer = R"text(
Results go to standard output, progress and messages to standard error. Exit codes: 0; 1 when something given can't be
used or the work failed (an unknown model, a bad file, a full disk); 2 when the command line itself is wrong (an unknown
command or option, a missing argument, a value that the option does not take); 130 when a training was stopped. What is
wrong is said in one line. The run store is --store FILE, else $HEADLIGHT_STORE, else $XDG_DATA_HOME/headlight/runs.sqlite.

Examples:
  headlight-cli train --model mtsa --task classify --data trec
  headlight-cli attend runs/1/best "What is the capital of Peru ?"
  headlight-cli mask "fw+window(3)" --length 12
  headlight-cli runs list
Every command explains itself: headlight-cli train --help)text";

/// The program, the command that was given, and so on: "runs", then "list".
std::vector<const CLI::App*> chainOf(const CLI::App& app) {
    std::vector<const CLI::App*> chain = {&app};
    for (auto given = app.get_subcommands(); !given.empty(); given = given.front()->get_subcommands())
        chain.push_back(given.front());
    return chain;
}

std::string textOf(const std::vector<const CLI::App*>& chain) {
    std::string text = "headlight-cli";
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

int wrongUsage(const std::string& message, const CLI::App& app) {
    note("headlight-cli: " + message + " (" + textOf(chainOf(app)) + " --help explains)");
    return 2;
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
    if (known.empty() || isOption)
        return "did not expect \"" + word + "\"." + suggestion(word, optionsOf(**level));
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
    const std::string text = error.what();
    if (text == "A subcommand is required")
        return "expected a command: " + listOf(commandsOf(last));
    static const std::regex missing("(.*): 1 required .* missing"),
        tooFew("(.*): At least (.*) required but received (.*)");
    std::smatch part;
    if (std::regex_match(text, part, missing))
        return part[1].str() + ": a value is missing behind it";
    if (std::regex_match(text, part, tooFew))
        return part[1].str() + ": expected " + part[2].str() + " at least, got " + part[3].str();
    return text;
}

int report(CLI::App& app, const CLI::ParseError& error) {
    if (error.get_exit_code() == int(CLI::ExitCodes::Success)) { // --help, --version
        std::ostringstream out, err;
        app.exit(error, out, err);
        print(out.str());
        flushOutput();
        return 0;
    }
    return wrongUsage(app.remaining_size(true) > 0 ? unexpected(app) : plain(error, *chainOf(app).back()), app);
}

} // namespace

int runCommandLine(int argc, char** argv) {
    std::signal(SIGXFSZ, SIG_IGN); // a file that grows too large is then an error with a message
    CLI::App app("Train attention models, look into them, compare runs: the Headlight workbench without a window.",
                 "headlight-cli");
    app.set_version_flag("--version", "headlight-cli " HEADLIGHT_VERSION);
    app.require_subcommand(1);
    app.get_formatter()->column_width(34);
    app.footer(footer);
    int code = 0;
    for (const Command& command : commands()) {
        CLI::App* sub = app.add_subcommand(command.name, command.title);
        sub->footer(command.examples);
        command.define(*sub, code);
    }
    try {
        app.parse(argc, argv);
        flushOutput();
        return code;
    } catch (const CLI::ParseError& error) {
        return report(app, error);
    } catch (const UsageError& error) {
        return wrongUsage(error.what(), app);
    } catch (const std::bad_alloc&) {
        note("headlight-cli: not enough memory for this: choose a smaller model, a shorter text or fewer maps");
    } catch (const std::exception& error) {
        note(std::string("headlight-cli: ") + error.what());
    }
    return 1;
}

} // namespace headlight
