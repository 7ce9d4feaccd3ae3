#pragma once

#include <QString>

class QLabel;

namespace headlight {

/// Gives a label whose text wraps the height that its text needs at a width, as the least: layouts take one line for
/// it.
void fitWrapped(QLabel& label, int width);

/// Lets words of more than 40 characters, such as a file's name, break there, invisibly: a label is never narrower than
/// its longest word.
QString breakable(const QString& text);

/// Breaks lines where they would have more than 80 characters, between words if it can: a tooltip of plain text does
/// not wrap.
QString inLines(const QString& text);

} // namespace headlight
