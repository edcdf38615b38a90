#pragma once

#include "base/error.h"
#include "domain/nodes/node.h"

#include <boost/describe/class.hpp>

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ph::engine {

/// Where a value of a card is found: the first file that `file` (a glob; "{index}" is filled in) matches, and
/// in it what follows `key` on its line; without a key the whole file. Times `times`, divided by `per`.
struct ValueSource {
    std::string file;
    std::string key;
    std::int64_t times = 1;
    std::int64_t per = 1;
};
BOOST_DESCRIBE_STRUCT(ValueSource, (), (file, key, times, per))

/// One vendor's cards as a data file of resources/accelerators describes them.
struct AcceleratorVendor {
    std::string vendor;
    std::string devices;                  ///< glob of a card's device node; its number is the card's index
    std::string sameDevice;               ///< only nodes with this text in `sameDeviceIn`, for shared node names
    std::string sameDeviceIn;             ///< file, "{index}" filled in
    std::vector<std::string> companions;  ///< globs of further nodes that any task with a card needs
    std::vector<std::string> perCard;     ///< further nodes of one card, "{index}" filled in
    std::string visibility;               ///< variable that names the task's cards, counted from 0
    std::string defaultModel;
    std::vector<std::string> query;  ///< program that prints one line a card: index, model, memory in MiB
    std::vector<ValueSource> model;
    std::vector<ValueSource> memory;       ///< bytes
    std::vector<ValueSource> use;          ///< percent
    std::vector<ValueSource> memoryUsed;   ///< bytes
    std::vector<ValueSource> temperature;  ///< degrees Celsius
    std::vector<ValueSource> power;        ///< watts
    static constexpr std::array<std::string_view, 3> kRequired{"vendor", "devices", "visibility"};
};
BOOST_DESCRIBE_STRUCT(AcceleratorVendor, (),
                      (vendor, devices, sameDevice, sameDeviceIn, companions, perCard, visibility, defaultModel, query,
                       model, memory, use, memoryUsed, temperature, power))

/// The cards of this node. Built once; const calls from any thread.
class AcceleratorCatalogue {
public:
    /// Reads the vendors' files and looks for their cards, then adds `simulated` ("H100x4") ones. Blocking. A file that
    /// cannot be read or decoded is logged and left out.
    static AcceleratorCatalogue find(const std::string& folder, const std::vector<std::string>& simulated);

    std::vector<Accelerator> cards() const;
    /// Device nodes that a task with the cards `ids` needs.
    std::vector<std::string> devicesOf(const std::vector<std::string>& ids) const;
    /// Visibility variables for such a task; every vendor's without a card of it is set to nothing.
    std::map<std::string, std::string> variablesOf(const std::vector<std::string>& ids) const;
    /// Readings of all cards at `now`. Blocking, but only on the kernel. Simulated ones follow from card and time
    /// alone.
    std::vector<AcceleratorSample> sample(Timestamp now) const;

private:
    struct Card {
        Accelerator accelerator;
        int index = 0;
        std::string device;
        std::size_t vendor = 0;
    };
    void addCardsOf(std::size_t vendor);
    void addSimulated(const std::vector<std::string>& simulated);
    bool has(const std::vector<std::string>& ids, const Card& card) const;

    std::vector<AcceleratorVendor> m_vendors;
    std::vector<Card> m_cards;
};

}  // namespace ph::engine
