#include "panels/attend/head_list.h"

#include "forms/check_menu.h"
#include "matrix/text_widths.h"
#include "panels/attend/combine_choice.h"
#include "panels/attend/effect_cell.h"
#include "panels/attend/map_views.h"
#include "viewmodels/map_names.h"
#include "viewmodels/statistic_columns.h"

#include <QAction>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QPainter>
#include <QSet>
#include <QSignalBlocker>
#include <QStyle>
#include <algorithm>
#include <cmath>
#include <limits>

namespace headlight {

namespace {

/// Behind these, those of statisticColumns().
enum Column { Head, MaskText, Effect, FirstStatistic };
constexpr int usualStatistics = 3;       ///< the others are shown when they are asked for
constexpr int numberRole = Qt::UserRole; ///< with every digit; none where the head has no such number

int headColumns() {
    return FirstStatistic + int(statisticColumns().size());
}

/// Sorts heads by their place, and by it those whose masks or exact numbers are the same.
class Row : public QTreeWidgetItem {
public:
    explicit Row(const MapAddress& address) : m_address(address) {
        for (int column = Effect; column < headColumns(); ++column)
            setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    }
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
    /// Never negative, an effect by its size. Without one it comes last, either way.
    double number(int column) const {
        const QVariant exact = data(column, numberRole);
        if (exact.isValid())
            return exact.toDouble();
        const bool descends = treeWidget()->header()->sortIndicatorOrder() == Qt::DescendingOrder;
        return descends ? -1 : std::numeric_limits<double>::infinity();
    }

    MapAddress m_address;
};

const MapAddress& addressOf(const QTreeWidgetItem* row) {
    return static_cast<const Row*>(row)->address();
}

void fill(QTreeWidgetItem* row, const HeadEntry& entry, bool isOn, const EffectCell& effect) {
    row->setText(Head, shortName(entry.address, entry.label));
    const QString shared = entry.sharedKeys.isEmpty() ? QString() : u'\n' + entry.sharedKeys;
    row->setToolTip(Head, (entry.changeable ? QObject::tr("%1; the box switches it off and on").arg(entry.label)
                                            : entry.label + u'\n' + whyNoEffect(entry.address.part)) +
                              shared);
    row->setData(Head, Qt::CheckStateRole,
                 entry.changeable ? QVariant(isOn ? Qt::Checked : Qt::Unchecked) : QVariant());
    row->setText(MaskText, entry.mask);
    row->setToolTip(MaskText, maskTitle(entry.mask.toStdString()));
    row->setText(Effect, effect.text);
    row->setToolTip(Effect, effect.toolTip);
    row->setData(Effect, numberRole, effect.change ? QVariant(std::abs(*effect.change)) : QVariant());
    const HeadStatistics statistics = entry.statistics.value_or(HeadStatistics{});
    const bool isFullyMasked = entry.statistics && statistics.queries == 0;
    int column = FirstStatistic;
    for (const StatisticColumn& of : statisticColumns()) {
        const std::optional<double>& value = statistics.*of.value;
        row->setText(column, value ? QString::number(*value, 'f', 2) : isFullyMasked ? QStringLiteral("–") : QString());
        row->setData(column, numberRole, value ? QVariant(*value) : QVariant());
        row->setToolTip(column, isFullyMasked ? maskedHeadText() : QString());
        ++column;
    }
}

} // namespace

HeadList::HeadList(Session& session, AttendModel& model, const EffectsModel& effects, QWidget* parent)
    : QTreeWidget(parent), m_session(session), m_model(model), m_effects(effects) {
    setObjectName("head-list");
    setAccessibleName(tr("Heads"));
    setRootIsDecorated(false);
    setUniformRowHeights(true);
    setFrameShape(QFrame::NoFrame);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent); // what lies below need not be painted first
    setHeaderLabels({tr("Head"), tr("Mask"), tr("Effect")});
    setHeadingToolTip(Head,
                      tr("Layer and head, or what else has a map; dec: of the decoder. In the list type 1.3 to go to "
                         "head 3 of layer 1"));
    setHeadingToolTip(MaskText, tr("What each token may see"));
    headerItem()->setData(Effect, Qt::InitialSortOrderRole, Qt::DescendingOrder); // the strongest first
    header()->setStretchLastSection(false); // before any is hidden: the header would keep the width of the last one
    addStatistics();
    header()->setSectionResizeMode(QHeaderView::Fixed);
    header()->setMinimumSectionSize(fontMetrics().height());
    // It sorts itself: QTreeWidget would do so at each change of a row, which moves away below the pointer then.
    header()->setSectionsClickable(true);
    header()->setSortIndicatorShown(true);
    header()->setSortIndicator(Head, Qt::AscendingOrder);
    connect(this, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) {
        if (item)
            m_session.setHead(addressOf(item));
    });
    connect(this, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem* item) { // it may be current already
        m_session.setHead(addressOf(item));
    });
    connect(header(), &QHeaderView::sortIndicatorChanged, this, [this] {
        sort();
        fitColumns();
    });
    connect(this, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem* item) {
        const MapAddress head = addressOf(item);
        const bool wanted = item->checkState(Head) == Qt::Checked; // the next line may put it back to what is so
        m_session.setHead(head);
        if (wanted != isOn(head))
            emit switched();
    });
    connect(&model, &AttendModel::changed, this, &HeadList::refresh);
    connect(&session, &Session::interventionChanged, this, &HeadList::showSwitches);
    connect(&effects, &EffectsModel::changed, this, &HeadList::refresh);
    connect(&session, &Session::focusChanged, this, &HeadList::showFocus);
    refresh();
}

/// Which of them are seen is chosen in a menu: of the headings, and of the rows for the keyboard.
void HeadList::addStatistics() {
    auto* menu = new CheckMenu(tr("Columns"), this);
    menu->setObjectName("head-columns");
    menu->setToolTipsVisible(true);
    menu->menuAction()->setToolTip(tr("Choose the numbers that the list has"));
    addAction(menu->menuAction());
    header()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header(), &QWidget::customContextMenuRequested, menu,
            [this, menu](const QPoint& place) { menu->popup(header()->viewport()->mapToGlobal(place)); });
    int column = FirstStatistic;
    for (const StatisticColumn& of : statisticColumns()) {
        headerItem()->setText(column, tr(of.title));
        setHeadingToolTip(column, tr(of.help));
        auto* action = new QAction(tr(of.words), this);
        action->setObjectName(QStringLiteral("column.%1").arg(QLatin1StringView(of.name)));
        action->setToolTip(tr(of.help));
        action->setCheckable(true);
        action->setChecked(column < FirstStatistic + usualStatistics);
        setColumnHidden(column, !action->isChecked());
        connect(action, &QAction::toggled, this, [this, column](bool shown) {
            setColumnHidden(column, !shown);
            fitColumns();
        });
        header()->addAction(action);
        menu->addAction(action);
        ++column;
    }
}

void HeadList::setHeadingToolTip(int column, const QString& meaning) {
    headerItem()->setToolTip(column, meaning + u'\n' + tr("A click sorts, a right click chooses the columns."));
}

QStringList HeadList::shownColumns() const {
    QStringList names;
    for (const QAction* action : header()->actions())
        if (action->isChecked())
            names << action->objectName();
    return names;
}

void HeadList::showColumns(const QStringList& names) {
    for (QAction* action : header()->actions())
        action->setChecked(names.contains(action->objectName()));
}

/// Ctrl+click chooses several heads; they are one map then.
void HeadList::mousePressEvent(QMouseEvent* event) {
    const QTreeWidgetItem* item = itemAt(event->pos());
    if (item && event->button() == Qt::LeftButton && event->modifiers().testFlag(Qt::ControlModifier))
        return toggleCombined(m_session, m_model, addressOf(item));
    QTreeWidget::mousePressEvent(event);
}

/// A list would look for rows that begin with a letter; letters and brackets are keys of the view. Of a hundred heads
/// one is found by its number.
void HeadList::keyPressEvent(QKeyEvent* event) {
    static const QSet<int> driving = {Qt::Key_Up,   Qt::Key_Down, Qt::Key_PageUp, Qt::Key_PageDown,
                                      Qt::Key_Home, Qt::Key_End,  Qt::Key_Space};
    m_isDriven = m_isDriven || driving.contains(event->key()); // no other key, such as Ctrl of a shortcut
    if (event->key() == Qt::Key_Space && event->modifiers() == Qt::ControlModifier && currentItem())
        return toggleCombined(m_session, m_model, addressOf(currentItem()));
    const QString text = event->text();
    if (text.size() == 1 && (text[0].isDigit() || text[0] == u'.') && currentIndex().isValid()) {
        m_isDriven = true;
        selectionModel()->setCurrentIndex(currentIndex().siblingAtColumn(Head), QItemSelectionModel::NoUpdate);
        return keyboardSearch(text);
    }
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
    setHeadingToolTip(Effect, effectsToolTip(m_effects));
    const std::vector<HeadEntry>& heads = m_model.heads();
    const bool sameHeads =
        std::equal(heads.begin(), heads.end(), m_rows.begin(), m_rows.end(),
                   [](const HeadEntry& entry, const QTreeWidgetItem* row) { return entry.address == addressOf(row); });
    if (!sameHeads) {
        clear();
        m_rows.clear();
        for (const HeadEntry& entry : heads)
            m_rows << new Row(entry.address);
        addTopLevelItems(m_rows);
    }
    {
        const QSignalBlocker unpainted(model()); // each text would be painted and measured by itself
        for (std::size_t head = 0; head < heads.size(); ++head)
            fill(m_rows[qsizetype(head)], heads[head], isOn(heads[head].address),
                 effectCellOf(m_effects, heads[head], m_model.shown().intervention));
    }
    if (!sameHeads || !isHeld())
        sort();
    viewport()->update(); // it was told of no text
    for (std::size_t head = 0; head < heads.size(); ++head) {
        QTreeWidgetItem* row = m_rows[qsizetype(head)];
        const bool isName = !heads[head].statistics && heads[head].mask.isEmpty(); // long, and nothing beside it
        if (row->isFirstColumnSpanned() != isName)
            row->setFirstColumnSpanned(isName);
    }
    fitColumns();
    showFocus();
}

bool HeadList::isOn(const MapAddress& head) const {
    return m_session.headChange(head).scale != 0;
}

/// At once, and also where what was wanted is not so.
void HeadList::showSwitches() {
    const QSignalBlocker blocker(this);
    for (QTreeWidgetItem* row : m_rows)
        if (row->data(Head, Qt::CheckStateRole).isValid())
            row->setCheckState(Head, isOn(addressOf(row)) ? Qt::Checked : Qt::Unchecked);
}

/// While somebody points into the list or drives it by keys, rows stay where they are; and for the moments without
/// numbers to sort by.
bool HeadList::isHeld() const {
    const bool isPending = sortColumn() == Effect && m_effects.state() == EffectsModel::State::Pending;
    return underMouse() || (m_isDriven && hasFocus()) || isPending;
}

void HeadList::sort() {
    if (!isSorted()) // else all would be laid out anew
        sortItems(sortColumn(), header()->sortIndicatorOrder());
}

void HeadList::leaveEvent(QEvent* event) {
    QTreeWidget::leaveEvent(event);
    if (!isHeld())
        sort();
}

void HeadList::focusOutEvent(QFocusEvent* event) {
    QTreeWidget::focusOutEvent(event);
    m_isDriven = false;
    if (!isHeld())
        sort();
}

bool HeadList::isSorted() const {
    const bool descends = header()->sortIndicatorOrder() == Qt::DescendingOrder;
    for (int row = 1; row < topLevelItemCount(); ++row) {
        const QTreeWidgetItem &upper = *topLevelItem(row - 1), &lower = *topLevelItem(row);
        if (descends ? upper < lower : lower < upper)
            return false;
    }
    return true;
}

/// QHeaderView would keep room in every heading for the arrow that only one has.
int HeadList::widthOf(int column) const {
    const int margin = style()->pixelMetric(QStyle::PM_HeaderMargin, nullptr, header());
    int heading = header()->fontMetrics().horizontalAdvance(headerItem()->text(column)) + 3 * margin;
    if (column == header()->sortIndicatorSection())
        heading += style()->pixelMetric(QStyle::PM_HeaderMarkSize, nullptr, header()) + margin;
    const QTreeWidgetItem* widest = nullptr; // the style, which knows the margins, is slow to be asked for each
    double longest = 0.0;
    for (const QTreeWidgetItem* row : m_rows) {
        const bool hasFont = row->data(column, Qt::FontRole).isValid();
        const double length = TextWidths(hasFont ? row->font(column) : font()).of(row->text(column));
        if (!row->isFirstColumnSpanned() && length >= longest) {
            widest = row;
            longest = length;
        }
    }
    return widest ? std::max(heading, sizeHintForIndex(indexFromItem(widest, column)).width()) : heading;
}

void HeadList::paintEvent(QPaintEvent* event) {
    QPainter(viewport()).fillRect(event->rect(), palette().base());
    QTreeWidget::paintEvent(event);
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
    const bool isPending = m_effects.state() == EffectsModel::State::Pending; // for some frames: nothing moves
    int others = 0;
    for (int column = Head; column < headColumns(); ++column)
        if (column != MaskText && !isColumnHidden(column)) {
            if (!isPending || column != Effect)
                header()->resizeSection(column, widthOf(column));
            others += header()->sectionSize(column);
        }
    // Masks give way first, for their tooltips have the whole text; the rest is scrolled to before they are nothing.
    const int room = viewport()->width() - others, heading = header()->sectionSizeHint(MaskText);
    const int least = room < heading ? std::min(widthOf(MaskText), heading) : room; // at each key: seldom measured
    header()->resizeSection(MaskText, std::max(least, room));
}

void HeadList::resizeEvent(QResizeEvent* event) {
    QTreeWidget::resizeEvent(event);
    fitColumns();
}

void HeadList::showFocus() {
    const QSignalBlocker blocker(this);
    for (int i = 0; i < topLevelItemCount(); ++i) {
        QTreeWidgetItem* row = topLevelItem(i);
        const MapAddress& address = addressOf(row);
        const auto& combination = m_session.focus().combination;
        QFont font = this->font();
        font.setBold(combination && std::find(combination->heads.begin(), combination->heads.end(), address) !=
                                        combination->heads.end());
        row->setFont(Head, font);
        if (address == m_session.focus().address)
            setCurrentItem(row);
    }
}

ValueTable headTable(const AttendModel& model, const EffectsModel& effects) {
    ValueTable table{{"layer", "head", "label", "mask", "entropy", "distance", "self", "address", "effect"}, {}};
    for (const StatisticColumn& pattern : statisticColumns().subspan(usualStatistics))
        table.columns << QString::fromLatin1(pattern.name);
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
        for (const StatisticColumn& pattern : statisticColumns().subspan(usualStatistics))
            row << number(statistics.*pattern.value);
        if (part)
            row << QString::fromStdString(nameOf(*part));
        table.rows << row;
    }
    return table;
}

} // namespace headlight
