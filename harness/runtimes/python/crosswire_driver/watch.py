"""Looks after a worker from outside: whether it lives, and whether it takes steps. What it did last is told by its own stacks."""

import contextlib
import ctypes
import faulthandler
import mmap
import os
import re
import select
import signal
import sys
import time

from . import places

# The subject gets another clock; this is ours.
_now = time.monotonic
_sleep = time.sleep

_STEPS, _STATE, _REQUEST = 0, 1, 2
#: What a worker does: it waits for a request, reads one, executes, speaks or is spoken to, or has been told to end.
_IDLE, _READS, _BUSY, _SPEAKS, _ENDS = range(5)
_TICK_S = 0.05
#: Real time without a step after which a worker that waits in C is given up, for each unit of CPU time that a loop is given.
_WAITS_FOR = 2
_DUMPED_WITHIN_S = 2.0
_PR_SET_PDEATHSIG = 1


class LostRequest(Exception):
    """Nobody knows how much of a request was read: the channel says nothing that could be understood any more."""


class Watch:
    """`watchdog_ms`: CPU time without a step after which a worker is ended; 0: never."""

    def __init__(self, channel_fd, watchdog_ms, without=()):
        self._channel_fd = channel_fd
        self._allowed_s = watchdog_ms / 1000
        self._shared = mmap.mmap(-1, 24)
        self.pulse = memoryview(self._shared).cast("Q")
        self._has_proc = "proc" not in without and os.path.exists("/proc/self/stat")
        self._dump = None

    # -- in the worker

    def in_worker(self):
        """A group of its own, so that its children go with it; and it goes with the fork server."""
        os.setpgid(0, 0)
        die_with_parent()
        if hasattr(faulthandler, "register"):
            faulthandler.register(signal.SIGUSR1, file=self._dump[1], all_threads=True)

    def idle(self):
        """It owes no answer."""
        self.pulse[_STATE] = _IDLE

    def reads(self):
        """A request is there; nobody else could read the rest of it."""
        self.pulse[_STATE] = _READS

    def busy(self, request):
        """It owes the answer to the request of that number, and steps."""
        self.pulse[_REQUEST] = request
        self.pulse[_STATE] = _BUSY

    @contextlib.contextmanager
    def speaking(self):
        """It speaks, or waits for an answer: whoever is slow to hear it must not make it look like one that hangs."""
        self.pulse[_STATE] = _SPEAKS
        try:
            yield
        finally:
            self.pulse[_STATE] = _BUSY

    def ends(self):
        self.pulse[_STATE] = _ENDS

    # -- in the fork server

    def prepare(self, request):
        """For a worker that owes the answer to the request of that number."""
        self.pulse[_STEPS] = 0
        self.busy(request)
        self._dump = os.pipe()

    def until_gone(self, pid):
        """What became of it: `ended` as it was told to, or how it died; None where nobody waits for that. Raises `LostRequest`."""
        watched = _Progress(self, pid)
        hung = None
        while True:
            gone, status = os.waitpid(pid, os.WNOHANG)
            if gone:
                break
            if self._is_alone():
                kill(pid)
                os.waitpid(pid, 0)
                return None
            hung = hung or self._hang(pid, watched)
            self._wait_a_little(pid)
        _kill_group(pid)
        for end in self._dump:
            os.close(end)
        state, request = self.pulse[_STATE], self.pulse[_REQUEST]
        if state == _READS:
            raise LostRequest("a worker died while it read a request")
        if state == _IDLE:
            return None
        what = hung or ({"type": "ended"} if state == _ENDS else _death(status))
        return {"id": request, **what}

    def _wait_a_little(self, pid):
        if not hasattr(os, "pidfd_open"):
            return _sleep(0.005)
        try:
            fd = os.pidfd_open(pid)
        except OSError:
            return _sleep(0.005)
        try:
            select.select([fd], [], [], _TICK_S)
        finally:
            os.close(fd)

    def _is_alone(self):
        """Nobody is at the other end any more; the worker may be at work and not see it."""
        poll = select.poll()
        poll.register(self._channel_fd, getattr(select, "POLLRDHUP", 0) | select.POLLHUP)
        return any(events & (select.POLLHUP | getattr(select, "POLLRDHUP", 0)) for _, events in poll.poll(0))

    def _hang(self, pid, watched):
        if self._allowed_s == 0 or not watched.is_over(self._allowed_s):
            return None
        stacks = self._stacks(pid)
        kill(pid)
        kind = "loop" if watched.is_working else "blocked"
        return {"type": "hung", "kind": kind, "stacks": stacks}

    def _stacks(self, pid):
        """Of all its threads, the innermost line first, as far as they are the subject's. Written by C: it needs no turn of its own."""
        if not hasattr(faulthandler, "register"):
            return []
        os.kill(pid, signal.SIGUSR1)
        os.set_blocking(self._dump[0], False)
        text, end = b"", _now() + _DUMPED_WITHIN_S
        while _now() < end and (b"most recent call first" not in text or not _is_quiet(self._dump[0])):
            _sleep(0.02)
            try:
                text += os.read(self._dump[0], 1 << 16)
            except BlockingIOError:
                continue
        return _stacks_in(text.decode("utf-8", "replace"))


def _death(status):
    if os.WIFSIGNALED(status):
        return {"type": "died", "signal": signal.Signals(os.WTERMSIG(status)).name, "code": None}
    return {"type": "died", "signal": None, "code": os.WEXITSTATUS(status)}


def _is_quiet(fd):
    return not select.select([fd], [], [], 0.05)[0]


def _stacks_in(text):
    stacks = []
    for part in re.split(r"^(?:Current thread|Thread) .*$", text, flags=re.M)[1:]:
        lines = re.findall(r'^  File "(.*)", line (\d+) in (.*)$', part, flags=re.M)
        shown = [f"{places.shown(file)}:{line}" for file, line, _ in lines if places.is_shown(file)]
        if shown:
            stacks.append({"at": shown, "innermost": f"{lines[0][2]} ({os.path.basename(lines[0][0])}:{lines[0][1]})"})
    return stacks


class _Progress:
    def __init__(self, watch, pid):
        self._watch = watch
        self._pid = pid
        self._step = None
        self._since = self._since_cpu = 0.0
        self.is_working = True

    def is_over(self, allowed_s):
        pulse = self._watch.pulse
        step = (pulse[_STEPS], pulse[_STATE])
        cpu = self._cpu_s()
        if step != self._step or pulse[_STATE] != _BUSY:
            self._step, self._since, self._since_cpu = step, _now(), cpu
            return False
        worked, waited = cpu - self._since_cpu, _now() - self._since
        self.is_working = worked >= allowed_s
        # It sleeps where it took next to no CPU time; on a busy machine one that works may have got little, too.
        return self.is_working or (waited >= _WAITS_FOR * allowed_s and worked < waited / 20 and self._sleeps())

    def _cpu_s(self):
        if not self._watch._has_proc:
            return _now()
        fields = _fields(f"/proc/{self._pid}/stat")
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") if fields else 0.0

    def _sleeps(self):
        """All its threads do: one that only waits for its turn on a busy machine is ready to run."""
        try:
            tasks = os.listdir(f"/proc/{self._pid}/task")
        except OSError:
            return not self._watch._has_proc
        states = [_fields(f"/proc/{self._pid}/task/{task}/stat")[:1] for task in tasks]
        return all(state != ["R"] for state in states)


def _fields(path):
    """What stands behind the name, which may have anything in it: the state first."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read().rpartition(")")[2].split()
    except OSError:
        return []


def die_with_parent(dies=True):
    """Linux: where the process that has started this one is killed, the kernel kills this one."""
    if sys.platform != "linux":
        return
    try:
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL if dies else 0)
    except (OSError, AttributeError):
        pass  # Then it ends once it is idle: its channel is closed.


def kill(pid):
    _kill_group(pid)
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def _kill_group(pid):
    """With the children that it has left."""
    try:
        os.killpg(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass
