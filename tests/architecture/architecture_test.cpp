#include "architecture/includes.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace headlight;

namespace {

/// A small project in a temporary folder.
class Sample {
public:
    void write(const QString& path, const QByteArray& text) const {
        const QString full = m_folder.filePath(path);
        QDir().mkpath(QFileInfo(full).path());
        QFile file(full);
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("cannot write %s", qPrintable(full));
    }
    QStringList violations() const { return IncludeRules(m_folder.path()).violations(); }

private:
    QTemporaryDir m_folder;
};

/// Everything here is allowed.
void writeHouse(const Sample& sample) {
    sample.write("engine/core/error.h", "#include <string>\n");
    sample.write("engine/core/error.cpp", "#include \"core/error.h\"\n");
    sample.write("engine/nn/linear.h", "#include \"core/error.h\"\n");
    sample.write("engine/models/model.h", "#include <vector>\n#include \"nn/linear.h\"\n");
    sample.write("engine/train/trainer.h", "#include \"models/model.h\"\n#include \"train/schedule.h\"\n");
    sample.write("engine/train/schedule.h", "#include <cmath>\n");
    sample.write("widgets/matrix/heat_map.h", "#include <QWidget>\n#include <qcustomplot.h>\n");
    sample.write("widgets/matrix/heat_map.cpp", "#include \"matrix/heat_map.h\"\n#include \"moc_heat_map.cpp\"\n");
    sample.write("app/session/session.h",
                 "#include <QObject>\n#include <QtCore/QString>\n#include \"engine/train/trainer.h\"\n");
    sample.write("app/viewmodels/table.h", "#include <QAbstractTableModel>\n#include \"session/session.h\"\n");
    sample.write("app/views/map_view.h",
                 "#include <QImage>\n#include \"matrix/heat_map.h\"\n#include \"viewmodels/table.h\"\n");
    sample.write("app/papers/paper.h", "#include <QApplication>\n#include \"views/map_view.h\"\n");
    sample.write("app/panels/panel.h", "#include <QWidget>\n");
    sample.write("app/panels/attend_panel.h", "#include \"panels/panel.h\"\n#include \"matrix/heat_map.h\"\n");
    sample.write("app/panels/attend_panel.cpp",
                 "#include \"panels/attend_panel.h\"\n#include \"panels/attend/bars.h\"\n");
    sample.write("app/panels/attend/bars.h", "#include <QLabel>\n");
    sample.write("app/panels/runs_panel.h", "#include \"session/session.h\"\n");
    sample.write("app/panels/registry.h", "#include \"panels/panel.h\"\n");
    sample.write("app/panels/registry.cpp", "#include \"panels/attend_panel.h\"\n#include \"panels/runs_panel.h\"\n");
    sample.write("app/window/window.h", "#include <QMainWindow>\n#include \"panels/registry.h\"\n");
    sample.write("app/cli/cli.h", "#include <QCoreApplication>\n#include <QImage>\n#include "
                                  "\"views/map_view.h\"\n#include \"engine/core/error.h\"\n");
    sample.write("app/main_window.cpp", "#include <QApplication>\n#include \"window/window.h\"\n");
}

} // namespace

class ArchitectureTest : public QObject {
    Q_OBJECT
private slots:
    void theHouseIsInOrder() {
        const QStringList violations = IncludeRules(HEADLIGHT_SOURCE_DIR).violations();
        QVERIFY2(violations.isEmpty(), qPrintable('\n' + violations.join('\n')));
    }

    void aGoodHouseHasNoViolation() {
        const Sample sample;
        writeHouse(sample);
        QCOMPARE(sample.violations(), QStringList());
    }

    void aBadIncludeIsNamed_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("include");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char* file, const char* include, const char* reason) {
            QTest::addRow("%s %s", file, include) << QString(file) << QByteArray(include) << QString(reason);
        };
        row("engine/core/new.h", "\"nn/linear.h\"", "core is below nn");
        row("engine/models/new.cpp", "\"train/schedule.h\"", "models is below train");
        row("engine/core/new.h", "\"error.h\"", "no such file below engine/");
        row("engine/core/new.h", "\"session/session.h\"", "no such file below engine/");
        row("engine/helpers/new.h", "\"core/error.h\"", "none of the engine's floors");
        row("engine/core/new.h", "<QString>", "the engine has no Qt");
        row("engine/core/new.h", "<QtCore/QString>", "the engine has no Qt");
        row("engine/core/new.h", "<qglobal.h>", "the engine has no Qt");
        row("engine/core/new.h", "<qcustomplot.h>", "the engine has no Qt");
        row("widgets/matrix/new.h", "\"core/error.h\"", "widgets know no engine");
        row("widgets/matrix/new.h", "\"session/session.h\"", "no such file below widgets/");
        row("app/session/new.h", "<QLabel>", "session needs Qt Core only, this is QtWidgets");
        row("app/jobs/new.h", "<QtWidgets>", "jobs needs Qt Core only");
        row("app/jobs/new.h", "<QtWidgets/QLabel>", "jobs needs Qt Core only");
        row("app/viewmodels/new.h", "<QImage>", "viewmodels needs Qt Core only, this is QtGui");
        row("app/viewmodels/new.h", "\"matrix/heat_map.h\"", "viewmodels is tested without widgets");
        row("app/session/new.h", "\"panels/panel.h\"", "session knows no window");
        row("app/jobs/new.h", "\"cli/cli.h\"", "jobs knows no command line");
        row("app/session/new.h", "\"viewmodels/table.h\"", "session is below viewmodels");
        row("app/wording/new.h", "\"session/session.h\"", "wording is below session");
        row("app/jobs/new.h", "\"core/error.h\"", "a header of the engine is written \"engine/core/error.h\"");
        row("app/viewmodels/new.h", "\"views/map_view.h\"", "viewmodels is below views");
        row("app/views/new.h", "<QLabel>", "views has no QtWidgets");
        row("app/views/new.h", "\"panels/panel.h\"", "views knows no window");
        row("app/views/new.h", "\"cli/cli.h\"", "views knows no command line");
        row("app/views/new.h", "\"papers/paper.h\"", "views is below papers");
        row("app/papers/new.h", "\"panels/panel.h\"", "papers knows no window");
        row("app/papers/new.h", "\"cli/cli.h\"", "papers knows no command line");
        row("app/cli/new.h", "<QApplication>", "cli has no QtWidgets");
        row("app/cli/new.h", "\"window/window.h\"", "cli knows no window");
        row("app/panels/runs_panel.cpp", "\"panels/attend_panel.h\"", "panels do not include each other");
        row("app/panels/runs_panel.cpp", "\"panels/attend/bars.h\"", "panels do not include each other");
        row("app/panels/panel.cpp", "\"panels/attend_panel.h\"", "panels do not include each other");
        row("app/panels/runs_panel.cpp", "\"window/window.h\"", "panels know no window");
        row("app/window/new.cpp", "\"panels/attend_panel.h\"", "the window knows panels/registry.h only");
        row("app/window/new.cpp", "\"nothing/here.h\"", "no such file");
    }
    void aBadIncludeIsNamed() {
        QFETCH(QString, file);
        QFETCH(QByteArray, include);
        QFETCH(QString, reason);
        const Sample sample;
        writeHouse(sample);
        sample.write(file, "#pragma once\n\n  #  include " + include + " // why\n");
        const QStringList violations = sample.violations();
        QCOMPARE(violations.size(), 1);
        QVERIFY2(violations[0].startsWith(file + ":3: includes "), qPrintable(violations[0]));
        QVERIFY2(violations[0].contains(reason), qPrintable(violations[0]));
    }

    void theTapeIsSeenThroughNoHeader() {
        const Sample sample;
        writeHouse(sample);
        sample.write("engine/autodiff/tape.h", "");
        sample.write("engine/nn/linear.h", "#include \"autodiff/tape.h\"\n");
        sample.write("app/session/session.cpp", "#include \"session/session.h\"\n");
        const QString below = "app/session/session.h > engine/train/trainer.h > engine/models/model.h > "
                              "engine/nn/linear.h > engine/autodiff/tape.h";
        QCOMPARE(sample.violations(),
                 (QStringList{"app/panels/registry.cpp: sees the tape through app/panels/runs_panel.h > " + below,
                              "app/session/session.cpp: sees the tape through " + below}));
    }
};

QTEST_GUILESS_MAIN(ArchitectureTest)
#include "architecture_test.moc"
