#include "panels/registry.h"

#include "panels/attend_panel.h"
#include "panels/masks_panel.h"

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
    };
    return rows;
}

} // namespace headlight
