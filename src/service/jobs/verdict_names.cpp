#include "service/jobs/verdict_names.h"

namespace ph {

namespace {

template <class InTheWay>
Result<> name(Transaction& tx, const OrgScope& scope, std::vector<InTheWay>& all) {
    for (auto& one : all) {
        if (!one.job) continue;
        const auto job = tx.jobs().find(scope, *one.job);
        if (!job) return job.error();
        if (!*job) {
            one.job.reset();
            continue;
        }
        one.number = (*job)->summary.number;
        one.ownerName = (*job)->summary.ownerName;
    }
    return {};
}

}  // namespace

Async<Verdict> named(Database& database, Principal who, Verdict verdict) {
    if (verdict.blockers.empty() && verdict.keepers.empty()) co_return verdict;
    auto work = [scope = visibleScope(who), verdict = std::move(verdict)](Transaction& tx) -> Result<Verdict> {
        Verdict told = verdict;
        if (const auto done = name(tx, scope, told.blockers); !done) return done.error();
        if (const auto done = name(tx, scope, told.keepers); !done) return done.error();
        return told;
    };
    auto pending = readFor(database, std::move(work));
    co_return co_await std::move(pending);
}

}  // namespace ph
