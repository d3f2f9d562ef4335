"""Every place that was instrumented, by number; and the functions that rewritten code calls there."""

import os

from .. import current
from ..tasks import Site

#: Numbers below are the harness's own.
_FIRST = 10_000

_sites = []
_file_of = {}

#: What rewritten code calls. They end in `__`, or a class would mangle them.
AT_OBJECT = "__crosswire_object__"
AT_VALUE = "__crosswire_value__"
AT_CLASS = "__crosswire_class__"
AT_DECORATED_CLASS = "__crosswire_decorated_class__"


def add_site(what, *, file, line, name=None, write):
    """The same name in another file is told by that file too: keys are made of names."""
    if _file_of.setdefault(what, file) != file:
        what = f"{what} ({file.replace(os.sep, '/').rpartition('/')[2]})"
    site = Site(_FIRST + len(_sites), what, file=file, line=line, name=name, write=write)
    _sites.append(site)
    return site.number


def at_object(number, obj, item=None):
    """`obj` is about to be looked at or changed: others may come first. Returns it."""
    scheduler = current.scheduler
    return obj if scheduler is None else scheduler.point(_sites[number - _FIRST], obj, item)


def at_value(number, value=None):
    """Something that is no object is about to be looked at or changed: a variable, or what was loaded before. Returns `value`."""
    scheduler = current.scheduler
    if scheduler is not None:
        scheduler.point(_sites[number - _FIRST])
    return value
