#include "window/main_window.h"

#include "engine/core/error.h"
#include "engine/core/files.h"
#include "engine/models/model.h"
#include "engine/models/saved_view.h"
#include "engine/models/saved_view_file.h"
#include "figure/export.h"
#include "figure/save_dialog.h"
#include "session/open_model.h"
#include "session/session_view.h"
#include "viewmodels/file_kind.h"
#include "viewmodels/folder_name.h"
#include "views/image_file.h"
#include "wording/shown_text.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QStandardPaths>

namespace headlight {

namespace {

/// Takes a file, and the folder of a model as soon as it is entered; other folders are gone through.
class OpenDialog : public QFileDialog {
public:
    OpenDialog(QWidget* parent, const QString& title, const QString& folder) : QFileDialog(parent, title, folder) {
        setOption(QFileDialog::DontUseNativeDialog); // those take either folders or files
        setFileMode(QFileDialog::ExistingFile);
        connect(this, &QFileDialog::directoryEntered, this, [this](const QString& entered) { takeModel(entered); });
    }

    const QString& chosen() const { return m_chosen; }

protected:
    void accept() override {
        const QString path = selectedFiles().value(0);
        if (takeModel(path))
            return;
        m_chosen = path;
        QFileDialog::accept();
    }

private:
    bool takeModel(const QString& folder) {
        if (!QFileInfo::exists(folder + QStringLiteral("/config.json")))
            return false;
        m_chosen = folder;
        done(QDialog::Accepted);
        return true;
    }

    QString m_chosen;
};

} // namespace

/// A picture of ours, which opens as what it shows.
static bool holdsView(const QString& path) {
    constexpr std::uint64_t longestPicture = std::uint64_t(256) << 20;
    try {
        return savedViewInPng(readFile(path.toStdU16String(), longestPicture)).has_value();
    } catch (const Error&) { // a larger file
        return false;
    }
}

void MainWindow::saveView() {
    const auto problem = [this](const QString& text) { m_session.post({"save-view", Notice::Kind::Error, text, {}}); };
    std::optional<SavedView> view = savedViewOf(m_session, {});
    if (!view)
        return problem(m_session.current() ? tr("This model is from no folder that could be opened again.")
                                           : tr("There is no view to save: no model is open."));
    try {
        m_session.current()->model->read(view->texts);
    } catch (const Error& error) { // such a view could not be opened
        return problem(tr("There is no view to save: %1.").arg(shownText(std::string_view(error.what()))));
    }
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

void MainWindow::askForImage() {
    const QString beside = QFileInfo(m_session.sentence()).isFile()
                               ? QFileInfo(m_session.sentence()).path()
                               : QStandardPaths::writableLocation(QStandardPaths::PicturesLocation);
    const QString file = QFileDialog::getOpenFileName(this, tr("Open an image for the model"), beside,
                                                      tr("Images (%1)").arg(imageFilePatterns()));
    if (!file.isEmpty())
        m_session.setSentence(file);
}

void MainWindow::openFile(const QString& path) {
    const bool isImage = isImageFile(path) && !holdsView(path);
    if (isImage && m_session.seesImages()) {
        m_session.setSentence(QFileInfo(path).absoluteFilePath());
        return showView(QStringLiteral("attend"));
    }
    if (isImage && !isViewFile(path))
        return m_session.post({"open-model",
                               Notice::Kind::Error,
                               tr("%1 is an image, and the model that is open reads texts: open the folder of a model "
                                  "that sees images first, a ViT, DeiT or DINOv2.")
                                   .arg(shownText(QFileInfo(path).fileName())),
                               {}});
    if (isViewFile(path))
        return openView(path);
    const QFileInfo file(path);
    QString kind = foreignFileKind(path);
    if (opensAlone(path))
        return openAndShow(path);
    if (isPartOfFolder(path))
        return openAndShow(file.path());
    if (kind.isEmpty() && file.isFile())
        kind = tr("neither a view nor a file of a model, for no config.json is beside it");
    if (!kind.isEmpty())
        return m_session.post(
            {"open-model",
             Notice::Kind::Error,
             tr("%1 was not opened: it is %2. Headlight opens the folder of a model (config.json, "
                "model.safetensors, vocab.txt or tokenizer.json), attention maps (.npz, .npy, .json), a "
                "saved view, or a picture that holds one.")
                 .arg(shownText(file.fileName()), kind),
             {}});
    openAndShow(path);
}

void MainWindow::askForModel() {
    const QString beside = QFileInfo(m_settings.text("model")).path(); // a model is no place to look for another
    OpenDialog dialog(this, tr("Open a model folder, a file of it, attention maps, or a saved view"), beside);
    if (dialog.exec() == QDialog::Accepted)
        openFile(dialog.chosen());
}

bool MainWindow::isViewFile(const QString& file) {
    return QFileInfo(file).isFile() && ViewOpener::extensions().contains(QFileInfo(file).suffix().toLower());
}

} // namespace headlight
