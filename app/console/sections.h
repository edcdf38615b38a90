#pragma once

#include "ui/shell/page_stack.h"
#include "ui/widgets/preferences.h"

#include <vector>

namespace ph::ui {
class MainWindow;
}

namespace ph {

struct ServerSession;

/// The features of the console, in the order of the rail. Both arguments outlive the pages.
std::vector<ui::Section> sections(ServerSession& session, ui::Preferences& preferences);
/// Jobs and nodes by name in the command palette.
void addPaletteObjects(ui::MainWindow& window, ServerSession& session);

}  // namespace ph
