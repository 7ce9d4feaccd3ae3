#include "panels/attend/map_figure.h"

#include "engine/core/error.h"
#include "engine/models/saved_view_file.h"
#include "panels/array_file.h"
#include "panels/attend/map_page_file.h"
#include "panels/attend/map_views.h"
#include "session/open_model.h"
#include "session/session_view.h"
#include "viewmodels/folder_name.h"
#include "viewmodels/map_archive.h"
#include "views/map_table.h"

namespace headlight {

ValueTable tableOf(const AttendModel& model, int sequence) {
    const AttentionMap* map = model.focusedMap(sequence);
    if (!map)
        return {};
    const std::vector<Sequence>& sequences = model.recording()->sequences();
    return tableOf(*map, tokenTexts(sequences[std::size_t(map->querySequence)]),
                   tokenTexts(sequences[std::size_t(map->keySequence)]));
}

ValueTable answerTable(const AttendModel& model) {
    const auto number = [](std::optional<double> value) { return value ? exactNumber(*value) : QString(); };
    ValueTable table{{AttendModel::tr("label"), AttendModel::tr("probability"), AttendModel::tr("unaltered")}, {}};
    if (model.answer().score())
        table.columns << AttendModel::tr("score") << AttendModel::tr("unaltered score");
    table.columns << AttendModel::tr("log-odds") << AttendModel::tr("unaltered log-odds");
    for (const AnswerRow& answer : model.answer().rows()) {
        table.rows << QStringList{answer.label, number(answer.probability), number(answer.was)};
        if (model.answer().score())
            table.rows.last() << number(model.answer().score()) << number(model.answer().scoreWas());
        table.rows.last() << number(answer.logOdds) << number(answer.logOddsWere);
    }
    return table;
}

QString partSuffix(const AttendModel& model) {
    const auto part = model.part();
    return part ? u'-' + QString::fromStdString(nameOf(*part)) : QString();
}

/// By which the picture opens again what it shows. It is given away, so it does not say where on this machine the model
/// is.
static QPair<QString, QString> viewDocument(const Session& session, const AttendModel& model) {
    const AttendInput& shown = model.shown();
    auto view = savedViewOf(session, folderName(shown.open->folder, {}));
    if (!view || shown.open != session.current())
        return {};
    view->texts = shown.texts;
    view->changes = shown.intervention;
    return {QString::fromLatin1(savedViewKey), QString::fromStdString(savedViewText(*view))};
}

FigureMenu* addAttendFigure(QWidget* view, Session& session, const AttendModel& model, FigureSource source) {
    if (source.picture)
        source.picture = [picture = std::move(source.picture), &model, &session](const FigureOptions& options) {
            if (model.isEmpty() || model.isFocusPending())
                return Picture();
            Picture made = picture(options);
            made.document = viewDocument(session, model);
            return made;
        };
    source.values = [values = std::move(source.values), &model] {
        ValueTable table = values();
        if (!model.isEmpty())
            table.columns = markedHeader(table.columns, originOf(model));
        return table;
    };
    auto* menu = new FigureMenu(view, std::move(source));
    QObject::connect(menu, &FigureMenu::failed, &session, [&session](const QString& message) {
        session.post({"export", Notice::Kind::Error, message, {}});
    });
    const auto withdrawRefusal = [menu, &session] {
        if (menu->isRefusalOver())
            session.withdraw("export");
    };
    for (const auto signal : {&AttendModel::changed, &AttendModel::mapChanged})
        QObject::connect(&model, signal, menu, withdrawRefusal, Qt::QueuedConnection); // once it is shown
    return menu;
}

FigureMenu* addMapFigure(QWidget* view, Session& session, const AttendModel& model, FigureSource source) {
    source.files << arrayFile(AttendModel::tr("NumPy archive of all maps, heads and the answer"),
                              [&model](const auto& path) { model.saveMaps(path); });
    source.files << mapPageFile(model, session.settings());
    return addAttendFigure(view, session, model, std::move(source));
}

} // namespace headlight
