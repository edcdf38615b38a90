#pragma once

#include "planner/placement/job_shape.h"
#include "planner/placement/node_class.h"

#include <map>
#include <vector>

namespace ph::placement {

/// Interns shapes and classes and knows which class can run which shape: the answer is a card mask per pair, computed
/// once. Ids count from zero in the order of first use, so equal histories give equal ids.
class Catalogue {
public:
    ShapeId intern(const JobShape& shape);
    /// Takes a class with its cards sorted by kind; more than kMaxCards cards are a bug of the caller.
    ClassId intern(NodeClass kind);

    const JobShape& shape(ShapeId id) const { return m_shapes[id]; }
    const NodeClass& nodeClass(ClassId id) const { return m_classes[id]; }
    std::size_t shapes() const { return m_shapes.size(); }
    std::size_t classes() const { return m_classes.size(); }

    struct Match {
        Misfit misfit = Misfit::None;
        CardMask cards = 0;  ///< cards of an allowed model
        bool eligible() const { return misfit == Misfit::None; }
    };
    /// Whether an empty node of the class could run the shape, on which cards, or the first thing against it.
    const Match& match(ShapeId shape, ClassId kind) const { return m_matches[shape][kind]; }
    /// The same for a shape that is not interned.
    static Match matchOf(const JobShape& shape, const NodeClass& kind);
    /// The memory that a share takes of one card of that kind, MiB.
    static std::int32_t shareMemory(const CardDemand& demand, const CardKind& card);

private:
    std::map<JobShape, ShapeId> m_shapeIds;
    std::map<NodeClass, ClassId> m_classIds;
    std::vector<JobShape> m_shapes;
    std::vector<NodeClass> m_classes;
    std::vector<std::vector<Match>> m_matches;
};

}  // namespace ph::placement
