#include "panels/train/corpus_view.h"

#include "forms/busy_bar.h"
#include "forms/wrapped_text.h"
#include "panels/train/column_chooser.h"
#include "panels/train/split_chooser.h"
#include "style/colors.h"
#include "wording/number_text.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>

namespace headlight {

namespace {

constexpr int tableRows = 4, summaryLines = 2; // that every corpus has room for; further labels are scrolled to

} // namespace

CorpusView::CorpusView(QWidget* parent)
    : QWidget(parent), m_summary(new QLabel), m_columns(new ColumnChooser), m_split(new SplitChooser),
      m_turn(new QPushButton), m_table(new QTableWidget), m_busy(new BusyBar(m_table)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(fontMetrics().height() / 4);
    m_summary->setObjectName(QStringLiteral("train.summary"));
    m_summary->setWordWrap(true);
    m_summary->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_table->setObjectName(QStringLiteral("train.preview"));
    m_table->setAccessibleName(tr("Labels of the corpus with examples"));
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(int(fontMetrics().height() * 1.5));
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setFixedHeight(
        m_table->verticalHeader()->defaultSectionSize());          // also without columns
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // a long example is cut; its tooltip is whole
    m_columns->hide();
    m_turn->setObjectName(QStringLiteral("train.turn"));
    m_turn->setToolTip(tr("Translates the other way round. The text of the corpus then says from what into what"));
    m_turn->setAutoDefault(false);
    layout->addWidget(m_summary);
    layout->addWidget(m_turn, 0, Qt::AlignLeft);
    layout->addWidget(m_columns);
    layout->addWidget(m_split);
    layout->addWidget(m_table, 1);
    layout->addStretch();
    connect(m_columns, &ColumnChooser::chosen, this, &CorpusView::columnsChosen);
    connect(m_split, &SplitChooser::chosen, this, &CorpusView::optionChosen);
    connect(m_split, &SplitChooser::testFileChosen, this, &CorpusView::testFileChosen);
    connect(m_turn, &QPushButton::clicked, this, [this] { emit turned(QString(m_turned)); });
    clear();
}

/// Of what is shown, until another corpus is: probes and options below keep their place when a path is mistyped.
void CorpusView::keepRoom() {
    if (m_table->rowCount() > 0)
        m_room = std::max(m_room, QWidget::minimumSizeHint().height());
}

void CorpusView::clear() {
    empty();
    m_room = 0;
    say(tr("Choose a folder or file with labelled sentences, or a diagnostic task."));
    updateGeometry();
}

void CorpusView::empty() {
    m_table->setRowCount(0);
    m_table->setColumnCount(0);
    m_table->hide();
    m_split->ask({});
    m_turn->hide();
}

QSize CorpusView::minimumSizeHint() const {
    return QWidget::minimumSizeHint().expandedTo({0, std::max(m_room, usualRoom())});
}

int CorpusView::tableHeight() const {
    return (1 + tableRows) * m_table->verticalHeader()->defaultSectionSize() + 2 * m_table->frameWidth(); // its header
}

/// Of a summary and a table, also before there is a corpus: what stands below stays in its place when one is read.
int CorpusView::usualRoom() const {
    const QMargins margins = m_summary->contentsMargins();
    return summaryLines * fontMetrics().lineSpacing() + margins.top() + margins.bottom() + layout()->spacing() +
           tableHeight();
}

void CorpusView::showProblem(const QString& message) {
    keepRoom();
    empty();
    say(message, true);
}

void CorpusView::setObstacle(const QString& message) {
    say(message.isEmpty() ? m_summaryText : m_summaryText + u'\n' + message, !message.isEmpty());
}

bool CorpusView::asksForParts() const {
    return !m_split->isHidden();
}

void CorpusView::askColumns(const std::optional<TableColumns>& table) {
    m_asked = table;
    if (table)
        m_columns->ask(*table);
    m_columns->setVisible(table.has_value());
}

void CorpusView::keepColumnsOf(const QString& spec) {
    if (!m_asked)
        return;
    const QString path = QString::fromStdString(m_asked->path);
    if (spec != path && !spec.startsWith(path + '?')) {
        keepRoom();
        askColumns(std::nullopt);
    }
}

/// A problem is no summary of a corpus, and must not look like one.
void CorpusView::say(const QString& text, bool isProblem) {
    m_isProblem = isProblem;
    colorSummary();
    m_summary->setText(breakable(text));
    fitSummary();
}

void CorpusView::colorSummary() {
    QPalette colors = palette();
    const Theme theme = themeOf(colors);
    if (m_isProblem) {
        colors.setColor(QPalette::WindowText, color(ColorRole::Error, theme));
        colors.setColor(QPalette::Window, color(ColorRole::ErrorSurface, theme));
    }
    m_summary->setPalette(colors);
    m_summary->setAutoFillBackground(m_isProblem);
    const int edge = fontMetrics().height() / 4; // above and below always: what is underneath stays where it is
    m_summary->setContentsMargins(m_isProblem ? edge : 0, edge, m_isProblem ? edge : 0, edge);
}

void CorpusView::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        colorSummary();
}

void CorpusView::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitSummary();
    fitLabels();
}

/// Without a table there is room for what may be wrong before anything is: probes and options below stay in their
/// place.
void CorpusView::fitSummary() {
    constexpr int linesAlone = 4;
    fitWrapped(*m_summary, width());
    const QMargins margins = m_summary->contentsMargins();
    const int lines = m_table->isHidden() ? linesAlone : summaryLines;
    m_summary->setMinimumHeight(
        std::max(m_summary->minimumHeight(), lines * fontMetrics().lineSpacing() + margins.top() + margins.bottom()));
}

/// A label with a long meaning leaves the numbers beside it in sight; its tooltip is whole.
void CorpusView::fitLabels() {
    if (m_table->columnCount() == 0)
        return;
    const QAbstractItemView& view = *m_table; // says how wide its contents are
    const int wanted = std::max(view.sizeHintForColumn(0), m_table->horizontalHeader()->sectionSizeHint(0));
    m_table->horizontalHeader()->resizeSection(0, std::min(wanted, width() * 45 / 100));
}

void CorpusView::setBusy(bool busy) {
    m_busy->setBusy(busy);
}

void CorpusView::show(const CorpusPreview& preview) {
    m_summaryText = preview.summary();
    m_room = 0;
    m_table->show();
    say(m_summaryText);
    m_split->ask(splitOf(preview));
    m_turned = preview.turned;
    m_turn->setText(tr("T&urn round: %1").arg(preview.turnedText));
    m_turn->setVisible(!m_turned.isEmpty());
    m_table->clear();
    if (preview.labels.isEmpty())
        showSamples(preview);
    else
        showLabels(preview);
    m_table->setMinimumHeight(tableHeight());
}

/// Of a corpus without labels.
void CorpusView::showSamples(const CorpusPreview& preview) {
    m_table->setColumnCount(1);
    m_table->setHorizontalHeaderLabels({tr("examples")});
    m_table->setRowCount(int(preview.samples.size()));
    for (int row = 0; row < preview.samples.size(); ++row) {
        auto* example = new QTableWidgetItem(preview.samples[row].text);
        example->setToolTip(example->text());
        m_table->setItem(row, 0, example);
    }
    m_table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_table->horizontalHeaderItem(0)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
}

void CorpusView::showLabels(const CorpusPreview& preview) {
    QStringList titles{preview.labelWord};
    for (const CorpusPreview::Part& part : preview.parts)
        titles.append(part.name);
    titles.append(tr("an example"));
    m_table->setColumnCount(int(titles.size()));
    m_table->setHorizontalHeaderLabels(titles);
    m_table->setRowCount(int(preview.labels.size()));
    for (int row = 0; row < preview.labels.size(); ++row) {
        const QString label = preview.labels[row], meaning = preview.meanings[row];
        auto* name = new QTableWidgetItem(meaning.isEmpty() ? label : tr("%1 (%2)").arg(label, meaning));
        name->setToolTip(name->text());
        m_table->setItem(row, 0, name);
        for (int part = 0; part < preview.parts.size(); ++part) {
            auto* item = new QTableWidgetItem(countText(double(preview.parts[part].perLabel.value(row))));
            item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            m_table->setItem(row, part + 1, item);
        }
        QStringList texts;
        for (const CorpusPreview::Sample& sample : preview.samples)
            if (sample.label == preview.labels[row])
                texts.append(sample.text);
        auto* example = new QTableWidgetItem(texts.value(0));
        example->setToolTip(texts.join('\n'));
        m_table->setItem(row, int(titles.size()) - 1, example);
    }
    QHeaderView* header = m_table->horizontalHeader();
    header->setSectionResizeMode(QHeaderView::ResizeToContents);
    header->setSectionResizeMode(0, QHeaderView::Fixed);
    header->setSectionResizeMode(int(titles.size()) - 1, QHeaderView::Stretch);
    fitLabels();
    m_table->horizontalHeaderItem(int(titles.size()) - 1)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
}

} // namespace headlight
