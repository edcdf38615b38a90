#pragma once

#include "domain/jobs/job_validation.h"

#include <QString>

#include <vector>

namespace ph::ui {

/// What stands in the fields of the new-job form, as typed.
struct JobDraft {
    QString name;
    QString runtime;  ///< a template's name, empty: the plain system
    QString command;
    bool shell = false;  ///< the command is a script for /bin/sh
    QString cpu = QStringLiteral("1");
    QString memory = QStringLiteral("1GiB");
    QString cardModel;  ///< empty: no accelerator
    int cardCount = 1;
    QString timeLimit;  ///< empty: the site's default
    QString scratch = QStringLiteral("1GiB");
    QString sharedMemory = QStringLiteral("64MiB");
    int priority = 0;
    int array = 0;
    int transientRetries = 2;
    int permanentRetries = 0;
    bool network = true;
    QString environment;                        ///< lines NAME=value
    QString secrets;                            ///< lines NAME=secret
    QString mounts;                             ///< lines area:/target or area:/target:rw
    QString outputs;                            ///< lines
    QString after;                              ///< ids, parted by spaces or commas
    std::vector<FileInput> files;               ///< already on the server
    std::vector<AcceleratorRequest> moreCards;  ///< further models, kept from the job that is run again
    std::vector<int> transientExitCodes{75};
};

struct DraftReading {
    JobSpec spec;
    std::vector<Fault> faults;  ///< what the texts themselves get wrong and what validateJob says, by path
};

/// The specification that a draft means. Pure; the same draft gives the same answer as the server.
DraftReading readDraft(const JobDraft& draft, const JobLimits& limits);
/// The fields that give this specification.
JobDraft draftOf(const JobSpec& spec);

}  // namespace ph::ui
