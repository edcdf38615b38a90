#include "cli/accounts/user_listing.h"

#include "cli/texts.h"
#include "cli/time_text.h"
#include "messages/word_text.h"
#include "reflect/codec.h"

namespace ph::cli {

Listing userListing(const std::vector<User>& users, messages::Language language, bool single) {
    Listing listing;
    listing.columns = {{"NAME"},          {"DISPLAY NAME", false, false, Fit::Shrinks},
                       {"ROLE"},          {"DISABLED"},
                       {"CREATED", true}, {"ID", true},
                       {"ORG", true}};
    const auto yes = Cell(textOf("yes", {}, language), Colour::Yellow);
    const auto no = Cell(textOf("no", {}, language));
    for (const auto& user : users) {
        listing.rows.push_back({user.name, user.displayName, messages::roleText(user.role, language),
                                user.disabled ? yes : no, localText(user.createdAt), user.id.str(), user.org.str()});
        listing.names.push_back(user.name);
    }
    listing.data = single && !users.empty() ? reflect::encode(users.front()) : reflect::encode(users);
    return listing;
}

}  // namespace ph::cli
