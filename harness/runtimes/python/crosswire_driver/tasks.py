"""A thread under control, and the places where it can be overtaken. A task is itself the option that a choice is made of."""

import sys

from .draws import hash_text, mix


class Site:
    """A place in the code at which others may come first. `what` is its name in keys, so it has no line in it."""

    __slots__ = ("number", "what", "hash", "file", "line", "name", "write")

    def __init__(self, number, what, file="", line=0, name=None, write=True):
        self.number = number
        self.what = what
        self.hash = hash_text(what)
        self.file = file
        self.line = line
        #: Of a global or closed-over variable: what is accessed where no object says so.
        self.name = name
        self.write = write

    def __repr__(self):
        return f"{self.what} ({self.file}:{self.line})"


START = Site(1, "start")

#: Values that nobody can change: whoever looks at one needs no point.
IMMUTABLE = frozenset({type(None), bool, int, float, complex, str, bytes, tuple, frozenset, range, type(len)})
_PYTHON_CLASS = 1 << 9
#: What has attributes, and nothing else that could be touched.
_BY_NAME = (type, type(sys), type(lambda: 0))
#: Methods and attributes of containers that change nothing.
_READERS = frozenset("get keys values items copy count index __len__ __contains__ __iter__ __getitem__".split())


class Task:
    """One thread of the subject. `site`, `obj` and `key`: what it is about to do."""

    __slots__ = (
        "number", "actor", "actor_hash", "children", "baton", "ident", "real_end", "state", "waits_for", "deadline",
        "timed_out", "site", "obj", "item", "counts", "ready_since", "killed", "thread", "is_background", "steps",
    )  # fmt: skip

    lane = "thread"

    def __init__(self, number, actor, baton):
        self.number = number
        self.actor = actor
        self.actor_hash = hash_text(actor)
        self.children = 0
        self.baton = baton
        self.ident = None
        self.real_end = None
        #: `ready`, `blocked` or `done`.
        self.state = "ready"
        self.waits_for = None
        self.deadline = None
        self.timed_out = False
        self.site = START
        self.obj = None
        self.item = None
        self.counts = {}
        self.ready_since = 0
        self.killed = False
        #: Its `threading.Thread`, where it has one.
        self.thread = None
        #: It keeps no process alive: a daemon, or a worker that waits for more.
        self.is_background = False
        self.steps = 0

    @property
    def count(self):
        """How often it has come to this site, this time included."""
        return self.counts.get(self.site, 1)

    @property
    def key(self):
        return f"{self.actor}|{self.site.what}|{self.count}"

    @property
    def hash(self):
        return mix(self.actor_hash, self.site.hash, self.count)

    @property
    def access(self):
        """What it is about to touch and whether it writes; None where that is not known."""
        site, obj = self.site, self.obj
        if obj is None:
            return None if site.name is None else ((site.file, site.name), site.write)
        if type(self.item) is str and (type(obj).__flags__ & _PYTHON_CLASS or isinstance(obj, _BY_NAME)):
            return (id(obj), self.item), site.write
        # Of what is written in C nobody can say which part a method touches.
        # Looking a subject's own key up would hash it: code of the subject's, or a list.
        return (id(obj), None), site.write or type(self.item) is not str or self.item not in _READERS

    def leftover(self):
        """What is told of it where it is left at the end."""
        waits = f", which waits for {self.waits_for}" if self.state == "blocked" else ""
        what = f"thread {self.actor}{waits}"
        return {"kind": "task", "what": what, "actor": self.actor, "referenced": not self.is_background}

    def __repr__(self):
        return f"<{self.actor} {self.state} at {self.site.what}>"


class ClockOption:
    """Moving the clock on to the next deadline: scheduled like a thread, so that a time-out can strike before its neighbours."""

    __slots__ = ("count", "steps")

    number = 0
    actor = "clock"
    lane = "timer"
    access = None
    site = Site(2, "advance")
    _ACTOR_HASH = hash_text("clock")
    _WHAT_HASH = hash_text("advance")

    def __init__(self):
        self.count = 1
        self.steps = 0

    @property
    def key(self):
        return f"clock|advance|{self.count}"

    @property
    def hash(self):
        return mix(self._ACTOR_HASH, self._WHAT_HASH, self.count)


class Datum:
    """One of the values that a piece of data may take."""

    __slots__ = ("key",)
    hash, actor, lane, access = 0, "", "", None

    def __init__(self, name):
        self.key = name
