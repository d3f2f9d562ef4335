"""Virtual time: `time.sleep` and the clocks that a subject reads."""

import queue
import threading
import time

from . import current

#: Where the wall clock stands at the beginning of each execution: 2023-11-14, 22:13:20 UTC.
EPOCH_S = 1_700_000_000
#: A clock that is read moves on: a loop until a moment ends.
_READ_US = 1

_real_sleep = time.sleep


def _reading(real, from_us):
    def read():
        if current.me() is None:
            return real()
        current.scheduler.now_us += _READ_US
        return from_us(current.scheduler.now_us)

    return read


def _sleep(seconds):
    if current.me() is None:
        current.leave_if_over()
        return _real_sleep(seconds)
    if seconds < 0:
        raise ValueError("sleep length must be non-negative")
    current.scheduler.sleep(int(seconds * 1e6))


def install():
    for name in ("monotonic", "perf_counter"):
        setattr(time, name, _reading(getattr(time, name), lambda us: us / 1e6))
        setattr(time, f"{name}_ns", _reading(getattr(time, f"{name}_ns"), lambda us: us * 1000))
    time.time = _reading(time.time, lambda us: EPOCH_S + us / 1e6)
    time.time_ns = _reading(time.time_ns, lambda us: EPOCH_S * 10**9 + us * 1000)
    time.sleep = _sleep
    # What others have copied before.
    threading._time = queue.time = time.monotonic
