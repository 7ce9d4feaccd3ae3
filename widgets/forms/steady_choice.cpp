#include "forms/steady_choice.h"

#include <QAbstractItemModel>
#include <QAbstractItemView>
#include <QScrollBar>
#include <QStyleOptionComboBox>
#include <algorithm>

namespace headlight {

SteadyChoice::SteadyChoice(QWidget* parent) : QComboBox(parent) {
    setSizeAdjustPolicy(AdjustToMinimumContentsLengthWithIcon); // the list never changes the size by itself
    connect(model(), &QAbstractItemModel::rowsInserted, this, &SteadyChoice::makeRoom, Qt::QueuedConnection);
    connect(this, &QComboBox::currentIndexChanged, this, &SteadyChoice::makeRoom);
}

void SteadyChoice::makeRoom() {
    const auto take = [&](const QString& text) {
        if (fontMetrics().horizontalAdvance(text) > fontMetrics().horizontalAdvance(m_widest))
            m_widest = text;
    };
    take(currentText());
    if (!m_isFilled)
        for (int i = 0; i < count(); ++i)
            take(itemText(i));
    m_isFilled = m_isFilled || count() > 0;
    updateGeometry();
}

QSize SteadyChoice::sizeHint() const {
    QStyleOptionComboBox option;
    initStyleOption(&option);
    const QFontMetrics metrics(font());
    const QSize contents(
        std::max(minimumContentsLength() * metrics.averageCharWidth(), metrics.horizontalAdvance(m_widest + u' ')),
        metrics.height());
    const QSize size = style()->sizeFromContents(QStyle::CT_ComboBox, &option, contents, this);
    return {size.width(), QComboBox::sizeHint().height()};
}

void SteadyChoice::showPopup() {
    const int bar = view()->verticalScrollBar()->sizeHint().width();
    view()->setMinimumWidth(std::max(width(), view()->sizeHintForColumn(0) + 2 * view()->frameWidth() + bar));
    QComboBox::showPopup();
}

} // namespace headlight
