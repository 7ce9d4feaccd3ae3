#pragma once

#include "forms/option_form.h"
#include "widgets/forms/option_rows.h"

#include <QLabel>
#include <QLineEdit>
#include <QTest>

namespace headlight {

inline std::optional<TextProblem> check(const QString&, const QString& text) {
    const auto bad = text.indexOf(u'?');
    return bad < 0 ? std::nullopt : std::optional(TextProblem{"unknown term “?”", int(bad)});
}

inline QLabel* labelIn(QWidget& form, const QString& text) {
    for (QLabel* label : form.findChildren<QLabel*>())
        if (label->text() == text)
            return label;
    return nullptr;
}

inline QLineEdit* lineOf(QWidget& form, const QString& name) {
    auto* control = form.findChild<QWidget*>("option." + name);
    auto* line = qobject_cast<QLineEdit*>(control);
    return line ? line : control->findChild<QLineEdit*>();
}

inline void type(QLineEdit* line, const QString& text) {
    line->setFocus();
    line->selectAll();
    QTest::keyClicks(line, text);
}

inline void showActive(QWidget& form) {
    form.show();
    form.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&form));
}

} // namespace headlight
