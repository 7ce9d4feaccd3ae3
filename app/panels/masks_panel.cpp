#include "panels/masks_panel.h"

#include "engine/core/error.h"
#include "engine/models/model.h"
#include "engine/results/head_info.h"
#include "figure/figure_menu.h"
#include "figure/figure_sheet.h"
#include "forms/expression_edit.h"
#include "forms/few_lines_label.h"
#include "forms/flow_layout.h"
#include "matrix/heat_map.h"
#include "matrix/map_grid.h"
#include "panels/array_file.h"
#include "panels/masks/length_field.h"
#include "session/open_model.h"
#include "viewmodels/change_effect.h"
#include "viewmodels/map_names.h"
#include "views/mask_view.h"

#include <QAbstractItemView>
#include <QAction>
#include <QComboBox>
#include <QFormLayout>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

namespace headlight {

constexpr int textLines = 2, targetCharacters = 28; ///< of what is said; of "layer 0 · head 1: anticausal"
const QString masksSetting = QStringLiteral("panel/masks");

MasksPanel::MasksPanel(Session& session, Jobs& jobs, QWidget* parent)
    : Panel(session, jobs, parent), m_length(std::clamp(session.settings().value("mask-length").toInt(),
                                                        LengthField::shortest, LengthField::longest)),
      m_effect(new ChangeEffect(session, jobs, this)) {
    setWhatsThis(tr("Masks say which keys a query may see. Terms joined by + restrict one head, heads are separated by "
                    "commas, x4 repeats: fw x4, bw+logdist x4."));
    auto* centre = new QWidget;
    auto* column = new QVBoxLayout(centre);
    column->addWidget(makeTop());
    column->addWidget(makeLarge(), 1);
    setCentralWidget(centre);
    addGallery();
    addLayout();
    addCommand("apply-mask", tr("Apply the mask to the head"), QKeySequence(Qt::CTRL | Qt::Key_Return),
               [this] { apply(false); });
    addCommand("apply-mask-all", tr("Apply the masks to all heads"),
               QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Return), [this] { apply(true); });

    // Masks that did not fit were those of another expression, model or state of its heads.
    for (const auto changed : {&Session::currentModelChanged, &Session::interventionChanged})
        connect(&session, changed, this, [this] {
            this->session().withdraw("masks");
            refreshTargets();
        });
    const QString expression = session.settings().text("mask-expression");
    m_expression->setText(checkMasks(expression) ? QStringLiteral("all") : expression);
    const QVariantMap saved = session.settings().value(masksSetting).toMap();
    m_head = saved.value("head").toInt();
    m_chosen = std::max(0, saved.value("target").toInt());
    refreshGallery();
    refreshLayout();
    if (const int card = saved.value("card", -1).toInt(); card >= 0 && card < int(m_terms.size()))
        showCard(card);
    refreshTargets();
}

void MasksPanel::showEvent(QShowEvent* event) {
    Panel::showEvent(event);
    m_effect->setWatched(true);
}

void MasksPanel::hideEvent(QHideEvent* event) {
    Panel::hideEvent(event);
    m_effect->setWatched(false);
}

void MasksPanel::remember() const {
    session().settings().set(masksSetting,
                             QVariantMap{{"card", m_gallery->current()}, {"head", m_head}, {"target", m_chosen}});
}

int MasksPanel::neededWidth(const QDockWidget* dock) const {
    return dock == part("gallery") ? 24 * fontMetrics().height() : 0;
}

void MasksPanel::arrange() {
    const int em = fontMetrics().height();
    resizeDocks({part("gallery")}, {neededWidth(part("gallery"))}, Qt::Horizontal);
    // All heads without a scroll bar, if they leave most of the window to the large mask.
    const int around = part("layout")->height() - m_layout->viewport()->height();
    const int heads = int(std::ceil(m_layout->painter().heightFor(m_layout->viewport()->width())));
    resizeDocks({part("layout")}, {std::min(heads + around, 14 * em)}, Qt::Vertical);
}

QWidget* MasksPanel::makeTop() {
    auto* top = new QWidget;
    auto* form = new QFormLayout(top);
    form->setContentsMargins(0, 0, 0, 0);
    makeExpression();
    form->addRow(tr("Expression"), m_expression);
    auto* length = new LengthField(m_length);
    connect(length, &LengthField::changed, this, &MasksPanel::setLength);
    form->addRow(tr("Length"), length);
    form->addRow(tr("Open model"), makeTargets());
    m_effectText = new FewLinesLabel(textLines);
    m_effectText->setObjectName("mask-effect");
    m_effectText->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_effectText->setToolTip(tr("What the changes of the open model make of its answer to the sentence above"));
    connect(m_effect, &ChangeEffect::changed, this, [this] { m_effectText->setText(m_effect->text()); });
    form->addRow(m_effectText);
    return top;
}

void MasksPanel::makeExpression() {
    m_expression = new ExpressionEdit;
    m_expression->line()->setObjectName("mask-expression");
    m_expression->line()->setAccessibleName(tr("Mask expression"));
    m_expression->line()->setToolTip(tr("One mask for each head, separated by commas: fw+logdist x2, fa(3)"));
    m_expression->line()->setWords(maskWords());
    m_expression->line()->setCheck([](const QString& text) -> std::optional<TextProblem> {
        if (const auto problem = checkMasks(text))
            return TextProblem{problem->message, problem->position};
        return std::nullopt;
    });
    connect(m_expression, &ExpressionEdit::edited, this, &MasksPanel::useExpression);
    connect(m_expression->line(), &ExpressionLine::checked, this, [this] { refreshButtons(); });
}

/// The heads of the open model that may get the mask, and the buttons that give it.
QLayout* MasksPanel::makeTargets() {
    auto* applying = new FlowLayout; // in a small window the buttons need a line of their own
    m_target = new QComboBox;
    m_target->setObjectName("mask-target");
    m_target->setAccessibleName(tr("Head that gets the mask"));
    m_target->setToolTip(tr("The head of the open model that gets the mask"));
    // As wide whatever mask the heads get: the buttons beside it stay where they are pressed.
    m_target->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_target->setMinimumContentsLength(targetCharacters);
    m_apply = new QPushButton;
    m_apply->setObjectName("apply-mask-button");
    m_apply->setToolTip(tr("Replace the mask of this head in the open model (Ctrl+Return); Ctrl+Z takes it back"));
    m_applyAll = new QPushButton;
    m_applyAll->setObjectName("apply-mask-all-button");
    m_applyAll->setToolTip(
        tr("Give a card of the gallery to every head of the open model, or spread the expression over "
           "them (Ctrl+Shift+Return); Ctrl+Z takes it back"));
    connect(m_apply, &QPushButton::clicked, this, [this] { apply(false); });
    connect(m_applyAll, &QPushButton::clicked, this, [this] { apply(true); });
    connect(m_target, &QComboBox::activated, this, [this](int head) {
        m_chosen = head;
        refreshTargets();
    });
    applying->addWidget(m_target);
    applying->addWidget(m_apply);
    applying->addWidget(m_applyAll);
    return applying;
}

QWidget* MasksPanel::makeLarge() {
    auto* large = new QWidget;
    auto* column = new QVBoxLayout(large);
    column->setContentsMargins(0, 0, 0, 0);
    m_large = new HeatMap;
    m_large->setObjectName("mask-map");
    m_large->setAccessibleName(tr("Mask"));
    m_large->setWhatsThis(
        tr("Rows are queries, columns keys. Hatched: hidden. A mask with a bias lowers scores; the "
           "colour is the factor on the weight, before the weights of a query are made to add up to 1."));
    m_large->setReadOut([this](int query, int key) { return hoverTextOf(m_large->view(), query, key); });
    connect(m_large, &HeatMap::hovered, this, [this](int query, int key) {
        session().showHoverText(query >= 0 && key >= 0 ? hoverTextOf(m_large->view(), query, key) : QString());
    });
    connect(m_large, &HeatMap::left, this, [this] { session().showHoverText({}); });
    FigureSource source;
    source.name = [this] { return "mask-" + m_shown; };
    source.picture = [this](const FigureOptions& options) {
        HeatMapPainter painter = m_large->painter();
        painter.setHover({}); // what the pointer or the keys are at belongs to no file
        painter.setFocusCell({});
        return figureOf(painter, options, m_large->view().title, metadataOf(*currentShape()));
    };
    source.values = [this] { return biasTable(*currentShape()); };
    source.files << arrayFile(tr("NumPy archive"),
                              [this](const auto& path) { maskArchive({*currentShape()}).save(path); });
    source.resetZoom = [this] { m_large->resetZoom(); };
    addFigure(m_large, source);
    m_help = new FewLinesLabel(textLines);
    m_help->setObjectName("mask-help");
    m_help->setAlignment(Qt::AlignHCenter | Qt::AlignTop);
    column->addWidget(m_large, 1);
    column->addWidget(m_help);
    return large;
}

void MasksPanel::addFigure(QWidget* view, const FigureSource& source) {
    auto* menu = new FigureMenu(view, source);
    connect(menu, &FigureMenu::failed, this, [this](const QString& message) {
        session().post({"export", Notice::Kind::Error, message, {}});
    });
}

/// All cards, however few of them are seen.
void MasksPanel::addGridFigure(MapGrid* grid, const QString& name, const QString& title,
                               const std::vector<MaskShape>& shown, bool numbered) {
    FigureSource source;
    source.name = [name] { return name; };
    source.picture = [grid, title, &shown](const FigureOptions& options) {
        MapGridPainter painter = grid->painter();
        painter.setHover(-1);
        return figureOf(painter, options, title, metadataOf(shown));
    };
    source.values = [numbered, &shown] {
        QStringList names;
        for (const MaskShape& shape : shown)
            names << (numbered ? QStringLiteral("%1 %2").arg(names.size()).arg(shape.expression) : shape.expression);
        return biasTable(shown, names);
    };
    source.files << arrayFile(tr("NumPy archive"), [&shown](const auto& path) { maskArchive(shown).save(path); });
    addFigure(grid, source);
}

void MasksPanel::addGallery() {
    m_gallery = new MapGrid;
    m_gallery->setObjectName("mask-gallery");
    m_gallery->setAccessibleName(tr("Gallery of masks"));
    addPart("gallery", tr("Gallery"), m_gallery, Qt::LeftDockWidgetArea,
            tr("Every term of the mask language. Click one to see it large, double-click to put it into the "
               "expression."));
    connect(m_gallery, &MapGrid::currentChanged, this, &MasksPanel::showCard);
    connect(m_gallery, &MapGrid::activated, this, [this](int index) {
        const QString expression = m_terms[std::size_t(index)].expression;
        m_expression->setText(expression);
        useExpression(expression);
    });
    addGridFigure(m_gallery, QStringLiteral("masks"), tr("Masks"), m_terms, false);
}

void MasksPanel::useExpression(const QString& text) {
    session().settings().set("mask-expression", text);
    session().withdraw("masks");
    m_head = 0;
    refreshLayout();
    refreshTargets();
}

void MasksPanel::addLayout() {
    m_layout = new MapGrid;
    m_layout->setObjectName("mask-layout");
    m_layout->setAccessibleName(tr("Masks of the heads"));
    addPart("layout", tr("Heads of the expression"), m_layout, Qt::BottomDockWidgetArea,
            tr("What each head of the expression sees."));
    connect(m_layout, &MapGrid::currentChanged, this, [this](int index) {
        m_head = index;
        m_gallery->setCurrent(-1);
        showShape(m_heads[std::size_t(index)]);
    });
    addGridFigure(m_layout, QStringLiteral("masks-of-heads"), tr("Masks of the heads"), m_heads, true);
}

void MasksPanel::refreshGallery() {
    m_terms = maskGallery(m_length);
    QList<MapThumbnail> cards;
    for (const MaskShape& shape : m_terms) {
        cards << cardOf(shape, shape.title, int(cards.size()));
        cards.last().spoken = shape.title;
    }
    m_gallery->setThumbnails(cards);
}

void MasksPanel::refreshLayout() {
    if (checkMasks(m_expression->text()))
        return;
    m_heads.clear();
    QList<MapThumbnail> cards;
    for (const Mask& mask : parseMasks(m_expression->text().toStdString())) {
        m_heads.push_back(maskShape(mask, m_length));
        cards << cardOf(m_heads.back(), QStringLiteral("%1 %2").arg(cards.size()).arg(m_heads.back().title),
                        int(cards.size()));
        cards.last().spoken = tr("head %1: %2").arg(cards.size() - 1).arg(m_heads.back().title);
    }
    m_head = std::clamp(m_head, 0, int(m_heads.size()) - 1);
    m_layout->setThumbnails(cards);
    m_layout->setCurrent(m_head);
    m_gallery->setCurrent(-1);
    showShape(m_heads[std::size_t(m_head)]);
}

const MaskShape* MasksPanel::currentShape() const {
    return m_gallery->current() >= 0 ? &m_terms[std::size_t(m_gallery->current())] : &m_heads[std::size_t(m_head)];
}

void MasksPanel::showShape(const MaskShape& shape) {
    m_shown = shape.expression;
    m_large->setView(viewOf(shape));
    m_help->setText(shape.help);
    refreshButtons();
}

void MasksPanel::showCard(int term) {
    m_layout->setCurrent(-1);
    m_gallery->setCurrent(term);
    showShape(m_terms[std::size_t(term)]);
}

/// Both buttons are about what is chosen: a card of the gallery, or the expression and its head.
void MasksPanel::refreshButtons() {
    const bool card = m_gallery->current() >= 0;
    const bool can = m_target->isEnabled() && !m_shown.isEmpty() && (card || m_expression->line()->isValid());
    m_apply->setText(tr("Apply %1 to this head").arg(m_shown));
    m_applyAll->setText(card ? tr("Apply %1 to all heads").arg(m_shown) : tr("Apply the expression to all heads"));
    m_apply->setEnabled(can);
    m_applyAll->setEnabled(can);
}

void MasksPanel::setLength(int length) {
    m_length = length;
    session().settings().set("mask-length", length);
    const int term = m_gallery->current();
    refreshGallery();
    refreshLayout();
    if (term >= 0)
        showCard(term);
}

void MasksPanel::refreshTargets() {
    const QSignalBlocker blocker(m_target);
    m_target->clear();
    if (const auto model = session().current())
        for (const HeadInfo& head : model->heads()) {
            if (!head.maskable())
                continue;
            const auto change = session().headChange(head.address);
            const QString mask = maskTitle(change.mask.value_or(head.mask));
            const QString text = tr("%1: %2").arg(headName(head.address, QString::fromStdString(head.label)), mask);
            m_target->addItem(text, QString::fromStdString(head.address.text()));
            m_target->setItemData(m_target->count() - 1, text, Qt::ToolTipRole); // it may be wider than the box
        }
    const bool any = m_target->count() > 0;
    if (any)
        m_target->setCurrentIndex(std::min(m_chosen, m_target->count() - 1));
    else
        m_target->addItem(session().current() ? tr("this model has no masks") : tr("no model is open"));
    m_target->view()->setMinimumWidth(m_target->view()->sizeHintForColumn(0));
    m_target->setEnabled(any);
    refreshButtons();
}

/// The mask that the head has anyway changes nothing.
static void giveMask(HeadChange& change, const HeadInfo& head, const Mask& mask) {
    if (mask.text() == Mask::parse(head.mask).text())
        change.mask.reset();
    else
        change.mask = mask.text();
}

void MasksPanel::apply(bool allHeads) {
    const auto model = session().current();
    if (!m_apply->isEnabled() || !model)
        return;
    if (!allHeads) {
        const HeadInfo& head = *headAt(model->heads(), m_target->currentData().toString().toStdString());
        HeadChange change = session().headChange(head.address);
        giveMask(change, head, Mask::parse(m_shown.toStdString()));
        session().setHeadChange(head.address, change, tr("mask %1").arg(m_shown));
        return;
    }
    const QString expression = m_gallery->current() >= 0 ? m_shown : m_expression->text();
    try {
        Intervention next = session().intervention();
        std::map<int, std::vector<HeadInfo>> layers;
        for (const HeadInfo& head : model->heads())
            if (head.maskable())
                layers[lineOf(head.address)].push_back(head);
        for (const auto& [layer, heads] : layers) {
            const auto masks = spreadOver(parseMasks(expression.toStdString()), Index(heads.size()));
            for (std::size_t k = 0; k < heads.size(); ++k) {
                HeadChange& change = next[heads[k].address];
                giveMask(change, heads[k], masks[k]);
                if (change.isNothing())
                    next.heads.erase(heads[k].address);
            }
        }
        session().setIntervention(next, tr("masks %1").arg(expression));
    } catch (const Error& error) {
        session().post({"masks", Notice::Kind::Error, QString::fromUtf8(error.what()), {}});
    }
}

} // namespace headlight
