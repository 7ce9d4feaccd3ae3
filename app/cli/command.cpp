#include "cli/command.h"

namespace headlight {

const std::vector<Command>& commands() {
    static const std::vector<Command> table = {
        modelsCommand(),   trainCommand(), evalCommand(), attendCommand(), translateCommand(),
        generateCommand(), scoreCommand(), bleuCommand(), wordsCommand(),  inspectCommand(),
        verifyCommand(),   maskCommand(),  runsCommand(), scaleCommand(),  reproduceCommand(),
    };
    return table;
}

} // namespace headlight
