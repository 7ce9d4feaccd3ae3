#pragma once

#include "panels/panel.h"
#include "viewmodels/mask_gallery.h"

#include <vector>

class QComboBox;
class QLayout;
class QPushButton;

namespace headlight {

class ChangeEffect;

class ExpressionEdit;
class FewLinesLabel;
struct FigureSource;
class HeatMap;
class MapGrid;

/// The mask language to look at: every term as a card, an expression of one's own with the heads it is laid out to, and
/// a way to put it on the open model.
class MasksPanel : public Panel {
    Q_OBJECT
public:
    MasksPanel(Session& session, Jobs& jobs, QWidget* parent = nullptr);

    bool showsModel() const override { return true; }
    void remember() const override;

protected:
    void arrange() override;
    int neededWidth(const QDockWidget* dock) const override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QWidget* makeTop();
    void makeExpression();
    QLayout* makeTargets();
    QWidget* makeLarge();
    void addFigure(QWidget* view, const FigureSource& source);
    /// `shown`: what the cards are of, m_terms or m_heads.
    void addGridFigure(MapGrid* grid, const QString& name, const QString& title, const std::vector<MaskShape>& shown,
                       bool numbered);
    void addGallery();
    void addLayout();
    void useExpression(const QString& text);
    void refreshGallery();
    void refreshLayout();
    void refreshTargets();
    void refreshButtons();
    void showShape(const MaskShape& shape);
    void showCard(int term);
    const MaskShape* currentShape() const;
    void setLength(int length);
    void apply(bool allHeads);

    int m_length;
    std::vector<MaskShape> m_terms, m_heads;
    int m_head = 0;   ///< of m_heads
    int m_chosen = 0; ///< of the open model's heads, as far as it has so many
    QString m_shown;
    ExpressionEdit* m_expression;
    MapGrid *m_gallery, *m_layout;
    HeatMap* m_large;
    FewLinesLabel* m_help;
    QComboBox* m_target;
    QPushButton *m_apply, *m_applyAll;
    ChangeEffect* m_effect;
    FewLinesLabel* m_effectText; ///< before and after, of the open sentence
};

} // namespace headlight
