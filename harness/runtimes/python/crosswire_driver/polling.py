"""Whether descriptors are ready, asked without waiting."""

import select

READ, WRITE = select.POLLIN, select.POLLOUT


def ready(wanted):
    """Those of `wanted`, pairs of a descriptor and an event, that need not be waited for."""
    poll = select.poll()
    for fd, event in wanted:
        poll.register(fd, event)
    hot = {fd for fd, _ in poll.poll(0)}
    return [pair for pair in wanted if pair[0] in hot]
