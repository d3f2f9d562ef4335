"""Points before file operations that release the interpreter: another thread may come between the look and the leap."""

import builtins
import io
import os

from . import current
from .tasks import Site

_NAMES = "rename replace unlink remove stat lstat listdir scandir mkdir rmdir link symlink truncate".split()
#: What `os` and `shutil` look up by function.
_SETS = ("supports_dir_fd", "supports_follow_symlinks", "supports_fd", "supports_effective_ids")


def _at_point(real, what, number):
    site = Site(number, what)

    def operation(*args, **kwargs):
        if current.me() is not None:
            current.scheduler.point(site)
        return real(*args, **kwargs)

    operation.__name__ = real.__name__
    operation.__doc__ = real.__doc__
    # As one that is written in C, it does not bind: `pathlib` keeps some of them in a class.
    return staticmethod(operation)


def install():
    builtins.open = io.open = _at_point(open, "open", 3000)
    for number, name in enumerate(_NAMES, 3001):
        real = getattr(os, name, None)
        if real is None:
            continue
        ours = _at_point(real, f"os.{name}", number)
        setattr(os, name, ours)
        for each in _SETS:
            if real in getattr(os, each, ()):
                getattr(os, each).add(ours)
