#pragma once

namespace headlight {

/// The program `headlight`: reads the command line, opens the window or makes a screenshot. Returns the exit code.
int launchWindow(int argc, char** argv);

} // namespace headlight
