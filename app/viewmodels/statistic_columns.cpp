#include "viewmodels/statistic_columns.h"

#include <QtGlobal>

namespace headlight {

std::span<const StatisticColumn> statisticColumns() {
    static constexpr StatisticColumn columns[] = {
        {"entropy", QT_TRANSLATE_NOOP("HeadList", "Entropy"), QT_TRANSLATE_NOOP("HeadList", "Entropy"),
         QT_TRANSLATE_NOOP("HeadList", "Mean entropy of a query's attention, in nats"), &HeadStatistics::entropy},
        {"distance", QT_TRANSLATE_NOOP("HeadList", "Dist."), QT_TRANSLATE_NOOP("HeadList", "Distance"),
         QT_TRANSLATE_NOOP("HeadList", "Mean distance to what is attended to, in tokens"),
         &HeadStatistics::meanDistance},
        {"self", QT_TRANSLATE_NOOP("HeadList", "Itself"), QT_TRANSLATE_NOOP("HeadList", "The token itself"),
         QT_TRANSLATE_NOOP("HeadList", "Share of attention that a token gives itself"), &HeadStatistics::selfShare},
        {"previous", QT_TRANSLATE_NOOP("HeadList", "Prev."), QT_TRANSLATE_NOOP("HeadList", "Previous token"),
         QT_TRANSLATE_NOOP("HeadList", "Share of attention that goes to the token before: a mean over those that have "
                                       "one and see anything"),
         &HeadStatistics::previous},
        {"next", QT_TRANSLATE_NOOP("HeadList", "Next"), QT_TRANSLATE_NOOP("HeadList", "Next token"),
         QT_TRANSLATE_NOOP("HeadList",
                           "Share of attention that goes to the token after it: a mean over those that have "
                           "one and see anything"),
         &HeadStatistics::next},
        {"first", QT_TRANSLATE_NOOP("HeadList", "First"), QT_TRANSLATE_NOOP("HeadList", "First token"),
         QT_TRANSLATE_NOOP("HeadList",
                           "Share of attention that goes to the first token, [CLS] of a model that sets one"),
         &HeadStatistics::first},
        {"separator", QT_TRANSLATE_NOOP("HeadList", "Sep."), QT_TRANSLATE_NOOP("HeadList", "Separators"),
         QT_TRANSLATE_NOOP("HeadList", "Share of attention that goes to the model's own marks behind the first token, "
                                       "such as [SEP], together"),
         &HeadStatistics::separator},
    };
    return columns;
}

} // namespace headlight
