"""Lock and RLock as the subject gets them. All that the standard library builds on locks then runs as it is: Condition, Event,
Semaphore, Barrier, Timer, Queue, executors.

A lock that is free is everybody's who waits for it: who takes it is a choice. CPython promises no order either.
"""

import queue
import threading
import time
from _thread import get_ident
from sys import _getframe

from . import current, places
from .tasks import Site

_real_sleep = time.sleep
_real_monotonic = time.monotonic
_OUTSIDE = "a thread that is not under control"

_sites = {}


def _site(what):
    site = _sites.get(what)
    if site is None:
        site = _sites[what] = Site(1000 + len(_sites), what)
    return site


class Lock:
    """`threading.Lock`, and `_thread.allocate_lock()`."""

    __slots__ = ("name", "site", "owner", "_waiting", "_quiet", "__weakref__")

    def __init__(self):
        self.name, self._quiet = _born(_getframe(1))
        self.site = _site(f"acquire {self.name}")
        #: The task that has it; `_OUTSIDE` where none has.
        self.owner = None
        self._waiting = []

    def acquire(self, blocking=True, timeout=-1):
        if not blocking and timeout != -1:
            raise ValueError("can't specify a timeout for a non-blocking call")
        if timeout < 0 and timeout != -1:
            raise ValueError("timeout value must be a non-negative number")
        me = current.me()
        if me is None:
            return self._acquire_outside(blocking, timeout)
        scheduler = current.scheduler
        if not self._quiet:
            scheduler.point(self.site, self)
        if self.owner is not None:
            if not blocking or timeout == 0:
                return False
            if not self._wait(scheduler, me, timeout):
                return False
        self.owner = me
        for task in self._waiting:
            if task.state == "ready" and not task.timed_out:
                scheduler.unready(task)
        return True

    def _wait(self, scheduler, me, timeout):
        self._waiting.append(me)
        deadline = None if timeout == -1 else scheduler.now_us + int(timeout * 1e6)
        try:
            woken = scheduler.block(_Wanted(self), deadline, then=_site(f"go on at {self.name}"))
        finally:
            self._waiting.remove(me)
        return woken or self.owner is None

    def _acquire_outside(self, blocking, timeout):
        """Before and after executions, and while one is unwound: nobody can be waited for there but a real thread."""
        if self.owner is not None:
            current.leave_if_over()
            end = None if timeout == -1 else _real_monotonic() + timeout
            while self.owner is not None:
                if not blocking or (end is not None and _real_monotonic() >= end):
                    return False
                _real_sleep(0.0005)
        self.owner = _OUTSIDE
        return True

    def release(self):
        if self.owner is None:
            raise RuntimeError("release unlocked lock")
        self.owner = None
        if self._waiting and current.me() is not None:
            for task in self._waiting:
                current.scheduler.wake(task)

    def locked(self):
        return self.owner is not None

    __enter__ = acquire_lock = acquire
    release_lock = release
    locked_lock = locked

    def __exit__(self, *_):
        self.release()

    def _at_fork_reinit(self):
        self.owner = None
        self._waiting = []

    def __repr__(self):
        state = "locked" if self.locked() else "unlocked"
        return f"<{state} _thread.lock object at {hex(id(self))}>"


class _Wanted:
    """What a thread waits for, told when it is known who has it."""

    __slots__ = ("_lock",)

    def __init__(self, lock):
        self._lock = lock

    def __str__(self):
        lock = self._lock
        owner = lock.owner if isinstance(lock.owner, str) else lock.owner.actor if lock.owner else "nobody"
        return f"the lock of {lock.name}, which {owner} has"


class RLock:
    """`threading.RLock`, and `_thread.RLock`."""

    __slots__ = ("_lock", "_ident", "_depth", "__weakref__")

    def __init__(self):
        self._lock = Lock()
        self._ident = None
        self._depth = 0

    def acquire(self, blocking=True, timeout=-1):
        ident = get_ident()
        if self._ident == ident:
            self._depth += 1
            return True
        if not self._lock.acquire(blocking, timeout):
            return False
        self._ident, self._depth = ident, 1
        return True

    def release(self):
        if self._ident != get_ident():
            raise RuntimeError("cannot release un-acquired lock")
        self._depth -= 1
        if self._depth == 0:
            self._ident = None
            self._lock.release()

    __enter__ = acquire

    def __exit__(self, *_):
        self.release()

    def _acquire_restore(self, state):
        self._lock.acquire()
        self._depth, self._ident = state

    def _release_save(self):
        if self._ident != get_ident():
            raise RuntimeError("cannot release un-acquired lock")
        state = (self._depth, self._ident)
        self._depth, self._ident = 0, None
        self._lock.release()
        return state

    def _is_owned(self):
        return self._ident == get_ident()

    def _recursion_count(self):
        return self._depth if self._ident == get_ident() else 0

    def _at_fork_reinit(self):
        self._lock._at_fork_reinit()
        self._ident, self._depth = None, 0

    def __repr__(self):
        state = "locked" if self._lock.locked() else "unlocked"
        return f"<{state} _thread.RLock object owner={self._ident or 0} count={self._depth} at {hex(id(self))}>"


#: Files whose locks belong to whoever called them. A subject may have files of these names, too.
_PLUMBING = {each.__code__.co_filename for each in (threading.Thread.start, queue.Queue.put, _site)}


class quietly:
    """Locks that are made inside are threading's own: what it does for a thread that starts or ends is nobody's race."""

    depth = 0

    def __enter__(self):
        quietly.depth += 1

    def __exit__(self, *_):
        quietly.depth -= 1


def _born(frame):
    """The name of a lock, by the function that made it and without a line; and whether it is threading's own."""
    if quietly.depth:
        return "threading", True
    while frame.f_code.co_filename in _PLUMBING and frame.f_back is not None:
        frame = frame.f_back
    file = frame.f_code.co_filename.rpartition("/")[2]
    return f"{file}:{places.name_of(frame.f_code)}", False
