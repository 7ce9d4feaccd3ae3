#include "panels/attend/dock_cover.h"

#include "forms/empty_state.h"
#include "forms/overlay.h"
#include "viewmodels/attend_model.h"

#include <QDockWidget>

namespace headlight {

void coverWhileEmpty(QDockWidget& dock, const AttendModel& model, FaintPicture picture, const QString& sentence) {
    QWidget* const content = dock.widget();
    auto* cover = new EmptyState(sentence);
    cover->setPicture(picture);
    cover->setAutoFillBackground(true);
    new Overlay(cover, content, Overlay::Place::Whole);
    const auto refresh = [cover, content, &model] {
        content->setEnabled(!model.isEmpty()); // the keyboard does not go below the cover
        cover->setVisible(model.isEmpty());
    };
    QObject::connect(&model, &AttendModel::changed, cover, refresh);
    refresh();
}

} // namespace headlight
