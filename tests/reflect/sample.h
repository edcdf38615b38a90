#pragma once

#include "reflect/codec.h"

namespace ph::test {

enum class Colour { Red, DarkBlue };
BOOST_DESCRIBE_ENUM(Colour, Red, DarkBlue)

struct Wheel {
    std::string name;
    int size = 3;
    static constexpr std::array<std::string_view, 1> kRequired{"name"};
};
BOOST_DESCRIBE_STRUCT(Wheel, (), (name, size))

/// One member of each kind that the codec knows.
struct Car {
    std::string ownerName;
    Colour colour = Colour::DarkBlue;
    bool sold = false;
    std::int64_t mileage = 0;
    double price = 1.5;
    Bytes memory = mebibytes(64);
    MilliCpu cpu = cores(1);
    Seconds warranty{3600};
    Timestamp builtAt;
    JobId job;
    std::optional<NodeId> node;
    std::optional<int> seats;
    std::vector<Wheel> wheels;
    std::map<std::string, std::string> labels;
    boost::json::value anything;
};
BOOST_DESCRIBE_STRUCT(Car, (),
                      (ownerName, colour, sold, mileage, price, memory, cpu, warranty, builtAt, job, node, seats,
                       wheels, labels, anything))

}  // namespace ph::test
