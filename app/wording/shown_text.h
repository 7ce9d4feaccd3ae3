#pragma once

#include <QString>
#include <string_view>

namespace headlight {

// Foreign text, of a store, a model or a folder's name, as it may stand in the window: printable(), as the command line
// shows it, so that it neither breaks a line nor turns the direction of what stands beside it.

/// One line, not longer than anybody reads.
QString shownText(std::string_view text);
QString shownText(const QString& text);

/// Each line of a longer text.
QString shownLines(std::string_view text);

/// A text that was made shown, for a place within another: of right-to-left letters it stands in an isolate, so that
/// brackets and numbers beside it keep their places. Only for what is read, for an isolate has signs that nobody sees.
QString isolated(const QString& text);

} // namespace headlight
