#include "window/main_window.h"

#include "engine/models/saved_view.h"
#include "figure/export.h"
#include "figure/save_dialog.h"
#include "session/open_model.h"
#include "session/session_view.h"
#include "viewmodels/folder_name.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QStandardPaths>

namespace headlight {

void MainWindow::saveView() {
    const auto problem = [this](const QString& text) { m_session.post({"save-view", Notice::Kind::Error, text, {}}); };
    std::optional<SavedView> view = savedViewOf(m_session, {});
    if (!view)
        return problem(m_session.current() ? tr("This model is from no folder that could be opened again.")
                                           : tr("There is no view to save: no model is open."));
    const QString path =
        SaveDialog::ask(this, tr("Save view"), tr("view"), {{tr("View of Headlight"), "headlight"}}).path;
    if (path.isEmpty())
        return;
    view->folder = folderName(m_session.current()->folder, path).toStdString();
    if (const QString failure = writeWholeFile(path, QByteArray::fromStdString(savedViewText(*view)));
        !failure.isEmpty())
        return problem(failure);
    m_session.withdraw("save-view");
    showWritten(path);
}

void MainWindow::askForView() {
    QStringList patterns;
    for (const QString& extension : ViewOpener::extensions())
        patterns << QStringLiteral("*.") + extension;
    const QString file =
        QFileDialog::getOpenFileName(this, tr("Open a view, or a picture that holds one"),
                                     QStandardPaths::writableLocation(QStandardPaths::PicturesLocation),
                                     tr("Views and pictures (%1)").arg(patterns.join(QLatin1Char(' '))));
    if (!file.isEmpty())
        m_viewOpener.open(file);
}

bool MainWindow::isViewFile(const QString& file) {
    return QFileInfo(file).isFile() && ViewOpener::extensions().contains(QFileInfo(file).suffix().toLower());
}

} // namespace headlight
