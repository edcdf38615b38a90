#pragma once

namespace ph::test {

int runConnectionTests(int argc, char** argv);
int runStreamTests(int argc, char** argv);
int runFileTests(int argc, char** argv);
int runHttpResponseReaderTests(int argc, char** argv);

}  // namespace ph::test
