#pragma once

#include "viewmodels/attend_model.h"
#include "views/map_look.h"

#include <QWidget>

class QSlider;

namespace headlight {

class PatchMap;
class Session;

/// The image that the model sees, and over it what one token looks at in the map in focus: the query that is pinned, or
/// the first that is displayed, mostly the class token. A click on a patch, or on a mark, pins it, so all maps follow.
class ImageMap : public QWidget {
    Q_OBJECT
public:
    ImageMap(Session& session, AttendModel& model, QWidget* parent = nullptr);

    /// It is seen where the map in focus is of an image.
    void showMap(const MapLook& look);
    void onMarks();

private:
    int query(Index tokens) const;

    Session& m_session;
    AttendModel& m_model;
    MapLook m_look;
    PatchMap* m_map;
    QSlider* m_strength;
};

} // namespace headlight
