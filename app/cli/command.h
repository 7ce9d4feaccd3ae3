#pragma once

#include "cli/cli11_names.h"

#include <string>
#include <vector>

namespace headlight {

/// One subcommand. `define` adds its options and a callback that does the work; the callback throws what went wrong,
/// and sets `code` only where success is not 0.
struct Command {
    std::string name, title, examples;
    void (*define)(CLI::App& app, int& code);
};

/// The table of subcommands, in the order in which --help lists them.
const std::vector<Command>& commands();

Command modelsCommand();
Command trainCommand();
Command evalCommand();
Command attendCommand();
Command translateCommand();
Command generateCommand();
Command scoreCommand();
Command bleuCommand();
Command wordsCommand();
Command inspectCommand();
Command verifyCommand();
Command maskCommand();
Command runsCommand();
Command scaleCommand();
Command reproduceCommand();

} // namespace headlight
