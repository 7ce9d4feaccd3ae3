#pragma once

#include "forms/option_editor.h"

#include <QScrollArea>
#include <memory>
#include <vector>

class QGridLayout;
class QLabel;
class QToolButton;

namespace headlight {

/// A form made from rows: label, control, unit, reset. Values that differ from their default are bold; what is wrong is
/// said under its field while typing. One that does nothing beside another one's value is grey. Values are text, as in
/// configurations and on the command line.
class OptionForm : public QScrollArea {
    Q_OBJECT

public:
    using Check = std::function<std::optional<TextProblem>(const QString& name, const QString& text)>;

    explicit OptionForm(QWidget* parent = nullptr);
    ~OptionForm() override;

    /// Replaces the whole form; everything has its default. `check` judges rows of type Text.
    /// invalid_argument when a name comes twice.
    void setRows(const QList<FormRow>& rows, const Check& check = {});

    /// The last valid value of every option.
    QMap<QString, QString> values() const;
    /// invalid_argument on an unknown name; options that aren't named keep their value. A value that its row refuses is
    /// shown with its message, and values() keeps the one before.
    void setValues(const QMap<QString, QString>& values);
    void resetAll();
    /// A quiet word under the field, while nothing is wrong there; empty: none. invalid_argument on an unknown name.
    void setNote(const QString& name, const QString& text);
    /// What is wrong with values that are right by themselves, at one of them; none of isValid's. Empty: none.
    /// invalid_argument on an unknown name.
    void setMisfit(const QString& name, const QString& text);

    bool isValid() const { return firstProblem().isEmpty(); }
    QString firstProblem() const; ///< "heads: Expected 1 … 64", or empty
    QStringList changed() const;  ///< names whose value isn't the default

signals:
    void valueChanged(const QString& name, const QString& text); ///< a valid value, other than the one before
    void validityChanged(bool valid);

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Field;
    Field& fieldOf(const QString& name, const char* where);
    void addHeading(QGridLayout* grid, int& row, const QString& title);
    void addField(QGridLayout* grid, int& row, const FormRow& option, const Check& check);
    void chainFields();
    void takeEdit(Field& field);
    QString whyUnused(const Field& field) const;
    void showState(Field& field);
    void applyColors();

    std::vector<std::unique_ptr<Field>> m_fields;
    bool m_valid = true;
};

} // namespace headlight
