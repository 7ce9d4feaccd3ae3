#pragma once

#include "figure/export.h"
#include "figure/save_dialog.h"
#include "figure/value_table.h"

#include <QObject>
#include <QPointer>

class QAction;
class QMenu;
class QWidget;

namespace headlight {

class FigureDialog;

/// What the menu of a picture needs to know of it. A callback that is absent leaves its entry out.
struct FigureSource {
    std::function<QString()> name;                        ///< suggested file name, without folder and extension
    std::function<Picture(const FigureOptions&)> picture; ///< without size: there is nothing now
    std::function<ValueTable()> values;                   ///< copied with tabs, exported as CSV
    std::function<void()> resetZoom;

    struct FileKind {
        QString title;                                     ///< "NumPy archive"
        QString extension;                                 ///< "npz"
        std::function<QString(const QString& path)> write; ///< an empty string, or what went wrong
    };
    QList<FileKind> files; ///< further kinds besides pictures and CSV
};

/// "Copy image, Copy values, Export…, Reset zoom" for a widget that shows a picture: as its context menu (mouse, menu
/// key). The keys for them are the window's, which finds the picture that is meant.
class FigureMenu : public QObject {
    Q_OBJECT

public:
    FigureMenu(QWidget* widget, FigureSource source);

    QWidget* widget() const { return m_widget; }
    /// The entries, to be put into other menus too.
    QList<QAction*> actions() const { return m_actions; }

    /// It stands beside the picture that is meant while none has the focus.
    void setSecondary(bool secondary) { m_secondary = secondary; }
    bool isSecondary() const { return m_secondary; }

    /// Of the look that was chosen last.
    void copyImage();
    void copyValues();
    /// Opens the dialog of figures; of what has no picture, that of files.
    void exportFile();
    /// Without a question; the extension decides. An empty string, or what went wrong.
    [[nodiscard]] QString exportTo(const QString& path, const FigureOptions& options = {});

    /// It said that there is nothing yet, and now there is; true once.
    bool isRefusalOver();

signals:
    void exported(const QString& path);
    void copied();
    void failed(const QString& message); ///< one sentence for the user

private:
    QString refusal() const;
    bool refuses();
    QList<SaveDialog::Kind> kinds() const;
    void openDialog();
    void copy(const FigureOptions& options);
    /// Asks for a file, writes it and says what came of it. Its path; empty: nothing was written.
    QString save(const QString& format, const FigureOptions& options);
    QAction* add(const QString& title, const QString& name, void (FigureMenu::*what)());
    void resetZoom();

    QWidget* m_widget;
    FigureSource m_source;
    QList<QAction*> m_actions;
    bool m_secondary = false, m_refused = false;
    QPointer<FigureDialog> m_dialog;
    QString m_problem; ///< of the last file
};

} // namespace headlight
