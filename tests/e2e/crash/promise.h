#pragma once

#include "e2e/crash/submitters.h"

#include <string>
#include <vector>

namespace ph::test::crash {

/// What a crash must never do, counted; `details` has a line for each.
struct Broken {
    int lost = 0;       ///< acknowledged and not there
    int twice = 0;      ///< two jobs for one key, or an attempt that ran twice
    int reused = 0;     ///< an id or a number that two jobs have
    int untrue = 0;     ///< a state or reason that is not what happened
    int logs = 0;       ///< not byte for byte what the job wrote, or an output that differs
    int intervals = 0;  ///< allocations that are open, overlap beyond the node or belong to nobody
    int orphans = 0;    ///< processes, control groups, mounts, folders and files of no job
    std::vector<std::string> details;

    int total() const { return lost + twice + reused + untrue + logs + intervals + orphans; }
};

/// The job whose doings can be checked afterwards: it notes its start in the area "notes", writes a log and an output.
std::string checkedSpec(const std::string& key);
/// The options of a site with the area that checkedSpec() needs, over a new folder.
Site::Options withNotes(const std::string& folder);

/// Waits for the ends of all jobs and checks states, logs and outputs only.
Broken checkEndings(Site& site, const std::string& token, const std::vector<Acknowledged>& acknowledged);
/// Waits until every acknowledged job has ended, then checks the whole promise. `mostFailed`: how many jobs may have
/// ended otherwise than well, because something killed them. Stops and starts the controller to see what is left
/// without it; `patience` is for what goes away by itself.
Broken checkPromise(Site& site, const std::string& token, const std::string& notes,
                    const std::vector<Acknowledged>& acknowledged, int mostFailed,
                    std::chrono::milliseconds patience = std::chrono::seconds(30));

/// What a site without a controller leaves behind on the machine.
std::vector<std::string> orphansOf(const std::string& dataFolder);

}  // namespace ph::test::crash
