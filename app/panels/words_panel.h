#pragma once

#include "panels/panel.h"
#include "viewmodels/words_model.h"

namespace headlight {

class BarPlot;
class TopWordsView;
class WordForm;
class WordTableView;

/// Attention to words over a whole corpus, by the class of its texts: LAMA's Figure 4 and Table 6 for the open model
/// and any corpus.
class WordsPanel : public Panel {
    Q_OBJECT
public:
    WordsPanel(Session& session, Jobs& jobs, QWidget* parent = nullptr);

    bool isComplete() const override { return !m_model.isBusy(); }
    void remember() const override;

protected:
    void arrange() override;
    int neededWidth(const QDockWidget* dock) const override;
    QStringList presentedParts() const override { return {QStringLiteral("plot")}; }
    void showEvent(QShowEvent* event) override;

private:
    void connectAll();
    void start();
    void showResult();
    void showEmpty();
    void draw();
    void report(const QString& message);

    WordsModel m_model;
    WordForm* m_form;
    WordTableView* m_table;
    TopWordsView* m_top;
    BarPlot* m_plot;
};

} // namespace headlight
