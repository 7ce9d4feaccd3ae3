#include "panels/attend/effect_cell.h"

#include "viewmodels/map_names.h"
#include "wording/number_text.h"

#include <algorithm>
#include <cmath>

namespace headlight {

static bool isOff(const MapAddress& head, const Intervention& changes) {
    const auto change = changes.find(head);
    return change != changes.end() && change->second.scale == 0;
}

static ThumbnailNote noteOf(double change, double largest, const QString& toolTip) {
    const int decimals = changeDecimals(largest);
    ThumbnailNote note{changeText(change, decimals), largest > 0 ? change / largest : 0, toolTip};
    for (int fewer = decimals; fewer > 0; --fewer)
        note.shorter << shortChangeText(change, fewer);
    return note;
}

EffectCell effectCellOf(const EffectsModel& effects, const HeadEntry& head, const Intervention& changes) {
    using State = EffectsModel::State;
    if (!head.changeable)
        return {{}, whyNoEffect(head.address.part), {}};
    if (effects.state() == State::None)
        return {{}, effects.remark(), {}};
    if (isOff(head.address, changes))
        return {QObject::tr("off"), QObject::tr("It is off. A click or H switches it on again."), {}};
    if (effects.state() == State::Pending)
        return {QStringLiteral("…"), QObject::tr("The effect is being computed."), {}};
    const std::optional<double> change = effects.ofHead(head.address);
    if (!change)
        return {};
    return {changeText(*change, changeDecimals(effects.largestOfHeads())),
            QObject::tr("%1 off: %2 changes by %3")
                .arg(headName(head.address, head.label), effects.decision(), changeText(*change)),
            change};
}

QString whyNoEffect(MapPart part) {
    switch (part) {
    case MapPart::Pooling:
        return QObject::tr(
            "No effect: the pooling makes one vector of all tokens. Without it there is no answer, so it "
            "can't be switched off.");
    case MapPart::Gate:
        return QObject::tr("No effect: a gate mixes what heads give with what was there before; it can be looked at, "
                           "but not switched off.");
    case MapPart::Groups:
        return QObject::tr("No effect: here each token weighs several sources of information; that can be looked at, "
                           "but not switched off.");
    case MapPart::Sensitivity:
        return QObject::tr(
            "No effect: this is measured from outside, it is no part of the model that could be switched off.");
    case MapPart::Self:
    case MapPart::Cross:
    case MapPart::Blocks:
        break;
    }
    return QObject::tr("No effect: this part of the model can be looked at, but not switched off.");
}

QString effectsToolTip(const EffectsModel& effects) {
    if (effects.decision().isEmpty())
        return QObject::tr("What changes without a head; this model's answer has nothing to measure it by.");
    const QString meaning =
        QObject::tr("How much the %1 of the shown answer changes with the head switched off (H): below 0 the head "
                    "speaks for the answer, above 0 against it. Sorted by size.")
            .arg(effects.decision());
    return effects.remark().isEmpty() ? meaning : meaning + u'\n' + effects.remark();
}

QList<ThumbnailNote> effectNotesOf(const EffectsModel& effects, const AttendModel& model) {
    QList<ThumbnailNote> notes;
    if (effects.state() == EffectsModel::State::None)
        return notes;
    for (const HeadEntry& head : model.heads()) {
        const EffectCell cell = effectCellOf(effects, head, model.shown().intervention);
        notes << (cell.change ? noteOf(*cell.change, effects.largestOfHeads(),
                                       cell.toolTip + u'\n' + QObject::tr("Click the number to switch the head off."))
                              : ThumbnailNote{cell.text, 0, cell.toolTip});
    }
    return notes;
}

QList<ThumbnailNote> effectNotesOf(const FeaturesModel& features, const std::vector<Index>& shown) {
    const std::vector<std::optional<double>>& effects = features.effects();
    double largest = 0;
    for (const std::optional<double>& effect : effects)
        largest = std::max(largest, std::abs(effect.value_or(0)));
    QList<ThumbnailNote> notes;
    for (const Index feature : shown) {
        if (effects.empty()) {
            notes << ThumbnailNote{QStringLiteral("…"), 0, QObject::tr("The effect is being computed.")};
            continue;
        }
        const std::optional<double> effect = effects[std::size_t(feature)];
        notes << (effect ? noteOf(*effect, largest,
                                  QObject::tr("feature %1 off: %2 changes by %3")
                                      .arg(feature)
                                      .arg(features.decision(), changeText(*effect)))
                         : ThumbnailNote{QObject::tr("off")});
    }
    return notes;
}

} // namespace headlight
