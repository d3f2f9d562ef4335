"""Threads of the subject: each is a real one, and a task of the execution in which it was started."""

import _thread
import concurrent.futures.thread
import logging
import os
import queue
import sys
import threading

from . import current
from .locks import Lock, RLock, quietly
from .scheduler import Ended
from .tasks import Site

_real_start = _thread.start_new_thread
_real_joinable = getattr(_thread, "start_joinable_thread", None)
_real_lock = _thread.allocate_lock
_real_sentinel = getattr(_thread, "_set_sentinel", None)
_STARTED = Site(5, "thread started")


class _RealEnd:
    """Until 3.12: released by CPython once nothing of the thread is left. The thread itself has to ask for that, once it is up."""

    def __init__(self):
        self._up = _real_lock()
        self._up.acquire()
        self._sentinel = None

    def begin(self):
        """In the thread, as the first thing."""
        self._sentinel = _real_sentinel()
        self._sentinel.acquire()
        self._up.release()

    def wait(self, timeout=-1):
        if self._sentinel is None:
            self._up.acquire()
        gone = self._sentinel.acquire(True, timeout)
        if gone:
            self._sentinel.release()
        return gone


class _JoinedEnd:
    """From 3.13 on."""

    def __init__(self, handle):
        self._handle = handle

    def wait(self, timeout=-1):
        self._handle.join(None if timeout < 0 else timeout)
        return self._handle.is_done()


def _start_real(run, task):
    """Starts the thread of `task`. When it comes up does not matter: it waits for its turn before it does anything."""
    if _real_joinable is None:
        end = task.real_end = _RealEnd()

        def boot():
            end.begin()
            run()

        task.ident = _real_start(boot, ())
    else:
        handle = _real_joinable(run, daemon=True)
        task.real_end = _JoinedEnd(handle)
        task.ident = handle.ident


def start(function, args, kwargs, *, actor=None, on_end=lambda: None):
    """Starts a thread under control; it is ready, and the caller goes on. `on_end` runs in it, as the last thing."""
    scheduler = current.scheduler
    task = scheduler.add(actor)
    _of_thread(task, function)

    def run():
        try:
            scheduler.await_turn(task)
            function(*args, **kwargs)
        except (Ended, SystemExit):
            pass
        except BaseException as error:
            scheduler.escaped(error)
        current.leave_if_forked()
        try:
            on_end()
        finally:
            scheduler.finish(task)

    _start_real(run, task)
    scheduler.wake(task)
    return task


def _of_thread(task, function):
    """Of a thread that `threading` starts: it is known by its object."""
    thread = getattr(function, "__self__", None)
    if isinstance(thread, threading.Thread):
        task.thread = thread
        worker = getattr(thread, "_target", None) is concurrent.futures.thread._worker
        task.is_background = thread.daemon or worker


def _start_new_thread(function, args=(), kwargs=None):
    if current.me() is None:
        return _real_start(function, args, kwargs or {})
    sentinel = _Sentinels()
    task = start(function, args, kwargs or {}, on_end=sentinel.release)
    sentinel.of(task)
    current.scheduler.point(_STARTED)
    return task.ident


class _Sentinels:
    """Until 3.12, `Thread.join` waits for a lock that CPython releases at the end of the thread; here the thread does."""

    by_task = {}

    def of(self, task):
        self._task = task

    def release(self):
        lock = self.by_task.pop(self._task, None)
        if lock is not None and lock.locked():
            lock.release()


def _set_sentinel():
    task = current.me()
    if task is None:
        return _real_sentinel()
    with quietly():
        lock = _Sentinels.by_task[task] = Lock()
    return lock


class _Handle:
    """`threading._ThreadHandle` (3.13): what `Thread.join` waits for there."""

    def __init__(self):
        self.ident = None
        #: CPython's, of a thread that is not under control.
        self.real = None
        self._done = False
        with quietly():
            self._running = Lock()
        self._running.acquire()

    def is_done(self):
        return self._done or (self.real is not None and self.real.is_done())

    def _set_done(self):
        if not self._done:
            self._done = True
            self._running.release()

    def join(self, timeout=None):
        if self.real is not None:
            return self.real.join(timeout)
        if not self._done and self._running.acquire(True, -1 if timeout is None or timeout < 0 else timeout):
            self._running.release()


def _start_joinable_thread(function, handle=None, daemon=True):
    handle = _Handle() if handle is None else handle
    if current.me() is None:
        handle.real = _real_joinable(function, daemon=daemon)
        handle.ident = handle.real.ident
        return handle
    task = start(function, (), {}, on_end=handle._set_done)
    handle.ident = task.ident
    current.scheduler.point(_STARTED)
    return handle


def _quiet_init(init):
    def __init__(self, *args, **kwargs):
        with quietly():
            init(self, *args, **kwargs)

    return __init__


def _quiet_hook(make):
    """What an execution's end does to its threads is no error of the subject's; what else nobody catches is told with the execution."""

    def make_invoke_excepthook():
        invoke = make()

        def invoke_excepthook(thread):
            error = sys.exc_info()[1]
            if isinstance(error, Ended) or current.over():
                return
            if current.me() is None or threading.excepthook is not threading.__excepthook__:
                invoke(thread)
            elif not isinstance(error, SystemExit):
                # Python's own hook says nothing of a thread that exits, either.
                current.scheduler.escaped(error)

        return invoke_excepthook

    return make_invoke_excepthook


def install():
    """Puts ours in the place of Python's, before the subject is imported: `from threading import Lock` gets ours."""
    _thread.allocate_lock = _thread.allocate = Lock
    _thread.start_new_thread = _thread.start_new = staticmethod(_start_new_thread)
    _thread.RLock = RLock
    threading.Lock = threading._allocate_lock = Lock
    threading.RLock = threading._RLock = threading._PyRLock = threading._CRLock = RLock
    threading.Thread.__init__ = _quiet_init(threading.Thread.__init__)
    threading._make_invoke_excepthook = _quiet_hook(threading._make_invoke_excepthook)
    if hasattr(threading, "_start_new_thread"):
        threading._start_new_thread = _start_new_thread
    if hasattr(threading, "_set_sentinel"):
        threading._set_sentinel = _set_sentinel
    if hasattr(threading, "_start_joinable_thread"):
        threading._start_joinable_thread = _start_joinable_thread
        threading._ThreadHandle = _Handle
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=current.forked)
    # The one in C waits in C.
    queue.SimpleQueue = queue._PySimpleQueue
    _replace_old_locks()


def _replace_old_locks():
    """Locks that the standard library has made before we came."""
    with quietly():
        threading._active_limbo_lock = RLock()
        if hasattr(threading, "_shutdown_locks_lock"):
            threading._shutdown_locks_lock = Lock()
        concurrent.futures.thread._global_shutdown_lock = Lock()
        logging._lock = RLock()
        for handler in list(logging._handlerList):
            if handler() is not None and handler().lock is not None:
                handler().lock = RLock()
