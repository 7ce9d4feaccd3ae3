#include "panels/attend/map_page_file.h"

#include "engine/models/recording.h"
#include "panels/attend/look_menu.h"
#include "panels/attend/map_views.h"
#include "viewmodels/attend_model.h"
#include "views/map_page.h"

#include <QGuiApplication>

namespace headlight {

namespace {

QByteArray pageOf(const AttendModel& model, const MapLook& look) {
    const MapOrigin origin = originOf(model);
    MapPage page{origin, model.answer(), {}, {}, look, {}};
    Focus focus = model.focus();
    page.combined = combinedMapsOf(origin.recording, focus);
    page.opened.sequence = model.sequence();
    for (int sequence = 0; sequence < int(origin.recording.sequences().size()); ++sequence)
        for (const MapAddress& address : origin.recording.heads(sequence)) {
            focus.address = address;
            if (const auto request = requestOf(origin.recording, focus, sequence)) {
                page.requests.push_back(*request);
                if (address == model.focus().address && sequence == model.sequence())
                    page.opened = *request;
            }
        }
    return htmlOf(page);
}

} // namespace

FigureSource::FileKind mapPageFile(const AttendModel& model, const Settings& settings) {
    const auto write = [&model, &settings](const QString& path) {
        if (!model.recording())
            return AttendModel::tr("There is no map to save yet.");
        QGuiApplication::setOverrideCursor(Qt::WaitCursor); // of many long maps it takes seconds
        const QByteArray html = pageOf(model, lookFrom(settings));
        QGuiApplication::restoreOverrideCursor();
        return writeWholeFile(path, html);
    };
    return {AttendModel::tr("Web page of all maps"), QStringLiteral("html"), write};
}

} // namespace headlight
