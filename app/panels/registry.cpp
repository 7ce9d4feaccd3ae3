#include "panels/registry.h"

#include "panels/attend/map_pane.h"
#include "panels/attend_panel.h"
#include "panels/masks_panel.h"
#include "panels/runs_panel.h"
#include "panels/scaling_panel.h"
#include "panels/tensors_panel.h"
#include "panels/train_panel.h"
#include "panels/words_panel.h"

namespace headlight {

template <class PanelType>
static Panel* make(Session& session, Jobs& jobs, QWidget* parent) {
    return new PanelType(session, jobs, parent);
}

const std::vector<PanelRow>& panelRows() {
    static const std::vector<PanelRow> rows{
        {"attend", QObject::tr("Attend"), QObject::tr("What every head attends to in the sentence"), make<AttendPanel>},
        {"masks", QObject::tr("Masks"), QObject::tr("The shapes of masks, and how to put them on the open model"),
         make<MasksPanel>},
        {"train", QObject::tr("Train"), QObject::tr("Train a model and watch its attention change"), make<TrainPanel>},
        {"runs", QObject::tr("Runs"), QObject::tr("All training runs: choose, filter, compare"), make<RunsPanel>},
        {"scaling", QObject::tr("Scaling"), QObject::tr("What encoders cost as sequences grow: time and memory"),
         make<ScalingPanel>},
        {"words", QObject::tr("Words"), QObject::tr("Which words of a corpus get attention, class by class"),
         make<WordsPanel>},
        {"tensors", QObject::tr("Model"),
         QObject::tr("What the open model is made of: tensors, configuration, another model beside it"),
         make<TensorsPanel>},
    };
    return rows;
}

LookNames lookNames() {
    LookNames names;
    for (const RangeChoiceRow& row : rangeChoiceRows())
        names.ranges << row.key;
    for (const ColorMapRow& row : colorMapRows())
        names.colorMaps << row.key;
    names.scales << automaticScale;
    for (const ColorScaleRow& row : colorScaleRows())
        names.scales << row.key;
    return names;
}

} // namespace headlight
