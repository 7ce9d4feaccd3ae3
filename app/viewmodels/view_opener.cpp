#include "viewmodels/view_opener.h"

#include "engine/core/error.h"
#include "engine/models/model_files_hash.h"
#include "engine/models/saved_view_file.h"
#include "session/open_model.h"
#include "session/session_view.h"
#include "viewmodels/file_kind.h"
#include "wording/shown_text.h"

#include <QDir>
#include <QFileInfo>

namespace headlight {

namespace {

const QString viewNotice = QStringLiteral("open-view");

std::string hashOf(const QString& folder) {
    return modelFilesHash(folder.toStdU16String());
}

/// A name from a file that may be of any length.
QString nameIn(const std::string& text) {
    return shownText(printable(text, 80));
}

void expectOneOf(const QStringList& names, const std::string& name, const char* entry, const QString& where) {
    if (!names.contains(QString::fromStdString(name)))
        throw Error(QObject::tr("%1: %2: expected one of %3, got “%4”")
                        .arg(where, QLatin1String(entry), names.join(QStringLiteral(", ")), nameIn(name))
                        .toStdString());
}

/// What the file is, where it is none of those that hold views.
QString otherKind(const QString& file) {
    if (ViewOpener::extensions().contains(QFileInfo(file).suffix().toLower()) || !QFileInfo(file).isFile())
        return {};
    const QString kind = foreignFileKind(file);
    return QObject::tr("%1: %2. A view is a file that Headlight saved (.headlight), or a PNG or SVG picture that it "
                       "wrote; a model is opened by its folder (--model FOLDER).")
        .arg(shownText(QFileInfo(file).fileName()),
             kind.isEmpty() ? QObject::tr("this is no view") : QObject::tr("this is %1, no view").arg(kind));
}

} // namespace

QStringList ViewOpener::extensions() {
    return {QStringLiteral("headlight"), QStringLiteral("png"), QStringLiteral("svg")};
}

ViewOpener::ViewOpener(Session& session, ModelOpener& models, QStringList colorMaps, QStringList ranges,
                       QStringList scales, QObject* parent)
    : QObject(parent), m_session(session), m_models(models), m_colorMaps(std::move(colorMaps)),
      m_ranges(std::move(ranges)), m_scales(std::move(scales)) {}

void ViewOpener::open(const QString& file) {
    const QString name = shownText(QFileInfo(file).fileName());
    try {
        if (const QString kind = otherKind(file); !kind.isEmpty())
            throw Error(kind.toStdString());
        const SavedView view = readSavedView(file.toStdU16String());
        check(view, name);
        const auto fits = [view, name](const OpenModel& model) { checkFits(view, model, name); };
        const auto showIt = [this, view] {
            m_session.withdraw(viewNotice);
            emit accepted();
            showSavedView(view, m_session);
        };
        m_models.open(modelOf(view, file), ModelUse{name, viewNotice, fits, showIt});
    } catch (const std::exception& error) {
        const QString message = tr("The view was not opened: %1").arg(shownLines(reasonOf(error)));
        m_session.post({viewNotice, Notice::Kind::Error, message, {}});
        emit refused(message);
    }
}

void ViewOpener::check(const SavedView& view, const QString& where) const {
    expectOneOf(m_colorMaps, view.colorMap, "colors.map", where);
    expectOneOf(m_ranges, view.range, "colors.range", where);
    if (view.colorScale)
        expectOneOf(m_scales, *view.colorScale, "colors.scale", where);
}

/// One that is open comes first, however its folder was changed since; then the folder that is named, then others that
/// are known and have the same files.
QString ViewOpener::modelOf(const SavedView& view, const QString& file) const {
    for (const auto& model : m_session.models())
        if (model->filesHash == view.hash)
            return model->id;
    QString named =
        QDir::cleanPath(QFileInfo(file).absoluteDir().absoluteFilePath(QString::fromStdString(view.folder)));
    if (hashOf(named) == view.hash)
        return named;
    for (const QString& folder : m_models.recent() + bundledModels())
        if (hashOf(folder) == view.hash)
            return folder;
    const QString title = nameIn(view.title), folder = shownText(QDir::toNativeSeparators(named));
    const QString problem = QFileInfo::exists(named + QStringLiteral("/config.json")) || QFileInfo(named).isFile()
                                ? tr("%1: its model “%2” is no longer what it was: the files in %3 have changed.")
                                : tr("%1: its model “%2” is not in %3.");
    throw Error((problem.arg(shownText(QFileInfo(file).fileName()), title, folder) + ' ' +
                 tr("Open the folder where that model is now (Ctrl+O), then the view again."))
                    .toStdString());
}

} // namespace headlight
