"""Where temporary files go: their names are drawn by the workload's seed, so each worker needs a directory of its own."""

import fcntl
import os
import re
import shutil
import tempfile

_real_mkdir, _real_rmtree = os.mkdir, shutil.rmtree
_NAME = "crosswire-python-"
_AT_LOAD = "-load"
_OURS = re.compile(rf"{_NAME}(\d{{7,}})(?:{_AT_LOAD})?")
#: Bytes that the path of a unix socket may have, and those that are put behind the directory of a worker.
_SOCKET_PATH, _INSIDE = 100, len("/execution/dispatcher.sock")
_SHORT = "/tmp"


class Temporary:
    """Made before the subject is loaded, which may ask where they go, and may leave some there: they stay until this process ends. A worker has
    the same path as all others of this process, of which there is one at a time.
    """

    def __init__(self):
        name = f"{_NAME}{os.getpid():07}"
        shared = tempfile.gettempdir()
        is_long = len(os.fsencode(os.path.join(shared, name))) + _INSIDE > _SOCKET_PATH
        self._shared = _SHORT if is_long and os.path.isdir(_SHORT) else shared
        self.own = os.path.join(self._shared, name)
        self._at_load = self.own + _AT_LOAD
        self._lock = None

    def begin_loading(self):
        """In the process that loads the subject."""
        _sweep(self._shared)
        self.clear()
        _real_rmtree(self._at_load, ignore_errors=True)
        _real_mkdir(self._at_load, 0o700)
        # Held until this process and all its workers are gone, however they end.
        self._lock = _lock_of(self._at_load)
        tempfile.tempdir = os.environ["TMPDIR"] = self._at_load

    def begin(self):
        """In a worker. Where the subject has chosen a place by itself, its files go there."""
        _real_mkdir(self.own, 0o700)
        if tempfile.tempdir == self._at_load:
            tempfile.tempdir = os.environ["TMPDIR"] = self.own

    def clear(self):
        """Once the worker and all that it has started are gone."""
        _real_rmtree(self.own, ignore_errors=True)

    def end(self):
        """Once this process leaves."""
        self.clear()
        _real_rmtree(self._at_load, ignore_errors=True)


def _sweep(shared):
    """What those have left that were killed."""
    for name in os.listdir(shared):
        ours = _OURS.fullmatch(name)
        if ours is not None and not _lives(int(ours[1])):
            path = os.path.join(shared, f"{_NAME}{ours[1]}")
            lock = _lock_of(path + _AT_LOAD)
            if lock is not None or not os.path.exists(path + _AT_LOAD):
                _real_rmtree(path, ignore_errors=True)
                _real_rmtree(path + _AT_LOAD, ignore_errors=True)
            if lock is not None:
                os.close(lock)


def _lives(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OverflowError:
        return False
    except PermissionError:
        pass
    return True


def _lock_of(path):
    """A descriptor; None where somebody else has it, or there is none. One who lives in another container has no number here, but its lock."""
    try:
        fd = os.open(path, os.O_RDONLY)
    except OSError:
        return None
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(fd)
        return None
    return fd
