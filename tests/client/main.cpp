#include "client/leave_program.h"
#include "client/tests.h"

#include <QCoreApplication>

int main(int argc, char** argv) {
    const auto run = [&] {
        const QCoreApplication application(argc, argv);
        return ph::test::runHttpResponseReaderTests(argc, argv) + ph::test::runFileTests(argc, argv) +
               ph::test::runConnectionTests(argc, argv) + ph::test::runStreamTests(argc, argv);
    };
    ph::client::leaveProgram(run());
}
