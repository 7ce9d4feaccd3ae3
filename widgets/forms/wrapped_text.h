#pragma once

class QLabel;

namespace headlight {

/// Gives a label whose text wraps the height that its text needs at a width, as the least: layouts take one line for
/// it.
void fitWrapped(QLabel& label, int width);

} // namespace headlight
