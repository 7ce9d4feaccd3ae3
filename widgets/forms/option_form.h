#pragma once

#include "forms/option_editor.h"

#include <QWidget>
#include <vector>

class QGridLayout;
class QLabel;
class QScrollArea;
class QToolButton;

namespace headlight {

class OptionField;
class OptionSearch;

/// A form made from rows: label, control, unit, reset. Rows that matter come first, the others are folded under a line
/// that says how many they are and what is changed there; a long form has a search field, which finds both. Values that
/// differ from their default are bold; what is wrong is marked, and said over what is around its field (FieldMessage),
/// so that nothing moves. One that does nothing beside another one's value is grey. Values are text, as in
/// configurations and on the command line.
class OptionForm : public QWidget {
    Q_OBJECT

public:
    using Check = std::function<std::optional<TextProblem>(const QString& name, const QString& text)>;

    explicit OptionForm(QWidget* parent = nullptr);
    ~OptionForm() override;

    /// Replaces the whole form; everything has its default. `check` judges rows of type Text. What is searched for, and
    /// whether the others are unfolded, stays. invalid_argument when a name comes twice.
    void setRows(const QList<FormRow>& rows, const Check& check = {});

    /// The last valid value of every option.
    QMap<QString, QString> values() const;
    /// invalid_argument on an unknown name; options that aren't named keep their value. A value that its row refuses is
    /// shown with its message, and values() keeps the one before.
    void setValues(const QMap<QString, QString>& values);
    void resetAll();
    /// A word at the field, while nothing is wrong there; empty: none. invalid_argument on an unknown name.
    void setNote(const QString& name, const QString& text);
    /// What is wrong with values that are right by themselves, at one of them; none of isValid's. Empty: none.
    /// invalid_argument on an unknown name.
    void setMisfit(const QString& name, const QString& text);

    /// Why the option does nothing, whatever the others are: it is grey. Empty: it is read. invalid_argument on an
    /// unknown name.
    void setUnused(const QString& name, const QString& why);

    bool isValid() const { return firstProblem().isEmpty(); }
    QString firstProblem() const; ///< "Heads: Expected 1 … 64", or empty
    QStringList changed() const;  ///< names whose value isn't the default

    void setUnfolded(bool unfolded);
    void search(); ///< puts the keyboard into the search field; Ctrl+F does

signals:
    void valueChanged(const QString& name, const QString& text); ///< a valid value, other than the one before
    void validityChanged(bool valid);                            ///< also when something else is wrong: firstProblem()

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Group;
    OptionField& fieldOf(const QString& name, const char* where);
    void addRows(QWidget* content, const QList<FormRow>& rows, const Check& check);
    void addFold(QWidget* content);
    std::vector<Group> shownGroups() const;
    void arrange();
    void keepRoom();
    void scrollToOpened();
    void takeEdit(OptionField& field);
    QString whyUnused(const OptionField& field) const;
    void showState(OptionField& field);
    bool isShown(const OptionField& field) const;
    void showRows();
    void showFound();
    void showFold();
    void goToFirst();
    void applyColors();

    OptionSearch* m_search;
    QLabel* m_none; ///< that nothing is found
    QScrollArea* m_scroll;
    QToolButton* m_fold = nullptr; ///< null where nothing is folded
    bool m_unfolded = false;
    std::vector<OptionField*> m_fields;
    std::vector<Group> m_groups;
    bool m_bySearch = false; ///< the groups are arranged for a search
    QString m_problem;       ///< that was told
};

} // namespace headlight
