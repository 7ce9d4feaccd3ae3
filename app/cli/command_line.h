#pragma once

namespace headlight {

/// The program headlight-cli: parses the arguments, runs one subcommand, and returns the exit code: 0; 1 after an
/// error, told in one line on standard error; 2 after wrong usage (UsageError), told in one line, too; 130 when the
/// user stopped a training.
int runCommandLine(int argc, char** argv);

} // namespace headlight
