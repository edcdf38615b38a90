#pragma once

#include "domain/events/event.h"

#include <memory>
#include <string>
#include <vector>

namespace ph::http {

/// One api::EventRow as JSON text: the stored payload is spliced in as it stands.
std::string eventRowText(const Event& event);

/// api::EventFrames of everything in (from, to], each at most about 512 KiB; one empty frame if there are no events.
std::vector<std::string> eventFrames(EventPosition from, EventPosition to, bool resync,
                                     const std::vector<std::shared_ptr<const Event>>& events);

}  // namespace ph::http
