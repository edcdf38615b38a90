#include "cli/accounts/user_listing.h"
#include "cli/command.h"
#include "cli/context.h"
#include "cli/prompt.h"
#include "client/accounts/account_client.h"
#include "reflect/codec.h"

#include <algorithm>

namespace ph::cli {

namespace {

class UsersCommand final : public Command {
public:
    std::string_view name() const override { return "users"; }
    std::string_view group() const override { return "group-administration"; }
    std::string_view summary() const override { return "help-users"; }

    void describe(Options options) override {
        m_options.emplace(options);
        const std::vector<std::string> roles{"user", "org_admin", "super_admin"};
        options.subcommand("list", "help-users-list").example("  phctl users list -o wide");
        Options add = options.subcommand("add", "help-users-add");
        add.argument("NAME", m_name, "help-login-name");
        add.text("--display-name", m_displayName, "TEXT", "help-display-name");
        add.choice("--role", m_role, roles, "help-first-role");
        add.flag("--password-stdin", m_passwordFromInput, "help-password-stdin");
        add.example("  phctl users add ada --role org_admin\n  phctl users add ci --password-stdin < password.txt");
        Options change = options.subcommand("change", "help-users-change");
        change.argument("NAME", m_name, "help-login-name");
        change.text("--display-name", m_displayName, "TEXT", "help-display-name");
        change.choice("--role", m_role, roles, "help-role");
        change.flag("--password", m_newPassword, "help-new-password");
        change.flag("--password-stdin", m_passwordFromInput, "help-new-password-stdin");
        change.example("  phctl users change ada --display-name 'Ada Lovelace' --password");
        Options disable = options.subcommand("disable", "help-users-disable");
        disable.argument("NAME", m_name, "help-login-name");
        disable.example("  phctl users disable bob");
        Options enable = options.subcommand("enable", "help-users-enable");
        enable.argument("NAME", m_name, "help-login-name");
        enable.example("  phctl users enable bob");
        options.example("  phctl users list\n  phctl users add ada --role org_admin\n  phctl users disable bob");
    }

    void start(Context& context) override {
        m_context = &context;
        auto* connection = context.connection();
        if (!connection) return;
        m_accounts.emplace(*connection);
        const std::string what = m_options->chosen();
        if (what == "add") return add();
        if (what == "list") {
            context.then<api::UserList>(m_accounts->users(), [this](const api::UserList& list) {
                m_context->output().print(userListing(list.items, m_context->language()));
                m_context->finish();
            });
            return;
        }
        api::UserPatch patch;
        if (what == "disable" || what == "enable") patch.disabled = what == "disable";
        if (!m_displayName.empty()) patch.displayName = m_displayName;
        if (!m_role.empty()) patch.role = reflect::parseWord<Role>(m_role);
        if (m_newPassword || m_passwordFromInput) {
            patch.password = password();
            if (!patch.password) return;
        }
        change(patch);
    }

private:
    /// nullopt after it has failed the run.
    std::optional<std::string> password() {
        auto& streams = m_context->streams();
        if (m_passwordFromInput) return readSecret(streams);
        const auto first = askSecret(streams, m_context->text("new-password-question", {{"user", m_name}}));
        const auto second = first ? askSecret(streams, m_context->text("repeat-question")) : std::nullopt;
        if (first && second && *first == *second) return first;
        m_context->fail(ExitCode::Usage, first ? "password-differs" : "password-option");
        return std::nullopt;
    }

    void add() {
        const auto secret = password();
        if (!secret) return;
        api::NewUser user;
        user.name = m_name;
        user.displayName = m_displayName;
        user.password = *secret;
        if (!m_role.empty()) user.role = *reflect::parseWord<Role>(m_role);
        m_context->then<User>(m_accounts->createUser(user), [this](const User& made) { show(made); });
    }

    void change(const api::UserPatch& patch) {
        m_context->then<api::UserList>(m_accounts->users(), [this, patch](const api::UserList& list) {
            const auto found = std::find_if(list.items.begin(), list.items.end(), [&](const User& user) {
                return user.name == m_name || user.id.view() == m_name;
            });
            if (found == list.items.end()) return m_context->fail(Error(kUserNotFound).with("user", m_name));
            m_context->then<User>(m_accounts->changeUser(found->id, patch),
                                  [this](const User& changed) { show(changed); });
        });
    }

    void show(const User& user) {
        m_context->output().print(userListing({user}, m_context->language(), true));
        m_context->finish();
    }

    std::string m_name;
    std::string m_displayName;
    std::string m_role;
    bool m_newPassword = false;
    bool m_passwordFromInput = false;
    std::optional<Options> m_options;
    std::optional<client::AccountClient> m_accounts;
    Context* m_context = nullptr;
};

}  // namespace

std::unique_ptr<Command> makeUsersCommand() {
    return std::make_unique<UsersCommand>();
}

}  // namespace ph::cli
