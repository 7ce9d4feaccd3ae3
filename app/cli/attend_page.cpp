#include "cli/attend_output.h"
#include "engine/core/error.h"
#include "figure/export.h"
#include "views/map_page.h"

#include <QFile>

namespace headlight {

void writeAttendPage(const AttendShown& shown, const std::string& path) {
    const MapOrigin origin = shown.origin();
    MapPage page{origin, shown.answer, {}, {}, {}, shown.check, shown.combinedMaps()};
    if (!shown.combination)
        page.requests = shown.requests;
    for (const MapRequest& request : shown.requests)
        if (request.sequence == shown.sequence) {
            page.opened = request;
            break;
        }
    const QString problem = writeWholeFile(QFile::decodeName(path.c_str()), htmlOf(page));
    if (!problem.isEmpty())
        throw Error(problem.toStdString());
}

} // namespace headlight
