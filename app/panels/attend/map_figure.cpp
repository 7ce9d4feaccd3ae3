#include "panels/attend/map_figure.h"

#include "engine/core/error.h"
#include "panels/array_file.h"
#include "panels/attend/map_views.h"
#include "viewmodels/map_archive.h"
#include "views/map_table.h"

namespace headlight {

ValueTable tableOf(const AttendModel& model, int side) {
    const AttentionMap* map = model.focusedMap(side);
    return map ? tableOf(*map, tokenTexts(model.recording()->sequences()[std::size_t(side)])) : ValueTable();
}

FigureMenu* addMapFigure(QWidget* view, Session& session, const AttendModel& model, FigureSource source) {
    if (source.picture)
        source.picture = [picture = std::move(source.picture), &model] {
            return model.isEmpty() || model.isFocusPending() ? Picture() : picture();
        };
    source.values = [values = std::move(source.values), &model] {
        ValueTable table = values();
        if (!model.isEmpty())
            table.columns = markedHeader(table.columns, originOf(model));
        return table;
    };
    source.files << arrayFile(AttendModel::tr("NumPy archive of all maps, heads and the answer"),
                              [&model](const auto& path) { model.saveMaps(path); });
    auto* menu = new FigureMenu(view, std::move(source));
    QObject::connect(menu, &FigureMenu::failed, &session, [&session](const QString& message) {
        session.post({"export", Notice::Kind::Error, message, {}});
    });
    const auto withdrawLack = [menu, &session] {
        if (menu->isLackOver())
            session.withdraw("export");
    };
    QObject::connect(&model, &AttendModel::changed, menu, withdrawLack, Qt::QueuedConnection); // once it is shown
    return menu;
}

} // namespace headlight
