#pragma once

#include "panels/attend/map_views.h"

#include <QWidget>
#include <optional>

namespace headlight {

class CellMenu;
class EffectStrip;
class EffectsModel;
class FigureMenu;
class FittingScroll;
class HeatMap;
class TokenStrip;

/// The map of one sentence, large, above it the effects of its words, and the source-to-token strip below. Of a
/// pair there are two of these, which are both read and keep their pins: around the one in focus is a frame, and a
/// click or the keyboard in the other brings that into focus.
class SentenceMap : public QWidget {
    Q_OBJECT
public:
    /// `place`: AttendModel::sequenceAt().
    SentenceMap(int place, Session& session, AttendModel& model, const EffectsModel& effects,
                QWidget* parent = nullptr);

    HeatMap* heatMap() const { return m_map; }
    /// What a drag over the map makes of its cells; none: it moves the map.
    void setBrush(const std::optional<CellMark>& mark, double weight);
    /// `mapless`: there is none, and a note stands in its place.
    void showMap(const MapLook& look, bool mapless);
    void onMarks();
    /// For a presentation: the map has the room, beside it are only strips of few words, and these are compact.
    void setBare(bool bare);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void connectMap();
    void connectStrip();
    void showEffects();
    bool hasRoomForStrips() const;
    void buildFigureMenus();
    void refreshCellMenu(const MapCell& cell);
    QString weightNow(const HeadCell& place) const;
    void markCells(const QList<MapCell>& cells, CellMark mark, double weight = 1);
    bool isHiddenAnyway(const MapCell& cell) const;
    bool isLater(const HeadCell& cell) const;
    QString figureName() const;
    void giveRoom();
    ShownAxis stripAxis() const;
    const AttentionMap* stripMap() const;
    bool isInFocus() const { return m_model.place() == m_place; }
    /// Hides a cell, or shows it again; one that the mask hides anyway stays as it is.
    void toggleCell(int query, int key);
    /// The head whose cells can be changed here; null where they can't be.
    const HeadEntry* changeableHead() const;
    /// Whether the columns of the map are the tokens, as those of the strip are.
    bool showsTokens() const;

    int sequence() const { return m_model.sequenceAt(m_place); }

    const int m_place;
    Session& m_session;
    AttendModel& m_model;
    HeatMap* m_map;
    TokenStrip* m_strip;
    FittingScroll* m_stripArea;
    EffectStrip* m_effects; ///< above the map
    FittingScroll* m_effectsArea;
    QList<FigureMenu*> m_menus;
    CellMenu* m_cellMenu;
    std::optional<CellMark> m_brush;
    double m_brushWeight = 1;
    std::optional<TextPair> m_part; ///< of the map that is shown
    bool m_isBare = false;
    bool m_pinsStay = false; ///< while another part comes into view
};

} // namespace headlight
