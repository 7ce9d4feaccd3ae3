#pragma once

#include <QLineEdit>
#include <QPointer>
#include <QStringList>
#include <functional>
#include <optional>

class QCompleter;
class QLabel;
class QStringListModel;

namespace headlight {

/// What is wrong with a text, and at which character (−1: with all of it).
struct TextProblem {
    QString message;
    int position = -1;
};
using TextCheck = std::function<std::optional<TextProblem>(const QString&)>;

/// A line for expressions: completes words, checks with every keystroke, and underlines in red from the character at
/// which an expression can't be understood.
class ExpressionLine : public QLineEdit {
    Q_OBJECT

public:
    explicit ExpressionLine(QWidget* parent = nullptr);

    /// Names that are offered while typing (Ctrl+Space offers all). A word may end with "(": the cursor stays inside.
    void setWords(const QStringList& words);
    void setCheck(TextCheck check);

    const std::optional<TextProblem>& problem() const { return m_problem; }
    bool isValid() const { return !m_problem; }

signals:
    void checked(); ///< after every change of the text or of the check

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void recheck();
    void underline();
    void offer(bool all);
    void insertWord(const QString& word);
    int wordStart() const;

    QCompleter* m_completer;
    QStringListModel* m_words;
    TextCheck m_check;
    std::optional<TextProblem> m_problem;
};

/// The line with its message, which lies over what is beneath or above it: a wrong text moves nothing.
class ExpressionEdit : public QWidget {
    Q_OBJECT

public:
    explicit ExpressionEdit(QWidget* parent = nullptr);
    ~ExpressionEdit() override;

    /// Where what is beneath must stay in sight.
    void setMessageAbove() { m_above = true; }
    ExpressionLine* line() const { return m_line; }
    QString text() const { return m_line->text(); }
    void setText(const QString& text);
    QString message() const; ///< empty while the expression is fine

signals:
    void edited(const QString& text);   ///< a valid expression was typed, pasted, or came back by the line's undo
    void accepted(const QString& text); ///< Enter in a valid expression

protected:
    void resizeEvent(QResizeEvent* event) override;
    void moveEvent(QMoveEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showMessage();
    void placeMessage();

    ExpressionLine* m_line;
    QPointer<QLabel> m_message; ///< of the window, so that nothing cuts it
    bool m_above = false;
    QString m_last; ///< text that was set or seen last: another one is the user's
};

} // namespace headlight
