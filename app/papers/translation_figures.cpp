// CSAN's figures of translation, on Multi30k: what sizes of its windows are worth, and which n-grams gain by it.
#include "engine/core/json_text.h"
#include "papers/curve_figures.h"
#include "papers/distinct_look.h"
#include "papers/option_curve.h"

#include <QObject>

namespace headlight {

namespace {

const char* sizesSource = "CSAN paper, Figure 2 (WMT14 English–German), which has no numbers";
const char* ngramsSource = "CSAN paper, Figure 3 (WMT14 English–German), which has no numbers";

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
             {"keep", "0.9"}}};
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
                         "4 layers of 128 with 8 heads on 29,000 pairs, with CSAN in the lowest 2. BLEU is of "
                         "tokens as the corpus cuts them.");
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

/// Of the model that is kept, on the test set: per cent, by n from 1. Empty when the store has none.
std::vector<double> precisionsOf(const Store& store, RunId run) {
    std::int64_t best = -1;
    std::vector<double> precisions;
    for (const StoredEvaluation& evaluation : store.evaluations(run)) {
        const auto details = jsonFrom(evaluation.details);
        if (!details || !details->is_object())
            continue;
        if (details->contains("best") && (*details)["best"] == true)
            best = evaluation.step;
        const auto found = details->find("bleu_precisions");
        if (evaluation.split == "test" && evaluation.step == best && found != details->end())
            precisions = numbersIn(*found);
    }
    return precisions;
}

/// What each seed gains over the plain model of the same seed.
QList<CurvePoints> gapsOf(const PaperMaterial& material, const std::string& setting) {
    QList<CurvePoints> gaps;
    for (const PaperResult* run : finishedOf(material, setting))
        for (const PaperResult* base : finishedOf(material, plain.name)) {
            if (base->seed != run->seed)
                continue;
            const std::vector<double> ours = precisionsOf(material.store, run->run),
                                      theirs = precisionsOf(material.store, base->run);
            CurvePoints gap;
            for (std::size_t n = 0; n < std::min(ours.size(), theirs.size()); ++n) {
                gap.x.append(double(n + 1));
                gap.y.append(ours[n] - theirs[n]);
            }
            gaps.append(gap);
        }
    return gaps;
}

/// A row for each run and n.
ValueTable ngramValues(const PaperMaterial& material) {
    ValueTable table;
    table.columns = {"setting", "seed", "run", "n", "precision", "status"};
    for (const PaperResult& result : material.runs) {
        const QStringList head = {QString::fromStdString(result.setting), QString::number(result.seed),
                                  result.run > 0 ? QString::number(result.run) : QString()};
        const std::vector<double> precisions =
            result.isFinished ? precisionsOf(material.store, result.run) : std::vector<double>();
        for (std::size_t n = 0; n < precisions.size(); ++n)
            table.rows.append(head + QStringList{QString::number(n + 1), exactNumber(precisions[n]),
                                                 QString::fromStdString(result.status)});
        if (precisions.empty())
            table.rows.append(head + QStringList{{}, {}, QString::fromStdString(result.status)});
    }
    return table;
}

DrawnFigure drawNgrams(const PaperMaterial& material) {
    const auto plot = std::make_shared<CurvePlot>();
    plot->setAxis(PlotWidget::Axis::X, QObject::tr("n of the n-grams"), {}, PlotWidget::Kind::Count);
    plot->setAxis(PlotWidget::Axis::Y, QObject::tr("precision more than the plain model's"),
                  QObject::tr("percentage points"));
    QList<CurveSeries> series;
    for (const PaperSetting& setting : ngramSettings()) {
        const Band band = bandOf(gapsOf(material, setting.name), Spread::MinMax);
        if (setting.name == plain.name || band.x.isEmpty())
            continue;
        CurveSeries one;
        one.id = one.name = QString::fromStdString(setting.name);
        one.look = distinctLook(int(series.size()));
        one.points = true;
        one.x = band.x;
        one.y = band.mean;
        one.low = band.low;
        one.high = band.high;
        series.append(one);
    }
    plot->setCurves(series);
    const QString title = QObject::tr("What CSAN gains over plain attention, by n-gram");
    plot->setExplanation(seedsText(QObject::tr("Points"), QObject::tr("bands"), material));
    plot->setEmptyText(QObject::tr("Nothing of it is trained yet."));
    plot->setDescription(title, {{QStringLiteral("figure"), QLatin1String(ngramsSource)}});
    DrawnFigure drawn;
    drawn.plots = {{QStringLiteral("ngrams"), title, plot}};
    drawn.values = ngramValues(material);
    addRemarks(drawn, material.quick);
    drawn.remarks << QObject::tr(
        "Share of the n-grams of the test set's translations that the references have, minus that "
        "of the plain model. The paper's figure has no numbers.");
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
