#include "panels/runs/paper_dialog.h"

#include "engine/core/error.h"
#include "figure/figure_menu.h"
#include "forms/reading_dialog.h"
#include "plots/plot_widget.h"
#include "wording/shell_words.h"

#include <QComboBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QTabWidget>
#include <QVBoxLayout>

namespace headlight {

namespace {

/// Of the runs that are there; one that is deleted or damaged is left out.
std::vector<OwnRun> ownRuns(const Store& store, const QList<ChosenRun>& chosen) {
    std::vector<OwnRun> own;
    for (const ChosenRun& one : chosen)
        try {
            const RunSummary summary = store.summary(RunId(one.id));
            own.push_back(
                {QObject::tr("run %1: %2").arg(one.id).arg(QString::fromStdString(summary.run.name)).toStdString(),
                 summary, one.look});
        } catch (const Error&) {
            continue;
        }
    return own;
}

/// Those that stand in the figure already are none of the user's.
void leaveOutNeeded(std::vector<OwnRun>& own, const PaperMaterial& material) {
    std::erase_if(own, [&](const OwnRun& one) {
        return std::any_of(material.runs.begin(), material.runs.end(),
                           [&](const PaperResult& result) { return result.run == one.summary.run.id; });
    });
}

bool hasAny(const PaperMaterial& material) {
    return std::any_of(material.sweeps.begin(), material.sweeps.end(),
                       [](const auto& sweep) { return !sweep.empty(); }) ||
           std::any_of(material.runs.begin(), material.runs.end(),
                       [](const PaperResult& result) { return result.isFinished; });
}

} // namespace

PaperDialog::PaperDialog(const PaperFigure& figure, const QString& store, QWidget* parent)
    : QDialog(parent), m_figure(figure), m_store(store), m_sizes(new QComboBox), m_tabs(new QTabWidget),
      m_leftOut(readText(QStringLiteral("papers.leftOut"))), m_missing(readText(QStringLiteral("papers.missing"))),
      m_remarks(readText(QStringLiteral("papers.remarks"))) {
    setObjectName(QStringLiteral("papers"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(QString::fromStdString(figure.source));
    m_sizes->setObjectName(QStringLiteral("papers.sizes"));
    m_sizes->setAccessibleName(tr("Sizes"));
    m_sizes->setToolTip(tr("Which runs and sweeps are drawn: those of reproduce, or those of reproduce --quick"));
    m_sizes->addItem(tr("Full"), false);
    m_sizes->addItem(tr("Quick"), true);
    m_tabs->setObjectName(QStringLiteral("papers.plots"));
    m_tabs->setDocumentMode(true);
    layOut();
    connect(m_sizes, &QComboBox::currentIndexChanged, this, &PaperDialog::draw);
}

void PaperDialog::layOut() {
    auto* title = readText(QStringLiteral("papers.title"));
    title->setText(tr("%1 (%2)").arg(QString::fromStdString(m_figure.title), QString::fromStdString(m_figure.id)));
    auto* texts = new QWidget;
    auto* words = new QVBoxLayout(texts);
    words->setContentsMargins(0, 0, 0, 0);
    words->addWidget(m_leftOut);
    words->addWidget(m_missing);
    words->addWidget(m_remarks);
    words->addStretch(1);
    auto* scroll = new QScrollArea;
    scroll->setObjectName(QStringLiteral("papers.texts"));
    scroll->setWidget(texts);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFixedHeight(fontMetrics().lineSpacing() * 6);
    auto* top = new QHBoxLayout;
    top->addWidget(title, 1);
    top->addWidget(m_sizes);
    auto* column = new QVBoxLayout(this);
    column->addLayout(top);
    column->addWidget(m_tabs, 1);
    column->addWidget(scroll);
    addCloseButton(*this, *column);
    resize(fontMetrics().averageCharWidth() * 140, fontMetrics().lineSpacing() * 42);
}

void PaperDialog::openWith(const QList<ChosenRun>& own) {
    m_own = own;
    if (const QSignalBlocker quiet(m_sizes); QFileInfo::exists(m_store))
        try {
            const Store store(m_store.toStdString());
            const bool isQuick = !hasAny(materialOf(m_figure.needs(false), store, {}, false)) &&
                                 hasAny(materialOf(m_figure.needs(true), store, {}, true));
            m_sizes->setCurrentIndex(isQuick ? 1 : 0);
        } catch (const Error&) { // draw() tells it
        }
    draw();
    QDialog::show();
}

void PaperDialog::setOwn(const QList<ChosenRun>& runs) {
    if (runs == m_own)
        return;
    m_own = runs;
    draw();
}

void PaperDialog::draw() {
    const bool isQuick = m_sizes->currentData().toBool();
    const PaperNeeds needs = m_figure.needs(isQuick);
    const std::size_t needed = needs.sweeps.size() + needs.runs.size();
    if (!QFileInfo::exists(m_store)) { // looking makes none
        std::vector<std::string> missing;
        for (const PaperSweep& sweep : needs.sweeps)
            missing.push_back(sweep.name);
        for (const PaperRun& run : needs.runs)
            missing.push_back(titleOf(run));
        present({}, missing, needed);
        return;
    }
    try {
        const Store store(m_store.toStdString());
        PaperMaterial material = materialOf(needs, store, {}, isQuick);
        material.own = ownRuns(store, m_own);
        leaveOutNeeded(material.own, material);
        present(m_figure.draw(material), material.missing, needed);
    } catch (const Error& error) {
        emit failed(QString::fromStdString(error.what()));
    }
}

void PaperDialog::present(const DrawnFigure& drawn, const std::vector<std::string>& missing, std::size_t needed) {
    const int current = m_tabs->currentIndex();
    while (m_tabs->count() > 0)
        m_tabs->removeTab(0);
    m_drawn = drawn; // those that stood there before go
    for (const PaperPlot& plot : m_drawn.plots) {
        m_tabs->addTab(plot.plot.get(), plot.title);
        connect(plot.plot.get(), &PlotWidget::failed, this, &PaperDialog::failed);
        connect(plot.plot->menu(), &FigureMenu::failed, this, &PaperDialog::failed);
    }
    m_tabs->setCurrentIndex(std::max(0, std::min(current, m_tabs->count() - 1)));
    const auto show = [](QLabel& label, const QString& text) {
        label.setText(text);
        label.setVisible(!text.isEmpty());
    };
    show(*m_leftOut, m_drawn.leftOut.isEmpty()
                         ? QString()
                         : tr("Chosen, but not in the figure: %1").arg(m_drawn.leftOut.join(QStringLiteral("; "))));
    show(*m_missing, missing.empty() ? QString() : missingText(missing, needed));
    m_remarks->setText(m_drawn.remarks.join(QLatin1Char('\n')));
}

QString PaperDialog::missingText(const std::vector<std::string>& missing, std::size_t needed) const {
    QStringList first;
    for (std::size_t k = 0; k < std::min<std::size_t>(missing.size(), 3); ++k)
        first << QString::fromStdString(missing[k]);
    const bool isTrained = !corporaOf(m_figure.needs(false)).empty();
    const QString which =
        needed == 1                ? tr("What it needs is not there")
        : missing.size() == needed ? tr("None of the %L1 runs and sweeps that it needs is there").arg(needed)
        : missing.size() == 1
            ? tr("1 of the %L1 runs and sweeps that it needs is not there").arg(needed)
            : tr("%L1 of the %L2 runs and sweeps that it needs are not there").arg(missing.size()).arg(needed);
    return tr("%1 (%2%3). This makes what is missing: headlight-cli reproduce %4%5%6%7")
        .arg(which, first.join(QStringLiteral("; ")), missing.size() > 3 ? QStringLiteral("; …") : QString(),
             QString::fromStdString(m_figure.id),
             m_sizes->currentData().toBool() ? QStringLiteral(" --quick") : QString(),
             isTrained ? QStringLiteral(" --data FOLDER") : QString(),
             QString::fromStdString(argumentForStore(m_store.toStdString())));
}

} // namespace headlight
