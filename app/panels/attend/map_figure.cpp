#include "panels/attend/map_figure.h"

namespace headlight {

static QString saveMaps(const AttendModel& model, const QString& path) {
    try {
        model.saveMaps(path.toStdU16String());
        return {};
    } catch (const Error& error) {
        return QString::fromUtf8(error.what());
    }
}

/// A table has no place for remarks but the name of its first column, which no program reads numbers from.
static ValueTable marked(ValueTable table, const AttendModel& model) {
    if (const QString altered = model.alterations(); !altered.isEmpty())
        table.columns.first() += AttendModel::tr(" (altered: %1)").arg(altered);
    return table;
}

void addMapFigure(QWidget* view, Session& session, const AttendModel& model, FigureSource source) {
    source.values = [values = std::move(source.values), &model] { return marked(values(), model); };
    source.files << FigureSource::FileKind{AttendModel::tr("NumPy archive of all maps"), QStringLiteral("npz"),
                                           [&model](const QString& path) { return saveMaps(model, path); }};
    auto* menu = new FigureMenu(view, std::move(source));
    QObject::connect(menu, &FigureMenu::failed, &session, [&session](const QString& message) {
        session.post({"export", Notice::Kind::Error, message, {}});
    });
    QObject::connect(menu, &FigureMenu::exported, &session, [&session] { session.withdraw("export"); });
}

} // namespace headlight
