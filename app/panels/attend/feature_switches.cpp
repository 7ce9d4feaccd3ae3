#include "panels/attend/feature_switches.h"

#include "engine/results/head_scale.h"
#include "forms/flow_layout.h"
#include "panels/undo_actions.h"
#include "viewmodels/map_names.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QPushButton>
#include <QSignalBlocker>
#include <algorithm>

namespace headlight {

FeatureSwitches::FeatureSwitches(Session& session, const AttendModel& model, const FeaturesModel& features)
    : m_session(session), m_model(model), m_features(features) {
    const auto button = [](const char* name, const QString& text) {
        auto* made = new QPushButton(text);
        made->setObjectName(name);
        made->setMaximumWidth(made->fontMetrics().horizontalAdvance(text) + 2 * made->fontMetrics().height());
        return made; // as wide as its text, so that all stand in one line
    };
    m_on = new QCheckBox(tr("on"));
    m_on->setObjectName("feature-on");
    m_on->setAccessibleName(tr("The chosen features are on"));
    m_alone = button("feature-alone", tr("Alone"));
    m_trained = button("feature-trained", tr("As trained"));
    m_scale = new QDoubleSpinBox;
    m_scale->setObjectName("feature-scale");
    m_scale->setAccessibleName(tr("Scale of the chosen features"));
    m_scale->setRange(-mostHeadScale, mostHeadScale);
    m_scale->setKeyboardTracking(false);
    m_scale->setSingleStep(0.1);
    addUndoKeys(
        m_scale, [this] { m_session.undo(); }, [this] { m_session.redo(); });
    auto* row = new FlowLayout(this);
    row->setContentsMargins(6, 0, 6, 0);
    for (QWidget* widget : {static_cast<QWidget*>(m_on), static_cast<QWidget*>(m_alone), static_cast<QWidget*>(m_scale),
                            static_cast<QWidget*>(m_trained)})
        row->addWidget(widget);
    connect(m_on, &QCheckBox::clicked, this,
            [this](bool on) { scale(chosen(), on ? 1 : 0, (on ? tr("%1 on") : tr("%1 off")).arg(nameOf(chosen()))); });
    connect(m_alone, &QPushButton::clicked, this, &FeatureSwitches::keepAlone);
    connect(m_scale, &QDoubleSpinBox::valueChanged, this,
            [this](double factor) { scale(chosen(), factor, tr("scale of %1").arg(nameOf(chosen())), true); });
    connect(m_trained, &QPushButton::clicked, this, [this] {
        scale(m_features.featuresOf(meanOfFeatures), 1, tr("features of %1 as trained").arg(headText()));
    });
    refresh();
}

std::vector<Index> FeatureSwitches::chosen() const {
    return m_features.featuresOf(m_session.focus().features);
}

QString FeatureSwitches::headText() const {
    const HeadEntry* head = m_model.focusedHead();
    return headName(m_session.focus().address, head ? head->label : QString());
}

QString FeatureSwitches::whyNot() const {
    const HeadEntry* head = m_model.focusedHead();
    if (!head || m_features.count() == 0)
        return tr("There are no features.");
    if (!head->changeable)
        return tr("The features of %1 can be looked at, but not switched off or scaled: only those of heads that can "
                  "be switched off can.")
            .arg(headText());
    const FeatureChoice::Kind kind = m_session.focus().features.kind;
    return kind == FeatureChoice::Kind::One || kind == FeatureChoice::Kind::Group
               ? QString()
               : tr("Choose a feature, or the mean of a cluster, first.");
}

void FeatureSwitches::refresh() {
    const QString why = whyNot();
    const auto set = [](QWidget* widget, const QString& what, const QString& whyNot) {
        widget->setEnabled(whyNot.isEmpty());
        widget->setToolTip(whyNot.isEmpty() ? what : what + u'\n' + whyNot);
    };
    set(m_on, tr("Switch the chosen features off, or on again"), why);
    set(m_alone, tr("Switch all other features of this head off"), why);
    set(m_scale, tr("Factor on the chosen features of this head's output"), why);
    const HeadEntry* head = m_model.focusedHead();
    const bool isChanged = head && !m_session.headChange(head->address).features.empty();
    set(m_trained, tr("Take back what is changed in this head's features"),
        isChanged ? QString() : tr("Nothing is changed in them."));
    const std::optional<double> factor = factorOf(chosen());
    const QSignalBlocker on(m_on), scale(m_scale);
    m_on->setChecked(factor != 0.0);
    m_scale->setValue(factor.value_or(1));
}

std::optional<double> FeatureSwitches::factorOf(const std::vector<Index>& features) const {
    const std::map<Index, double> factors = m_session.headChange(m_session.focus().address).features;
    std::optional<double> common;
    for (const Index feature : features) {
        const auto found = factors.find(feature);
        const double factor = found == factors.end() ? 1 : found->second;
        if (common && *common != factor)
            return std::nullopt;
        common = factor;
    }
    return common;
}

QString FeatureSwitches::nameOf(const std::vector<Index>& features) const {
    if (features.size() == 1)
        return tr("feature %1 of %2").arg(features.front()).arg(headText());
    return tr("%1 of %2 features of %3").arg(features.size()).arg(m_features.count()).arg(headText());
}

void FeatureSwitches::scale(const std::vector<Index>& features, double factor, const QString& title, bool dragged) {
    const MapAddress head = m_session.focus().address;
    HeadChange change = m_session.headChange(head);
    for (const Index feature : features)
        if (factor == 1)
            change.features.erase(feature);
        else
            change.features[feature] = factor;
    if (change != m_session.headChange(head))
        m_session.setHeadChange(head, change, title,
                                dragged ? QStringLiteral("features %1").arg(QString::fromStdString(head.text()))
                                        : QString());
}

void FeatureSwitches::keepAlone() {
    const std::vector<Index> kept = chosen();
    const MapAddress head = m_session.focus().address;
    HeadChange change = m_session.headChange(head);
    for (Index feature = 0; feature < m_features.count(); ++feature)
        if (!std::binary_search(kept.begin(), kept.end(), feature))
            change.features[feature] = 0;
        else if (change.features.contains(feature) && change.features[feature] == 0)
            change.features.erase(feature);
    if (change != m_session.headChange(head))
        m_session.setHeadChange(head, change, tr("%1 alone").arg(nameOf(kept)));
}

} // namespace headlight
