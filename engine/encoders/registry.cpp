#include "encoders/bag_of_words.h"
#include "encoders/biblosa.h"
#include "encoders/bigru.h"
#include "encoders/bilstm.h"
#include "encoders/bisru.h"
#include "encoders/csan.h"
#include "encoders/disa.h"
#include "encoders/distance_san.h"
#include "encoders/encoder.h"
#include "encoders/hrchycnn.h"
#include "encoders/lama.h"
#include "encoders/mpsan.h"
#include "encoders/mtsa.h"
#include "encoders/multicnn.h"
#include "encoders/multihead.h"
#include "encoders/san.h"
#include "encoders/transformer/transformer.h"

#include <algorithm>

namespace headlight {

const std::vector<EncoderRow>& encoderRows() {
    // clang-format off
    static const std::vector<EncoderRow> rows = {
        multiheadRow(),
        disaRow(),
        mtsaRow(),
        biblosaRow(),
        mpsanRow(),
        csanRow(),
        transformerRow(),
        teRow(),
        lamaRow(),
        sanRow(),
        distanceSanRow(),
        biLstmRow(),
        biGruRow(),
        biSruRow(),
        multicnnRow(),
        hrchycnnRow(),
        avgRow(),
        cbowRow(),
    };
    // clang-format on
    return rows;
}

std::string EncoderRow::titleWithCode() const {
    return title.ends_with(')') ? title : title + " (" + id + ")";
}

bool isEncoder(const std::string& id) {
    const auto& rows = encoderRows();
    return std::any_of(rows.begin(), rows.end(), [&](const EncoderRow& row) { return row.id == id; });
}

const EncoderRow& encoderRow(const std::string& id) {
    std::vector<std::string> ids;
    for (const EncoderRow& row : encoderRows()) {
        if (row.id == id)
            return row;
        ids.push_back(row.id);
    }
    throw Error("unknown model \"" + printable(id, 80) + "\"." + advice(id, ids));
}

void applyPreset(const EncoderRow& row, Config& config, const std::string& name) {
    std::vector<std::string> names;
    for (const Preset& preset : row.presets) {
        if (preset.id == name) {
            const auto defaults = row.makeConfig(); // so that nothing of another preset stays
            for (const OptionRow& option : defaults->rows())
                config.set(option.name, defaults->get(option.name));
            for (const auto& [option, value] : preset.values)
                config.set(option, value);
            return;
        }
        names.push_back(preset.id);
    }
    std::string known;
    for (const std::string& candidate : names)
        known += (known.empty() ? "" : " | ") + candidate;
    throw Error("preset: expected " + known + ", got \"" + printable(name, 80) + "\"." + suggestion(name, names));
}

std::string insteadOfOneVector(const EncoderRow& row, Index inputs) {
    const auto config = row.makeConfig();
    for (const Preset& preset : row.presets) {
        applyPreset(row, *config, preset.id);
        Parameters parameters = Parameters::onlyCounted();
        if (!row.make(*config, Builder(parameters, 0), inputs, 1)->pools())
            return "choose another model, or its preset “" + preset.label + "” (" + preset.id + ")";
    }
    return "choose another model";
}

} // namespace headlight
