#pragma once

class QLineEdit;

namespace headlight {

/// A button in the field that empties it. Unlike Qt's own it says so, to the eye and to a screen reader.
void addClearButton(QLineEdit& line);

} // namespace headlight
