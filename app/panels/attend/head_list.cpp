#include "panels/attend/head_list.h"

#include "figure/figure_menu.h"
#include "panels/attend/effect_cell.h"
#include "panels/attend/map_views.h"
#include "viewmodels/map_names.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QSignalBlocker>
#include <QStyle>
#include <algorithm>
#include <cmath>
#include <memory>

namespace headlight {

namespace {

enum Column { Head, MaskText, Effect, Entropy, Distance, Self };
constexpr int numberRole = Qt::UserRole; ///< with every digit; none where the head has no such number

/// Sorts heads by their place, and by it those whose masks or exact numbers are the same.
class Row : public QTreeWidgetItem {
public:
    explicit Row(const MapAddress& address) : m_address(address) {}
    const MapAddress& address() const { return m_address; }
    bool operator<(const QTreeWidgetItem& other) const override {
        const auto& row = static_cast<const Row&>(other);
        const int column = treeWidget()->sortColumn();
        if (column == Head)
            return m_address < row.m_address;
        if (column == MaskText)
            return std::pair(text(column), m_address) < std::pair(other.text(column), row.m_address);
        return std::pair(number(column), m_address) < std::pair(row.number(column), row.m_address);
    }

private:
    double number(int column) const { // never negative, an effect by its size: without one it comes first
        const QVariant exact = data(column, numberRole);
        return exact.isValid() ? exact.toDouble() : -1;
    }

    MapAddress m_address;
};

/// Of a head, before it is in the list, which would sort it anew with each text.
Row* rowOf(const HeadEntry& entry, const EffectCell& effect) {
    auto* row = new Row(entry.address);
    row->setText(Head, shortName(entry.address, entry.label));
    row->setToolTip(Head, entry.label);
    row->setText(MaskText, entry.mask);
    row->setToolTip(MaskText, entry.mask);
    row->setText(Effect, effect.text);
    row->setToolTip(Effect, effect.toolTip);
    row->setData(Effect, numberRole, effect.change ? QVariant(std::abs(*effect.change)) : QVariant());
    if (entry.statistics) {
        const HeadStatistics& statistics = *entry.statistics;
        const bool isFullyMasked = statistics.queries == 0;
        for (const auto& [column, value] :
             {std::pair(Entropy, statistics.entropy), std::pair(Distance, statistics.meanDistance),
              std::pair(Self, statistics.selfShare)}) {
            row->setText(column, value           ? QString::number(*value, 'f', 2)
                                 : isFullyMasked ? QStringLiteral("–")
                                                 : QString());
            row->setData(column, numberRole, value ? QVariant(*value) : QVariant());
            row->setToolTip(column, isFullyMasked ? maskedHeadText() : QString());
        }
    }
    for (const int column : {Effect, Entropy, Distance, Self})
        row->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    return row;
}

} // namespace

HeadList::HeadList(Session& session, AttendModel& model, const EffectsModel& effects, QWidget* parent)
    : QTreeWidget(parent), m_session(session), m_model(model), m_effects(effects) {
    setObjectName("head-list");
    setAccessibleName(tr("Heads"));
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setFrameShape(QFrame::NoFrame);
    setHeaderLabels({tr("Head"), tr("Mask"), tr("Effect"), tr("Entropy"), tr("Dist."), tr("Self")});
    headerItem()->setToolTip(Head, tr("Layer and head, or what else has a map"));
    headerItem()->setToolTip(MaskText, tr("What each token may see"));
    headerItem()->setToolTip(Entropy, tr("Mean entropy of a query's attention, in nats"));
    headerItem()->setToolTip(Distance, tr("Mean distance to what is attended to, in tokens"));
    headerItem()->setToolTip(Self, tr("Share of attention that a token gives itself"));
    header()->setSectionResizeMode(QHeaderView::Fixed);
    header()->setStretchLastSection(false);
    header()->setMinimumSectionSize(fontMetrics().height());
    header()->setSectionResizeMode(MaskText, QHeaderView::Stretch); // gives way first; its tooltip has the whole text
    setSortingEnabled(true);
    sortByColumn(Head, Qt::AscendingOrder);
    connect(this, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
        if (item)
            m_session.setHead(static_cast<const Row*>(item)->address());
    });
    connect(header(), &QHeaderView::sortIndicatorChanged, this, &HeadList::fitColumns);
    connect(&model, &AttendModel::changed, this, &HeadList::refresh);
    connect(&effects, &EffectsModel::changed, this, &HeadList::refresh);
    connect(&session, &Session::focusChanged, this, &HeadList::showFocus);
    refresh();
}

/// A list would look for rows that begin with a letter; letters and brackets are keys of the view.
void HeadList::keyPressEvent(QKeyEvent* event) {
    const QString text = event->text();
    if (text.size() == 1 && text[0].isPrint() && !text[0].isSpace())
        event->ignore();
    else
        QTreeWidget::keyPressEvent(event);
}

/// A click beside the rows leaves the head in focus marked.
QItemSelectionModel::SelectionFlags HeadList::selectionCommand(const QModelIndex& index, const QEvent* event) const {
    return index.isValid() ? QTreeWidget::selectionCommand(index, event)
                           : QItemSelectionModel::SelectionFlags(QItemSelectionModel::NoUpdate);
}

void HeadList::refresh() {
    const QSignalBlocker blocker(this);
    clear();
    headerItem()->setToolTip(Effect, effectsToolTip(m_effects));
    QList<QTreeWidgetItem*> rows;
    for (const HeadEntry& entry : m_model.heads())
        rows << rowOf(entry, effectCellOf(m_effects, entry, m_model.shown().intervention));
    addTopLevelItems(rows);
    for (std::size_t head = 0; head < m_model.heads().size(); ++head) {
        const HeadEntry& entry = m_model.heads()[head];
        const bool isName = !entry.statistics && entry.mask.isEmpty(); // a long one, and nothing beside it
        rows[qsizetype(head)]->setFirstColumnSpanned(isName);
    }
    fitColumns();
    showFocus();
}

/// QHeaderView would keep room in every heading for the arrow that only one has.
int HeadList::widthOf(int column) const {
    const int margin = style()->pixelMetric(QStyle::PM_HeaderMargin, nullptr, header());
    int heading = header()->fontMetrics().horizontalAdvance(headerItem()->text(column)) + 3 * margin;
    if (column == header()->sortIndicatorSection())
        heading += style()->pixelMetric(QStyle::PM_HeaderMarkSize, nullptr, header()) + margin;
    int widest = heading;
    for (int row = 0; row < topLevelItemCount(); ++row)
        if (!topLevelItem(row)->isFirstColumnSpanned())
            widest = std::max(widest, sizeHintForIndex(indexFromItem(topLevelItem(row), column)).width());
    return widest;
}

/// With a ring around the row that the keys move, as plain as those of the other views.
void HeadList::drawRow(QPainter* painter, const QStyleOptionViewItem& options, const QModelIndex& index) const {
    QTreeWidget::drawRow(painter, options, index);
    if (!hasFocus() || index.row() != currentIndex().row())
        return;
    painter->save();
    painter->setPen(QPen(color(ColorRole::FocusRing, themeOf(palette())), 2));
    painter->drawRect(QRectF(options.rect).adjusted(1, 1, -1, -1));
    painter->restore();
}

void HeadList::fitColumns() {
    for (const int column : {Head, Effect, Entropy, Distance, Self})
        header()->resizeSection(column, widthOf(column));
}

void HeadList::showWhole() {
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    fitColumns();
    header()->setSectionResizeMode(MaskText, QHeaderView::Fixed);
    header()->resizeSection(MaskText, widthOf(MaskText));
    const int rows = topLevelItemCount() ? topLevelItemCount() * visualItemRect(topLevelItem(0)).height() : 0;
    resize(header()->length() + 2 * frameWidth(), header()->sizeHint().height() + rows + 2 * frameWidth());
}

Picture HeadList::picture() const {
    const auto whole = std::make_shared<HeadList>(m_session, m_model, m_effects);
    whole->sortByColumn(header()->sortIndicatorSection(), header()->sortIndicatorOrder());
    whole->showWhole();
    Picture picture = pictureOf(*whole, tr("Heads"));
    picture.paint = [whole, paint = picture.paint](QPainter& painter) { paint(painter); };
    return picture;
}

void HeadList::showFocus() {
    const QSignalBlocker blocker(this);
    for (int i = 0; i < topLevelItemCount(); ++i) {
        QTreeWidgetItem* row = topLevelItem(i);
        if (static_cast<const Row*>(row)->address() == m_session.focus().address)
            setCurrentItem(row);
    }
}

ValueTable headTable(const AttendModel& model, const EffectsModel& effects) {
    ValueTable table{{"layer", "head", "label", "mask", "entropy", "distance", "self", "address", "effect"}, {}};
    const auto part = model.part();
    if (part)
        table.columns << "between";
    const auto number = [](const std::optional<double>& value) { return value ? exactNumber(*value) : QString(); };
    for (const HeadEntry& entry : model.heads()) {
        QStringList row{QString::number(entry.address.layer), QString::number(entry.address.head), entry.label,
                        entry.mask};
        const HeadStatistics statistics = entry.statistics.value_or(HeadStatistics{});
        row << number(statistics.entropy) << number(statistics.meanDistance) << number(statistics.selfShare)
            << QString::fromStdString(entry.address.text()) << number(effects.ofHead(entry.address));
        if (part)
            row << QString::fromStdString(nameOf(*part));
        table.rows << row;
    }
    return table;
}

} // namespace headlight
