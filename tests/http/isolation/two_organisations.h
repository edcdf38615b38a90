#pragma once

#include "http/isolation/expectations.h"
#include "http/live_site.h"

#include <map>

namespace ph::test {

/// Somebody with a token of their own that never expires, unless it is what makes them an outsider.
struct Person {
    Principal who;
    std::string token;
};

/// Who sends the requests. Outsiders are refused everything that is not public.
struct Caller {
    std::string name;
    std::string token;
    std::optional<Role> role;  ///< none: an outsider
    Principal who;             ///< of an outsider: whose things it would take for its own
};

/// A site with two organisations: in red are root, ada (administrator), uma and ugo, in blue bea (administrator), bob
/// and ben. Eve's token has expired, ray's was revoked, dan is disabled; all three are of red.
class TwoOrganisations {
public:
    /// The log's and the audit chain's ends.
    struct Positions {
        EventPosition events;
        std::int64_t audit = 0;
        bool operator==(const Positions&) const = default;
    };

    TwoOrganisations();
    std::vector<Caller> callers() const;
    /// Makes one and returns what names it; nothing for what is absent from the caller's organisation by its nature.
    std::string make(Thing thing, Whose whose, const Caller& caller);
    /// A token of the caller that may be spent.
    std::string spareToken(const Caller& caller);
    /// The tokens that cells made go, so that nobody has too many.
    void dropTokens(const Caller& caller);
    Positions positions();
    AuditRecord lastRecord();
    const std::string& content(const std::string& digest) const { return m_contents.at(digest); }
    std::string fresh() { return "w" + std::to_string(++m_count); }
    const Person& person(const std::string& name) const { return m_people.at(name); }

    LiveSite site;

private:
    void add(const std::string& name, OrgId org, Role role);
    const Principal& owner(Whose whose, const Caller& caller) const;
    std::string absent(Thing thing);
    std::string makeJob(Thing thing, const Principal& owner);
    User makeUser(OrgId org);
    std::string makeBlob(const Principal* uploader);

    OrgId m_red, m_blue;
    std::map<std::string, Person> m_people;
    std::map<std::string, std::string> m_contents;
    int m_count = 0;
};

}  // namespace ph::test
