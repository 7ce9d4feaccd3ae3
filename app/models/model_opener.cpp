#include "models/model_opener.h"

#include "models/model_folder.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

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

QString modelName(const QString& folder) {
    const QString name = QDir(folder).dirName(), parent = QFileInfo(folder).dir().dirName();
    bool isRun = false;
    parent.toLongLong(&isRun);
    if (isRun && (name == QLatin1String("best") || name == QLatin1String("last")))
        return QStringLiteral("run %1 · %2").arg(parent, name);
    return name;
}

ModelOpener::ModelOpener(Session& session, Jobs& jobs, QObject* parent)
    : QObject(parent), m_session(session), m_job(jobs, this) {}

void ModelOpener::open(const QString& folder, bool again) {
    const QString path = QFileInfo(folder).canonicalFilePath().isEmpty() ? QDir::cleanPath(folder)
                                                                         : QFileInfo(folder).canonicalFilePath();
    for (const auto& model : m_session.models())
        if (model->id == path && !again) {
            m_session.setCurrentModel(path);
            remember(path);
            emit opened();
            return;
        }
    const QString name = modelName(path);
    using Loaded = std::shared_ptr<const SentenceClassifier>;
    m_job.start(
        tr("Open %1").arg(name),
        [path](JobControl&) { return Loaded(loadModel(std::filesystem::path(path.toStdU16String()))); },
        [this, path, name](Loaded model) {
            m_session.withdraw("open-model");
            m_session.addModel(std::make_shared<OpenModel>(path, path, name, std::move(model)));
            remember(path);
            emit opened();
        },
        [this, name](const QString& message) {
            m_session.post({"open-model", Notice::Kind::Error, tr("%1 was not opened: %2").arg(name, message), {}});
            emit failed(message);
        });
}

void ModelOpener::remember(const QString& folder) {
    QStringList folders = recent();
    folders.removeAll(folder);
    folders.prepend(folder);
    m_session.settings().set("recent-models", QStringList(folders.mid(0, 9)));
    m_session.settings().set("model", folder);
}

} // namespace headlight
