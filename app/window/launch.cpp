#include "window/launch.h"

#include "cli/options.h"
#include "cli/usage.h"
#include "engine/core/error.h"
#include "jobs/stop_signals.h"
#include "panels/registry.h"
#include "window/main_window.h"
#include "window/screenshot.h"

#include <CLI/CLI.hpp>
#include <QApplication>
#include <QFile>
#include <QIcon>
#include <QTemporaryDir>
#include <cstdio>
#include <cstdlib>
#include <optional>

namespace headlight {

namespace {

/// A message on the terminal; names and words in it come from files.
void tell(const std::string& text) {
    std::fprintf(stderr, "%s\n", printableLines(text).c_str());
}

void closeWith(QWidget& window) {
    while (QWidget* dialog = QApplication::activeModalWidget())
        if (!dialog->close())
            return;
    window.close();
}

QSize sizeFrom(const std::string& text) {
    const QStringList parts = QString::fromStdString(text).split('x');
    bool wide = false, high = false;
    const QSize size = parts.size() == 2 ? QSize(parts[0].toInt(&wide), parts[1].toInt(&high)) : QSize();
    if (!wide || !high || size.width() < 320 || size.height() < 240 || size.width() > 16384 || size.height() > 16384)
        throw CLI::ValidationError("--size", "expected WIDTHxHEIGHT, 320x240 to 16384x16384, got \"" + text + "\"");
    return size;
}

/// The picture is a PNG: by another ending, others would take it for something else.
const CLI::Validator pngFile(
    [](std::string& path) {
        const bool isPng = QString::fromStdString(path).endsWith(".png", Qt::CaseInsensitive);
        return isPng ? std::string() : "expected a file name that ends in .png, got \"" + path + "\"";
    },
    "");

/// The options, or the exit code when there is nothing to open.
std::optional<WindowOptions> readOptions(int argc, char** argv, int& exitCode) {
    CLI::App app("Headlight: a workbench for attention", "headlight");
    app.set_version_flag("--version", "headlight " HEADLIGHT_VERSION);
    std::string model, text, view, theme, size, store, screenshot, viewFile;
    std::vector<std::string> views;
    for (const PanelRow& row : panelRows())
        views.push_back(row.id.toStdString());
    app.add_option("FILE", viewFile, "a saved view, or a PNG or SVG picture that holds one, to open");
    app.add_option("--model", model, "model to open: its folder, or a file of it");
    app.add_option("--text", text, "the sentence; of a pair both, with a tab between them");
    app.add_option("--view", view, "the view to show")->check(oneOf(views));
    app.add_option("--theme", theme, "colours")->check(oneOf({"light", "dark"}));
    app.add_option("--size", size, "size of the window, WIDTHxHEIGHT");
    app.add_option("--store", store, "file of the runs");
    app.add_option("--screenshot", screenshot, "write a picture of the window to this PNG file and quit")
        ->check(pngFile);
    try {
        app.parse(argc, argv);
        const auto q = [](const std::string& s) { return QString::fromStdString(s); };
        WindowOptions options{q(model), q(text), q(view), q(theme), q(store), q(screenshot), {}, q(viewFile)};
        if (!size.empty())
            options.size = sizeFrom(size);
        return options;
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == int(CLI::ExitCodes::Success)) { // --help, --version
            exitCode = app.exit(error);
        } else {
            tell(usageText(app, error));
            exitCode = 2;
        }
        return std::nullopt;
    }
}

/// The offscreen platform warns of everything that it has no use for; our own messages are one line each.
void keepSerious(QtMsgType type, const QMessageLogContext&, const QString& message) {
    if (type == QtCriticalMsg || type == QtFatalMsg)
        tell(message.toStdString());
}

/// Qt ends the program when no window can be opened, with advice that is of no use to a user.
void tellOfNoDisplay(QtMsgType type, const QMessageLogContext&, const QString& message) {
    if (type == QtFatalMsg) {
        tell("headlight: the display " + qEnvironmentVariable("DISPLAY").toStdString() +
             " can't be opened. Make a picture instead: headlight --screenshot FILE.png");
        std::_Exit(1);
    }
    if (type == QtCriticalMsg)
        tell(message.toStdString());
}

/// A picture shows what the user's settings say, and leaves them as they are.
QString copyOfSettings(const QTemporaryDir& folder) {
    QString copy = folder.filePath(QStringLiteral("headlight.ini"));
    if (const QString file = Settings::fileToLookAt(); !file.isEmpty())
        QFile::copy(file, copy);
    QFile(copy).setPermissions(QFile::ReadOwner | QFile::WriteOwner); // they may be read-only
    return copy;
}

} // namespace

int launchWindow(int argc, char** argv) {
    int exitCode = 0;
    const std::optional<WindowOptions> options = readOptions(argc, argv, exitCode);
    if (!options)
        return exitCode;

    const bool hasDisplay = qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY");
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM") && (options->takesScreenshot() || !hasDisplay)) {
        if (!options->takesScreenshot()) {
            tell("headlight: there is no display. Make a picture instead: headlight --screenshot FILE.png");
            return 1;
        }
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    qInstallMessageHandler(options->takesScreenshot() ? keepSerious : tellOfNoDisplay);
    QApplication application(argc, argv);
    if (!options->takesScreenshot())
        qInstallMessageHandler(nullptr);
    QApplication::setApplicationName("headlight");
    QApplication::setApplicationDisplayName("Headlight");
    QApplication::setDesktopFileName("headlight");
    QApplication::setWindowIcon(QIcon(":/headlight/icons/headlight.svg"));

    const QTemporaryDir copies;
    Settings settings = options->takesScreenshot() ? Settings(copyOfSettings(copies)) : Settings();
    MainWindow window(settings, *options);
    if (!options->takesScreenshot()) {
        // A session that ends and Ctrl+C in the terminal close the window like its own button, and open dialogs before
        // it, so nothing is forgotten. Parts that float are windows, too, but closed ones would not come back.
        const StopSignals onSignal([&] {
            QMetaObject::invokeMethod(
                &window, [&] { closeWith(window); }, Qt::QueuedConnection);
        });
        window.show();
        return QApplication::exec();
    }
    Screenshot screenshot(window, options->screenshot);
    window.show();
    exitCode = QApplication::exec();
    if (!window.storeProblem().isEmpty()) // the picture is made all the same
        tell("headlight: " + window.storeProblem().toStdString());
    if (!screenshot.problem().isEmpty())
        tell("headlight: " + screenshot.problem().toStdString());
    return exitCode;
}

} // namespace headlight
