#include "viewmodels/model_opener.h"

#include "engine/core/error.h"
#include "engine/models/formats.h"
#include "engine/models/model_place.h"
#include "session/open_model.h"
#include "viewmodels/model_title.h"
#include "wording/shown_text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <algorithm>

namespace headlight {

/// Beside an installed program, else in the sources it was built from.
static QString bundledFolder() {
    const QDir program(QCoreApplication::applicationDirPath());
    const QString installed = QDir::cleanPath(program.filePath("../share/headlight/models"));
    return QFileInfo::exists(installed) ? installed : QStringLiteral(HEADLIGHT_RESOURCES_DIR "/models");
}

QStringList bundledModels() {
    QStringList folders;
    const QDir models(bundledFolder());
    for (const QString& name : models.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name))
        if (QFileInfo::exists(models.filePath(name + "/config.json")))
            folders << models.filePath(name);
    return folders;
}

QString bundledTitle(const QString& folder) {
    try {
        const ModelTitle title = modelTitleOf(folder, {});
        return titleOf(*openModel(std::filesystem::path(folder.toStdU16String())), title.name, title.result);
    } catch (const Error&) { // which is told when it is opened
        return modelName(folder);
    }
}

QString modelName(const QString& folder) {
    QString name = shownText(QDir(folder).dirName());
    const QString parent = shownText(QFileInfo(folder).dir().dirName());
    if (name != QLatin1String("best") && name != QLatin1String("last"))
        return name;
    bool isNumber = false;
    parent.toLongLong(&isNumber);
    return (isNumber ? QStringLiteral("run %1 · %2") : QStringLiteral("%1 · %2")).arg(parent, name);
}

QString titleAmong(const OpenModel& model, const std::vector<std::shared_ptr<OpenModel>>& models) {
    const auto foldersOf = [](const OpenModel& of) { return of.folder.split('/', Qt::SkipEmptyParts); };
    const QStringList own = foldersOf(model);
    qsizetype first = own.size(), last = -1; // of those that the others have not, counted from the beginning
    for (const auto& other : models) {
        const QStringList others = foldersOf(*other);
        if (other->title() != model.title() || others == own)
            continue;
        const auto differs = std::mismatch(own.rbegin(), own.rend(), others.rbegin(), others.rend());
        const qsizetype at = std::max(qsizetype(0), qsizetype(own.rend() - differs.first) - 1);
        first = std::min(first, at);
        last = std::max(last, at);
    }
    return last < 0
               ? model.title()
               : QStringLiteral("%1 (%2)").arg(model.title(), shownText(own.mid(first, last - first + 1).join('/')));
}

ModelOpener::ModelOpener(Session& session, Jobs& jobs, ImageDecoder decode, QObject* parent)
    : QObject(parent), m_session(session), m_decode(std::move(decode)), m_job(jobs, this), m_recalling(jobs, this),
      m_recalled(session.settings().list("open-models")) {}

namespace {

/// A model and what it is called.
struct ReadModel {
    QString folder;
    std::shared_ptr<const Model> model;
    ModelTitle title;

    std::shared_ptr<OpenModel> open() const {
        auto open = std::make_shared<OpenModel>(folder, folder, title.name, model);
        open->result = title.result;
        return open;
    }
};

ReadModel load(const QString& folder, const QString& store, const ImageDecoder& decode) {
    return {folder, openModel(std::filesystem::path(folder.toStdU16String()), decode), modelTitleOf(folder, store)};
}

} // namespace

/// Of a file of a folder the folder, so that a model has one name whichever of them was given.
static QString pathOf(const QString& given) {
    const QString path = QFileInfo(given).canonicalFilePath();
    if (path.isEmpty())
        return QDir::cleanPath(given);
    try {
        return QString::fromStdU16String(modelPlace(path.toStdU16String()).u16string());
    } catch (const Error&) { // which reading it says again
        return path;
    }
}

static bool isOpenIn(const Session& session, const QString& id) {
    return std::any_of(session.models().begin(), session.models().end(),
                       [&](const auto& model) { return model->id == id; });
}

void ModelOpener::open(const QString& folder, bool again, std::function<void()> then) {
    const QString path = pathOf(folder);
    const ModelUse use{modelName(path), QStringLiteral("open-model"), {}, std::move(then)};
    if (isOpenIn(m_session, path) && !again)
        makeCurrent(path, use);
    else
        read(path, use);
}

void ModelOpener::open(const QString& folder, const ModelUse& use) {
    const QString path = pathOf(folder);
    for (const auto& model : m_session.models())
        if (model->id == path) {
            use.check(*model);
            return makeCurrent(path, use);
        }
    read(path, use);
}

/// A model that was opened, or a view with it, is what was wanted in the end.
void ModelOpener::withdrawNotices() {
    for (const auto* key : {"open-model", "open-view"})
        m_session.withdraw(QLatin1String(key));
}

void ModelOpener::makeCurrent(const QString& path, const ModelUse& use) {
    withdrawNotices();
    m_session.setCurrentModel(path);
    remember(path);
    if (use.then)
        use.then();
    emit opened();
}

void ModelOpener::read(const QString& path, const ModelUse& use) {
    const auto fail = [this, use](const QString& message) {
        m_session.post({use.notice, Notice::Kind::Error, tr("%1 was not opened: %2").arg(use.name, message), {}});
        emit failed(message);
    };
    m_job.start(
        tr("Open %1").arg(modelName(path)),
        [path, store = m_session.storePath(), decode = m_decode](JobControl&) { return load(path, store, decode); },
        [this, path, use, fail](const ReadModel& model) {
            auto read = model.open();
            try {
                if (use.check)
                    use.check(*read);
            } catch (const Error& error) {
                return fail(shownLines(error.what()));
            }
            m_session.addModel(std::move(read));
            makeCurrent(path, use);
        },
        fail);
}

void ModelOpener::remember() const {
    QStringList folders;
    for (const auto& model : m_session.models())
        if (!model->folder.isEmpty())
            folders << model->folder;
    for (const QString& folder : m_recalled) // closed before they were read
        if (!folders.contains(folder))
            folders << folder;
    m_session.settings().set("open-models", folders);
    if (m_session.current() && !m_session.current()->folder.isEmpty())
        m_session.settings().set("model", m_session.current()->folder);
}

void ModelOpener::recall() {
    struct Read {
        std::vector<ReadModel> models;
        QStringList problems;
    };
    const auto isOpen = [this](const QString& folder) {
        return std::any_of(m_session.models().begin(), m_session.models().end(),
                           [&](const auto& model) { return model->id == folder; });
    };
    m_recalled.removeIf(isOpen);
    if (m_recalled.isEmpty() || m_recalling.isBusy())
        return;
    m_recalling.start(
        tr("Open the models of the last time"),
        [folders = m_recalled, store = m_session.storePath(), decode = m_decode](JobControl&) {
            Read read;
            for (const QString& folder : folders)
                try {
                    read.models.push_back(load(folder, store, decode));
                } catch (const std::exception& error) {
                    read.problems << tr("%1 was open last time and was not opened: %2")
                                         .arg(modelName(folder), shownLines(reasonOf(error)));
                }
            return read;
        },
        [this, isOpen](const Read& read) {
            m_recalled.clear();
            for (const ReadModel& model : read.models)
                if (!isOpen(model.folder))
                    m_session.addModel(model.open(), true);
            if (!read.problems.isEmpty())
                m_session.post({"recall-models", Notice::Kind::Warning, read.problems.join('\n'), {}});
        },
        [](const QString&) {}); // each has told its own
}

void ModelOpener::remember(const QString& folder) {
    QStringList folders = recent();
    folders.removeAll(folder);
    folders.prepend(folder);
    m_session.settings().set("recent-models", QStringList(folders.mid(0, 9)));
    m_session.settings().set("model", folder);
}

} // namespace headlight
