#include "cli/attend_form.h"

#include "cli/options.h"
#include "cli/terminal.h"

namespace headlight {

AttendForm formOf(const AttendOptions& options) {
    if (options.out.empty() || options.out == "-")
        return options.json ? AttendForm::Json : AttendForm::Text;
    if (options.json)
        throw UsageError("--json prints to standard output: leave it out, or --out");
    const std::string extension = extensionOf(options.out, {"json", "npz", "csv", "html", "png", "svg", "pdf"});
    return extension == "json"   ? AttendForm::Json
           : extension == "npz"  ? AttendForm::Npz
           : extension == "csv"  ? AttendForm::Csv
           : extension == "html" ? AttendForm::Page
                                 : AttendForm::Picture;
}

/// What stands beside the maps is in the table and the document.
static void refuseBeside(AttendForm form, const AttendOptions& options) {
    if (form == AttendForm::Text || form == AttendForm::Json)
        return;
    if (options.effects)
        throw UsageError("--effects: they are in the readable table and in FILE.json");
    if (options.statistics)
        throw UsageError("--statistics: they are in the readable table and in FILE.json");
    if (options.lens)
        throw UsageError("--lens: it is in the readable table and in FILE.json");
}

static void fitMaps(AttendForm form, AttendOptions& options) {
    if (form == AttendForm::Json || form == AttendForm::Npz)
        return;
    if (options.feature.empty())
        options.feature = "mean";
    if (options.feature == "all")
        throw UsageError("--features all: a table or a picture shows one number for each pair; give --out FILE.json or "
                         ".npz");
    if (options.stage.empty())
        options.stage = "weight";
    if (form == AttendForm::Text && options.stage != nameOf(MapStage::Weight))
        throw UsageError("--stage " + options.stage +
                         ": the readable table lists weights; give --out FILE for other stages");
}

void fitTo(AttendForm form, AttendOptions& options) {
    fitMaps(form, options);
    refuseBeside(form, options);
}

} // namespace headlight
