#include "cli/command_line.h"

#include "cli/command.h"
#include "cli/options.h"
#include "cli/terminal.h"
#include "cli/usage.h"
#include "engine/core/error.h"

#include <CLI/CLI.hpp>
#include <QLocale>
#include <algorithm>
#include <csignal>
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

/// CLI11 takes "-hello" for -h and more: the word that was, where nobody asked for help. Empty: somebody did.
std::string takenForHelp(int argc, char** argv) {
    const std::vector<std::string> words(argv + 1, std::find(argv + 1, argv + argc, std::string("--")));
    std::string taken;
    for (const std::string& word : words) {
        if (word == "-h" || word == "--help" || word == "--version")
            return {};
        if (word.starts_with("-h"))
            taken = word;
    }
    return taken;
}

int report(CLI::App& app, const CLI::ParseError& error, int argc, char** argv) {
    if (error.get_exit_code() == int(CLI::ExitCodes::Success)) { // --help, --version
        if (const std::string word = takenForHelp(argc, argv); !word.empty())
            throw UsageError(unknownOption(app, word));
        std::ostringstream out, err;
        app.exit(error, out, err);
        print(out.str());
        flushOutput();
        return 0;
    }
    note(usageText(app, error));
    return 2;
}

/// An option without a value is a slip, such as a variable of a script that is not set: not to be passed over.
void refuseEmptyValues(CLI::App& app) {
    const CLI::Validator notEmpty(
        [](std::string& text) { return text.empty() ? std::string("expected a value, got an empty one") : ""; }, "");
    for (CLI::Option* option : app.get_options())
        if (!option->get_positional() && option->get_items_expected_min() > 0)
            option->check(notEmpty);
    for (CLI::App* command : app.get_subcommands(nullptr))
        refuseEmptyValues(*command);
}

int parse(CLI::App& app, int argc, char** argv, const int& code) {
    try {
        app.parse(argc, argv);
        flushOutput();
        return code;
    } catch (const CLI::ParseError& error) {
        return report(app, error, argc, argv);
    }
}

} // namespace

int runCommandLine(int argc, char** argv) {
    QLocale::setDefault(QLocale::English); // numbers in sentences that the window has too are written as all others
    std::signal(SIGXFSZ, SIG_IGN);         // a file that grows too large is then an error with a message
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
    refuseEmptyValues(app);
    try {
        return parse(app, argc, argv, code);
    } catch (const UsageError& error) {
        note(usageText(app, error.what()));
        return 2;
    } catch (const std::exception& failure) {
        note("headlight-cli: " + reasonOf(failure));
    }
    return 1;
}

} // namespace headlight
