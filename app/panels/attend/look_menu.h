#pragma once

#include "views/map_look.h"

#include <QMenu>

class QActionGroup;

namespace headlight {

class Settings;

/// The look that the settings keep.
MapLook lookFrom(const Settings& settings);

/// How maps are coloured: colour maps, ranges, scales, and whether each map has a range of its own. The choice is
/// remembered.
class LookMenu : public QMenu {
    Q_OBJECT
public:
    explicit LookMenu(Settings& settings, QWidget* parent = nullptr);

    const MapLook& look() const { return m_look; }
    /// How the names of such choices begin.
    static constexpr QLatin1StringView colorMaps{"color-map."}, ranges{"range."};
    /// To the next choice of a kind; after the last one comes the first.
    void step(QLatin1StringView kind);
    /// The settings have another look, of a view that was opened.
    void restore();
    /// Asks for the ends of RangeChoice::Fixed.
    void askLimits();

signals:
    void changed(); ///< the user chose something else

private:
    void addColorMaps();
    void addRanges();
    void addScales();
    QActionGroup* addGroup(const QString& title);
    QAction* addChoice(QActionGroup* group, const QString& name, const QString& title, const QString& kind,
                       const QString& key);
    void setRange(RangeChoice choice);
    void setScale(ColorScale scale);
    void showLimits();
    void showChoices();

    Settings& m_settings;
    MapLook m_look;
    QList<QAction*> m_ranges; ///< in the order of rangeChoiceRows()
};

} // namespace headlight
