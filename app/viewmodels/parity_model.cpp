#include "viewmodels/parity_model.h"

#include "engine/models/reference/reference_file.h"
#include "session/open_model.h"

#include <QFileInfo>

namespace headlight {

static constexpr int firstMapsMs = 1000;

static std::filesystem::path filePath(const QString& file) {
    return {file.toStdU16String()};
}

ParityModel::ParityModel(Session& session, Jobs& jobs, QObject* parent)
    : QObject(parent), m_session(session), m_job(jobs, this) {
    m_start.setSingleShot(true);
    m_start.setInterval(firstMapsMs);
    connect(&m_start, &QTimer::timeout, this, &ParityModel::start);
    connect(&session, &Session::currentModelChanged, this, &ParityModel::follow);
    follow();
}

const ParityModel::Entry* ParityModel::entry() const {
    const auto found = m_entries.find(m_model);
    return found == m_entries.end() ? nullptr : &found->second;
}

ParityModel::State ParityModel::state() const {
    const Entry* const own = entry();
    return !own ? State::None : own->report ? State::Known : own->problem.isEmpty() ? State::Checking : State::Failed;
}

QString ParityModel::problem() const {
    return entry() ? entry()->problem : QString();
}

QString ParityModel::reference() const {
    return entry() ? entry()->file : QString();
}

QString ParityModel::modelTitle() const {
    return m_session.current() ? m_session.current()->title() : QString();
}

void ParityModel::check(const QString& file) {
    if (!m_session.current())
        return;
    m_entries[m_model] = {file};
    m_start.stop();
    start();
    emit changed();
}

/// The model that is current now.
void ParityModel::follow() {
    const std::shared_ptr<OpenModel> open = m_session.current();
    const std::shared_ptr<const Model> model = open ? open->model : nullptr;
    if (!m_model.owner_before(model) && !model.owner_before(m_model)) // also apart from one that is gone
        return;
    m_job.cancel();
    m_start.stop();
    m_model = model;
    std::erase_if(m_entries, [](const auto& kept) { return kept.first.expired(); });
    if (open && !entry() && !open->folder.isEmpty() && canCheckParity(*model)) {
        const QString beside = QString::fromStdU16String(referenceBeside(filePath(open->folder)).u16string());
        if (QFileInfo::exists(beside))
            m_entries[m_model] = {beside};
    }
    if (state() == State::Checking)
        m_start.start();
    emit changed();
}

void ParityModel::start() {
    m_job.start(
        tr("Compare with the reference"),
        [model = m_model.lock(), file = reference()](JobControl& control) {
            constexpr int threads = 1; // the others are for what the user does meanwhile
            return checkParity(*model, filePath(file), {[&control] { control.check(); }, threads});
        },
        [this](ParityReport report) {
            m_entries[m_model].report = std::move(report);
            emit changed();
        },
        [this](const QString& message) {
            m_entries[m_model].problem = message;
            emit changed();
        });
}

} // namespace headlight
