#include "window/launch.h"

int main(int argc, char** argv) {
    return headlight::launchWindow(argc, argv);
}
