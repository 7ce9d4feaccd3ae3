#pragma once

#include "app/panels/panel_fixture.h"
#include "app/sample_runs.h"
#include "figure/export.h"
#include "figure/figure_menu.h"
#include "forms/expression_edit.h"
#include "panels/runs_panel.h"

#include <QHeaderView>
#include <QPushButton>
#include <QTableView>
#include <cmath>

namespace headlight {

/// Three seeds of mtsa and two of disa, with curves.
inline void fill(const QString& path) {
    Store store(path.toStdString());
    for (int r = 0; r < 5; ++r) {
        NewRun run = sampleRun(r < 3 ? "mtsa" : "disa", "trec", r % 3 + 1);
        run.configuration = R"({"train":{"optimizer":"adam","seed":)" + std::to_string(r % 3 + 1) + "}}";
        std::vector<MetricPoint> points;
        for (int step = 0; step < 100; ++step)
            points.push_back({"train.loss", step, step / 20.0, step * .5, 2 * std::exp(-step / (20.0 + r))});
        points.push_back({"best.accuracy", 99, 5, 50, .85 + .02 * r});
        points.push_back({"test.accuracy", 50, 2.5, 25, .80 + .02 * r});
        points.push_back({"test.accuracy", 99, 5, 50, .85 + .02 * r});
        points.push_back({"run.seconds", 99, 5, 50, 50.0 + r});
        points.push_back({"run.epochs", 99, 5, 50, 5});
        points.push_back({"train.peak_bytes", 99, 5, 50, 1e7 * (r + 1)});
        addRun(store, run, points, r == 4 ? RunStatus::Stopped : RunStatus::Finished);
    }
}

/// Runs in a window of its own, clicked and typed into.
class RunsFixture : protected PanelFixture<RunsPanel> {
protected:
    template <class Button>
    void click(const QString& name) {
        find<Button>(name)->click();
    }
    void openFilled() {
        fill(m_session->storePath());
        open();
    }
    /// What the exported picture of that menu says of itself.
    QString metadata(FigureMenu* menu, const QString& key) {
        const QString file = m_folder->filePath("picture.png");
        if (const QString problem = menu->exportTo(file); !problem.isEmpty())
            return problem;
        for (const auto& [name, text] : readPictureMetadata(file))
            if (name == key)
                return text;
        return {};
    }
    QTableView* table() { return find<QTableView>("runs.table"); }
    int column(const QString& title) {
        for (int c = 0; c < table()->model()->columnCount(); ++c)
            if (table()->model()->headerData(c, Qt::Horizontal).toString() == title)
                return c;
        return -1;
    }
    QString cell(int row, int c) { return table()->model()->index(row, c).data().toString(); }
    QStringList names() {
        QStringList all;
        for (int row = 0; row < table()->model()->rowCount(); ++row)
            all.append(cell(row, 0));
        return all;
    }
    QString filterProblem() {
        const auto& problem = find<ExpressionLine>("runs.filter")->problem();
        return problem ? problem->message : QString();
    }
    void clickHeader(int c) {
        auto* header = table()->horizontalHeader();
        table()->scrollTo(table()->model()->index(0, c));
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                          QPoint(header->sectionViewportPosition(c) + 8, header->height() / 2));
    }
    void type(const QString& text) {
        auto* line = find<ExpressionLine>("runs.filter");
        line->setFocus();
        line->clear();
        QTest::keyClicks(line, text);
        QCOMPARE(line->text(), text);
    }
    void choose(const QStringList& wanted) {
        table()->clearSelection();
        bool first = true;
        for (int row = 0; row < table()->model()->rowCount(); ++row)
            if (wanted.contains(cell(row, 0))) {
                QTest::mouseClick(table()->viewport(), Qt::LeftButton, first ? Qt::NoModifier : Qt::ControlModifier,
                                  table()->visualRect(table()->model()->index(row, 0)).center());
                first = false;
            }
    }
    QPushButton* visibleButton(const QString& text) {
        for (auto* button : m_panel->findChildren<QPushButton*>())
            if (button->text() == text && button->isVisible())
                return button;
        return nullptr;
    }
};

} // namespace headlight
