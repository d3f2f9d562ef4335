"""Virtual time: `time.sleep`, the clocks that a subject reads, and what day it is."""

import ctypes
import datetime
import gc
import queue
import subprocess
import threading
import time

from . import current

#: Where the wall clock stands at the beginning of each execution: 2023-11-14, 22:13:20 UTC.
EPOCH_S = 1_700_000_000
#: A clock that is read moves on: a loop until a moment ends.
_READ_US = 1

_real_sleep = time.sleep
_real_now, _real_utcnow = vars(datetime.datetime)["now"], vars(datetime.datetime)["utcnow"]
#: Clocks that stand for `time.monotonic`, by their names.
_MONOTONIC = ("CLOCK_MONOTONIC", "CLOCK_MONOTONIC_RAW", "CLOCK_BOOTTIME")
#: By the number of its argument that says when; without it they mean now.
_CALENDAR = {"localtime": 0, "gmtime": 0, "ctime": 0, "asctime": 0, "strftime": 1}


def _reading(real, from_us):
    def read():
        if current.me() is None:
            return real()
        current.scheduler.now_us += _READ_US
        return from_us(current.scheduler.now_us)

    return _builtin(read, real)


def _builtin(function, real):
    """In the place of one that is written in C, which does not bind: a class may keep it and call it without `self`."""
    function.__name__, function.__doc__ = real.__name__, real.__doc__
    return staticmethod(function)


def _sleep(seconds):
    if current.me() is None:
        current.leave_if_over()
        return _real_sleep(seconds)
    if seconds < 0:
        raise ValueError("sleep length must be non-negative")
    current.scheduler.sleep(int(seconds * 1e6))


def _in_calendar(real, when):
    """`time.localtime` and the like."""
    is_of_struct = real.__name__ in ("asctime", "strftime")

    def told(*args):
        if current.me() is not None and (len(args) == when or len(args) == when + 1 and args[when] is None and not is_of_struct):
            now = time.localtime() if is_of_struct else time.time()
            args = (*args[:when], now)
        return real(*args)

    return _builtin(told, real)


def _by_clock(real, monotonic, wall):
    ours = {getattr(time, name): monotonic for name in _MONOTONIC if hasattr(time, name)}
    ours[time.CLOCK_REALTIME] = wall

    def read(clock):
        return ours[clock]() if current.me() is not None and clock in ours else real(clock)

    return _builtin(read, real)


def _now(cls, tz=None):
    return _real_now.__get__(None, cls)(tz) if current.me() is None else cls.fromtimestamp(time.time(), tz)


def _utcnow(cls):
    if current.me() is None:
        return _real_utcnow.__get__(None, cls)()
    return cls.fromtimestamp(time.time(), datetime.timezone.utc).replace(tzinfo=None)


def install():
    for name in ("monotonic", "perf_counter"):
        setattr(time, name, _reading(getattr(time, name), lambda us: us / 1e6))
        setattr(time, f"{name}_ns", _reading(getattr(time, f"{name}_ns"), lambda us: us * 1000))
    time.time = _reading(time.time, lambda us: EPOCH_S + us / 1e6)
    time.time_ns = _reading(time.time_ns, lambda us: EPOCH_S * 10**9 + us * 1000)
    time.sleep = _builtin(_sleep, _real_sleep)
    for name, when in _CALENDAR.items():
        setattr(time, name, _in_calendar(getattr(time, name), when))
    if hasattr(time, "clock_gettime"):
        time.clock_gettime = _by_clock(time.clock_gettime, time.monotonic, time.time)
        time.clock_gettime_ns = _by_clock(time.clock_gettime_ns, time.monotonic_ns, time.time_ns)
    # What others have copied before.
    threading._time = queue.time = subprocess._time = time.monotonic
    _replace_in_type(datetime.datetime, now=_now, utcnow=_utcnow)


def _replace_in_type(cls, **methods):
    """A subclass would be another type than what arithmetic and C make. `today` asks `time.time` by itself."""
    (own,) = gc.get_referents(vars(cls))
    own.update({name: classmethod(method) for name, method in methods.items()})
    ctypes.pythonapi.PyType_Modified(ctypes.py_object(cls))
