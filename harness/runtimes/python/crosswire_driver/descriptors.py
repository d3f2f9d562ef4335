"""Waiting for descriptors: sockets, pipes and `select`. The real ones, of which nobody ever waits in C: a thread that would is blocked, and
somebody else goes on.
"""

import os
import select
import selectors
import socket
import stat
import subprocess

from . import current, strangers
from .polling import READ, WRITE, ready
from .tasks import Site

_real_select = select.select
_real_read, _real_write = os.read, os.write
_real = {}
_METHODS = "recv recv_into recvfrom recvfrom_into recvmsg send connect connect_ex shutdown close _accept".split()
#: As much as is handed to the kernel at once.
_CHUNK = 65536
_DONTWAIT = getattr(socket, "MSG_DONTWAIT", 0)
_WAITALL, _PEEK = getattr(socket, "MSG_WAITALL", 0), getattr(socket, "MSG_PEEK", 0)

_sites = {}
#: Copies of descriptors that are waited for.
_kept = set()


def _site(what):
    site = _sites.get(what)
    if site is None:
        site = _sites[what] = Site(2000 + len(_sites), what)
    return site


def _wait(wanted, timeout, what):
    """Until one of them is ready. False once `timeout` seconds, None for ever, are over."""
    if ready(wanted):
        return True
    scheduler = current.scheduler
    deadline = None if timeout is None else scheduler.now_us + int(timeout * 1e6)
    # As in the kernel: somebody else may close what is waited for, and it is waited for none the less.
    kept = {fd: os.dup(fd) for fd in {fd for fd, _ in wanted}}
    _kept.update(kept.values())
    wanted = [(kept[fd], event) for fd, event in wanted]
    try:
        while not ready(wanted):
            if not scheduler.block_on(wanted, what, deadline, then=_site(f"go on at {what}")):
                return False
        return True
    finally:
        for fd in kept.values():
            _kept.discard(fd)
            os.close(fd)


def _close_kept():
    """In a copy of the process, whose other threads are gone."""
    for fd in _kept:
        os.close(fd)
    _kept.clear()


# -- sockets


def _before(sock, event, what, flags=0):
    """The calling thread is about to use `sock`; False where nobody controls it."""
    if current.me() is None:
        current.leave_if_over()
        return False
    current.scheduler.point(_site(what), sock)
    _wait_for(sock, event, what, flags)
    return True


def _wait_for(sock, event, what, flags=0):
    timeout = sock.gettimeout()
    if timeout == 0 or flags & _DONTWAIT or sock.fileno() < 0:
        return
    if not _wait([(sock.fileno(), event)], timeout, what):
        raise TimeoutError("timed out")


def _reading(name, flags_at=None):
    """`flags_at`: which argument the flags are."""
    real = _real[name]
    what = f"socket.{name.lstrip('_')}"

    def method(self, *args, **kwargs):
        flags = kwargs.get("flags", 0) if flags_at is None or len(args) <= flags_at else args[flags_at]
        if _before(self, READ, what, flags) and flags & _WAITALL and not flags & _PEEK and self.gettimeout() is None:
            return _all_of(self, name, *args, **kwargs)
        return real(self, *args, **kwargs)

    method.__name__ = name
    return method


def _all_of(sock, name, *args, **kwargs):
    """`MSG_WAITALL`: until it is full or the other end is gone."""
    into = name == "recv_into"
    flags = (kwargs.get("flags") or args[-1]) & ~_WAITALL
    size = (args[1] if len(args) > 1 else kwargs.get("nbytes", 0)) if into else args[0]
    target = memoryview(args[0] if args else kwargs["buffer"]).cast("B") if into else memoryview(bytearray(size))
    size, got = size or len(target), 0
    while got < size:
        _wait_for(sock, READ, f"socket.{name}")
        count = _real["recv_into"](sock, target[got:size], 0, flags)
        if count == 0:
            break
        got += count
    return got if into else bytes(target[:got])


def _sharing(name):
    """Others see that it is closed, or that something has connected."""
    real = _real[name]

    def method(self, *args, **kwargs):
        if current.me() is not None:
            current.scheduler.point(_site(f"socket.{name}"), self)
        return real(self, *args, **kwargs)

    method.__name__ = name
    return method


def _send(self, data, *flags):
    does_not_wait = self.gettimeout() == 0 or bool(flags and flags[0] & _DONTWAIT)
    if not _before(self, WRITE, "socket.send", *flags) or does_not_wait:
        return _real["send"](self, data, *flags)
    return _send_some(self, memoryview(data).cast("B"), flags[0] if flags else 0)


def _send_some(sock, view, flags):
    """Of what is more than the kernel takes at once, a part."""
    while True:
        try:
            return _real["send"](sock, view[:_CHUNK], flags | _DONTWAIT)
        except BlockingIOError:
            if not _wait([(sock.fileno(), WRITE)], sock.gettimeout(), "socket.send"):
                raise TimeoutError("timed out") from None


def _sendall(self, data, *flags):
    view = memoryview(data).cast("B")
    while view:
        view = view[_send(self, view, *flags) :]


# -- select, and what stands on it


def _fd_of(each):
    return each if isinstance(each, int) else each.fileno()


def _select(reads, writes, errors, timeout=None):
    if current.me() is None:
        return _real_select(reads, writes, errors, timeout)
    current.scheduler.point(_site("select"))
    found = _real_select(reads, writes, errors, 0)
    if any(found) or timeout == 0:
        return found
    wanted = [*((_fd_of(each), READ) for each in reads), *((_fd_of(each), WRITE) for each in writes)]
    if wanted:
        _wait(wanted, timeout, "select")
    elif timeout is not None:
        current.scheduler.sleep(int(timeout * 1e6))
    return _real_select(reads, writes, errors, 0)


# -- pipes


def _can_be_waited_for(fd):
    mode = os.fstat(fd).st_mode
    return (stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)) and os.get_blocking(fd)


def _read(fd, size, /):
    if current.me() is not None and _can_be_waited_for(fd):
        current.scheduler.point(_site("os.read"))
        _wait([(fd, READ)], None, "os.read")
    return _real_read(fd, size)


def _write(fd, data, /):
    """All of it, as a descriptor that blocks takes it: a part at a time where the reader is slow."""
    if current.me() is None or not _can_be_waited_for(fd):
        return _real_write(fd, data)
    current.scheduler.point(_site("os.write"))
    view, written = memoryview(data).cast("B"), 0
    while True:
        _wait([(fd, WRITE)], None, "os.write")
        try:
            written += _real_write(fd, view[written : written + select.PIPE_BUF])
        except OSError:
            if written == 0:
                raise
            return written
        if written >= len(view):
            return written


def install():
    strangers.install()
    _real.update({name: getattr(socket.socket, name) for name in _METHODS})
    for name, flags_at in (("recv", 1), ("recv_into", 2), ("recvfrom", 1), ("recvfrom_into", 2), ("recvmsg", 2), ("_accept", None)):
        setattr(socket.socket, name, _reading(name, flags_at))
    for name in ("connect", "connect_ex", "shutdown", "close"):
        setattr(socket.socket, name, _sharing(name))
    socket.socket.send, socket.socket.sendall = _send, _sendall
    select.select = staticmethod(_select)
    selectors.SelectSelector._select = staticmethod(_select)
    selectors.DefaultSelector = selectors.SelectSelector
    for name in ("PollSelector", "EpollSelector", "DevpollSelector", "KqueueSelector"):
        if hasattr(selectors, name):
            setattr(selectors, name, selectors.SelectSelector)
    # Functions that are written in C do not bind: whoever keeps one in a class calls it without `self`.
    os.read, os.write = staticmethod(_read), staticmethod(_write)
    os.register_at_fork(after_in_child=_close_kept)
    if hasattr(subprocess, "_PopenSelector"):
        subprocess._PopenSelector = selectors.SelectSelector
