#include "panels/attend/feature_controls.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QSlider>
#include <QSpinBox>
#include <algorithm>

namespace headlight {

namespace {

struct FeatureRow {
    FeatureChoice::Kind kind;
    const char* title;
};
constexpr FeatureRow featureRows[] = {
    {FeatureChoice::Kind::Mean, QT_TRANSLATE_NOOP("headlight::FeatureControls", "Mean")},
    {FeatureChoice::Kind::Maximum, QT_TRANSLATE_NOOP("headlight::FeatureControls", "Maximum")},
    {FeatureChoice::Kind::Deviation, QT_TRANSLATE_NOOP("headlight::FeatureControls", "Deviation")},
    {FeatureChoice::Kind::One, QT_TRANSLATE_NOOP("headlight::FeatureControls", "One feature")},
};

} // namespace

FeatureControls::FeatureControls(Session& session, AttendModel& model, QWidget* parent)
    : QWidget(parent), m_session(session), m_model(model) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    m_kind = new QComboBox;
    m_kind->setObjectName("feature-kind");
    m_kind->setAccessibleName(tr("Which features"));
    m_kind->setToolTip(tr("This mechanism has one number per feature for each pair of tokens. Show their mean, "
                          "maximum or standard deviation, or one feature ([ and ] step through them)."));
    for (const FeatureRow& feature : featureRows)
        m_kind->addItem(tr(feature.title), int(feature.kind));
    m_kind->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_kind->setMinimumContentsLength(10);
    m_slider = new QSlider(Qt::Horizontal);
    m_slider->setObjectName("feature-slider");
    m_slider->setAccessibleName(tr("Feature"));
    m_slider->setToolTip(tr("The feature whose numbers are shown ([ and ])"));
    m_slider->setMinimumWidth(6 * fontMetrics().height()); // room to slide in
    m_feature = new QSpinBox;
    m_feature->setObjectName("feature");
    m_feature->setAccessibleName(tr("Feature number"));
    m_feature->setMaximum(0); // refresh() says how many there are
    m_feature->setToolTip(tr("The number of the feature that is shown, from 0 on ([ and ])"));
    row->addWidget(m_kind);
    row->addWidget(m_slider, 1);
    row->addWidget(m_feature);
    connect(m_kind, &QComboBox::activated, this,
            [this](int index) { choose(m_kind->itemData(index).toInt(), m_feature->value()); });
    connect(m_slider, &QSlider::valueChanged, this,
            [this](int value) { choose(int(FeatureChoice::Kind::One), value); });
    connect(m_feature, &QSpinBox::valueChanged, this,
            [this](int value) { choose(int(FeatureChoice::Kind::One), value); });
    connect(&session, &Session::focusChanged, this, &FeatureControls::refresh);
    connect(&model, &AttendModel::changed, this, &FeatureControls::refresh);
    connect(&model, &AttendModel::mapChanged, this, &FeatureControls::refresh);
    refresh();
}

void FeatureControls::choose(int kind, int feature) {
    m_session.setFeatures({FeatureChoice::Kind(kind), kind == int(FeatureChoice::Kind::One) ? feature : 0});
}

void FeatureControls::step(int by) {
    const FeatureChoice& choice = m_session.focus().features;
    const int now = choice.kind == FeatureChoice::Kind::One ? int(choice.feature) + by : m_feature->value();
    if (isVisible() && isEnabled())
        choose(int(FeatureChoice::Kind::One), std::clamp(now, 0, m_feature->maximum()));
}

void FeatureControls::refresh() {
    // Heads that are one map are the means of their features.
    const bool combined = m_session.focus().combination.has_value();
    const FeatureChoice choice = combined ? FeatureChoice{FeatureChoice::Kind::Mean} : m_session.focus().features;
    const HeadEntry* head = m_model.focusedHead();
    const int features = head ? head->features : 1;
    setVisible(features > 1);
    const QSignalBlocker slider(m_slider), number(m_feature);
    if (const int last = std::max(0, features - 1); last != m_feature->maximum()) { // else all is laid out anew
        m_slider->setMaximum(last);
        m_feature->setMaximum(last);
        m_feature->setSuffix(tr(" / %1").arg(last));
    }
    m_kind->setPlaceholderText(choice.group.size() == 1 ? tr("Feature %1").arg(choice.group.front())
                                                        : tr("%1 features").arg(choice.group.size()));
    m_kind->setCurrentIndex(m_kind->findData(int(choice.kind))); // none of a group
    const bool one = choice.kind == FeatureChoice::Kind::One;
    m_slider->setEnabled(one); // else the number means nothing
    m_feature->setEnabled(one);
    if (one) {
        m_slider->setValue(int(choice.feature));
        m_feature->setValue(int(choice.feature));
    }
}

} // namespace headlight
