#include "panels/attend/map_figure.h"

#include "engine/core/error.h"
#include "engine/models/saved_view_file.h"
#include "panels/array_file.h"
#include "panels/attend/map_page_file.h"
#include "panels/attend/map_views.h"
#include "session/open_model.h"
#include "session/session_view.h"
#include "viewmodels/map_archive.h"
#include "viewmodels/view_opener.h"
#include "views/map_table.h"

#include <QFontMetricsF>
#include <QPainter>
#include <cmath>

namespace headlight {

ValueTable tableOf(const AttendModel& model, int sequence) {
    const AttentionMap* map = model.focusedMap(sequence);
    return map ? tableOf(*map, tokenTexts(model.recording()->sequences()[std::size_t(sequence)])) : ValueTable();
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

Picture titled(const Picture& picture, const QFont& font, Theme theme) {
    const QSizeF band(picture.size.width(), std::ceil(1.8 * QFontMetricsF(font).height()));
    const auto paint = [picture, font, theme, band](QPainter& painter) {
        painter.save();
        painter.fillRect(QRectF(QPointF(), band), color(ColorRole::Surface, theme));
        painter.setFont(font);
        painter.setPen(color(ColorRole::Text, theme));
        painter.drawText(QRectF(QPointF(), band), Qt::AlignCenter,
                         QFontMetricsF(font).elidedText(picture.title, Qt::ElideRight, band.width()));
        painter.translate(0, band.height());
        picture.paint(painter);
        painter.restore();
    };
    return {QSizeF(band.width(), band.height() + picture.size.height()), paint, picture.title, picture.metadata};
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

FigureMenu* addMapFigure(QWidget* view, Session& session, const AttendModel& model, FigureSource source) {
    if (source.picture)
        source.picture = [picture = std::move(source.picture), &model, &session] {
            if (model.isEmpty() || model.isFocusPending())
                return Picture();
            Picture made = picture();
            made.document = viewDocument(session, model);
            return made;
        };
    source.values = [values = std::move(source.values), &model] {
        ValueTable table = values();
        if (!model.isEmpty())
            table.columns = markedHeader(table.columns, originOf(model));
        return table;
    };
    source.files << arrayFile(AttendModel::tr("NumPy archive of all maps, heads and the answer"),
                              [&model](const auto& path) { model.saveMaps(path); });
    source.files << mapPageFile(model, session.settings());
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

} // namespace headlight
