#include "figure/figure_menu.h"

#include "figure/figure_choice.h"
#include "figure/figure_dialog.h"

#include <QAction>
#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMenu>
#include <QMimeData>
#include <QWidget>
#include <algorithm>

namespace headlight {

FigureMenu::FigureMenu(QWidget* widget, FigureSource source)
    : QObject(widget), m_widget(widget), m_source(std::move(source)) {
    if (m_source.picture)
        add(tr("Copy image"), QStringLiteral("copyImage"), &FigureMenu::copyImage);
    if (m_source.values)
        add(tr("Copy values"), QStringLiteral("copyValues"), &FigureMenu::copyValues);
    add(tr("Export…"), QStringLiteral("export"), &FigureMenu::exportFile);
    if (m_source.resetZoom)
        add(tr("Reset zoom"), QStringLiteral("resetZoom"), &FigureMenu::resetZoom);
    widget->addActions(m_actions);
    widget->setContextMenuPolicy(Qt::ActionsContextMenu);
}

QAction* FigureMenu::add(const QString& title, const QString& name, void (FigureMenu::*what)()) {
    auto* action = new QAction(title, this);
    action->setObjectName(name);
    connect(action, &QAction::triggered, this, [this, what] { (this->*what)(); });
    m_actions.append(action);
    return action;
}

void FigureMenu::copyImage() {
    if (!refuses())
        copy(FigureChoice::shared().options());
}

void FigureMenu::copy(const FigureOptions& options) {
    const Picture picture = m_source.picture(options);
    if (picture.size.isEmpty() || !fitsPng(picture, options.dpi)) {
        emit failed(picture.size.isEmpty() ? tr("There is nothing to export or copy yet.")
                                           : tr("The image would have too many pixels: choose a smaller figure."));
        return;
    }
    copyPicture(picture, options.dpi);
    emit copied();
}

void FigureMenu::copyValues() {
    if (refuses())
        return;
    const ValueTable table = m_source.values();
    auto* data = new QMimeData;
    data->setText(table.toTabbed());
    data->setData(QStringLiteral("text/csv"), table.toCsv());
    QGuiApplication::clipboard()->setMimeData(data);
    emit copied();
}

/// Why there is nothing to export or copy now; else empty.
QString FigureMenu::refusal() const {
    return !m_source.picture || !m_source.picture({}).size.isEmpty() ? QString()
                                                                     : tr("There is nothing to export or copy yet.");
}

bool FigureMenu::refuses() {
    const QString problem = refusal();
    m_refused = !problem.isEmpty();
    if (m_refused)
        emit failed(problem);
    return m_refused;
}

bool FigureMenu::isRefusalOver() {
    const bool over = m_refused && refusal().isEmpty();
    m_refused &= !over;
    return over;
}

QList<SaveDialog::Kind> FigureMenu::kinds() const {
    QList<SaveDialog::Kind> kinds;
    if (m_source.picture)
        kinds = {{tr("PNG picture"), QStringLiteral("png")},
                 {tr("SVG drawing"), QStringLiteral("svg")},
                 {tr("PDF document"), QStringLiteral("pdf")}};
    if (m_source.values)
        kinds.append({tr("CSV table"), QStringLiteral("csv")});
    for (const auto& file : m_source.files)
        kinds.append({file.title, file.extension});
    return kinds;
}

void FigureMenu::exportFile() {
    if (refuses())
        return;
    if (m_source.picture)
        openDialog();
    else
        save(FigureChoice::shared().format(), {});
}

void FigureMenu::openDialog() {
    if (m_dialog && m_dialog->isVisible())
        return m_dialog->raise();
    m_dialog = new FigureDialog(m_source.picture, kinds(), m_widget->window());
    m_dialog->setOptions(FigureChoice::shared().options());
    m_dialog->setFormat(FigureChoice::shared().format());
    const auto remember = [this] { FigureChoice::shared().set(m_dialog->options(), m_dialog->format()); };
    connect(m_dialog, &FigureDialog::copyAsked, this, [this, remember] {
        remember();
        copy(m_dialog->options());
    });
    connect(m_dialog, &FigureDialog::exportAsked, this, [this, remember] {
        remember();
        if (const QString path = save(m_dialog->format(), m_dialog->options()); !path.isEmpty())
            m_dialog->showWritten(path);
        else
            m_dialog->showProblem(m_problem);
    });
    m_dialog->open();
}

QString FigureMenu::save(const QString& format, const FigureOptions& options) {
    QList<SaveDialog::Kind> offered = kinds();
    std::stable_partition(offered.begin(), offered.end(),
                          [&](const SaveDialog::Kind& kind) { return kind.extension == format; });
    QWidget* parent = m_dialog ? static_cast<QWidget*>(m_dialog) : m_widget;
    const QString name = m_source.name ? m_source.name() : QStringLiteral("headlight");
    m_problem.clear();
    const auto answer = SaveDialog::ask(parent, tr("Export"), name, offered);
    if (answer.path.isEmpty())
        return {};
    QGuiApplication::setOverrideCursor(Qt::WaitCursor); // of a large figure it takes a second or two
    m_problem = exportTo(answer.path, options);
    QGuiApplication::restoreOverrideCursor();
    if (m_problem.isEmpty())
        emit exported(answer.path);
    else
        emit failed(m_problem);
    return m_problem.isEmpty() ? answer.path : QString();
}

QString FigureMenu::exportTo(const QString& path, const FigureOptions& options) {
    if (QString problem = refusal(); !problem.isEmpty()) // it may have gone behind the dialog
        return problem;
    const QString extension = QFileInfo(path).suffix().toLower();
    if (m_source.values && extension == QLatin1String("csv"))
        return writeWholeFile(path, m_source.values().toCsv());
    QStringList known = m_source.picture ? pictureExtensions() : QStringList();
    if (m_source.values)
        known += QStringLiteral("csv");
    for (const auto& file : m_source.files) {
        if (file.extension == extension)
            return file.write(path);
        known += file.extension;
    }
    if (m_source.picture && pictureExtensions().contains(extension))
        return exportPicture(m_source.picture(options), path, options.dpi);
    const QString what =
        extension.isEmpty() ? tr("its name has no ending") : tr("“.%1” is no known kind of file").arg(extension);
    return tr("Can't write “%1”: %2. Known are .%3.").arg(path, what, known.join(QStringLiteral(", .")));
}

void FigureMenu::resetZoom() {
    m_source.resetZoom();
}

} // namespace headlight
