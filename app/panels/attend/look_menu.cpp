#include "panels/attend/look_menu.h"

#include "figure/value_table.h"
#include "matrix/matrix_view.h"
#include "panels/attend/limits_dialog.h"
#include "session/settings.h"

#include <QActionGroup>
#include <algorithm>
#include <cmath>

namespace headlight {

namespace {

/// Of a choice, by its number or letter.
QKeySequence lookKeys(const QString& key) {
    return QKeySequence(QStringLiteral("Ctrl+M, %1").arg(key));
}

constexpr const char* rangeKeys[] = {"A", "0", "M", "R", "L"};
constexpr const char* scaleKeys[] = {"N", "G", "Q", "P"};

} // namespace

MapLook lookFrom(const Settings& settings) {
    MapLook look;
    for (const ColorMapRow& row : colorMapRows())
        if (settings.text("color-map") == row.key)
            look.colorMap = row.id;
    for (const RangeChoiceRow& row : rangeChoiceRows())
        if (settings.text("color-range") == row.key)
            look.range = row.choice;
    for (const ColorScaleRow& row : colorScaleRows())
        if (settings.text("color-scale") == row.key)
            look.scale = row.scale;
    look.eachItsOwn = settings.flag("color-own-range");
    const QStringList limits = settings.list("color-limits");
    const double low = limits.value(0).toDouble(), high = limits.value(1).toDouble();
    if (std::isfinite(low) && std::isfinite(high) && low < high) { // the file may have been edited
        look.low = low;
        look.high = high;
    }
    return look;
}

LookMenu::LookMenu(Settings& settings, QWidget* parent)
    : QMenu(parent), m_settings(settings), m_look(lookFrom(settings)) {
    setToolTipsVisible(true);
    addColorMaps();
    addRanges();
    addScales();
}

QActionGroup* LookMenu::addGroup(const QString& title) {
    addSection(title);
    return new QActionGroup(this);
}

QAction* LookMenu::addChoice(QActionGroup* group, const QString& name, const QString& title, const QString& kind,
                             const QString& key) {
    QAction* const action = addAction(title);
    action->setIconText(QStringLiteral("%1: %2").arg(kind, title)); // for the command search
    action->setToolTip(action->iconText());
    action->setObjectName(name);
    action->setActionGroup(group);
    action->setCheckable(true);
    if (!key.isEmpty())
        action->setShortcut(lookKeys(key));
    return action;
}

void LookMenu::addColorMaps() {
    auto* const maps = addGroup(tr("Colour map"));
    for (const ColorMapRow& row : colorMapRows()) {
        if (row.id == ColorMapId::Diverging)
            continue; // for signed values, which choose it themselves
        QAction* const action = addChoice(maps, colorMaps + QLatin1String(row.key), QString::fromUtf8(row.title),
                                          tr("Colour map"), QString::number(maps->actions().size() + 1));
        action->setChecked(row.id == m_look.colorMap);
        connect(action, &QAction::triggered, this, [this, row] {
            m_settings.set("color-map", row.key);
            m_look.colorMap = row.id;
            emit changed();
        });
    }
}

void LookMenu::addRanges() {
    auto* const group = addGroup(tr("Range"));
    for (const RangeChoiceRow& row : rangeChoiceRows()) {
        const bool asks = row.choice == RangeChoice::Fixed; // it is no step of the key R
        const QString name = (asks ? QLatin1StringView("ask.") : ranges) + QLatin1StringView(row.key);
        QAction* const action = addChoice(group, name, tr(row.title), tr("Colour range"), rangeKeys[m_ranges.size()]);
        action->setChecked(row.choice == m_look.range);
        m_ranges << action;
        connect(action, &QAction::triggered, this,
                [this, row] { row.choice == RangeChoice::Fixed ? askLimits() : setRange(row.choice); });
    }
    const QString even = tr("\nA row whose weights are all alike is drawn at a third of the colours at most.");
    m_ranges[0]->setToolTip(tr("From 0 to 1 while weights are seen in it, else up to the value that 98 % of the "
                               "weights stay below; rows that see a single key are left out.") +
                            even);
    m_ranges[1]->setToolTip(tr("The same colour is the same weight in every text"));
    m_ranges[2]->setToolTip(tr("From the least to the largest value that is visible.") + even);
    m_ranges[3]->setToolTip(tr("The strongest key of each row has the last colour.") + even);
    m_ranges[4]->setToolTip(tr("Type both ends"));
    auto* const own = addAction(tr("Each map its own range"));
    own->setObjectName("own-range");
    own->setIconText(tr("Colour range: each map its own"));
    own->setToolTip(tr("Else all maps that are shown have one range, and can be compared"));
    own->setShortcut(lookKeys("E"));
    own->setCheckable(true);
    own->setChecked(m_look.eachItsOwn);
    connect(own, &QAction::triggered, this, [this](bool on) {
        m_settings.set("color-own-range", on);
        m_look.eachItsOwn = on;
        emit changed();
    });
    showLimits();
}

void LookMenu::addScales() {
    auto* const scales = addGroup(tr("Scale"));
    QAction* const open = addChoice(scales, QStringLiteral("scale.%1").arg(QLatin1String(automaticScale)),
                                    tr("Automatic"), tr("Colour scale"), QStringLiteral("U"));
    open->setToolTip(
        tr("Linear; where in most heads the first token takes more than half of the attention of the tokens "
           "behind it, and the range is automatic, logarithmic, so that the rest is seen. The words at the "
           "colours say so."));
    open->setChecked(!m_look.scale);
    connect(open, &QAction::triggered, this, [this] {
        m_settings.set("color-scale", automaticScale);
        m_look.scale.reset();
        emit changed();
    });
    for (const ColorScaleRow& row : colorScaleRows()) {
        QAction* const action = addChoice(scales, QStringLiteral("scale.%1").arg(QLatin1String(row.key)), tr(row.title),
                                          tr("Colour scale"), scaleKeys[scales->actions().size() - 1]);
        action->setChecked(row.scale == m_look.scale);
        connect(action, &QAction::triggered, this, [this, row] {
            setScale(row.scale);
            if (row.scale == ColorScale::Percentile && m_look.range == RangeChoice::Fixed) {
                setRange(RangeChoice::Automatic); // which says itself that this has changed
                return showChoices();
            }
            emit changed();
        });
    }
}

void LookMenu::restore() {
    m_look = lookFrom(m_settings);
    showLimits();
    showChoices();
    emit changed();
}

void LookMenu::showChoices() {
    const auto check = [this](const QString& name, bool on) {
        if (auto* action = findChild<QAction*>(name))
            action->setChecked(on);
    };
    for (const ColorMapRow& row : colorMapRows())
        check(colorMaps + QLatin1String(row.key), row.id == m_look.colorMap);
    check(QStringLiteral("scale.%1").arg(QLatin1String(automaticScale)), !m_look.scale);
    for (const ColorScaleRow& row : colorScaleRows())
        check(QStringLiteral("scale.") + QLatin1String(row.key), row.scale == m_look.scale);
    for (qsizetype i = 0; i < m_ranges.size(); ++i)
        m_ranges[i]->setChecked(rangeChoiceRows()[std::size_t(i)].choice == m_look.range);
    check(QStringLiteral("own-range"), m_look.eachItsOwn);
}

void LookMenu::step(QLatin1StringView kind) {
    QList<QAction*> choices = actions();
    choices.removeIf([&](const QAction* choice) { return !choice->objectName().startsWith(kind); });
    const auto chosen =
        std::find_if(choices.begin(), choices.end(), [](const QAction* choice) { return choice->isChecked(); });
    choices[chosen == choices.end() ? 0 : (chosen - choices.begin() + 1) % choices.size()]->trigger();
}

/// Percentiles and typed limits exclude each other: who chooses one gives up the other.
void LookMenu::setScale(ColorScale scale) {
    for (const ColorScaleRow& row : colorScaleRows())
        if (row.scale == scale)
            m_settings.set("color-scale", row.key);
    m_look.scale = scale;
}

void LookMenu::setRange(RangeChoice choice) {
    for (const RangeChoiceRow& row : rangeChoiceRows())
        if (row.choice == choice)
            m_settings.set("color-range", row.key);
    m_look.range = choice;
    emit changed();
}

void LookMenu::askLimits() {
    LimitsDialog dialog(m_look.low, m_look.high, this);
    if (dialog.exec() == QDialog::Accepted) {
        m_look.low = dialog.low();
        m_look.high = dialog.high();
        m_settings.set("color-limits", QStringList{exactNumber(m_look.low), exactNumber(m_look.high)});
        showLimits();
        if (m_look.scale == ColorScale::Percentile)
            setScale(ColorScale::Linear);
        setRange(RangeChoice::Fixed);
    }
    showChoices(); // a dialog that was left chose nothing
}

void LookMenu::showLimits() {
    const bool isTyped = m_look.low != 0.0 || m_look.high != 1.0;
    m_ranges.back()->setText(isTyped ? tr("Limits %1…%2…").arg(shortText(m_look.low), shortText(m_look.high))
                                     : tr("Limits…"));
}

} // namespace headlight
