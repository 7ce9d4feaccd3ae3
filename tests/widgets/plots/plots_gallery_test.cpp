#include "forms/command_palette.h"
#include "forms/empty_state.h"
#include "forms/message_bar.h"
#include "forms/option_form.h"
#include "plots/bar_plot.h"
#include "plots/curve_plot.h"
#include "plots/scatter_plot.h"

#include <QAction>
#include <QApplication>
#include <QDir>
#include <QRandomGenerator>
#include <QTest>
#include <QVBoxLayout>
#include <cmath>

using namespace headlight;
using Axis = PlotWidget::Axis;
using Kind = PlotWidget::Kind;

/// Draws every plot and form as a user would meet it, light and dark, to be looked at: the pictures are in the folder
/// "gallery" of the build. Fails when a widget draws nothing, or the same in both themes.
class PlotsGalleryTest : public QObject {
    Q_OBJECT

private slots:
    void draw_data();
    void draw();

private:
    QMap<QString, QImage> m_light;
};

namespace {

QVector<double> upTo(int n) {
    QVector<double> x;
    for (int i = 0; i < n; ++i)
        x.append(i);
    return x;
}

QVector<double> noisy(int n, double start, double end, quint32 seed) {
    QRandomGenerator random(seed);
    QVector<double> y;
    for (int i = 0; i < n; ++i) {
        const double noise = 0.25 * (random.generateDouble() - 0.5) * std::exp(-i / (n * 0.6));
        y.append(end + (start - end) * (std::exp(-i / (n * 0.2)) + noise));
    }
    return y;
}

QList<CurveSeries> runs(int count, int points) {
    const QStringList names = {"mtsa", "disa", "multihead"};
    QList<CurveSeries> series;
    for (int i = 0; i < count; ++i)
        series.append({QString::number(i),
                       QString("%1 · TREC · seed %2").arg(names[i % 3]).arg(i / 3 + 1),
                       {i},
                       upTo(points),
                       noisy(points, 1.8 - 0.01 * i, 0.2 + 0.03 * i, quint32(i))});
    return series;
}

CurvePlot* curves(int count, int points) {
    auto* plot = new CurvePlot;
    plot->setAxis(Axis::X, "step", {}, Kind::Count);
    plot->setAxis(Axis::Y, "loss", "nats");
    plot->setCurves(runs(count, points));
    return plot;
}

QWidget* smoothed() {
    CurvePlot* plot = curves(3, 400);
    plot->setSmoothing(0.9);
    plot->setCursor(150);
    return plot;
}

QWidget* logarithmic() {
    CurvePlot* plot = curves(3, 400);
    plot->setLogarithmic(Axis::X, true);
    plot->setLogarithmic(Axis::Y, true);
    return plot;
}

QWidget* bands() {
    auto* plot = new CurvePlot;
    plot->setAxis(Axis::X, "epoch", {}, Kind::Count);
    plot->setAxis(Axis::Y, "accuracy");
    QList<CurveGroup> groups;
    for (int i = 0; i < 2; ++i) {
        CurveGroup group{QString::number(i), i == 0 ? "mtsa" : "disa", {i}};
        for (quint32 seed = 0; seed < 3; ++seed)
            group.members.append({upTo(20), noisy(20, 0.5, 0.9 - 0.03 * i, seed + 7 * quint32(i))});
        groups.append(group);
    }
    plot->setCurves({}, groups);
    return plot;
}

QWidget* scaling() {
    auto* plot = new CurvePlot;
    plot->setAxis(Axis::X, "length", "tokens", Kind::Count);
    plot->setAxis(Axis::Y, "memory", "MB");
    plot->setLogarithmic(Axis::X, true);
    plot->setLogarithmic(Axis::Y, true);
    CurveSeries fused{"f", "mtsa fused, n^1.02", {0}, {16, 32, 64, 128, 256, 384}, {4, 8.2, 16, 33, 65, 99}};
    CurveSeries reference{"r", "disa reference, n^1.98", {1}, {16, 32, 64, 128}, {10, 41, 160, 650}};
    CurveSeries predicted{"p", "disa reference, predicted", {1, {}, true}, {128, 256, 384}, {650, 2600, 5900}};
    fused.points = reference.points = predicted.points = true;
    plot->setCurves({fused, reference, predicted});
    return plot;
}

QWidget* hundred() {
    return curves(100, 500);
}

QWidget* emptyPlot() {
    CurvePlot* plot = curves(0, 0);
    plot->setEmptyText("Choose runs on the left to compare their curves here.");
    return plot;
}

QWidget* scatter() {
    auto* plot = new ScatterPlot;
    plot->setAxis(Axis::X, "training time", "s");
    plot->setAxis(Axis::Y, "test accuracy");
    plot->setSizeTitle("memory", "MB");
    plot->setLogarithmic(Axis::X, true);
    const QStringList names = {"mtsa", "disa", "multihead"};
    QRandomGenerator random(5);
    QList<ScatterMark> marks;
    for (int i = 0; i < 24; ++i) {
        const QString& name = names[i % 3];
        const double time = 20 * std::pow(10., random.generateDouble() * 1.6);
        const double accuracy = 0.84 + 0.09 * random.generateDouble();
        marks.append({QString::number(i),
                      time,
                      accuracy,
                      40 + 250 * random.generateDouble() * (i % 3 + 1),
                      {i % 3},
                      QString("%1 #%2").arg(name).arg(i),
                      name});
    }
    marks.append({"p1", 250, 0.942, 0, {4}, "Bi-BloSAN 2018", "published", true});
    marks.append({"p2", 520, 0.936, 0, {4}, "DiSAN 2018", "published", true});
    plot->setMarks(marks);
    plot->setCurrent("4");
    return plot;
}

QWidget* bars() {
    auto* plot = new BarPlot;
    plot->setAxis(Axis::Y, "test accuracy");
    plot->setBars({"TREC", "SST-2", "SUBJ", "CR"},
                  {{"m", "mtsa", {0}, {0.912, 0.82, 0.9, 0.79}, {0.9, 0.81, 0.89, 0.775}, {0.92, 0.83, 0.91, 0.8}},
                   {"d", "disa", {1}, {0.905, 0.815, 0.898, 0.788}},
                   {"h", "multihead", {2}, {0.89, 0.8, 0.885, 0.77}}},
                  {{"published", 0, "m", 0.942}, {"published", 1, "m", 0.85}, {"published", 2, "d", 0.942}});
    return plot;
}

QWidget* manyBars() {
    auto* plot = new BarPlot;
    plot->setAxis(Axis::Y, "accuracy");
    QStringList categories;
    QVector<double> values;
    for (int i = 1; i <= 14; ++i) {
        categories.append(QString("window(%1)+logdist").arg(i));
        values.append(0.7 + 0.01 * i);
    }
    plot->setBars(categories, {{"a", "accuracy", {0}, values}});
    return plot;
}

QWidget* form() {
    using Type = FormRow::Type;
    auto* form = new OptionForm;
    form->setRows({{"heads", "model", Type::Integer, "2", 1, 64, {}, "number of heads"},
                   {"mask", "model", Type::Text, "fw, bw"},
                   {"fused", "model", Type::Flag, "true"},
                   {"optimizer", "recipe", Type::Choice, "adadelta", 0, 0, {"adam", "sgd", "adadelta"}},
                   {"learningRate", "recipe", Type::Number, "0.001", 0, 1, {}, "learning rate", "per step"},
                   {"seed", "run", Type::Integer, "1", 0, 1e9}},
                  [](const QString&, const QString& text) -> std::optional<TextProblem> {
                      if (const auto at = text.indexOf(u'?'); at >= 0)
                          return TextProblem{"unknown term “?”; known are fw, bw, causal, window(m)", int(at)};
                      return {};
                  });
    form->setValues({{"heads", "200"}, {"mask", "fw+?, bw"}, {"learningRate", "0.01"}, {"fused", "false"}});
    return form;
}

QWidget* window() {
    auto* window = new QWidget;
    auto* layout = new QVBoxLayout(window);
    using Message = BarMessage;
    const QList<Message> messages = {
        {{}, Message::Kind::Info, "Three hints: type a sentence above, click a map, press H."},
        {{}, Message::Kind::Error, "Can't open “broken”: a tensor ends beyond the file. Copy it again.", "byte 81,920"},
        {{}, Message::Kind::Altered, "Altered: head 0.1 off. LOC 0.71 → 0.64", {}, {{"Undo all", [] {}}}, false}};
    for (const Message& message : messages) {
        auto* bar = new MessageBar;
        layout->addWidget(bar);
        bar->post(message);
    }
    layout->addWidget(new EmptyState("No runs yet. Train a model and its curves will appear here.", "Train a model…"),
                      1);
    QList<QAction*> actions;
    for (const char* title : {"Open…", "Compare with…", "Head on or off", "Dark theme", "Reset layout"})
        actions.append(new QAction(title, window));
    actions.first()->setShortcut(QKeySequence("Ctrl+O"));
    actions.last()->setEnabled(false);
    auto* palette = new CommandPalette(window);
    window->resize(760, 520);
    palette->open(actions);
    palette->move(palette->x(), 200);
    return window;
}

struct Piece {
    const char* name;
    QSize size;
    QWidget* (*make)();
};

const QList<Piece>& pieces() {
    static const QList<Piece> list = {
        {"curves", {720, 440}, smoothed},   {"small", {320, 220}, smoothed},  {"logarithmic", {720, 440}, logarithmic},
        {"bands", {720, 440}, bands},       {"scaling", {600, 400}, scaling}, {"hundred", {900, 500}, hundred},
        {"empty", {600, 360}, emptyPlot},   {"scatter", {720, 480}, scatter}, {"bars", {680, 420}, bars},
        {"manybars", {560, 380}, manyBars}, {"form", {360, 460}, form},       {"window", {760, 520}, window}};
    return list;
}

} // namespace

void PlotsGalleryTest::draw_data() {
    QTest::addColumn<int>("piece");
    QTest::addColumn<bool>("dark");
    for (const bool dark : {false, true})
        for (int piece = 0; piece < pieces().size(); ++piece)
            QTest::addRow("%s %s", pieces()[piece].name, dark ? "dark" : "light") << piece << dark;
}

void PlotsGalleryTest::draw() {
    QFETCH(int, piece);
    QFETCH(bool, dark);
    const Theme theme = dark ? Theme::Dark : Theme::Light;
    QApplication::setStyle("Fusion");
    QApplication::setPalette(paletteOf(theme));
    qApp->setStyleSheet(styleSheetOf(theme));
    const std::unique_ptr<QWidget> widget(pieces()[piece].make());
    const QString name = pieces()[piece].name;
    widget->resize(pieces()[piece].size);
    widget->show();
    QVERIFY(QTest::qWaitForWindowExposed(widget.get()));
    QTest::qWait(40);
    const QImage image = widget->grab().toImage().convertToFormat(QImage::Format_RGB32);
    const QString folder = QStringLiteral(HEADLIGHT_BINARY_DIR) + "/../gallery";
    QVERIFY(QDir().mkpath(folder));
    QVERIFY(image.save(QString("%1/%2-%3.png").arg(folder, name, dark ? "dark" : "light")));
    QSet<QRgb> tones;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            tones.insert(image.pixel(x, y));
    QVERIFY2(tones.size() > 8, "hardly anything is drawn");
    if (!dark)
        m_light[name] = image;
    else
        QVERIFY(image != m_light[name]);
}

QTEST_MAIN(PlotsGalleryTest)
#include "plots_gallery_test.moc"
