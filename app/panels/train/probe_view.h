#pragma once

#include "matrix/matrix_view.h"
#include "viewmodels/train_probes.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QSlider;
class QStackedWidget;

namespace headlight {

class EmptyState;
class FigureMenu;
class HeatMap;
class MapGrid;

/// The maps of a probe sentence at one of the stored epochs: all heads small, one large, and a slider over the epochs.
class ProbeView : public QWidget {
    Q_OBJECT

public:
    explicit ProbeView(TrainProbes& probes, QWidget* parent = nullptr);

    int current() const { return m_current; } ///< which of the small maps is large
    void setCurrent(int map);                 ///< the nearest when there are fewer

signals:
    void currentChanged(int map);
    void failed(const QString& message);

private:
    void showEpochs();
    void showSnapshot();
    void showSentences();
    void showMap();

    TrainProbes& m_probes;
    QComboBox* m_sentence;
    QSlider* m_slider;
    QLabel* m_epoch;
    MapGrid* m_grid;
    HeatMap* m_map;
    EmptyState* m_empty;
    QStackedWidget* m_pages;
    FigureMenu* m_menu;
    int m_current = 0;
    AttentionMap m_shown;
};

} // namespace headlight
