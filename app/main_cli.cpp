#include "cli/command_line.h"
#include "engine/core/freed_memory.h"

int main(int argc, char** argv) {
    headlight::keepFreedMemory();
    return headlight::runCommandLine(argc, argv);
}
