#pragma once

#include <QString>

namespace headlight {

// Numbers as people read them; nothing for NaN.

/// "3 min 20 s", "1 h 5 min", "12.4 s".
QString secondsText(double seconds);
/// "1,234", "558.2 MB", four significant digits.
QString countText(double count);
QString bytesText(double bytes);
QString numberText(double number);
/// Four significant digits, zeros too: 1.620 beside 1.645.
QString figureText(double figure);
/// "+0.123", "−12.3", "+0.0012", "0": a difference; one that these would round away keeps its size, "+2e-05".
QString changeText(double change);
/// The same in a column, where all have as many decimals: "+0.120", "<0.001" where these round it away, "0".
QString changeText(double change, int decimals);
/// Without a zero before the point, for where there is little room: "+.12", "<.01".
QString shortChangeText(double change, int decimals);
/// Of a column whose largest change has this size.
int changeDecimals(double largest);
/// Of a test: "0.012", "< 0.0001".
QString pValueText(double p);
/// A number as programs write it, for people: with a real minus sign.
QString withMinus(QString number);

} // namespace headlight
