#pragma once

#include "panels/attend/map_views.h"

#include <QWidget>
#include <array>

class QButtonGroup;
class QLabel;
class QSplitter;
class QStackedWidget;
class QVBoxLayout;

namespace headlight {

class AlteredLine;
class BetweenChoice;
class BusyBar;
class CellBrush;
class CombineChoice;
class EffectsModel;
class EmptyState;
class FeatureControls;
class HeatMap;
class ImageMap;
class LookMenu;
class SentenceMap;
class StageButtons;

/// The middle of the Attend view: what is altered, stage and feature controls, the chosen map of the sentence large, of
/// a pair of both, and below what there is to say of them.
class MapPane : public QWidget {
    Q_OBJECT
public:
    MapPane(Session& session, AttendModel& model, const EffectsModel& effects, QWidget* parent = nullptr);

    /// With the one range of all maps that are shown.
    const MapLook& look() const { return m_look; }
    HeatMap* heatMap() const; ///< of the sentence in focus
    StageButtons* stages() const { return m_stages; }
    BetweenChoice* between() const { return m_between; }
    FeatureControls* features() const { return m_features; }
    CellBrush* brush() const { return m_brush; }
    LookMenu* lookMenu() const { return m_lookMenu; }
    /// Without them there is the map alone, and what is altered.
    void showControls(bool shown);

signals:
    void lookChanged();

private:
    void buildControls();
    void refresh();
    void refreshMap();
    void nameSides();
    void keepZoom();
    void refreshBrush();
    void refreshNote();
    QStringList notes() const;
    QString unseenNote() const;
    QString unseenInPassage() const;
    std::vector<int> sequencesRead() const;
    void refreshState();
    void onMarks();
    void refreshLook();

    Session& m_session;
    AttendModel& m_model;
    const EffectsModel& m_effects;
    MapLook m_look;
    bool m_isBare = false;
    int m_sharedRound = -1; ///< of the thumbnails that the look's shared spreads are of; −1: of other maps
    AlteredLine* m_altered;
    QWidget* m_controls;
    QWidget* m_sequenceChoice = nullptr; ///< of a pair
    QButtonGroup* m_sequenceButtons = nullptr;
    StageButtons* m_stages;
    BetweenChoice* m_between = nullptr;
    CombineChoice* m_combine = nullptr;
    CellBrush* m_brush = nullptr;
    LookMenu* m_lookMenu = nullptr;
    FeatureControls* m_features;
    QStackedWidget* m_pages;
    QWidget* m_page;
    QSplitter* m_maps;
    std::array<SentenceMap*, 2> m_sentences{}; ///< the second is seen of a pair
    ImageMap* m_image = nullptr;               ///< seen of an image
    QLabel* m_note;
    QVBoxLayout* m_notePlace; ///< the layout that it stands in
    EmptyState* m_empty;
    BusyBar* m_busy;
};

} // namespace headlight
