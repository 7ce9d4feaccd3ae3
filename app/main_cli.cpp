#include "cli/command_line.h"

int main(int argc, char** argv) {
    return headlight::runCommandLine(argc, argv);
}
