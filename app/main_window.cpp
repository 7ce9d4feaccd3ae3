#include "engine/core/freed_memory.h"
#include "window/launch.h"

int main(int argc, char** argv) {
    headlight::keepFreedMemory();
    return headlight::launchWindow(argc, argv);
}
