"""Which lines of a stack are the subject's, and how they are written: relative to where the search was started."""

import inspect
import os

#: Files that were chosen, by the name that their code has; how each is written.
_shown = {}
#: Functions of the subject, by the addresses of their code.
_names = {}
_COMPREHENSIONS = ("<listcomp>", "<setcomp>", "<dictcomp>")


def show(file):
    """Lines of this file are told from now on."""
    if file not in _shown:
        path = os.path.relpath(os.path.realpath(file))
        _shown[file] = os.path.realpath(file) if path.startswith("..") else path


def name_functions(code, around="", is_function=False):
    """The functions in `code`, by the names that Python 3.11 and later give them. A comprehension is part of what it stands in."""
    for each in code.co_consts:
        if isinstance(each, type(code)):
            name, inner = around, is_function
            if each.co_name not in _COMPREHENSIONS:
                name = f"{around}{'.<locals>.' if is_function else '.' if around else ''}{each.co_name}"
                inner = bool(each.co_flags & inspect.CO_OPTIMIZED)
            # Kept, or its address would be given to the next one.
            _names[id(each)] = (each, name)
            name_functions(each, name, inner)


def name_of(code):
    """Without a look at what the function holds: that would keep it alive until the function returns."""
    known = _names.get(id(code))
    # Of other code no more is told than what its versions have in common, as far as 3.10 knows it.
    return known[1] if known is not None else getattr(code, "co_qualname", code.co_name).rpartition("<locals>.")[2]


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
