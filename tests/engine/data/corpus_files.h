#pragma once

#include "data/corpus.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

namespace headlight {

using Names = std::vector<std::string>;

/// One of the samples that the project has of each format.
inline std::string sample(const std::string& path) {
    return std::string(HEADLIGHT_SOURCE_DIR) + "/datasets/samples/" + path;
}

/// With which a corpus is refused.
inline QString messageOf(const std::string& spec) {
    try {
        openCorpus(spec);
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

/// Files that a test writes, in a folder of its own.
class CorpusFiles {
protected:
    /// The file's path; folders of the name are made.
    std::string write(const QString& name, const QByteArray& bytes) {
        const QString path = m_folder.filePath(name);
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write %s", qPrintable(path));
        return path.toStdString();
    }

    QTemporaryDir m_folder;
};

} // namespace headlight
