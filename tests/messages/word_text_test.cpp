#include "messages/word_text.h"

#include "reflect/codec.h"

#include <gtest/gtest.h>

namespace ph::messages {
namespace {

/// Every enumerator has its own words in both languages, none its wire form.
template <class E, class Text>
void expectComplete(Text text) {
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<E>>([&](auto described) {
        EXPECT_NE(text(described.value, Language::English), reflect::word(described.value)) << described.name;
        const auto chinese = text(described.value, Language::Chinese);
        EXPECT_NE(chinese, text(described.value, Language::English)) << described.name;
        EXPECT_NE(chinese, reflect::word(described.value)) << described.name;
    });
}

TEST(WordText, IsCompleteForStatesRolesAndEvents) {
    expectComplete<JobState>([](JobState s, Language l) { return stateText(s, l); });
    expectComplete<TaskRunState>([](TaskRunState s, Language l) { return stateText(s, l); });
    expectComplete<NodeState>([](NodeState s, Language l) { return stateText(s, l); });
    expectComplete<Role>([](Role r, Language l) { return roleText(r, l); });
    expectComplete<EventKind>([](EventKind k, Language l) { return eventText(k, l); });
    expectComplete<LimitStrength>([](LimitStrength s, Language l) {
        return s == LimitStrength::Watched && l == Language::English ? "watched*" : strengthText(s, l);
    });
}

TEST(WordText, ExplainsRemarksAndShowsUnknownOnes) {
    EXPECT_NE(remarkText("network-not-isolated", Language::English), "network-not-isolated");
    EXPECT_NE(remarkText("network-not-isolated", Language::Chinese),
              remarkText("network-not-isolated", Language::English));
    EXPECT_EQ(remarkText("something-new", Language::English), "something-new");
}

TEST(WordText, ExplainsFailuresOfStreams) {
    EXPECT_EQ(failureText("path-not-found", Language::English), "no such file or folder");
    EXPECT_EQ(failureText("path-not-found", Language::Chinese), "没有该文件或文件夹");
    EXPECT_EQ(failureText("other", Language::Chinese), "other");
}

}  // namespace
}  // namespace ph::messages
