#include "engine/process/task_network.h"

#include "engine/process/host_process.h"

#include <cstdlib>
#include <cstring>
#include <poll.h>
#include <sys/socket.h>

namespace ph::engine {

bool TaskNetwork::accept() {
    if (space) return true;
    char text[32] = {};
    iovec part{text, sizeof text - 1};
    alignas(cmsghdr) char room[CMSG_SPACE(2 * sizeof(int))] = {};
    msghdr message{};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = room;
    message.msg_controllen = sizeof room;
    const ssize_t n = offer ? ::recvmsg(offer.get(), &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC) : -1;
    offer.reset();
    const cmsghdr* header = n > 0 ? CMSG_FIRSTHDR(&message) : nullptr;
    if (!header || header->cmsg_type != SCM_RIGHTS || header->cmsg_len != CMSG_LEN(2 * sizeof(int))) return false;
    int fds[2];
    std::memcpy(fds, CMSG_DATA(header), sizeof fds);
    space.reset(fds[0]);
    user.reset(fds[1]);
    helper = openProcess(std::atoi(text));
    return works();
}

bool TaskNetwork::works() const {
    pollfd ended{helper.get(), POLLIN, 0};
    return space && user && life && helper && ::poll(&ended, 1, 0) == 0;
}

}  // namespace ph::engine
