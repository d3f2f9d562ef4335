"""Whether descriptors are ready, and whether children live, asked without waiting."""

import os
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


def has_live_children():
    """Whether one of them may still do something, as far as it has not been heard."""
    try:
        return os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None
    except (ChildProcessError, AttributeError):
        return False
