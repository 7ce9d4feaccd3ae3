#include "panels/attend/map_figure.h"

#include "panels/array_file.h"

namespace headlight {

/// A table has no place for remarks but the name of its first column, which no program reads numbers from.
static ValueTable marked(ValueTable table, const AttendModel& model) {
    if (const QString altered = model.alterations(); !altered.isEmpty())
        table.columns.first() += AttendModel::tr(" (altered: %1)").arg(altered);
    return table;
}

FigureMenu* addMapFigure(QWidget* view, Session& session, const AttendModel& model, FigureSource source) {
    if (source.picture)
        source.picture = [picture = std::move(source.picture), &model] {
            return model.isEmpty() || model.isFocusPending() ? Picture() : picture();
        };
    source.values = [values = std::move(source.values), &model] { return marked(values(), model); };
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
