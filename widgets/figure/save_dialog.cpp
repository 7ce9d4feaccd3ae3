#include "figure/save_dialog.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStandardPaths>
#include <optional>
#include <stdexcept>

namespace headlight {
namespace {

std::optional<SaveDialog::Answer>& nextAnswer() {
    static std::optional<SaveDialog::Answer> answer;
    return answer;
}

QString& lastFolder() {
    static QString folder = QStandardPaths::writableLocation(QStandardPaths::PicturesLocation);
    return folder;
}

/// A dot would begin an ending: of "mask-dist(0.5)" that would be ".5)".
QString withoutSeparators(QString name) {
    static const QRegularExpression unwanted(QStringLiteral("[\\x00-\\x1f/\\\\:*?\"<>|.]+"));
    return name.replace(unwanted, QStringLiteral(" ")).simplified().left(120);
}

} // namespace

SaveDialog::Answer SaveDialog::resolved(const QString& path, int kind, const QList<Kind>& kinds) {
    const QString suffix = QFileInfo(path).suffix().toLower();
    if (suffix == kinds[kind].extension)
        return {path, kind};
    for (int other = 0; other < kinds.size(); ++other)
        if (kinds[other].extension == suffix)
            return {path, other};
    return {suffix.isEmpty() ? path + u'.' + kinds[kind].extension : path, kind};
}

SaveDialog::Answer SaveDialog::ask(QWidget* parent, const QString& title, const QString& name,
                                   const QList<Kind>& kinds) {
    if (kinds.isEmpty())
        throw std::invalid_argument("SaveDialog::ask: expected at least one kind of file");
    if (nextAnswer()) {
        Answer answer = *nextAnswer();
        nextAnswer().reset();
        return answer;
    }
    QStringList filters;
    for (const Kind& kind : kinds)
        filters += QStringLiteral("%1 (*.%2)").arg(kind.title, kind.extension);
    QFileDialog dialog(parent, title, lastFolder());
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setFileMode(QFileDialog::AnyFile);
    dialog.setNameFilters(filters);
    dialog.setDefaultSuffix(kinds.first().extension);
    QObject::connect(&dialog, &QFileDialog::filterSelected, &dialog, [&](const QString& filter) {
        dialog.setDefaultSuffix(kinds.value(int(filters.indexOf(filter)), kinds.first()).extension);
    });
    dialog.selectFile(withoutSeparators(name));
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty())
        return {};
    const QString path = dialog.selectedFiles().first();
    lastFolder() = QFileInfo(path).path();
    return resolved(path, int(qMax(qsizetype(0), filters.indexOf(dialog.selectedNameFilter()))), kinds);
}

void SaveDialog::setNextAnswer(const Answer& answer) {
    nextAnswer() = answer;
}

} // namespace headlight
