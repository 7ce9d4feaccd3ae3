#include "cli/command_line.h"

#include "cli/command.h"
#include "cli/terminal.h"
#include "core/error.h"

#include <csignal>
#include <new>
#include <sstream>

namespace headlight {

namespace {

constexpr const char* footer = R"text(
Results go to standard output, progress and messages to standard error. An error is one line and exit code 1, wrong
usage exit code 2. The run store is --store FILE, else $HEADLIGHT_STORE, else $XDG_DATA_HOME/headlight/runs.sqlite.

Examples:
  headlight-cli train --model mtsa --task classify --data trec
  headlight-cli attend runs/1/best "What is the capital of Peru ?"
  headlight-cli mask "fw+window(3)" --length 12
  headlight-cli runs list
Every command explains itself: headlight-cli train --help)text";

int wrongUsage(const std::string& message, const std::string& command) {
    note("headlight-cli: " + message + " (headlight-cli " + (command.empty() ? "" : command + " ") +
         "--help explains)");
    return 2;
}

/// CLI11 says "The following arguments were not expected: trian"; a command with a slip of the pen gets a suggestion.
std::string unexpected(const CLI::App& app) {
    const std::vector<std::string> extras = app.remaining(true);
    const std::string word = extras.empty() ? "" : extras.front();
    const auto ran = app.get_subcommands();
    if (!ran.empty() && !app.remaining(false).empty() && word.starts_with('-'))
        return "options stand behind the command: headlight-cli " + ran.front()->get_name() + " " + word + " …";
    std::vector<std::string> known;
    if (ran.empty())
        for (const Command& command : commands())
            known.push_back(command.name);
    else
        for (const CLI::Option* option : ran.front()->get_options())
            for (const std::string& name : option->get_lnames())
                known.push_back("--" + name);
    return (ran.empty() ? "unknown command \"" : "did not expect \"") + word + "\"." + suggestion(word, known);
}

int report(CLI::App& app, const CLI::ParseError& error) {
    const auto ran = app.get_subcommands();
    if (error.get_exit_code() == int(CLI::ExitCodes::Success)) { // --help, --version
        std::ostringstream out, err;
        app.exit(error, out, err);
        print(out.str());
        flushOutput();
        return 0;
    }
    const std::string command = ran.empty() ? "" : ran.front()->get_name();
    if (!app.remaining(true).empty())
        return wrongUsage(unexpected(app), command);
    if (ran.empty())
        return wrongUsage("expected a command", command);
    return wrongUsage(error.what(), command);
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
    } catch (const std::bad_alloc&) {
        note("headlight-cli: not enough memory for this: choose a smaller model, a shorter text or fewer maps");
    } catch (const std::exception& error) {
        note(std::string("headlight-cli: ") + error.what());
    }
    return 1;
}

} // namespace headlight
