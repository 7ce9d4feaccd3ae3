#pragma once

#include <QLineEdit>

namespace headlight {

struct FormRow;

/// The field above a form's options: what is typed narrows them down, Esc brings all of them back.
class OptionSearch : public QLineEdit {
    Q_OBJECT

public:
    explicit OptionSearch(QWidget* parent = nullptr);

    bool isSearching() const { return !text().trimmed().isEmpty(); }
    /// Every word that is typed is somewhere in the row's label, name, values or help, whatever its case.
    bool matches(const FormRow& row) const;

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
};

} // namespace headlight
