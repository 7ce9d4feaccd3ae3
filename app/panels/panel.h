#pragma once

#include "jobs/job.h"
#include "session/session.h"

#include <QDockWidget>
#include <QHash>
#include <QMainWindow>
#include <QSet>
#include <QTimer>
#include <functional>

namespace headlight {

/// A view of the window: a workspace whose parts are docks that can be moved, closed and restored. A panel observes the
/// session; it knows neither the window nor other panels.
class Panel : public QMainWindow {
    Q_OBJECT
public:
    Panel(Session& session, Jobs& jobs, QWidget* parent = nullptr);
    ~Panel() override;

    /// Everything that the session asks for is on screen; a screenshot waits for it.
    virtual bool isComplete() const { return true; }
    /// What the command palette and the menu offer while this panel is shown; their shortcuts work in the whole window
    /// then.
    QList<QAction*> commands() const { return actions(); }
    /// The docks as they were built.
    void resetLayout();
    QByteArray layout() const { return m_presents || m_comesBack ? m_before.layout : saveState(layoutVersion); }
    /// The panel's size, if the user has dragged docks: in one of another size they keep their share of it. Empty while
    /// they are as arrange() makes them.
    QSize shapedSize() const {
        return m_presents || m_comesBack ? m_before.size : m_shares.isEmpty() ? QSize() : size();
    }
    /// Takes effect when the panel is first shown, or at once; nothing happens when it is not the layout of these
    /// docks. `size` is what shapedSize() was when the layout was taken.
    void setLayout(const QByteArray& layout, QSize size);
    static constexpr double enlargedBy = 1.5; ///< letters of a presentation
    /// For slides: only the parts that presentedParts names, and what stands in the middle; then all as before.
    void present(bool presents);
    /// Shows the open model, and so what undo and redo do to it.
    virtual bool showsModel() const { return false; }
    /// Writes to the settings what else is to be as it was in the next window; called when this one closes.
    virtual void remember() const {}
    /// Works on the session's sentence, which the window shows then.
    virtual bool readsSentence() const { return false; }
    /// Takes a file or folder that is dropped at a place of the screen; false: the window opens it.
    virtual bool takeDropped(const QString& /*path*/, const QPoint& /*globalPosition*/) { return false; }
    /// Show or hide each dock; their shortcuts, numbered as the parts were added, work in the menu that they are put
    /// into.
    QList<QAction*> partActions() const;

protected:
    Session& session() const { return m_session; }
    Jobs& jobs() const { return m_jobs; }
    /// A dock named `id` below this panel's name. `help` is what F1 and the tooltip of its title say.
    QDockWidget* addPart(const QString& id, const QString& title, QWidget* content, Qt::DockWidgetArea area,
                         const QString& help);
    /// Sizes of the docks that the user has not dragged; called when the panel has got its size or another one.
    virtual void arrange() {}
    /// What a dock at a side needs so that all of it is read: a smaller window leaves it as much, unless a person gave
    /// it less.
    virtual int neededWidth(const QDockWidget* /*dock*/) const { return 0; }
    /// Its controls around what is presented.
    virtual void showControls(bool) {}
    /// All has its size again.
    virtual void presentationEnded() {}
    /// How wide a dock beside what stands in the middle is then, whose width was `before`.
    virtual int presentedWidth(const QDockWidget*, int before) const { return int(before * enlargedBy); }
    virtual QStringList presentedParts() const { return {}; }
    QDockWidget* part(const QString& id) const;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    QAction* addCommand(const QString& id, const QString& title, const QKeySequence& shortcut,
                        std::function<void()> run);

private:
    static constexpr int layoutVersion = 1;
    struct Share {
        double ofPanel = 0;
        int pixels = 0; ///< what it came to
        int kept = 0;   ///< what it was when a person made it so
    };
    using Shares = QHash<std::pair<QDockWidget*, Qt::Orientation>, Share>; ///< of the panel's width and height
    struct Before {
        QByteArray layout;
        QSize size;  ///< shapedSize()
        QSize whole; ///< of the panel
        Shares shares;
    };
    void restore(const QByteArray& layout, QSize size);
    void keepShares(QSize whole);
    void keepShares(QSize whole, Qt::Orientation along);
    bool hasShares(Qt::Orientation along) const;
    bool hasMoved(Qt::Orientation along) const;
    void applyShares();
    void watch(QDockWidget* dock);
    void sizesComeBack();
    void enlargeParts();
    void settle();
    void comeBack();
    bool restoreDocks(const QByteArray& layout);
    void raiseLater(QDockWidget* dock);
    void placeFloat(QDockWidget* dock);

    Session& m_session;
    Jobs& m_jobs;
    QList<QDockWidget*> m_parts;
    Shares m_shares;                                 ///< none: as they are arranged
    Shares m_last;                                   ///< of each when it was last shown, whoever made it so
    QHash<QDockWidget*, Qt::DockWidgetArea> m_areas; ///< where each is, or was before it floated
    QSet<QDockWidget*> m_closed;
    QSet<QDockWidget*> m_floated; ///< have got a place as windows
    QByteArray m_initialLayout, m_wantedLayout;
    QSize m_wantedSize;
    Before m_before;   ///< the presentation
    QTimer m_settling; ///< after another size
    bool m_presents = false;
    bool m_comesBack = false; ///< from one, until all has its size
    bool m_arranged = false, m_dragsSeparator = false, m_isRestoring = false;
};

} // namespace headlight
