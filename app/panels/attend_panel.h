#pragma once

#include "engine/results/joined_texts.h"
#include "panels/panel.h"

#include <optional>

namespace headlight {

class AnswerPane;
class AttendModel;
class EffectsModel;
struct FigureSource;
class HeadList;
class HeadPane;
class LayerWords;
class LineView;
class MapGrid;
class FeaturesPane;
class MapPane;

/// What every head of the open model attends to in the session's sentence, and what a change of a head does.
class AttendPanel : public Panel {
    Q_OBJECT
public:
    AttendPanel(Session& session, Jobs& jobs, QWidget* parent = nullptr);

    bool isComplete() const override;
    bool showsModel() const override { return true; }
    bool readsSentence() const override { return true; }
    void remember() const override;

protected:
    void showControls(bool shown) override;
    QStringList presentedParts() const override { return {QStringLiteral("answer")}; }
    int presentedWidth(const QDockWidget* dock, int before) const override;
    void arrange() override;
    int neededWidth(const QDockWidget* dock) const override;
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void addMaps();
    void addHeadList();
    void addFeatures();
    void addAnswer();
    void addLines();
    void addLayers();
    void addVectors();
    void addCovers();
    void addCommands();
    void addLookCommands();
    void moveFocus(int layers, int heads);
    void leave();
    void refreshMaps();
    void refreshEffects();
    void refreshLines();
    void refreshCurrent();
    void recallZoom();
    void onMarks();

    AttendModel* m_model;
    EffectsModel* m_effects;
    LayerWords* m_layers;
    MapPane* m_map;
    QStringList m_keptZoom; ///< of the last window, until a map is shown
    HeadList* m_list;
    HeadPane* m_head;
    QAction* m_headOff = nullptr;
    MapGrid* m_maps;
    FeaturesPane* m_features;
    LineView* m_lines;
    std::optional<TextPair> m_part; ///< of the map that is shown as lines
    AnswerPane* m_answer;
};

} // namespace headlight
