#pragma once

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QHash>
#include <QLibraryInfo>
#include <QRegularExpression>
#include <QStringList>

namespace headlight {

/// Reads every #include below a project folder and says which ones break the order of the house:
/// engine/ is a stack of floors, without Qt; widgets/ knows no engine; app/ joins them, its lower folders without a
/// window, and all of them but views/ without widgets. No source of app/ sees the tape, through whatever headers.
class IncludeRules {
public:
    explicit IncludeRules(const QString& project) : m_project(project) {}

    /// One line for each violation: "engine/core/x.h:3: includes "nn/linear.h": core is below nn".
    QStringList violations() {
        m_found.clear();
        m_headers.clear();
        for (const char* part : {"engine", "widgets", "app"}) {
            QDirIterator files(m_project.filePath(part), {"*.h", "*.cpp"}, QDir::Files, QDirIterator::Subdirectories);
            while (files.hasNext())
                readFile(m_project.relativeFilePath(files.next()));
        }
        const QStringList files = m_headers.keys();
        for (const QString& file : files)
            if (file.startsWith("app/") && file.endsWith(".cpp"))
                checkTape(file);
        m_found.sort();
        return m_found;
    }

private:
    static inline const QStringList Floors{"results", "core", "autodiff", "masks",  "nn",    "attention", "encoders",
                                           "text",    "data", "tasks",    "models", "train", "analysis",  "store"};
    static inline const QStringList WithoutGui{"wording", "session", "jobs", "viewmodels"};
    static inline const QStringList AppFloors = WithoutGui + QStringList{"views", "papers"};
    static inline const QStringList WithoutWindow = AppFloors + QStringList{"cli"};
    static inline const QStringList WithoutWidgets = WithoutGui + QStringList{"views", "cli"}; ///< made of Qt's own

    struct Include {
        QString file; ///< relative to the project
        int line = 0;
        QString header; ///< as written
        QString part() const { return file.section('/', 0, 0); }
        QString room() const { return file.count('/') > 1 ? file.section('/', 1, 1) : QString(); }
        QString below() const { return header.contains('/') ? header.section('/', 0, 0) : QString(); }
    };

    void report(const Include& include, const QString& reason) {
        m_found
            << QStringLiteral("%1:%2: includes %3: %4").arg(include.file).arg(include.line).arg(include.header, reason);
    }

    bool exists(const char* part, const QString& header) const {
        return QFile::exists(m_project.filePath(*part ? QLatin1String(part) + '/' + header : header));
    }

    static bool isQt(const QString& header) {
        static const QRegularExpression pattern("^(Qt?[A-Z]|q[a-z]+\\.h$|qcustomplot)");
        return pattern.match(header).hasMatch();
    }

    /// The Qt module folder that has the header: <QLabel> is QtWidgets.
    static QString qtModule(const QString& header) {
        if (header.contains('/'))
            return header.section('/', 0, 0);
        const QDir qt(QLibraryInfo::path(QLibraryInfo::HeadersPath));
        for (const QString& module : {QStringLiteral("QtCore"), QStringLiteral("QtGui"), QStringLiteral("QtWidgets")})
            if (qt.exists(module + '/' + header) || header == module)
                return module;
        return QStringLiteral("another module than QtCore");
    }

    void readFile(const QString& path) {
        static const QRegularExpression pattern("^\\s*#\\s*include\\s*([<\"])([^>\"]+)[>\"]");
        QFile file(m_project.filePath(path));
        if (!file.open(QIODevice::ReadOnly)) {
            m_found << path + ": cannot be read";
            return;
        }
        int line = 0;
        while (!file.atEnd()) {
            ++line;
            const auto match = pattern.match(QString::fromUtf8(file.readLine()));
            const QString header = match.captured(2);
            if (!match.hasMatch() || header.endsWith(".moc") || header.section('/', -1).startsWith("moc_"))
                continue;
            const Include include{path, line, header};
            if (match.captured(1) == "\"")
                m_headers[path] << fileOf(include);
            if (match.captured(1) == "<")
                checkLibrary(include);
            else if (include.part() == "engine")
                checkEngine(include);
            else if (include.part() == "widgets")
                checkWidgets(include);
            else
                checkApp(include);
        }
    }

    /// The project's file that is included.
    QString fileOf(const Include& include) const {
        for (const QString& part : {include.part(), QStringLiteral("widgets"), QString()})
            if (exists(qPrintable(part), include.header))
                return part.isEmpty() ? include.header : part + '/' + include.header;
        return include.header;
    }

    void checkTape(const QString& source) {
        const QString tape = QStringLiteral("engine/autodiff/tape.h");
        QHash<QString, QString> by{{source, QString()}}; ///< of what is reached, who includes it
        QStringList open{source};
        while (!open.isEmpty()) {
            const QString file = open.takeFirst();
            for (const QString& header : m_headers.value(file)) {
                if (by.contains(header))
                    continue;
                by.insert(header, file);
                open << header;
            }
        }
        if (!by.contains(tape))
            return;
        QStringList way;
        for (QString file = tape; file != source; file = by.value(file))
            way.prepend(file);
        m_found << source + ": sees the tape through " + way.join(" > ");
    }

    void checkLibrary(const Include& include) {
        if (!isQt(include.header))
            return;
        if (include.part() == "engine") {
            report(include, "the engine has no Qt");
        } else if (include.part() == "app" && WithoutGui.contains(include.room())) {
            if (const QString module = qtModule(include.header); module != "QtCore")
                report(include, include.room() + " needs Qt Core only, this is " + module);
        } else if (include.part() == "app" && WithoutWidgets.contains(include.room()) &&
                   qtModule(include.header) == "QtWidgets") {
            report(include, include.room() + " has no QtWidgets");
        }
    }

    void checkEngine(const Include& include) {
        const auto from = Floors.indexOf(include.room());
        const auto to = Floors.indexOf(include.below());
        if (from < 0)
            report(include, '"' + include.room() + "\" is none of the engine's floors");
        else if (to < 0 || !exists("engine", include.header))
            report(include, "no such file below engine/ (a library's header is written with <>)");
        else if (to > from)
            report(include, Floors[from] + " is below " + Floors[to]);
    }

    void checkWidgets(const Include& include) {
        if (!exists("widgets", include.header))
            report(include, exists("engine", include.header) ? "widgets know no engine"
                                                             : "no such file below widgets/ (a library's header is "
                                                               "written with <>)");
    }

    /// The folder or stem that names a panel: "panels/attend/view.h" and "panels/attend_panel.h" are "attend".
    static QString panelOf(const QString& pathBelowApp) {
        const QString rest = pathBelowApp.section('/', 1);
        if (rest.contains('/'))
            return rest.section('/', 0, 0);
        const QString stem = rest.section('.', 0, 0);
        return stem.endsWith("_panel") ? stem.chopped(6) : QString();
    }

    void checkApp(const Include& include) {
        if (!exists("app", include.header)) {
            const bool widget = exists("widgets", include.header);
            const bool engine = include.header.startsWith("engine/") && exists("", include.header);
            if (exists("engine", include.header))
                report(include, "a header of the engine is written \"engine/" + include.header + '"');
            else if (!widget && !engine && !exists("datasets", include.header))
                report(
                    include,
                    "no such file below app/, engine/, widgets/ or datasets/ (a library's header is written with <>)");
            else if (widget && WithoutGui.contains(include.room()))
                report(include, include.room() + " is tested without widgets");
            return;
        }
        const QString to = include.below();
        const QString from = include.room();
        if (AppFloors.contains(from) && AppFloors.indexOf(to) > AppFloors.indexOf(from))
            report(include, from + " is below " + to);
        else if (WithoutWindow.contains(from) && (to == "panels" || to == "window"))
            report(include, from + " knows no window");
        else if (AppFloors.contains(from) && to == "cli")
            report(include, from + " knows no command line");
        else if (from == "panels" && to == "window")
            report(include, "panels know no window");
        else if (from == "window" && to == "panels" && include.header != "panels/registry.h")
            report(include, "the window knows panels/registry.h only");
        else if (from == "panels" && to == "panels")
            checkPanel(include);
    }

    void checkPanel(const Include& include) {
        const QString own = include.file.section('/', 1);
        const QString other = panelOf(include.header);
        if (!other.isEmpty() && other != panelOf(own) && own != "panels/registry.cpp")
            report(include, "panels do not include each other, only the registry includes them");
    }

    QDir m_project;
    QStringList m_found;
    QHash<QString, QStringList> m_headers; ///< that a file includes, both by their paths in the project
};

} // namespace headlight
