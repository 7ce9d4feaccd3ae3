#include "viewmodels/runs_entry.h"

#include "wording/number_text.h"

#include <QTimeZone>

namespace headlight {

namespace {

bool same(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

QVariant known(double value) {
    return std::isnan(value) ? QVariant() : QVariant(value);
}

using Kind = RunColumn::Kind;

struct Reader {
    RunColumn column;
    QVariant (*read)(const RunEntry&);
};

const QList<Reader>& readers() {
    static const QList<Reader> table = {
        {{"name", "name", "Double-click or F2 to rename", Kind::Editable},
         [](const RunEntry& run) { return QVariant(run.name); }},
        {{"status", "status", "running, paused, finished, stopped, interrupted or failed", Kind::Text},
         [](const RunEntry& run) { return QVariant(run.status); }},
        {{"model", "model", "The encoder", Kind::Text}, [](const RunEntry& run) { return QVariant(run.model); }},
        {{"data", "data", "The corpus", Kind::Text}, [](const RunEntry& run) { return QVariant(run.data); }},
        {{"accuracy", "accuracy", "On the test set, at the evaluation with the best dev accuracy", Kind::Share, false,
          true},
         [](const RunEntry& run) { return known(run.accuracy); }},
        {{"last", "last accuracy", "On the test set, at the last evaluation", Kind::Share, false, true},
         [](const RunEntry& run) { return known(run.lastAccuracy); }},
        {{"dev", "dev accuracy", "The best on the dev set", Kind::Share, false, true},
         [](const RunEntry& run) { return known(run.devAccuracy); }},
        {{"pearson", "Pearson", "Correlation of predicted with true scores, as for the accuracy", Kind::Number, false,
          true},
         [](const RunEntry& run) { return known(run.pearson); }},
        {{"spearman", "Spearman", "Correlation of the ranks of predicted and true scores", Kind::Number, false, true},
         [](const RunEntry& run) { return known(run.spearman); }},
        {{"loss", "train loss", "Mean loss of the last training steps", Kind::Number},
         [](const RunEntry& run) { return known(run.loss); }},
        {{"epoch", "epoch", "Passes over the training set so far", Kind::Number},
         [](const RunEntry& run) { return known(run.epochs); }},
        {{"time", "time", "Seconds of training, evaluations included", Kind::Seconds},
         [](const RunEntry& run) { return known(run.seconds); }},
        {{"inference", "inference time",
          "Seconds of one pass over the test set (the dev set without one), the quickest of the run", Kind::Seconds},
         [](const RunEntry& run) { return known(run.inference); }},
        {{"memory", "memory", "Peak bytes of a training step: activations and scratch", Kind::Bytes},
         [](const RunEntry& run) { return known(run.memory); }},
        {{"speed", "tokens/s", "Training tokens per second", Kind::Count},
         [](const RunEntry& run) { return known(run.speed); }},
        {{"parameters", "parameters", "Trained numbers without embeddings", Kind::Count},
         [](const RunEntry& run) { return known(run.parameters); }},
        {{"started", "started", "When training began", Kind::Date},
         [](const RunEntry& run) { return QVariant(run.started); }},
        {{"tags", "tags", "Words of your own, separated by commas; double-click to change", Kind::Editable},
         [](const RunEntry& run) { return QVariant(run.tags.join(QStringLiteral(", "))); }},
        {{"notes", "notes", "Double-click to change", Kind::Editable},
         [](const RunEntry& run) { return QVariant(run.notes); }},
        {{"message", "message", "The last word of the run, or what went wrong", Kind::Text},
         [](const RunEntry& run) { return QVariant(run.message); }},
        {{"version", "version", "Of the program that trained it", Kind::Text},
         [](const RunEntry& run) { return QVariant(run.version); }},
        {{"machine", "machine", "Where it was trained", Kind::Text},
         [](const RunEntry& run) { return QVariant(run.machine); }},
    };
    return table;
}

} // namespace

bool RunEntry::operator==(const RunEntry& other) const {
    return id == other.id && color == other.color && name == other.name && status == other.status &&
           message == other.message && model == other.model && data == other.data && started == other.started &&
           folder == other.folder && tags == other.tags && notes == other.notes && version == other.version &&
           machine == other.machine && same(accuracy, other.accuracy) && same(lastAccuracy, other.lastAccuracy) &&
           same(devAccuracy, other.devAccuracy) && same(pearson, other.pearson) && same(spearman, other.spearman) &&
           same(loss, other.loss) && same(epochs, other.epochs) && same(seconds, other.seconds) &&
           same(inference, other.inference) && same(memory, other.memory) && same(speed, other.speed) &&
           same(parameters, other.parameters) && spec == other.spec && metrics == other.metrics &&
           options == other.options;
}

const QList<RunColumn>& runColumns() {
    static const QList<RunColumn> columns = [] {
        QList<RunColumn> list;
        for (const Reader& reader : readers())
            list.append(reader.column);
        return list;
    }();
    return columns;
}

QVariant valueOf(const RunEntry& run, const RunColumn& column) {
    if (column.isOption)
        return run.options.value(column.key);
    for (const Reader& reader : readers())
        if (reader.column.key == column.key)
            return reader.read(run);
    return {};
}

QString displayOf(const QVariant& value, RunColumn::Kind kind) {
    if (!value.isValid())
        return {};
    switch (kind) {
    case Kind::Number:
        return numberText(value.toDouble());
    case Kind::Share:
        return QString::number(value.toDouble() * 100, 'f', 2) + QStringLiteral(" %");
    case Kind::Seconds:
        return secondsText(value.toDouble());
    case Kind::Bytes:
        return bytesText(value.toDouble());
    case Kind::Count:
        return countText(value.toDouble());
    case Kind::Date:
        return value.toDateTime().toLocalTime().toString(QStringLiteral("yyyy-MM-dd HH:mm"));
    case Kind::Text:
    case Kind::Editable:
        break;
    }
    return value.toString();
}

} // namespace headlight
