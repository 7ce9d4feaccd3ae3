#include "fuzz/scratch.h"
#include "fuzz/targets.h"
#include "models/formats.h"
#include "models/reference/parity.h"

/// What is accepted is compared with a small GPT-2, whatever its shapes are.
void headlight::fuzz::readReferenceFile(std::string_view bytes) {
    static const Scratch scratch;
    static const auto model = openModel(HEADLIGHT_SOURCE_DIR "/tests/golden/published/gpt2");
    RunControl control;
    control.threads = 1;
    const ParityReport report = checkParity(*model, scratch.write("reference.npz", bytes), control);
    require(!report.texts.empty(), "there is a text");
    for (const ParityText& text : report.texts) {
        require(!text.parts.empty(), "there is something to compare");
        for (const ParityPart& part : text.parts)
            require(!part.fits() || part.layers[part.relativeAt()].relative() >= 0, "a difference is a number");
    }
}
