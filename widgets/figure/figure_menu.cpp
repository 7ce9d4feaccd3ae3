#include "figure/figure_menu.h"

#include "figure/save_dialog.h"

#include <QAction>
#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QMimeData>
#include <QPainter>
#include <QTableView>
#include <QWidget>

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
    if (refuses())
        return;
    copyPicture(m_source.picture(), qMax(qreal(2), m_widget->devicePixelRatioF()));
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
    return !m_source.picture || !m_source.picture().size.isEmpty() ? QString()
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

void FigureMenu::exportFile() {
    if (refuses())
        return;
    QList<SaveDialog::Kind> kinds;
    QList<int> scales;
    const auto offer = [&](const QString& title, const QString& extension, int scale) {
        kinds.append({title, extension});
        scales.append(scale);
    };
    if (m_source.picture) {
        for (const int scale : {1, 2, 4})
            offer(tr("PNG picture, %1×").arg(scale), QStringLiteral("png"), scale);
        offer(tr("SVG drawing"), QStringLiteral("svg"), 1);
        offer(tr("PDF document"), QStringLiteral("pdf"), 1);
    }
    if (m_source.values)
        offer(tr("CSV table"), QStringLiteral("csv"), 1);
    for (const auto& file : m_source.files)
        offer(file.title, file.extension, 1);
    const QString name = m_source.name ? m_source.name() : QStringLiteral("headlight");
    const auto answer = SaveDialog::ask(m_widget, tr("Export"), name, kinds);
    if (answer.path.isEmpty())
        return;
    const QString problem = exportTo(answer.path, scales.value(answer.kind, 1));
    if (problem.isEmpty())
        emit exported(answer.path);
    else
        emit failed(problem);
}

QString FigureMenu::exportTo(const QString& path, int scale) {
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
        return exportPicture(m_source.picture(), path, scale);
    const QString what =
        extension.isEmpty() ? tr("its name has no ending") : tr("“.%1” is no known kind of file").arg(extension);
    return tr("Can't write “%1”: %2. Known are .%3.").arg(path, what, known.join(QStringLiteral(", .")));
}

void FigureMenu::resetZoom() {
    m_source.resetZoom();
}

Picture pictureOf(QWidget& widget, const QString& title) {
    return {widget.size(),
            [&widget](QPainter& painter) {
                painter.fillRect(QRectF(QPointF(), widget.size()), widget.palette().window());
                widget.render(&painter, {}, {}, QWidget::DrawChildren);
            },
            title,
            {}};
}

Picture pictureOf(const QTableView& table, const QString& title) {
    const auto whole = std::make_shared<QTableView>();
    whole->setFont(table.font());
    whole->setPalette(table.palette());
    whole->setModel(table.model());
    whole->setShowGrid(table.showGrid());
    whole->setWordWrap(table.wordWrap());
    whole->setTextElideMode(table.textElideMode());
    whole->setFrameShape(QFrame::NoFrame);
    whole->setCornerButtonEnabled(false);
    whole->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    whole->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    for (int column = 0; column < table.model()->columnCount(); ++column)
        whole->setItemDelegateForColumn(column, table.itemDelegateForColumn(column));
    QSize size(0, 0);
    for (const auto& [from, to] : {std::pair(table.horizontalHeader(), whole->horizontalHeader()),
                                   std::pair(table.verticalHeader(), whole->verticalHeader())}) {
        to->setMinimumSectionSize(from->minimumSectionSize());
        to->setMaximumSectionSize(from->maximumSectionSize());
        to->setDefaultAlignment(from->defaultAlignment());
        to->setTextElideMode(from->textElideMode());
        to->setSortIndicatorShown(from->isSortIndicatorShown());
        to->setSortIndicator(from->sortIndicatorSection(), from->sortIndicatorOrder());
        to->setHidden(from->isHidden());
        for (int section = 0; section < from->count(); ++section)
            to->resizeSection(section, from->sectionSize(section));
        const QSize hint = from->isHidden() ? QSize(0, 0) : to->sizeHint();
        size += from->orientation() == Qt::Horizontal ? QSize(to->length(), hint.height())
                                                      : QSize(hint.width(), to->length());
    }
    whole->resize(size);
    Picture picture = pictureOf(static_cast<QWidget&>(*whole), title);
    picture.paint = [whole, paint = picture.paint](QPainter& painter) { paint(painter); };
    return picture;
}

} // namespace headlight
