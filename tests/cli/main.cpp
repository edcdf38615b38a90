#include "client/leave_program.h"

#include <QCoreApplication>
#include <gtest/gtest.h>

int main(int argc, char** argv) {
    testing::InitGoogleTest(&argc, argv);
    const auto run = [&] {
        const QCoreApplication application(argc, argv);
        return RUN_ALL_TESTS();
    };
    ph::client::leaveProgram(run());
}
