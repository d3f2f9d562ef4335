"""Which lines of a stack are the subject's, and how they are written: relative to where the search was started."""

import os

#: Files that were chosen, by the name that their code has; how each is written.
_shown = {}


def show(file):
    """Lines of this file are told from now on."""
    if file not in _shown:
        path = os.path.relpath(os.path.realpath(file))
        _shown[file] = os.path.realpath(file) if path.startswith("..") else path


def lines_of(frame):
    """`cache.py:12`, the innermost first."""
    lines = []
    while frame is not None:
        shown = _shown.get(frame.f_code.co_filename)
        if shown is not None:
            lines.append(f"{shown}:{frame.f_lineno}")
        frame = frame.f_back
    return lines


def function_of(frame):
    """The innermost function of the subject's, `None` where there is none."""
    while frame is not None:
        if frame.f_code.co_filename in _shown:
            return getattr(frame.f_code, "co_qualname", frame.f_code.co_name)
        frame = frame.f_back
    return None


def is_shown(file):
    return file in _shown


def shown(file):
    return _shown[file]
