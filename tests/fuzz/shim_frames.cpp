#include "fuzz/fuzz.h"
#include "shim/frame.h"
#include "shim/messages.h"

namespace ph::fuzz {

namespace {

using Outcome = shim::FrameReader::Outcome;

/// All frames again as bytes, and how it ended.
std::string frames(const std::vector<std::string_view>& parts) {
    shim::FrameReader reader;
    std::string out;
    for (const auto part : parts) {
        reader.feed(part);
        shim::Frame frame;
        Outcome outcome = Outcome::Frame;
        while ((outcome = reader.next(frame)) == Outcome::Frame) {
            require(frame.payload.size() <= shim::kLargestPayload, "a payload is bounded");
            shim::appendFrame(out, static_cast<shim::FrameType>(frame.type), frame.flags, frame.channel, frame.payload);
        }
        if (outcome == Outcome::TooLarge) return out + "too large";
    }
    return out;
}

/// What is decoded reads back the same once it is encoded again.
template <class Message>
void requireStable(const std::optional<Message>& message, std::optional<Message> (*decode)(std::string_view)) {
    if (!message) return;
    const std::string written = shim::encode(*message);
    const auto again = decode(written);
    require(again && shim::encode(*again) == written, "a message reads back as what was written");
}

}  // namespace

void one(std::string_view input) {
    const std::string whole = frames({input});
    require(whole == frames(pieces(input, 50)), "frames are the same however they are split");
    requireStable(shim::decodeHello(input), &shim::decodeHello);
    requireStable(shim::decodeOpen(input), &shim::decodeOpen);
    requireStable(shim::decodeClose(input), &shim::decodeClose);
    requireStable(shim::decodeStatus(input), &shim::decodeStatus);
    requireStable(shim::decodeSample(input), &shim::decodeSample);
}

}  // namespace ph::fuzz
