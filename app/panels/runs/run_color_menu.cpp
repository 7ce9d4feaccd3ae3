#include "panels/runs/run_color_menu.h"

#include "panels/runs/run_dot.h"

#include <QColorDialog>
#include <array>
#include <map>

namespace headlight {

/// In the order of the palette of series; three look like another colour on dark ground.
static QString nameOfColor(int place, Theme theme) {
    const std::array<QString, seriesColorCount> names = {
        RunColorMenu::tr("blue"),  RunColorMenu::tr("orange"), RunColorMenu::tr("green"), RunColorMenu::tr("magenta"),
        RunColorMenu::tr("brown"), RunColorMenu::tr("cyan"),   RunColorMenu::tr("red"),   RunColorMenu::tr("violet"),
        RunColorMenu::tr("olive"), RunColorMenu::tr("slate"),  RunColorMenu::tr("navy"),  RunColorMenu::tr("pink")};
    const std::map<int, QString> onDark = {
        {8, RunColorMenu::tr("yellow")}, {9, RunColorMenu::tr("white")}, {10, RunColorMenu::tr("dark blue")}};
    const auto other = onDark.find(place);
    return theme == Theme::Dark && other != onDark.end() ? other->second : names[std::size_t(place)];
}

RunColorMenu::RunColorMenu(QWidget* parent) : QMenu(tr("Colour"), parent) {
    setObjectName(QStringLiteral("runs.color"));
    setToolTipsVisible(true);
    connect(this, &QMenu::aboutToShow, this, &RunColorMenu::fill);
}

void RunColorMenu::setRuns(const QString& whose, const QString& color) {
    m_whose = whose;
    m_current = color;
}

/// Anew each time: the theme may be another.
void RunColorMenu::fill() {
    clear();
    QAction* heading = addAction(tr("Colour of %1").arg(m_whose));
    heading->setObjectName(QStringLiteral("color.whose"));
    heading->setEnabled(false);
    const auto add = [this](const QString& title, const QString& color, const QString& help) {
        QAction* action = addAction(title, this, [this, color] { emit chosen(color); });
        action->setObjectName(QStringLiteral("color.") + color);
        action->setToolTip(help);
        action->setCheckable(true);
        action->setChecked(color == m_current);
        return action;
    };
    for (int place = 0; place < seriesColorCount; ++place)
        add(nameOfColor(place, themeOf(palette())), QString::number(place),
            tr("In every view, in the light and in the dark theme"))
            ->setIcon(runDot({place}, themeOf(palette()), fontMetrics().height(), devicePixelRatioF()));
    addSeparator();
    QAction* other = addAction(tr("Other colour…"), this, &RunColorMenu::askOther);
    other->setObjectName(QStringLiteral("color.other"));
    other->setToolTip(tr("Any colour, the same in both themes: it may be hard to tell from others"));
    other->setCheckable(true);
    other->setChecked(m_current.startsWith(u'#'));
    add(tr("Automatic"), {}, tr("The colour that its number in the store gives it"));
}

void RunColorMenu::askOther() {
    const QColor color = QColorDialog::getColor(QColor(m_current.startsWith(u'#') ? m_current : QString()),
                                                parentWidget(), tr("Colour of the run"));
    if (color.isValid())
        emit chosen(color.name());
}

} // namespace headlight
