#pragma once

#include <QByteArray>
#include <QSettings>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>
#include <QVariant>
#include <memory>
#include <span>

namespace headlight {

/// One thing the program remembers from start to start.
struct SettingRow {
    const char* name;
    QVariant defaultValue;
    const char* help;
};

/// What the window remembers: a table of rows over a QSettings file ($XDG_CONFIG_HOME/headlight/headlight.ini).
class Settings {
public:
    Settings();
    explicit Settings(const QString& file); ///< in another file than the user's
    QString file() const { return m_file.fileName(); }

    static std::span<const SettingRow> rows();
    /// The user's file, for who only looks at it; empty where it is none that can be read.
    static QString fileToLookAt();

    /// The remembered value, else the row's default. Names of the form "row/part" keep one value per part.
    /// invalid_argument when the table has no such row.
    QVariant value(const QString& name) const;
    void set(const QString& name, const QVariant& value);
    QString text(const QString& name) const { return value(name).toString(); }
    QByteArray bytes(const QString& name) const { return value(name).toByteArray(); }
    QStringList list(const QString& name) const { return value(name).toStringList(); }
    bool flag(const QString& name) const { return value(name).toBool(); }
    void save() { m_file.sync(); }
    /// Why the file was not read, or why nothing will be remembered, or was not by the last save(); else empty.
    QString problem() const;
    /// That the file was damaged, and where it is now; else empty.
    QString remark() const;

private:
    void takeOver();

    QString m_aside;      ///< where the file is, if it was damaged
    QString m_unreadable; ///< why the file is left alone
    std::unique_ptr<QTemporaryDir> m_instead;
    QSettings m_file;
};

} // namespace headlight
