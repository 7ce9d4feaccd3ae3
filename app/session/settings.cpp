#include "session/settings.h"

#include <QFile>
#include <QFileInfo>
#include <QLockFile>
#include <QObject>
#include <QSize>
#include <QStandardPaths>
#include <array>
#include <chrono>
#include <stdexcept>

namespace headlight {

std::span<const SettingRow> Settings::rows() {
    static const std::array rows{
        SettingRow{"geometry", QByteArray(), "size and place of the window"},
        SettingRow{"layout", QByteArray(), "the docks of each view"},
        SettingRow{"layout-size", QSize(), "the size of each view whose docks the user dragged"},
        SettingRow{"view", "attend", "the view shown last"},
        SettingRow{"theme", "system", "system, light or dark"},
        SettingRow{"model", "", "folder of the model that was looked at last"},
        SettingRow{"open-models", QStringList(), "folders of the models that were open, in their order"},
        SettingRow{"recent-models", QStringList(), "folders of models, newest first"},
        SettingRow{"recent-corpora", QStringList(), "corpora that were worked on, newest first"},
        SettingRow{"sentence", "", "the sentence shown last"},
        SettingRow{"sentence-offered", false, "it came with a model, nobody typed it"},
        SettingRow{"second", "", "the second sentence of a pair shown last"},
        SettingRow{"second-means", "", "to the model it was for: sentence, predicate, passage or begin"},
        SettingRow{"history", QStringList(), "typed sentences, newest first"},
        SettingRow{"tour-done", false, "the first steps were walked through, or left"},
        SettingRow{"hints", true, "show the three hints of the first start"},
        SettingRow{"color-map", "blues", "colours of attention maps"},
        SettingRow{"color-range", "automatic", "what the colours of a map span: automatic, fixed, map, row or limits"},
        SettingRow{"color-limits", QStringList({"0", "1"}), "the limits: low and high end"},
        SettingRow{"color-scale", "automatic",
                   "how values are spread over the colours: automatic, linear, log, sqrt or percentile"},
        SettingRow{"color-own-range", false, "each map has a range of its own, not all that are shown the same"},
        SettingRow{"image-overlay", 60, "how strong the colours of a map are over an image, in per cent"},
        SettingRow{"figure", QStringList(), "how figures for files look, and their kind: width=85 and the like"},
        SettingRow{"lines", QStringList(),
                   "which lines of a map are drawn: the choice, the threshold, how many a query"},
        SettingRow{"answer-scale", "probability", "the bars of the answer: probability or log-odds"},
        SettingRow{"features-all", false, "all small maps of features at once, without words"},
        SettingRow{"focus", QVariantList(), "layer, head, stage, features, side and part of the map shown last"},
        SettingRow{"pins", QStringList(), "positions of the pinned tokens, as queries and as keys"},
        SettingRow{"changes", QByteArray(), "the changes of models by their folder, as JSON"},
        SettingRow{"chosen-runs", QStringList(), "the store, and the numbers of the runs chosen in it"},
        SettingRow{"run-colors", QVariant(), "of each store, the colours that its runs were given by hand"},
        SettingRow{"mask-length", 12, "tokens of the masks in the gallery"},
        SettingRow{"mask-expression", "fw+logdist, bw+logdist, fa(2), window(3)", "the expression of the Masks view"},
        SettingRow{"panel", QVariant(), "what a view remembers of itself"},
    };
    return rows;
}

/// QSettings would wait for a pipe, and take a file of any size into memory. Empty: it can be given this one.
static QString whyUnfit(const QString& file) {
    constexpr qint64 most = 16 << 20;
    const QFileInfo info(file);
    if (!info.exists() || (info.isFile() && info.size() <= most))
        return {};
    return info.isFile() ? QObject::tr("it is larger than any that Headlight writes") : QObject::tr("it is no file");
}

/// QSettings would wait for a lock that nobody gives back, and the window stay black. It holds one for milliseconds, so
/// that an older one is a leftover. Empty: there is none.
static QString whyLocked(const QString& file) {
    const QString path = file + QStringLiteral(".lock");
    const QFileInfo info(path);
    QLockFile lock(path);
    lock.setStaleLockTime(std::chrono::seconds(1));
    const bool isFile = info.isFile() || !info.exists(); // a pipe would be waited for
    const bool isFree = isFile && (lock.tryLock(std::chrono::milliseconds(1500)) ||
                                   lock.error() != QLockFile::LockFailedError); // there is no folder to write in
    return isFree ? QString() : QObject::tr("%1 is in the way; remove it if no other Headlight is running").arg(path);
}

static bool isDamaged(const QString& file) {
    if (!QFileInfo(file).isFile() || !whyUnfit(file).isEmpty())
        return false;
    const QSettings settings(file, QSettings::IniFormat);
    settings.allKeys(); // some parts are not read before
    return settings.status() == QSettings::FormatError;
}

/// A damaged file gets another name, for it would be written over. Empty: it is none, or stays in its place.
static QString putAside(const QString& file) {
    if (!isDamaged(file))
        return {};
    QString aside = file + QStringLiteral(".damaged");
    for (int n = 2; QFileInfo::exists(aside); ++n)
        aside = file + QStringLiteral(".damaged-%1").arg(n);
    return QFile::rename(file, aside) ? aside : QString();
}

static QString problemOf(const QString& file) {
    QString what = whyUnfit(file);
    if (what.isEmpty())
        what = whyLocked(file);
    if (what.isEmpty() && isDamaged(file))
        what = QObject::tr("it is damaged, or no file of settings, and can't be renamed");
    return what.isEmpty() ? what : QObject::tr("The settings were not read, and are not kept: %1: %2.").arg(file, what);
}

static std::unique_ptr<QTemporaryDir> insteadOf(const QString& unreadable) {
    return unreadable.isEmpty() ? nullptr : std::make_unique<QTemporaryDir>();
}

static QString usersFile() {
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) +
           QStringLiteral("/headlight/headlight.ini");
}

Settings::Settings()
    : m_aside(putAside(usersFile())), m_unreadable(problemOf(usersFile())), m_instead(insteadOf(m_unreadable)),
      m_file(m_instead ? QSettings(m_instead->filePath(QStringLiteral("headlight.ini")), QSettings::IniFormat)
                       : QSettings(QSettings::IniFormat, QSettings::UserScope, "headlight", "headlight")) {
    takeOver();
}

Settings::Settings(const QString& file)
    : m_aside(putAside(file)), m_unreadable(problemOf(file)), m_instead(insteadOf(m_unreadable)),
      m_file(m_instead ? m_instead->filePath(QStringLiteral("headlight.ini")) : file, QSettings::IniFormat) {
    takeOver();
}

QString Settings::fileToLookAt() {
    return whyUnfit(usersFile()).isEmpty() ? usersFile() : QString();
}

static const SettingRow* findRow(const QString& name) {
    const QString stem = name.section('/', 0, 0);
    for (const SettingRow& row : Settings::rows())
        if (stem == QLatin1String(row.name))
            return &row;
    return nullptr;
}

static const SettingRow& rowOf(const QString& name) {
    if (const SettingRow* row = findRow(name))
        return *row;
    throw std::invalid_argument("Settings: no row is named \"" + name.toStdString() + "\"");
}

/// Of a damaged file what can be read, so that a line that somebody mistyped costs that line.
void Settings::takeOver() {
    if (m_aside.isEmpty())
        return;
    const QSettings damaged(m_aside, QSettings::IniFormat);
    for (const QString& name : damaged.allKeys())
        if (findRow(name))
            m_file.setValue(name, damaged.value(name));
}

QString Settings::remark() const {
    return m_aside.isEmpty()
               ? QString()
               : QObject::tr("%1 is damaged, or no file of settings. It is kept as %2; what could be read of it is "
                             "taken over, the rest is as at the first start.")
                     .arg(file(), m_aside);
}

QVariant Settings::value(const QString& name) const {
    return m_file.value(name, rowOf(name).defaultValue);
}

QString Settings::problem() const {
    if (!m_unreadable.isEmpty())
        return m_unreadable;
    if (m_file.isWritable() && m_file.status() == QSettings::NoError)
        return {};
    return QObject::tr("%1 can't be written, so the next start doesn't find the window as it is now: is the disk "
                       "full, or the folder read-only?")
        .arg(m_file.fileName());
}

void Settings::set(const QString& name, const QVariant& value) {
    rowOf(name);
    m_file.setValue(name, value);
}

} // namespace headlight
