"""The fork server: it loads the subject once and runs nothing of it; each worker that it forks begins where the subject was just loaded.

A worker answers on the same channel, one execution after the other, until it is told to end. What becomes of it is seen from here:
a crash, or a loop without a control point.
"""

import atexit
import contextlib
import faulthandler
import gc
import os
import signal
import sys
import traceback

from . import batons, clock, descriptors, entropy, files, threads
from .channel import Channel
from .execution import MODEL, execute
from .plain import BadFile
from .temporary import Temporary
from .watch import LostRequest, Watch, die_with_parent, kill
from .worker import Worker, flush

#: What a subject does at its exit may take so long.
_LEAVES_WITHIN_S = 5
#: A module may take so many times as long to load, in real time, as a thread may go on without a step.
_LOAD = 60
_GRACE_S = 10
#: With these the process that has started this one ends it, or the terminal does.
_ENDING = (signal.SIGTERM, signal.SIGHUP)


class _TooLong(BaseException):
    """A subject that is still being loaded."""


def serve(fd):
    """Until the other end is gone."""
    os.set_inheritable(fd, False)
    # Whoever has started us ends us: a Ctrl-C of the terminal is for it alone.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    host = Host(Channel(fd))
    for number in _ENDING:
        signal.signal(number, host.on_signal)
    try:
        host.run()
    except LostRequest as error:
        print(error, file=sys.stderr)
        _leave(host, 1)
    _leave(host, 0)


def _leave(host, code):
    """As Python does, but for threads that the subject has started while it was loaded: they may never end."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(_LEAVES_WITHIN_S)
    try:
        atexit._run_exitfuncs()
    finally:
        flush()
        host.end_at_once(code)


class Host:
    def __init__(self, channel):
        self._channel = channel
        self._file = None
        self._dispatcher = {}
        self._without = ()
        self._watch = None
        self._temporary = None
        self._worker = None
        self._pid = os.getpid()

    def end_at_once(self, code):
        """Nothing of it is left."""
        if self._worker is not None:
            kill(self._worker)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(self._worker, 0)
        if self._temporary is not None:
            self._temporary.end()
        os._exit(code)

    def on_signal(self, number, _):
        if os.getpid() == self._pid:
            self.end_at_once(1)
        # A copy that the subject has made while it was loaded.
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    def _forget_signals(self):
        """Handlers of the subject's stay."""
        for number in _ENDING:
            if signal.getsignal(number) == self.on_signal:
                signal.signal(number, signal.SIG_DFL)

    def run(self):
        while (request := self._channel.request()) is not None:
            reply = self._reply(request)
            if reply is not None:
                # On a line of its own: the worker may have died in the middle of one.
                self._channel.write({"id": request["id"], **reply}, begins_anew=True)

    def _reply(self, request):
        kind = request["type"]
        if kind == "load":
            return self._load(request)
        if kind == "dispatcher":
            self._dispatcher = request["spec"]
            return {"type": "set"}
        # Where it is told to end here, the worker has gone by itself.
        return self._fork(request) if kind == "run" else {"type": "ended"}

    def _load(self, request):
        stranger = _stranger()
        if stranger is not None:
            message = "threads of this interpreter cannot be controlled"
            return {"type": "bad", "message": message, "found": stranger, "expected": "CPython with its lock"}
        self._without = tuple(request["without"])
        batons.pin_to_one_core(self._without)
        self._temporary = Temporary()
        self._temporary.begin_loading()
        self._watch = Watch(self._channel.fd, request["watchdogMs"], self._without)
        threads.install()
        clock.install()
        entropy.install()
        descriptors.install()
        files.install()
        from .user_file import UserFile

        # Only here does it not look at its channel; where it does, it leaves nothing behind.
        die_with_parent()
        try:
            with _within(_LOAD * request["watchdogMs"] / 1000):
                self._file = UserFile(request["file"], request["traced"], request["variant"], request["package"])
                described = self._file.describe()
        except BadFile as error:
            return {"type": "bad", "message": str(error), "found": error.found, "expected": error.expected}
        except _TooLong as error:
            return {"type": "bad", "message": f"{error}{_where(error)}", "found": None, "expected": "a module that comes to its end"}
        except BaseException as error:
            return {"type": "bad", "message": f"it cannot be loaded: {_brief(error)}", "found": None, "expected": None}
        die_with_parent(False)
        entropy.loaded()
        _warm_up()
        # What is there by now is there for good: no worker looks at it again, or copies its pages.
        gc.collect()
        gc.freeze()
        gc.disable()
        return {"type": "loaded", "file": described, "model": MODEL, "python": list(sys.version_info[:3])}

    def _fork(self, request):
        """Settles once the worker is gone. Its own answers have been written by itself."""
        self._watch.prepare(request["id"])
        # A signal that ends this process in between would leave the worker.
        signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)
        pid = self._worker = os.fork()
        if pid == 0:
            self._forget_signals()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)
        if pid == 0:
            self._temporary.begin()
            Worker(self._channel, self._file, self._dispatcher, self._without, self._watch, self._temporary.own).run(request)
        try:
            return self._watch.until_gone(pid)
        finally:
            self._worker = None
            self._temporary.clear()


@contextlib.contextmanager
def _within(seconds):
    """Raises where the work still goes on by then; 0: never."""

    def stop(*_):
        raise _TooLong(f"after {seconds:g} s it is still being loaded")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    if seconds > 0:
        # C that never comes back hears no signal: the process ends, and says where.
        faulthandler.dump_traceback_later(seconds + _GRACE_S, exit=True)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        faulthandler.cancel_dump_traceback_later()
        # A handler of the subject's stays.
        if signal.getsignal(signal.SIGALRM) is stop:
            signal.signal(signal.SIGALRM, before)


def _stranger():
    """Why threads would not be under control here; None where they are."""
    if sys.implementation.name != "cpython":
        return sys.implementation.name
    return None if getattr(sys, "_is_gil_enabled", lambda: True)() else "a build without the global interpreter lock"


def _brief(error):
    """Where and what."""
    at = "" if isinstance(error, SyntaxError) else _where(error)
    return traceback.format_exception_only(type(error), error)[-1].strip() + at


def _where(error):
    """Without the driver's own frames."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "crosswire_driver" not in frame.filename]
    return f" ({os.path.relpath(frames[-1].filename)}:{frames[-1].lineno})" if frames else ""


def _warm_up():
    """What the standard library loads or makes on its first use happens here, and not in the first execution of each worker."""
    import threading
    from concurrent.futures import ThreadPoolExecutor

    policy = {"seed": 0, "deviations": [], "pick": "first"}

    def body():
        with ThreadPoolExecutor(1) as pool:
            pool.submit(int).result(1)
        threading.Timer(0.001, int).start()
        try:
            raise ValueError
        except ValueError:
            traceback.format_exc()

    execute(body, policy=policy, limits={"steps": 10_000, "virtualMs": 10_000})

