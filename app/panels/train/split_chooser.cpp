#include "panels/train/split_chooser.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <cmath>

namespace headlight {

SplitChooser::SplitChooser(QWidget* parent)
    : QWidget(parent), m_title(new QLabel(tr("Held out as dev set"))), m_share(new QSpinBox),
      m_trainOnDev(new QCheckBox(tr("Train on the dev set: there is no training set"))),
      m_trainOnTest(new QPushButton(tr("Train on the test set, 10 % held out"))) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    m_share->setObjectName(QStringLiteral("train.holdout"));
    m_share->setRange(0, 90);
    m_share->setSuffix(tr(" %"));
    m_share->setSpecialValueText(tr("nothing"));
    m_share->setKeyboardTracking(false); // not at every key: the corpus is read again
    m_share->setAccessibleName(tr("Share of the training set that is held out"));
    m_share->setToolTip(tr("The corpus has no dev set: this share of its training set, drawn at random, chooses the "
                           "best model. The text of the corpus then has dev=…"));
    m_trainOnDev->setObjectName(QStringLiteral("train.ondev"));
    m_trainOnDev->setToolTip(tr("Else this corpus can only judge a model. The text of the corpus then has "
                                "train_on_dev=true"));
    m_trainOnTest->setObjectName(QStringLiteral("train.ontest"));
    m_trainOnTest->setToolTip(tr("There is only a test set: its file becomes the corpus, and a tenth of it, drawn at "
                                 "random, chooses the best model and judges it"));
    m_title->setBuddy(m_share);
    row->addWidget(m_title);
    row->addWidget(m_share);
    row->addWidget(m_trainOnDev);
    row->addWidget(m_trainOnTest);
    row->addStretch();
    connect(m_share, &QSpinBox::valueChanged, this, [this](int percent) {
        emit chosen(QStringLiteral("dev"), percent == 0 ? QString() : QString::number(percent / 100.));
    });
    connect(m_trainOnDev, &QCheckBox::clicked, this,
            [this](bool on) { emit chosen(QStringLiteral("train_on_dev"), on ? QStringLiteral("true") : QString()); });
    connect(m_trainOnTest, &QPushButton::clicked, this, &SplitChooser::testFileChosen);
    hide();
}

void SplitChooser::ask(const CorpusSplit& split) {
    const bool holdsOut = split.kind == CorpusSplit::Kind::HoldOut;
    const QSignalBlocker shareBlocker(m_share), tickBlocker(m_trainOnDev);
    if (const int percent = int(std::lround(split.share * 100)); percent != m_share->value())
        m_share->setValue(percent);
    m_trainOnDev->setChecked(split.trainsOnDev);
    m_title->setVisible(holdsOut);
    m_share->setVisible(holdsOut);
    m_trainOnDev->setVisible(split.kind == CorpusSplit::Kind::TrainOnDev);
    m_trainOnTest->setVisible(split.kind == CorpusSplit::Kind::TrainOnTest);
    setVisible(split.kind != CorpusSplit::Kind::None);
}

} // namespace headlight
