"""Whether descriptors are ready, asked without waiting."""

import select

READ, WRITE = select.POLLIN, select.POLLOUT
#: Whoever waits for a descriptor hears of these in any case.
_ALWAYS = select.POLLERR | select.POLLHUP | select.POLLNVAL


def ready(wanted):
    """Those of `wanted`, pairs of a descriptor and an event, that need not be waited for."""
    asked = {}
    for fd, event in wanted:
        asked[fd] = asked.get(fd, 0) | event
    poll = select.poll()
    for fd, events in asked.items():
        poll.register(fd, events)
    found = dict(poll.poll(0))
    return [(fd, event) for fd, event in wanted if found.get(fd, 0) & (event | _ALWAYS)]
