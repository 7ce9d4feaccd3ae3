#include "analysis/scale_measurement.h"

namespace headlight {

std::string statusName(ScaleMeasurement::Status status) {
    switch (status) {
    case ScaleMeasurement::Status::Measured:
        return "measured";
    case ScaleMeasurement::Status::TooLarge:
        return "too large";
    case ScaleMeasurement::Status::Failed:
        break;
    }
    return "failed";
}

} // namespace headlight
