#include "engine/models/model.h"
#include "session/open_model.h"
#include "window/main_window.h"

#include "forms/message_bar.h"
#include "forms/overlay.h"
#include "window/jobs_button.h"
#include "window/parity_badge.h"
#include "window/sentence_edit.h"
#include "window/view_stack.h"
#include "wording/shown_text.h"

#include <QComboBox>
#include <QDir>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QStatusBar>
#include <QTabBar>
#include <QToolButton>
#include <QVBoxLayout>

namespace headlight {

void MainWindow::buildHeader() {
    auto* centre = new QWidget(this);
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_header = new QWidget(centre);
    const int em = fontMetrics().height();
    auto* rows = new QVBoxLayout(m_header);
    rows->setContentsMargins(em / 2, em / 3, em / 2, em / 3);
    rows->setSpacing(em / 3);
    rows->addLayout(makeModelRow());
    m_sentenceRows = new QWidget(m_header);
    rows->addWidget(m_sentenceRows);
    addSentenceRows();

    m_views = new ViewStack(centre);
    column->addWidget(m_header);
    if (m_settings.flag("hints"))
        addHints(centre);
    column->addWidget(m_views, 1);
    m_messages = new MessageBar(centre);
    m_messages->setObjectName("messages");
    new Overlay(m_messages, m_views, Overlay::Place::LowerRight);
    m_hint = new MessageBar(centre);
    m_hint->setObjectName("presentation-hint");
    new Overlay(m_hint, m_views, Overlay::Place::Corner);
    constexpr int readInMs = 4000;
    m_hintTime.setSingleShot(true);
    m_hintTime.setInterval(readInMs);
    connect(&m_hintTime, &QTimer::timeout, m_hint, [this] { m_hint->withdraw(QStringLiteral("presentation")); });
    setCentralWidget(centre);
}

QLayout* MainWindow::makeModelRow() {
    auto* open = new QToolButton;
    open->setObjectName("open-button");
    open->setText(tr("Open…"));
    open->setToolTip(tr("Open a model: its folder, or a file of it (Ctrl+O)"));
    connect(open, &QToolButton::clicked, this, &MainWindow::askForModel);
    m_modelSelector = new QComboBox;
    m_modelSelector->setObjectName("model");
    m_modelSelector->setAccessibleName(tr("Model"));
    m_modelSelector->setWhatsThis(tr("Open models, and those that come with the program. A model is a folder with "
                                     "config.json, model.safetensors and vocab.txt; drop one on the window to open "
                                     "it, or a saved view."));
    m_modelSelector->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_modelSelector->setMinimumContentsLength(30);                           // "First token · MTSA 8 heads · 100.0 %"
    m_modelSelector->setMinimumWidth(22 * fontMetrics().averageCharWidth()); // where the window has no room for that
    connect(m_modelSelector, &QComboBox::activated, this, &MainWindow::chooseModel);
    m_tabs = new QTabBar;
    m_tabs->setObjectName("views");
    m_tabs->setAccessibleName(tr("Views"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    for (std::size_t i = 0; i < panelRows().size(); ++i) {
        m_tabs->addTab(panelRows()[i].title);
        m_tabs->setTabToolTip(int(i), tr("%1 (Ctrl+%2)").arg(panelRows()[i].help).arg(i + 1));
    }
    connect(m_tabs, &QTabBar::currentChanged, this, &MainWindow::onView);

    auto* row = new QHBoxLayout;
    row->addWidget(open);
    row->addWidget(m_modelSelector);
    row->addStretch();
    row->addWidget(m_tabs);
    row->addStretch();
    row->addWidget(new JobsButton(m_jobs));
    return row;
}

/// What the field of the first text is for, in words.
struct FirstField {
    QString label, placeholder;
    QString hint; ///< what to do with it
};

static FirstField firstField(const Session& session) {
    const QString placeholder = QObject::tr("Type a sentence"),
                  hint = QObject::tr("Type a sentence above, the maps follow every key.");
    if (session.seesImages())
        return {QObject::tr("Image"), placeholder, QObject::tr("Open an image above, or drop one on the window.")};
    if (session.readsIds())
        return {QObject::tr("Ids"),
                QObject::tr("Type ids of tokens, such as 0 1 2: there is no tokenizer beside this model"),
                QObject::tr("Type ids of tokens above, the maps follow every key.")};
    if (session.hasGivenTexts())
        return {QObject::tr("Text"), QObject::tr("Choose one of the file's texts in Examples"),
                QObject::tr("Choose one of the file's texts in Examples.")};
    return {session.asksQuestion() ? QObject::tr("Question") : QObject::tr("Sentence"), placeholder, hint};
}

/// What a newcomer can do with the open model.
static QString hintsFor(const Session& session) {
    const auto numbered = [](int number, const QString& hint) {
        return QStringLiteral("<b>%1</b> %2").arg(QString::number(number), hint);
    };
    QStringList hints{numbered(1, firstField(session).hint),
                      numbered(2, QObject::tr("Point at a cell to read it, click to pin it."))};
    if (!session.hasGivenTexts())
        hints << numbered(3, QObject::tr("Switch a head off, or give it another mask, and watch the answer."));
    return hints.join(QStringLiteral("&nbsp;&nbsp; "));
}

/// What the field of a second text is for, in words.
struct SecondField {
    QString label, name, placeholder, toolTip;
};

static SecondField secondField(const InputText& input) {
    const bool isOptional = input.optional;
    if (input.isBegin)
        return {QObject::tr("Begins with"), QObject::tr("Beginning of the translation"),
                QObject::tr("How the translation begins, if you give it; else it is free"),
                QObject::tr("What the translation begins with; the rest is written behind it. With </s> behind it it "
                            "ends there.")};
    if (input.isPredicate)
        return {QObject::tr("Predicate"), QObject::tr("Predicate"),
                isOptional ? QObject::tr("Its word, or #3, the third; else a likely one")
                           : QObject::tr("Its word, or #3, the third"),
                QObject::tr("The token of the sentence whose roles are told: its word, where the sentence has it once, "
                            "or #3, the third token.")};
    if (input.isPassage)
        return {QObject::tr("Passage"), QObject::tr("Passage"),
                QObject::tr("Type or paste the text that may answer it"),
                QObject::tr("The text of which the model chooses the sentence that answers the question.")};
    return {QObject::tr("Second"), QObject::tr("Second sentence"),
            isOptional ? QObject::tr("A second text, if there is one")
                       : QObject::tr("Type the sentence to compare it with"),
            QObject::tr("The second text that the model reads. Up and Down walk through earlier ones.")};
}

/// The first sentence, and the second one that only models of pairs read.
void MainWindow::addSentenceRows() {
    auto* grid = new QGridLayout(m_sentenceRows); // the two fields begin below each other
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setColumnStretch(1, 1);
    auto* label = new QLabel(tr("Sentence"));
    m_sentence = new SentenceEdit(m_session);
    connect(&m_session, &Session::currentModelChanged, label, [this, label] {
        const FirstField field = firstField(m_session);
        label->setText(field.label);
        m_sentence->setPlaceholderText(field.placeholder);
    });
    label->setBuddy(m_sentence);
    auto* examples = new QToolButton;
    examples->setObjectName("examples-button");
    examples->setText(tr("Examples"));
    examples->setToolTip(tr("Sentences of the model's corpus (Ctrl+E)"));
    connect(examples, &QToolButton::clicked, this, &MainWindow::showExamples);
    grid->addWidget(label, 0, 0);
    grid->addWidget(m_sentence, 0, 1);
    grid->addWidget(examples, 0, 2);
    m_image = new QToolButton;
    m_image->setObjectName("image-button");
    m_image->setAccessibleName(tr("Image"));
    m_image->setSizePolicy(QSizePolicy::Ignored, m_image->sizePolicy().verticalPolicy()); // a name may be long
    connect(m_image, &QToolButton::clicked, this, &MainWindow::askForImage);
    grid->addWidget(m_image, 0, 1, 1, 2);
    refreshImageButton();
    connect(&m_session, &Session::sentenceChanged, this, &MainWindow::refreshImageButton);
    connect(&m_session, &Session::currentModelChanged, this, [this, examples] {
        for (QWidget* part : std::initializer_list<QWidget*>{m_sentence, examples})
            part->setVisible(!m_session.seesImages());
        refreshImageButton();
    });
    auto* pairLabel = new QLabel(tr("Second"));
    m_second = new SentenceEdit(m_session, SentenceEdit::Which::Second);
    pairLabel->setBuddy(m_second);
    grid->addWidget(pairLabel, 1, 0);
    grid->addWidget(m_second, 1, 1, 1, 2);
    setTabOrder(m_sentence, m_second);
    pairLabel->setVisible(false);
    m_second->setVisible(false);
    connect(&m_session, &Session::currentModelChanged, pairLabel, [this, pairLabel] {
        pairLabel->setVisible(m_session.wantsPair());
        m_second->setVisible(m_session.wantsPair());
        if (!m_session.wantsPair())
            return;
        const SecondField field = secondField(m_session.current()->model->inputs()[1]);
        pairLabel->setText(field.label);
        m_second->setAccessibleName(field.name);
        m_second->setPlaceholderText(field.placeholder);
        m_second->setToolTip(field.toolTip);
    });
}

void MainWindow::refreshImageButton() {
    const QFileInfo file(m_session.sentence());
    m_image->setVisible(m_session.seesImages());
    m_image->setText(file.isFile() ? shownText(file.fileName()).replace('&', "&&") : tr("Open an image…"));
    m_image->setToolTip(tr("The image that the model sees; click to open another one, or drop it on the window\n%1")
                            .arg(file.isFile() ? shownText(QDir::toNativeSeparators(file.filePath())) : QString())
                            .trimmed());
}

void MainWindow::addHints(QWidget* parent) {
    auto* hints = m_hints = new QWidget(parent);
    hints->setObjectName("hints");
    auto* row = new QHBoxLayout(hints);
    const int em = fontMetrics().height();
    row->setContentsMargins(em / 2, 0, em / 2, em / 4);
    auto* text = new QLabel(hintsFor(m_session));
    connect(&m_session, &Session::currentModelChanged, text, [this, text] { text->setText(hintsFor(m_session)); });
    text->setTextFormat(Qt::RichText);
    text->setWordWrap(true);
    auto* close = new QToolButton;
    close->setObjectName("close-hints");
    close->setText(tr("Got it"));
    close->setAutoRaise(true);
    close->setToolTip(tr("These hints are not shown again; Help → First steps shows more"));
    connect(close, &QToolButton::clicked, this, [this, hints] {
        m_settings.set("hints", false);
        m_hints = nullptr;
        hints->hide();
    });
    auto* tour = new QToolButton;
    tour->setObjectName("begin-tour");
    tour->setText(tr("First steps"));
    tour->setToolTip(tr("Ten steps on this window, each done by yourself (Shift+F1)"));
    connect(tour, &QToolButton::clicked, this, [this, close] {
        close->click();
        beginTour();
    });
    row->addWidget(text, 1);
    row->addWidget(tour);
    row->addWidget(close);
    parent->layout()->addWidget(hints);
}

void MainWindow::buildStatusLine() {
    m_hoverText = new QLabel;
    m_hoverText->setObjectName("hover-text");
    m_hoverText->setAccessibleName(tr("Reading"));
    m_hoverText->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_hoverText->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    statusBar()->addWidget(m_hoverText, 1);
    statusBar()->setSizeGripEnabled(false);
    connect(&m_session, &Session::hoverTextChanged, m_hoverText, [this](const QString& text) {
        const QString fitting = m_hoverText->fontMetrics().elidedText(text, Qt::ElideRight, m_hoverText->width());
        m_hoverText->setText(fitting);
        m_hoverText->setToolTip(fitting == text ? QString() : text);
    });
    m_written = new QLabel;
    m_written->setObjectName("written");
    m_written->setTextFormat(Qt::PlainText);
    statusBar()->addPermanentWidget(m_written);
    m_parityBadge = new ParityBadge(m_parity, statusBar());
    // It comes and goes, and moves nothing: the line is always as high as its letters and its frame.
    const int frame = m_parityBadge->style()->pixelMetric(QStyle::PM_DefaultFrameWidth, nullptr, m_parityBadge);
    const int height = m_hoverText->sizeHint().height() + 2 * frame;
    m_parityBadge->setMaximumHeight(height);
    m_hoverText->setMinimumHeight(height);
    statusBar()->addPermanentWidget(m_parityBadge);
    m_writtenTime.setSingleShot(true);
    m_writtenTime.setInterval(15'000);
    connect(&m_writtenTime, &QTimer::timeout, m_written, &QLabel::clear);
}

/// Beside the reading, which follows the pointer and would cover it at once.
void MainWindow::showWritten(const QString& path) {
    const QString name = QFileInfo(path).fileName();
    m_written->setText(tr("✓ %1 written").arg(fontMetrics().elidedText(name, Qt::ElideMiddle, width() / 3)));
    m_written->setToolTip(QDir::toNativeSeparators(QFileInfo(path).absoluteFilePath()));
    m_writtenTime.start();
}

/// Of the model, in the dialog that shows what was found and asks for a file.
void MainWindow::checkReference() {
    m_parityBadge->showFigures();
}

} // namespace headlight
