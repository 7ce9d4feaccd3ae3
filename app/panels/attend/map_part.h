#pragma once

#include "panels/attend/map_views.h"

#include <QWidget>

class QButtonGroup;
class QLabel;
class QMenu;
class QStackedWidget;
class QToolButton;
class QVBoxLayout;

namespace headlight {

class BusyBar;
class EmptyState;
class FeatureControls;
class HeatMap;
class MessageBar;
class StageButtons;
class FittingScroll;
class TokenStrip;

/// The middle of the Attend view: what is altered, stage and feature controls, the chosen map large, and the
/// source-to-token strip below it.
class MapPart : public QWidget {
    Q_OBJECT
public:
    MapPart(Session& session, AttendModel& model, QWidget* parent = nullptr);

    const MapLook& look() const { return m_look; }
    HeatMap* heatMap() const { return m_map; }
    TokenStrip* strip() const { return m_strip; }
    StageButtons* stages() const { return m_stages; }
    FeatureControls* features() const { return m_features; }
    /// Colour maps, then ranges: each an exclusive group of named actions.
    QMenu* lookMenu() const { return m_lookMenu; }

signals:
    void lookChanged();

private:
    void buildControls();
    void buildLookMenu(QToolButton* button);
    void buildFigureMenus();
    void refresh();
    void refreshMap();
    void refreshNote();
    void refreshState();
    void refreshAlteration();
    void onMarks();
    /// Hides a cell, or shows it again; one that the mask hides anyway stays as it is.
    void toggleCell(int query, int key);
    void setLook(const MapLook& look);
    /// What the strip shows: the first source-to-token map, of the sentence pooling in most models. None when the map
    /// above is such a one itself.
    const AttentionMap* stripMap() const;
    /// Whether the columns of the map are the tokens, as those of the strip are.
    bool showsTokens() const;

    Session& m_session;
    AttendModel& m_model;
    MapLook m_look;
    MessageBar* m_altered;
    QWidget* m_controls;
    QWidget* m_sides = nullptr; ///< of a pair
    QButtonGroup* m_sideButtons = nullptr;
    StageButtons* m_stages;
    QMenu* m_lookMenu = nullptr;
    FeatureControls* m_features;
    QStackedWidget* m_pages;
    QWidget* m_page;
    HeatMap* m_map;
    TokenStrip* m_strip;
    FittingScroll* m_stripArea;
    QLabel* m_note;
    QVBoxLayout* m_notePlace; ///< the layout that it stands in
    EmptyState* m_empty;
    BusyBar* m_busy;
};

} // namespace headlight
