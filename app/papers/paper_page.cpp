#include "papers/paper_page.h"

#include "engine/core/error.h"
#include "figure/export.h"
#include "plots/plot_widget.h"

namespace headlight {

namespace {

QString fileOf(const PaperFigure& figure, const PaperPlot& plot, const char* ending) {
    return QStringLiteral("%1-%2.%3").arg(QString::fromStdString(figure.id), plot.name, QLatin1String(ending));
}

void check(const QString& problem) {
    if (!problem.isEmpty())
        throw Error(problem.toStdString());
}

QString tableHtml(const ValueTable& table) {
    QString html = QStringLiteral("<table>\n<tr>");
    for (const QString& column : table.columns)
        html += QStringLiteral("<th>%1</th>").arg(column.toHtmlEscaped());
    html += QStringLiteral("</tr>\n");
    for (const QStringList& row : table.rows) {
        html += QStringLiteral("<tr>");
        for (const QString& cell : row)
            html += QStringLiteral("<td>%1</td>").arg(cell.toHtmlEscaped());
        html += QStringLiteral("</tr>\n");
    }
    return html + QStringLiteral("</table>\n");
}

/// All plots have one shape, whatever the screen would give them.
Picture pictureOf(PlotWidget& plot) {
    plot.resize(720, 480);
    FigureOptions options;
    options.widthMm = 120;
    return plot.picture(options);
}

QString drawnHtml(const PaperFigure& figure, const DrawnFigure& drawn) {
    QString html = QStringLiteral("<div class=\"plots\">\n");
    for (const PaperPlot& plot : drawn.plots)
        html += QStringLiteral("<figure><img src=\"%1\" alt=\"%2\"><figcaption>%2: <a href=\"%1\">SVG</a>, "
                               "<a href=\"%3\">PDF</a></figcaption></figure>\n")
                    .arg(fileOf(figure, plot, "svg"), plot.title.toHtmlEscaped(), fileOf(figure, plot, "pdf"));
    html += QStringLiteral("</div>\n");
    if (!drawn.beside.rows.isEmpty())
        html += tableHtml(drawn.beside);
    html += QStringLiteral("<p><a href=\"%1.csv\">All numbers (CSV)</a></p>\n<ul>\n")
                .arg(QString::fromStdString(figure.id));
    for (const QString& remark : drawn.remarks)
        html += QStringLiteral("<li>%1</li>\n").arg(remark.toHtmlEscaped());
    return html + QStringLiteral("</ul>\n");
}

QString sectionHtml(const PaperSection& section) {
    const PaperFigure& figure = *section.figure;
    return QStringLiteral("<section id=\"%1\">\n<h2>%2</h2>\n<p>%3</p>\n%4</section>\n")
        .arg(QString::fromStdString(figure.id), QString::fromStdString(figure.title).toHtmlEscaped(),
             QString::fromStdString(figure.source).toHtmlEscaped(),
             section.leftOut.isEmpty() ? drawnHtml(figure, section.drawn)
                                       : QStringLiteral("<p>Left out: %1</p>\n").arg(section.leftOut.toHtmlEscaped()));
}

} // namespace

void writeFigure(const PaperFigure& figure, const DrawnFigure& drawn, const QString& folder) {
    for (const PaperPlot& plot : drawn.plots) {
        const Picture picture = pictureOf(*plot.plot);
        for (const char* ending : {"svg", "pdf"})
            check(exportPicture(picture, folder + u'/' + fileOf(figure, plot, ending)));
    }
    check(writeWholeFile(folder + u'/' + QString::fromStdString(figure.id) + QStringLiteral(".csv"),
                         drawn.values.toCsv()));
}

QByteArray paperPage(const std::vector<PaperSection>& sections) {
    QString html = QStringLiteral(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Figures of the papers, made by "
        "Headlight</title>\n<style>\nbody { font-family: sans-serif; max-width: 75em; margin: 2em auto; padding: 0 "
        "1em; "
        "}\n.plots { display: flex; flex-wrap: wrap; gap: 1em; }\nfigure { margin: 0; flex: 1 1 28em; }\nimg { width: "
        "100%; }\ntd, th { padding: 0.2em 1em 0.2em 0; text-align: left; }\n</style>\n</head>\n<body>\n<h1>Figures of "
        "the "
        "papers</h1>\n<p>Made by Headlight " HEADLIGHT_VERSION ".</p>\n");
    for (const PaperSection& section : sections)
        html += sectionHtml(section);
    return (html + QStringLiteral("</body>\n</html>\n")).toUtf8();
}

} // namespace headlight
