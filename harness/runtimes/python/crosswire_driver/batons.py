"""How one thread hands over to another: a semaphore for each thread, by the cheapest means that this system has.

An eventfd takes 3 µs from thread to thread where the process is pinned to one core, and 21 µs where it is not.
"""

import os
from _thread import allocate_lock

#: Taken before `allocate_lock` is replaced for the subject.
_REAL_LOCK = allocate_lock


class EventfdBaton:
    """Linux, Python 3.10 and later."""

    __slots__ = ("_fd",)

    def __init__(self):
        self._fd = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_SEMAPHORE)

    def give(self):
        os.eventfd_write(self._fd, 1)

    def take(self):
        """Waits until it is given."""
        os.eventfd_read(self._fd)

    def close(self):
        os.close(self._fd)


class LockBaton:
    """Everywhere: given by releasing a lock that is held."""

    __slots__ = ("_lock",)

    def __init__(self):
        self._lock = _REAL_LOCK()
        self._lock.acquire()

    def give(self):
        self._lock.release()

    def take(self):
        self._lock.acquire()

    def close(self):
        pass


def baton_type(without=()):
    """`without`: means that are to be taken for absent, by name."""
    return LockBaton if "eventfd" in without or not hasattr(os, "eventfd") else EventfdBaton


def pin_to_one_core(without=()):
    """Whether the process stays on one core from now on: two threads that never run at once only lose by having two."""
    if "affinity" in without or not hasattr(os, "sched_setaffinity"):
        return False
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[os.getpid() % len(cores)]})
    return True
