"""Processes that nobody controls: children of the subject's, and servers that it connects to. What they do comes when they like."""

import _posixsubprocess
import os
import socket
import subprocess

from . import current

_real_execute_child = subprocess.Popen._execute_child
_real_fork_exec = _posixsubprocess.fork_exec
_real = {name: getattr(socket.socket, name) for name in ("bind", "listen", "connect", "connect_ex")}

#: Where this process itself listens: paths, and ports.
_own = set()


def _meet(*, child):
    if current.me() is not None:
        current.scheduler.meets_stranger(child=child)


def _place(address):
    return address[1] if isinstance(address, tuple) and len(address) > 1 else address


def is_own(address):
    """Somebody of this process listens there: whoever connects meets no stranger."""
    _own.add(_place(address))


def _noting(name):
    real = _real[name]

    def method(self, *args):
        answer = real(self, *args)
        _own.add(_place(self.getsockname()))
        return answer

    method.__name__ = name
    return method


def _connecting(name):
    real = _real[name]

    def method(self, address):
        if _place(address) not in _own:
            _meet(child=False)
        return real(self, address)

    method.__name__ = name
    return method


def _execute_child(self, *args, **kwargs):
    _meet(child=True)
    return _real_execute_child(self, *args, **kwargs)


def _fork_exec(*args):
    """What `multiprocessing` starts its helpers with."""
    _meet(child=True)
    return _real_fork_exec(*args)


def install():
    """Before `descriptors`, which puts points around what is put here."""
    for name in ("bind", "listen"):
        setattr(socket.socket, name, _noting(name))
    for name in ("connect", "connect_ex"):
        setattr(socket.socket, name, _connecting(name))
    subprocess.Popen._execute_child = _execute_child
    _posixsubprocess.fork_exec = _fork_exec
    os.register_at_fork(after_in_parent=lambda: _meet(child=True))
