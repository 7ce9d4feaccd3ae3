#include "panels/attend/between_choice.h"

#include "viewmodels/map_names.h"

#include <QSignalBlocker>
#include <algorithm>

namespace headlight {

BetweenChoice::BetweenChoice(Session& session, AttendModel& model, QWidget* parent)
    : QComboBox(parent), m_session(session), m_model(model) {
    setObjectName("between");
    setAccessibleName(tr("Part of the maps"));
    setToolTip(
        tr("The model reads both texts as one sequence. Show all of it, or only how the tokens of one text look "
           "at those of another (T). The weights stay as they are: rows of a part no longer add up to 1, the "
           "rest went to the other text. A mark such as [SEP] belongs to the text that the model counts it to."));
    setSizeAdjustPolicy(QComboBox::AdjustToContents);
    connect(this, &QComboBox::activated, this, &BetweenChoice::choose);
    connect(&session, &Session::focusChanged, this, &BetweenChoice::refresh);
    connect(&model, &AttendModel::changed, this, &BetweenChoice::refresh);
    connect(&model, &AttendModel::mapChanged, this, &BetweenChoice::refresh);
    refresh();
}

void BetweenChoice::next() {
    if (count() > 1)
        choose((currentIndex() + 1) % count());
}

void BetweenChoice::choose(int index) {
    const std::vector<TextPair> parts = m_model.parts();
    m_session.setBetween(index > 0 && index <= int(parts.size()) ? std::optional(parts[std::size_t(index - 1)])
                                                                 : std::nullopt);
}

void BetweenChoice::refresh() {
    const std::vector<TextPair> parts = m_model.parts();
    const QSignalBlocker blocker(this);
    QStringList titles{tr("All texts")};
    for (const TextPair& part : parts) {
        QString title = partName(part);
        title[0] = title[0].toUpper();
        titles << title;
    }
    QStringList shown;
    for (int index = 0; index < count(); ++index)
        shown << itemText(index);
    if (shown != titles) { // an open list stays as it is
        clear();
        addItems(titles);
    }
    const auto part = m_model.part();
    const auto chosen = part ? std::find(parts.begin(), parts.end(), *part) - parts.begin() + 1 : 0;
    setCurrentIndex(int(chosen));
    setVisible(!parts.empty());
}

} // namespace headlight
