// CSAN's figures of translation, on Multi30k: what sizes of its windows are worth, and which n-grams gain by it.
#include "engine/core/json_text.h"
#include "papers/curve_figures.h"
#include "papers/distinct_look.h"
#include "papers/option_curve.h"

#include <QObject>

namespace headlight {

namespace {

const char* sizesSource = "CSAN paper, Figure 2 (WMT14 English–German)";
const char* ngramsSource = "CSAN paper, Figure 3 (WMT14 English–German)";

/// Two minutes an epoch or so: a tenth of the updates of the recipe's source, by batches a quarter as large.
PaperTraining captions() {
    return {"multi30k_ende/tok?from=en&to=de",
            "translate",
            "multi30k",
            "bleu",
            {{"heads", "8"},
             {"epochs", "12"},
             {"batch_tokens", "2048"},
             {"warm_up", "800"},
             {"learning_rate", "0.003"},
             {"average", "3"}},
            1,
            "limit=400",
            {{"merges", "200"},
             {"epochs", "6"},
             {"warm_up", "50"},
             {"batch_tokens", "512"},
             {"average", "0"},
             {"beams", "1"},
             {"extra_tokens", "5"},
             {"keep", "0.9"}},
            "dev",
            "29,000 pairs",
            "400 pairs"};
}

const PaperSetting plain{"plain", "transformer"};

PaperSetting area(const std::string& name, int window, int heads, int number) {
    return {name,
            "transformer",
            {{"attention", "csan"},
             {"attention_layers", "2"},
             {"window", std::to_string(window)},
             {"area_heads", std::to_string(heads)}},
            std::nan(""),
            double(number)};
}

/// 1-D: the window varies.
std::vector<PaperSetting> windows() {
    std::vector<PaperSetting> settings;
    for (const int window : {3, 7, 11, 15, 19})
        settings.push_back(area("window " + std::to_string(window), window, 1, window));
    return settings;
}

/// 2-D: the window has 11, the number of heads varies; that with 1 is 1-D.
std::vector<PaperSetting> areas() {
    std::vector<PaperSetting> settings;
    for (const int heads : {1, 3, 5, 7})
        settings.push_back(area(std::to_string(heads) + (heads == 1 ? " head" : " heads"), 11, heads, heads));
    return settings;
}

std::vector<PaperSetting> sizeSettings() {
    std::vector<PaperSetting> settings = {plain};
    for (const auto& more : {windows(), areas()})
        settings.insert(settings.end(), more.begin(), more.end());
    return settings;
}

std::vector<PaperSetting> ngramSettings() {
    return {plain, area("1D-CSAN", 11, 1, 1), area("2D-CSAN", 11, 3, 3)};
}

void addRemarks(DrawnFigure& drawn, bool quick) {
    drawn.remarks << budgetText(captions(), quick)
                  << QObject::tr(
                         "The paper has 6 layers of 512 on 4.5 million pairs, with CSAN in the lowest 3; here are "
                         "4 layers of %1 with 8 heads, with CSAN in the lowest 2. BLEU is of tokens as the corpus "
                         "cuts them.")
                         .arg(quick ? quickFeatures : 128);
}

DrawnFigure drawSizes(const PaperMaterial& material) {
    const PaperTraining training = captions();
    DrawnFigure drawn;
    const auto draw = [&](const char* name, const QString& title, const QString& option, const OptionCurve& curve) {
        const auto plot = optionPlot(material, training, {curve}, option, bestOnDev, plain);
        plot->setDescription(title, {{QStringLiteral("figure"), QLatin1String(sizesSource)}});
        drawn.plots.push_back({QLatin1String(name), title, plot});
    };
    draw("window", QObject::tr("BLEU on the dev set for sizes of the window"), QObject::tr("window"),
         {QObject::tr("1D-CSAN"), windows()});
    draw("area", QObject::tr("BLEU on the dev set for numbers of heads in an area"), QObject::tr("heads of an area"),
         {QObject::tr("2D-CSAN, window 11"), areas()});
    drawn.values = runValues(material, training, sizeSettings(), {});
    drawn.leftOut = othersOf(material, training);
    addRemarks(drawn, material.quick);
    drawn.remarks << QObject::tr(
        "The paper's figure has no numbers; its text says that a window of 11 is best, and more "
        "than one head better than one.");
    return drawn;
}

/// Those of a list; none of anything else, which a damaged store may have there.
std::vector<double> numbersIn(const nlohmann::ordered_json& list) {
    std::vector<double> numbers;
    for (const auto& entry : list)
        if (entry.is_number())
            numbers.push_back(entry.get<double>());
    return list.is_array() && numbers.size() == list.size() ? numbers : std::vector<double>();
}

/// Of the model that is kept, on the test set: per cent, by n from 1, without smoothing. Empty when the store has none.
std::vector<double> precisionsOf(const Store& store, RunId run) {
    std::int64_t best = -1;
    std::vector<double> precisions;
    for (const StoredEvaluation& evaluation : store.evaluations(run)) {
        const auto details = jsonFrom(evaluation.details);
        if (!details || !details->is_object())
            continue;
        if (details->contains("best") && (*details)["best"] == true)
            best = evaluation.step;
        auto found = details->find("bleu_shares");
        if (found == details->end()) // stored before they were; of a trained model, whose precisions need no smoothing
            found = details->find("bleu_precisions");
        if (evaluation.split == "test" && evaluation.step == best && found != details->end())
            precisions = numbersIn(*found);
    }
    return precisions;
}

/// What a run gains over another.
CurvePoints gapOf(const Store& store, RunId run, RunId base) {
    const std::vector<double> ours = precisionsOf(store, run), theirs = precisionsOf(store, base);
    CurvePoints gap;
    for (std::size_t n = 0; n < std::min(ours.size(), theirs.size()); ++n) {
        gap.x.append(double(n + 1));
        gap.y.append(ours[n] - theirs[n]);
    }
    return gap;
}

/// What each seed gains over the plain model of the same seed.
QList<CurvePoints> gapsOf(const PaperMaterial& material, const std::string& setting) {
    QList<CurvePoints> gaps;
    for (const PaperResult* run : finishedOf(material, setting))
        for (const PaperResult* base : finishedOf(material, plain.name))
            if (base->seed == run->seed)
                gaps.append(gapOf(material.store, run->run, base->run));
    return gaps;
}

/// What one of the user's runs, of whatever seed, gains over each plain model.
QList<CurvePoints> gapsOf(const PaperMaterial& material, const OwnRun& own) {
    QList<CurvePoints> gaps;
    for (const PaperResult* base : finishedOf(material, plain.name))
        gaps.append(gapOf(material.store, own.summary.run.id, base->run));
    return gaps;
}

/// None where there is nothing to compare.
std::optional<CurveSeries> gainOf(const QString& name, const SeriesLook& look, const QList<CurvePoints>& gaps) {
    const Band band = bandOf(gaps, Spread::MinMax);
    if (band.x.isEmpty())
        return std::nullopt;
    CurveSeries gain;
    gain.id = gain.name = name;
    gain.look = look;
    gain.points = true;
    gain.x = band.x;
    gain.y = band.mean;
    gain.low = band.low;
    gain.high = band.high;
    return gain;
}

/// A row for each run and n.
ValueTable ngramValues(const PaperMaterial& material) {
    ValueTable table;
    table.columns = {"setting", "seed", "run", "n", "precision", "status"};
    const auto add = [&](const QStringList& head, const std::vector<double>& precisions, const std::string& status) {
        for (std::size_t n = 0; n < precisions.size(); ++n)
            table.rows.append(
                head + QStringList{QString::number(n + 1), exactNumber(precisions[n]), QString::fromStdString(status)});
        if (precisions.empty())
            table.rows.append(head + QStringList{{}, {}, QString::fromStdString(status)});
    };
    for (const PaperResult& result : material.runs)
        add({QString::fromStdString(result.setting), QString::number(result.seed),
             result.run > 0 ? QString::number(result.run) : QString()},
            result.isFinished ? precisionsOf(material.store, result.run) : std::vector<double>(), result.status);
    for (const OwnRun* own : comparableOf(material, captions()))
        add({QString::fromStdString(own->name), QString::number(own->summary.run.seed),
             QString::number(own->summary.run.id)},
            precisionsOf(material.store, own->summary.run.id), statusName(own->summary.run.status));
    return table;
}

DrawnFigure drawNgrams(const PaperMaterial& material) {
    const auto plot = std::make_shared<CurvePlot>();
    plot->setAxis(PlotWidget::Axis::X, QObject::tr("n of the n-grams"), {}, PlotWidget::Kind::Count);
    plot->setAxis(PlotWidget::Axis::Y, QObject::tr("precision more than the plain model's"),
                  QObject::tr("percentage points"));
    DrawnFigure drawn;
    drawn.leftOut = othersOf(material, captions());
    QList<CurveSeries> series;
    int look = 0;
    for (const PaperSetting& setting : ngramSettings())
        if (setting.name != plain.name)
            if (const auto gain =
                    gainOf(QString::fromStdString(setting.name), distinctLook(look++), gapsOf(material, setting.name)))
                series.append(*gain);
    for (const OwnRun* own : comparableOf(material, captions()))
        if (const auto gain = gainOf(QString::fromStdString(own->name), lookOf(*own), gapsOf(material, *own)))
            series.append(*gain);
        else
            drawn.leftOut << leftOutText(*own, precisionsOf(material.store, own->summary.run.id).empty()
                                                   ? QObject::tr("it has no precisions on the test set")
                                                   : QObject::tr("there is no plain model yet to compare it with"));
    plot->setCurves(series);
    const QString title = QObject::tr("What CSAN gains over plain attention, by n-gram");
    plot->setExplanation(seedsText(QObject::tr("Points"), QObject::tr("bands"), material));
    plot->setEmptyText(QObject::tr("Nothing of it is trained yet."));
    plot->setDescription(title, {{QStringLiteral("figure"), QLatin1String(ngramsSource)}});
    drawn.plots = {{QStringLiteral("ngrams"), title, plot}};
    drawn.values = ngramValues(material);
    addRemarks(drawn, material.quick);
    drawn.remarks << QObject::tr(
        "Share of the n-grams of the test set's translations that the references have, minus that "
        "of the plain model. The paper's figure is the gap of BLEU, which falls where translations are too short; it "
        "has no numbers.");
    return drawn;
}

} // namespace

PaperFigure csanSizes() {
    return {"csan-figure-2", "BLEU for sizes of CSAN's window and area", sizesSource,
            [](bool quick) {
                return PaperNeeds{{}, runsOf(captions(), sizeSettings(), quick)};
            },
            drawSizes};
}

PaperFigure csanNgrams() {
    return {"csan-figure-3", "What CSAN gains, by n-gram", ngramsSource,
            [](bool quick) {
                return PaperNeeds{{}, runsOf(captions(), ngramSettings(), quick)};
            },
            drawNgrams};
}

} // namespace headlight
