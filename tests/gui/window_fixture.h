#pragma once

#include "app/sample_model.h"
#include "engine/models/model_folder.h"
#include "figure/figure_dialog.h"
#include "matrix/bar_list.h"
#include "matrix/map_grid.h"
#include "window/main_window.h"

#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QtTest>
#include <memory>

namespace headlight {

constexpr int patience = 60000; ///< ms: under sanitizers on a busy machine

/// The real window, with real clicks and keys; its settings, store and models are in a folder of their own.
class WindowFixture {
protected:
    WindowFixture() { saveModel(*sampleClassifier(), modelFolder().toStdString()); }

    QString modelFolder() const { return m_folder.filePath("questions"); }

    /// A window as after the first start.
    void begin(const WindowOptions& options = {}) {
        QFile::remove(m_folder.filePath("settings.ini"));
        openWindow(options);
    }
    void end() {
        if (m_window)
            closeWindow();
    }

    void openWindow(WindowOptions options = {}) {
        m_settings = std::make_unique<Settings>(m_folder.filePath("settings.ini"));
        if (options.model.isEmpty())
            options.model = modelFolder();
        options.store = m_folder.filePath("runs.sqlite");
        m_window = std::make_unique<MainWindow>(*m_settings, options);
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        QTRY_VERIFY_WITH_TIMEOUT(m_window->isComplete(), patience);
    }

    void closeWindow() {
        m_window->close();
        m_window.reset();
        m_settings.reset();
    }

    void reopenWindow() {
        closeWindow();
        openWindow();
    }

    /// In a window of its own, as after the first start.
    void openModel(const std::string& encoder, const std::vector<std::pair<std::string, std::string>>& options,
                   const std::string& task = "classify") {
        closeWindow();
        WindowOptions window;
        window.model = m_folder.filePath(QString::fromStdString(encoder + ' ' + task));
        saveModel(*sampleClassifier(encoder, options, task), window.model.toStdString());
        begin(window);
    }

    template <class Widget>
    Widget* find(const char* name) {
        auto* widget = m_window->findChild<Widget*>(name);
        if (!widget)
            qFatal("there is no %s", name);
        return widget;
    }

    FigureDialog* figureDialog() {
        for (auto* dialog : m_window->findChildren<FigureDialog*>())
            if (dialog->isVisible())
                return dialog;
        return nullptr;
    }
    /// Clicks Export… in the dialog of figures, and closes it where nothing was written.
    void exportFigure() {
        FigureDialog* dialog = figureDialog();
        QVERIFY(dialog);
        QTest::mouseClick(dialog->findChild<QPushButton*>("figure-export"), Qt::LeftButton);
        if (dialog->isVisible())
            QTest::keyClick(dialog, Qt::Key_Escape);
        QVERIFY(!dialog->isVisible());
    }

    void settle() { QTRY_VERIFY_WITH_TIMEOUT(m_window->isComplete(), patience); }

    void type(const QString& sentence) {
        auto* field = find<QLineEdit>("sentence");
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, sentence);
        settle();
    }

    void clickThumbnail(int index) {
        auto* grid = find<MapGrid>("overview");
        QTest::mouseClick(grid->viewport(), Qt::LeftButton, {}, grid->thumbnailRect(index).center().toPoint());
        settle();
    }

    /// Of the answer.
    QList<double> bars() {
        QList<double> values;
        for (const Bar& bar : find<BarList>("answer-bars")->painter().bars())
            values << bar.value;
        return values;
    }

    QTemporaryDir m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<MainWindow> m_window;
};

} // namespace headlight
