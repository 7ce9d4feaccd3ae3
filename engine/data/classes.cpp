#include "data/folder.h"
#include "data/formats.h"

namespace headlight {

std::vector<RawExample> readClasses(const SourceFile& file, const CorpusOptions& options, Part, Notes& notes) {
    const std::vector<ClassFile> files = classFiles(file.path);
    if (files.empty())
        throw Error(file.path + ": the name of the file says no class: expected a number, pos or neg in it");
    std::vector<RawExample> examples;
    for (const ClassFile& part : files) {
        const SourceFile source = readSource(part.path, options.lineBreaks);
        if (part.path != file.path)
            noteLatin1(source, notes);
        for (const SourceLine& line : linesOf(source)) {
            RawExample& example = examples.emplace_back(RawExample{part.label, std::string(line.text), line.number});
            example.file = part.path;
        }
    }
    return examples;
}

} // namespace headlight
