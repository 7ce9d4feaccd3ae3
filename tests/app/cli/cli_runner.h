#pragma once

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace headlight {

/// What a run of headlight-cli left behind.
struct CliResult {
    int code = -1;
    QByteArray out, err;

    QJsonObject object() const { return QJsonDocument::fromJson(out).object(); }
    QJsonArray array() const { return QJsonDocument::fromJson(out).array(); }
    /// One line on standard error after the progress; the last one starts with the program's name.
    QString message() const {
        const QStringList lines = QString::fromUtf8(err).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        return lines.isEmpty() ? QString() : lines.last();
    }
};

inline QString cliProgram() {
    return QStringLiteral(HEADLIGHT_BINARY_DIR) + QStringLiteral("/headlight-cli");
}

inline QString samples(const QString& name) {
    return QStringLiteral(HEADLIGHT_SOURCE_DIR) + QStringLiteral("/datasets/samples/") + name;
}

/// Runs the built program in a folder of its own, with a store of its own.
class Cli {
public:
    Cli() {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("HEADLIGHT_STORE"), path(QStringLiteral("runs.sqlite")));
        environment.remove(QStringLiteral("QT_QPA_PLATFORM")); // pictures need no display and no setting
        environment.remove(QStringLiteral("DISPLAY"));
        m_environment = environment;
    }

    QString path(const QString& name) const { return m_folder.filePath(name); }
    void setVariable(const QString& name, const QString& value) { m_environment.insert(name, value); }

    CliResult run(const QStringList& arguments) const { return finish(arguments, cliProgram()); }
    /// The same under `sh`, for limits and redirections: $CLI is the program.
    CliResult shell(const QString& script) const {
        return finish({QStringLiteral("-c"), script}, QStringLiteral("/bin/sh"));
    }

    void prepare(QProcess& process) const {
        QProcessEnvironment environment = m_environment;
        environment.insert(QStringLiteral("CLI"), cliProgram());
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(m_folder.path());
    }

    QString write(const QString& name, const QByteArray& content) const {
        QFile file(path(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size())
            qFatal("can't write %s", qPrintable(file.fileName()));
        return file.fileName();
    }
    static QByteArray read(const QString& name) {
        QFile file(name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    /// A model that is trained within a second: the arguments after `train`.
    static QStringList tiny(const QString& model = QStringLiteral("mtsa"), int epochs = 2, int train = 60) {
        QStringList arguments = {QStringLiteral("train"),
                                 QStringLiteral("--model"),
                                 model,
                                 QStringLiteral("--data"),
                                 QStringLiteral("diagnostic:first?length=6&train=%1&dev=20&test=20").arg(train),
                                 QStringLiteral("--set"),
                                 QStringLiteral("embedding_features=12"),
                                 QStringLiteral("--set"),
                                 QStringLiteral("hidden=8"),
                                 QStringLiteral("--set"),
                                 QStringLiteral("epochs=%1").arg(epochs)};
        for (const QString& option : model == QStringLiteral("disa")
                                         ? QStringList{QStringLiteral("features=8")}
                                         : QStringList{QStringLiteral("heads=2"), QStringLiteral("head_features=6")})
            arguments << QStringLiteral("--set") << option;
        return arguments;
    }

private:
    CliResult finish(const QStringList& arguments, const QString& program) const {
        QProcess process;
        prepare(process);
        process.start(program, arguments);
        CliResult result;
        if (!process.waitForFinished(400000)) {
            process.kill();
            process.waitForFinished();
            return result;
        }
        result.code = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
        result.out = process.readAllStandardOutput();
        result.err = process.readAllStandardError();
        return result;
    }

    QTemporaryDir m_folder;
    QProcessEnvironment m_environment;
};

} // namespace headlight
