#include "viewmodels/runs_entry.h"

#include "engine/tasks/metric.h"
#include "wording/corpus_title.h"
#include "wording/number_text.h"
#include "wording/option_title.h"

#include <QObject>
#include <QTimeZone>
#include <algorithm>
#include <functional>

namespace headlight {

namespace {

bool same(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

bool sameReached(const QMap<QString, RunEntry::Reached>& a, const QMap<QString, RunEntry::Reached>& b) {
    return std::equal(a.keyValueBegin(), a.keyValueEnd(), b.keyValueBegin(), b.keyValueEnd(),
                      [](const auto& x, const auto& y) {
                          return x.first == y.first && same(x.second.best, y.second.best) &&
                                 same(x.second.last, y.second.last) && same(x.second.dev, y.second.dev);
                      });
}

QVariant known(double value) {
    return std::isnan(value) ? QVariant() : QVariant(value);
}

using Kind = RunColumn::Kind;

struct Reader {
    RunColumn column;
    std::function<QVariant(const RunEntry&)> read;
};

RunColumn text(const char* key, const char* help) {
    return {QLatin1String(key), QLatin1String(key), QLatin1String(help), Kind::Text};
}

RunColumn editable(const char* key, const char* help) {
    return {QLatin1String(key), QLatin1String(key), QLatin1String(help), Kind::Editable};
}

Reader measured(const char* key, const char* title, const char* help, Kind kind, double RunEntry::*value) {
    RunColumn column{QLatin1String(key), QLatin1String(title), QLatin1String(help), kind};
    column.isMeasured = true;
    return {column, [value](const RunEntry& run) { return known(run.*value); }};
}

Reader reached(const QString& key, const QString& title, const QString& help, const Metric& metric,
               double RunEntry::Reached::*value) {
    RunColumn column{key, title, help, metric.unit == MetricUnit::Share ? Kind::Share : Kind::Figure};
    column.isMeasured = column.isRare = true;
    return {column, [name = QString::fromStdString(metric.name), value](const RunEntry& run) {
                const auto found = run.reached.constFind(name);
                return found == run.reached.cend() ? QVariant() : known((*found).*value);
            }};
}

/// Three columns for what a model can be judged by, one for other metrics. Those of the accuracy were there before any
/// other: their short keys stand in people's filters.
void addMetric(QList<Reader>& table, const Metric& metric) {
    const QString name = QString::fromStdString(metric.name), title = QString::fromStdString(metric.title);
    const QString help = QString::fromStdString(metric.help);
    table << reached(name, title, help + QObject::tr("; on the test set, of the model that the dev set chose"), metric,
                     &RunEntry::Reached::best);
    if (!metric.judges)
        return;
    const QString suffix = metric.name == "accuracy" ? QString() : '_' + name;
    table << reached(QStringLiteral("last") + suffix, QStringLiteral("last ") + title,
                     QObject::tr("On the test set, at the last evaluation"), metric, &RunEntry::Reached::last)
          << reached(QStringLiteral("dev") + suffix, QStringLiteral("dev ") + title,
                     QObject::tr("The best on the dev set"), metric, &RunEntry::Reached::dev);
}

QList<Reader> makeReaders() {
    QList<Reader> table = {
        {editable("name", "Double-click or F2 to rename; a click on the dot gives the run another colour"),
         [](const RunEntry& run) { return QVariant(run.name); }},
        {text("status", "running, paused, finished, stopped, interrupted or failed"),
         [](const RunEntry& run) { return QVariant(run.status); }},
        {text("model", "The encoder"), [](const RunEntry& run) { return QVariant(run.model); }},
        {{QLatin1String("data"), QLatin1String("corpus"), QLatin1String("What it was trained on"), Kind::Text},
         [](const RunEntry& run) { return QVariant(run.data); }},
    };
    for (const Metric& metric : metricRows())
        addMetric(table, metric);
    table << QList<Reader>{
        measured("loss", "train loss", "Mean loss of the last training steps", Kind::Figure, &RunEntry::loss),
        {{"epoch", "epoch", "Passes over the training set so far", Kind::Epochs},
         [](const RunEntry& run) { return known(run.epochs); }},
        measured("time", "time", "Seconds of training, evaluations included", Kind::Seconds, &RunEntry::seconds),
        measured("inference", "inference time",
                 "Seconds of one pass over the test set (the dev set without one), the quickest of the run",
                 Kind::Seconds, &RunEntry::inference),
        measured("memory", "memory", "Peak bytes of a training step: activations and scratch", Kind::Bytes,
                 &RunEntry::memory),
        measured("speed", "tokens/s", "Training tokens per second", Kind::Count, &RunEntry::speed),
        measured("parameters", "parameters", "Trained numbers without embeddings", Kind::Count, &RunEntry::parameters),
        {{"started", "started", "When training began", Kind::Date},
         [](const RunEntry& run) { return QVariant(run.started); }},
        {editable("tags", "Words of your own, separated by commas; double-click to change"),
         [](const RunEntry& run) { return QVariant(run.tags.join(QStringLiteral(", "))); }},
        {editable("notes", "Double-click to change"), [](const RunEntry& run) { return QVariant(run.notes); }},
        {text("message", "The last word of the run, or what went wrong"),
         [](const RunEntry& run) { return QVariant(run.message); }},
        {text("version", "Of the program that trained it"), [](const RunEntry& run) { return QVariant(run.version); }},
        {text("machine", "Where it was trained"), [](const RunEntry& run) { return QVariant(run.machine); }},
    };
    return table;
}

const QList<Reader>& readers() {
    static const QList<Reader> table = makeReaders();
    return table;
}

} // namespace

int RunEntry::colorByNumber(qint64 id) {
    return int((id - 1) % 1000000);
}

void RunEntry::setColor(const QString& chosen) {
    chosenColor = chosen;
    bool isPlace = false;
    const int place = chosen.toInt(&isPlace);
    color = isPlace ? place : colorByNumber(id);
    ownColor = isPlace ? QString() : chosen;
}

QList<std::pair<QString, double>> RunEntry::besideMeasure(const QString& measure) const {
    const QString dev = QStringLiteral("dev"), test = QStringLiteral("test");
    if (measure == dev)
        return beside.value(dev);
    const bool isOfTest = measure == QLatin1String("accuracy") || measure == QLatin1String("last");
    return isOfTest ? beside.value(test, beside.value(dev)) : QList<std::pair<QString, double>>();
}

QString RunEntry::besideText(const QString& measure) const {
    return accuraciesText(besideMeasure(measure));
}

QString accuraciesText(const QList<std::pair<QString, double>>& accuracies) {
    QStringList texts;
    for (const auto& [title, accuracy] : accuracies)
        texts << title + u' ' + displayOf(accuracy, RunColumn::Kind::Share);
    return texts.join(QStringLiteral(", "));
}

bool RunEntry::operator==(const RunEntry& other) const {
    return id == other.id && color == other.color && ownColor == other.ownColor && chosenColor == other.chosenColor &&
           name == other.name && title == other.title && status == other.status && message == other.message &&
           model == other.model && data == other.data && started == other.started && folder == other.folder &&
           tags == other.tags && notes == other.notes && version == other.version && machine == other.machine &&
           sameReached(reached, other.reached) && judgedBy == other.judgedBy && same(loss, other.loss) &&
           same(epochs, other.epochs) && same(seconds, other.seconds) && same(inference, other.inference) &&
           same(memory, other.memory) && same(speed, other.speed) && same(parameters, other.parameters) &&
           spec == other.spec && beside == other.beside && metrics == other.metrics && options == other.options;
}

QString helpOf(const RunColumn& column) {
    if (column.isOption && column.kind == Kind::Text)
        return QObject::tr("%1\nIn filters and files: %2, and values as the tooltips of the cells have them")
            .arg(column.help, column.key);
    return QObject::tr("%1\nIn filters and files: %2").arg(column.help, column.key);
}

QString shownOf(const RunEntry& run, const RunColumn& column) {
    const QString text = displayOf(valueOf(run, column), column.kind);
    if (column.key == QLatin1String("model"))
        return encoderTitle(text);
    if (column.key == QLatin1String("name"))
        return run.title;
    if (column.key == QLatin1String("data"))
        return corpusTitle(text);
    return column.isOption ? optionValueTitle(column.key, text) : text;
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
    case Kind::Figure:
        return figureText(value.toDouble());
    case Kind::Epochs: // a step or two more than a pass are no news
        return numberText(std::round(value.toDouble() * 10) / 10);
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
