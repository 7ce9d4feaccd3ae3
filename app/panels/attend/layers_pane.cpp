#include "panels/attend/layers_pane.h"

#include "engine/models/layer_lens.h"
#include "figure/figure_sheet.h"
#include "matrix/bar_list.h"
#include "panels/attend/map_figure.h"
#include "panels/attend/map_views.h"
#include "session/session.h"
#include "style/color_map.h"
#include "viewmodels/attend_model.h"
#include "viewmodels/layer_words.h"
#include "views/map_metadata.h"
#include "views/map_overview.h"
#include "wording/number_text.h"
#include "wording/shown_text.h"

#include <QEvent>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QStyledItemDelegate>
#include <QTableWidget>
#include <QVBoxLayout>

namespace headlight {

namespace {

const QString noWord = QStringLiteral("–"); ///< of a token that is left out

QString toolTipOf(const ClassAnswer& cell, const QStringList& names) {
    constexpr qsizetype named = 3;
    QStringList words;
    for (qsizetype k = 0; k < names.size() && k < named; ++k)
        words << isolated(names[k]) + u' ' + QString::number(cell.probabilities[std::size_t(k)], 'f', 3);
    return words.isEmpty() ? LayersPane::tr("This token is left out.") : words.join(QStringLiteral(", "));
}

/// The chosen cell has a frame: its ground says how likely its word is.
class LayerCellDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        QStyleOptionViewItem plain = option;
        plain.state.setFlag(QStyle::State_Selected, false);
        plain.state.setFlag(QStyle::State_HasFocus, false);
        QStyledItemDelegate::paint(painter, plain, index);
        if (!option.state.testFlag(QStyle::State_Selected))
            return;
        constexpr int width = 2;
        const QVariant ink = index.data(Qt::ForegroundRole);
        painter->save();
        painter->setPen(
            QPen(ink.isValid() ? ink.value<QBrush>().color() : option.palette.color(QPalette::Text), width));
        painter->drawRect(option.rect.adjusted(width / 2, width / 2, -width / 2, -width / 2));
        painter->restore();
    }
};

} // namespace

LayersPane::LayersPane(Session& session, const AttendModel& model, LayerWords& words, QWidget* parent)
    : QWidget(parent), m_session(session), m_model(model), m_words(words), m_note(new QLabel),
      m_table(new QTableWidget), m_bars(new BarList) {
    const int em = fontMetrics().height();
    m_note->setObjectName("layers-note");
    m_note->setWordWrap(true);
    m_note->setContentsMargins(em / 2, em / 4, em / 2, em / 4);
    m_table->setObjectName("layers-table");
    m_table->setAccessibleName(tr("Likeliest word behind each layer"));
    m_table->setWhatsThis(tr("What the model would say if it had no further layers. Choose a cell, by a click or the "
                             "arrow keys, to see its ten likeliest words below."));
    m_table->setItemDelegate(new LayerCellDelegate(m_table));
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_bars->setObjectName("layers-candidates");
    m_bars->setAccessibleName(tr("Likeliest words of the chosen cell"));
    m_candidates = new QScrollArea; // where the window is low
    m_candidates->setWidget(m_bars);
    m_candidates->setWidgetResizable(true);
    m_candidates->setFrameShape(QFrame::NoFrame);
    m_candidates->setFocusPolicy(Qt::NoFocus); // the bars have it
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_note);
    column->addWidget(m_table, 1);
    column->addWidget(m_candidates, 1);
    connect(&words, &LayerWords::changed, this, &LayersPane::refresh);
    connect(m_table, &QTableWidget::currentCellChanged, this, &LayersPane::showCandidates);
    addFigure();
    refresh();
}

void LayersPane::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        refresh(); // the grounds are those of a theme
}

void LayersPane::refresh() {
    const LayerLens* lens = m_words.lens();
    m_table->setVisible(lens != nullptr);
    m_candidates->setVisible(lens != nullptr);
    if (!lens) {
        m_note->setText(
            m_words.isPossible()
                ? tr("The layers are being asked.")
                : tr("Models that fill in masked words or go on with a text show here what each layer would say "
                     "if it were the last."));
        return;
    }
    const bool isPart = int(lens->tokens.size()) == LayerWords::mostTokens;
    m_note->setText(isPart
                        ? tr("The likeliest word behind each layer, of %L1 tokens: up to the pinned one, else to the "
                             "last.")
                              .arg(LayerWords::mostTokens)
                        : tr("The likeliest word behind each layer."));
    fill();
    showCandidates();
}

/// The chosen cell stays; at first it is what the last layer says of the last token.
void LayersPane::fill() {
    const QSignalBlocker quiet(m_table);
    const LayerLens& lens = *m_words.lens();
    const auto rows = int(lens.layers.size()), columns = int(lens.tokens.size());
    const bool isSame = m_table->rowCount() == rows && m_table->columnCount() == columns;
    const QPoint chosen = isSame && m_table->currentRow() >= 0 ? QPoint(m_table->currentColumn(), m_table->currentRow())
                                                               : QPoint(columns - 1, rows - 1);
    m_table->setRowCount(rows);
    m_table->setColumnCount(columns);
    m_table->setHorizontalHeaderLabels(m_words.tokens());
    QStringList names;
    for (int layer = 0; layer < rows; ++layer)
        names << tr("layer %1").arg(layer);
    m_table->setVerticalHeaderLabels(names);
    const ColorMap grounds(ColorMapId::Blues, themeOf(palette()));
    for (int layer = 0; layer < rows; ++layer)
        for (int token = 0; token < columns; ++token) {
            const ClassAnswer& cell = lens.layers[std::size_t(layer)][std::size_t(token)];
            const QStringList& words = m_words.words(std::size_t(layer), std::size_t(token));
            auto* item = new QTableWidgetItem(words.value(0, noWord));
            item->setToolTip(toolTipOf(cell, words));
            if (!cell.labels.empty()) {
                const QColor ground(grounds.at(cell.probabilities.front()));
                item->setBackground(ground);
                item->setForeground(readableOn(ground));
            }
            m_table->setItem(layer, token, item);
        }
    m_table->resizeColumnsToContents();
    m_table->setCurrentCell(chosen.y(), chosen.x());
    if (!isSame)
        m_table->scrollToItem(m_table->currentItem());
}

void LayersPane::showCandidates() {
    const LayerLens* lens = m_words.lens();
    const int layer = m_table->currentRow(), token = m_table->currentColumn();
    if (!lens || layer < 0 || token < 0 || std::size_t(layer) >= lens->layers.size() ||
        std::size_t(token) >= lens->tokens.size())
        return;
    const ClassAnswer& cell = lens->layers[std::size_t(layer)][std::size_t(token)];
    const QStringList& words = m_words.words(std::size_t(layer), std::size_t(token));
    QList<Bar> bars;
    for (std::size_t k = 0; k < cell.labels.size(); ++k) {
        Bar bar{words[qsizetype(k)], cell.probabilities[k]};
        bar.strong = k == 0;
        bars << bar;
    }
    m_bars->setTitle(tr("Layer %1, at “%2”").arg(QString::number(layer), m_words.tokens()[token]));
    m_bars->setRange(0, 1);
    m_bars->setBars(bars);
}

FigureTable LayersPane::figureTable() const {
    const LayerLens& lens = *m_words.lens();
    FigureTable table{{{tr("layer")}}, {false}, {}};
    for (const QString& token : m_words.tokens()) {
        table.headings << TableCell{token};
        table.isRight << false;
    }
    for (std::size_t layer = 0; layer < lens.layers.size(); ++layer) {
        TableRow& row = table.rows.emplace_back();
        row.cells << TableCell{QString::number(layer)};
        for (std::size_t token = 0; token < lens.tokens.size(); ++token)
            row.cells << TableCell{m_words.words(layer, token).value(0, noWord)};
    }
    return table;
}

/// A row for each candidate of each cell.
ValueTable LayersPane::values() const {
    ValueTable table{{tr("layer"), tr("position"), tr("token"), tr("rank"), tr("candidate"), tr("probability")}, {}};
    const LayerLens* lens = m_words.lens();
    for (std::size_t layer = 0; lens && layer < lens->layers.size(); ++layer)
        for (std::size_t token = 0; token < lens->tokens.size(); ++token) {
            const ClassAnswer& cell = lens->layers[layer][token];
            for (std::size_t k = 0; k < cell.labels.size(); ++k)
                table.rows << QStringList{
                    QString::number(layer), QString::number(lens->tokens[token]),   m_words.tokens()[qsizetype(token)],
                    QString::number(k + 1), QString::fromStdString(cell.labels[k]), exactNumber(cell.probabilities[k])};
        }
    return table;
}

void LayersPane::addFigure() {
    FigureSource source;
    source.name = [] { return QStringLiteral("layers"); };
    source.picture = [this](const FigureOptions& options) {
        if (!m_words.lens())
            return Picture();
        const MapOrigin origin = originOf(m_model);
        return figureOfTable(figureTable(), options, themeOf(palette()),
                             writtenTitle(tr("Likeliest word behind each layer"), origin), metadataOf(origin, 0));
    };
    source.values = [this] { return values(); };
    addMapFigure(m_table, m_session, m_model, source);
}

} // namespace headlight
