#include "core/json_text.h"
#include "fuzz/scratch.h"
#include "fuzz/targets.h"
#include "models/saved_view_file.h"

/// A view file, or a PNG or SVG with one in it.
void headlight::fuzz::readViewFile(std::string_view bytes) {
    static const Scratch scratch;
    const SavedView view = readSavedView(scratch.write("view", bytes));
    require(savedViewFrom(savedViewText(view), "again") == view, "what is saved is the same view");
}
