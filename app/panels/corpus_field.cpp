#include "panels/corpus_field.h"

#include "wording/corpus_title.h"

#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>

namespace headlight {

CorpusField::CorpusField(const QString& name, QWidget* parent)
    : QWidget(parent), m_box(new QComboBox), m_browse(new QPushButton(tr("Browse"))) {
    m_box->setObjectName(name + QStringLiteral(".data"));
    m_box->setEditable(true);
    m_box->setInsertPolicy(QComboBox::NoInsert);
    m_box->setCompleter(nullptr); // it would make what is typed into another corpus that begins so
    m_box->setAccessibleName(tr("Corpus"));
    m_box->setToolTip(
        tr("A folder or file, or a task of the list (also diagnostic:TASK, as the command line takes it), "
           "with options as in trec?dev=0.1 or Bracket matching?length=32&seed=7"));
    m_box->lineEdit()->setObjectName(m_box->objectName() + QStringLiteral(".text"));
    m_box->lineEdit()->setPlaceholderText(tr("Folder, file, or one from the list"));
    m_browse->setObjectName(name + QStringLiteral(".browse"));
    m_browse->setToolTip(tr("Chooses a folder or a file with labelled sentences"));
    auto* kinds = new QMenu(m_browse); // no dialog of Qt has both
    kinds->addAction(tr("&Folder…"), this,
                     [this] { take(QFileDialog::getExistingDirectory(this, tr("Folder of a corpus"), spec())); });
    kinds->addAction(tr("F&ile…"), this,
                     [this] { take(QFileDialog::getOpenFileName(this, tr("File of a corpus"), spec())); });
    m_browse->setMenu(kinds);
    auto* line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->addWidget(m_box, 1);
    line->addWidget(m_browse);
    connect(m_box, &QComboBox::activated, this, [this](int index) {
        setSpec(m_box->itemData(index).toString());
        emit taken();
    });
    connect(m_box->lineEdit(), &QLineEdit::editingFinished, this, &CorpusField::taken);
}

QString CorpusField::spec() const {
    return diagnosticSpec(m_box->currentText().trimmed());
}

void CorpusField::setSpec(const QString& spec) {
    m_box->setEditText(diagnosticTitle(spec));
}

void CorpusField::setKnownCorpora(const QList<KnownCorpus>& recent, const QList<KnownCorpus>& others) {
    const QString text = m_box->currentText();
    m_box->clear();
    for (const KnownCorpus& corpus : recent + others) {
        m_box->addItem(corpus.title, corpus.spec);
        m_box->setItemData(m_box->count() - 1, QStringLiteral("%1\n%2").arg(corpus.spec, corpus.help), Qt::ToolTipRole);
    }
    if (!recent.isEmpty())
        m_box->insertSeparator(int(recent.size()));
    m_box->setCurrentIndex(-1);
    m_box->setEditText(text);
}

void CorpusField::browse() {
    m_browse->showMenu();
}

void CorpusField::take(const QString& path) {
    if (path.isEmpty()) // the dialog was cancelled
        return;
    setSpec(path);
    emit taken();
}

} // namespace headlight
