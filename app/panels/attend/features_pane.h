#pragma once

#include "viewmodels/features_model.h"
#include "views/map_view.h"

#include <QWidget>
#include <optional>

class QComboBox;
class QLabel;
class QSpinBox;
class QStackedLayout;
class QToolButton;

namespace headlight {

class FeaturePair;
class FeatureStrips;
class FeatureSwitches;
class HistogramView;
class MapGrid;

/// All features of the head in focus as small maps, or as rows of one map where a token has a weight alone. What is
/// chosen here is shown large, and can be switched off, kept alone or scaled; below stands how the features differ in
/// the pair of tokens that is pointed at.
class FeaturesPane : public QWidget {
    Q_OBJECT
public:
    FeaturesPane(Session& session, AttendModel& model, Jobs& jobs, QWidget* parent = nullptr);

    void setLook(const MapLook& look);
    /// Somebody looks. Not before: where the pane is behind another one, which Qt does not call hidden, its maps would
    /// take as long as all that is seen.
    void setWatched(bool watched);
    void leavePair(); ///< of features that are compared
    const FeaturesModel& features() const { return *m_features; }

    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    /// A small map: a feature, or the mean of a cluster.
    struct Item {
        FeatureChoice choice;
        int line = 0; ///< by clusters: 0 for all of their means, then one for each
    };
    QLayout* makeOrder();
    void refresh();
    void refreshOrder();
    void refreshMaps();
    void refreshFocus();
    void refreshCell();
    void refreshEffects();
    void choose(int item);
    void compareWith(int item);
    static QString labelOf(const Item& item);
    MapThumbnail thumbnailOf(const Item& item) const;
    void refreshStrips();
    QString noteText() const;
    bool areStrips() const;

    Session& m_session;
    AttendModel& m_model;
    FeaturesModel* m_features;
    MapLook m_look;
    bool m_watched = false;
    std::vector<Item> m_items;
    std::optional<std::pair<MapAddress, FeatureOrder>> m_orderedOf; ///< of which maps were shown in their final order
    std::optional<std::pair<MapAddress, FeatureOrder>> m_stripsOf;  ///< and whose rows, in which
    QComboBox* m_order;
    QSpinBox* m_clusters;
    QToolButton* m_all; ///< at once
    QStackedLayout* m_stack;
    MapGrid* m_grid;
    FeatureStrips* m_strips;
    QLabel *m_empty, *m_chosen;
    FeatureSwitches* m_switches;
    HistogramView* m_cell;
    FeaturePair* m_pair;
};

} // namespace headlight
