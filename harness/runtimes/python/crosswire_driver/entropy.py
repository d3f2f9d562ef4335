"""What would be another in each process or execution: random numbers, the names of threads and temporary files, hashes of objects."""

import builtins
import concurrent.futures.thread
import itertools
import os
import random
import tempfile
import threading
import weakref

from . import current, places
from .draws import mix

_real_urandom = os.urandom
_real_seed = random.Random.seed
_real_build_class = builtins.__build_class__

_SALT = 0x656E7472
_seed = 0
_drawn = 0
_number_of = {}
_next_number = itertools.count(1).__next__


def begin(seed):
    """Before each execution. `seed`, a u32, is the workload's: what a subject draws is no choice of the schedule."""
    global _seed, _drawn, _next_number
    _seed, _drawn = seed, 0
    _number_of.clear()
    _next_number = itertools.count(1).__next__
    random.seed(seed)
    tempfile._name_sequence = None
    threading._counter = itertools.count(1).__next__
    concurrent.futures.thread.ThreadPoolExecutor._counter = itertools.count().__next__


def _urandom(size):
    global _drawn
    if current.scheduler is None:
        return _real_urandom(size)
    words = range(_drawn, _drawn + (size + 3) // 4)
    _drawn = words.stop
    return b"".join(mix(_seed, word, _SALT).to_bytes(4, "little") for word in words)[:size]


def _seed_random(self, a=None, version=2):
    if a is None and current.scheduler is not None:
        a = int.from_bytes(_urandom(8), "little")
    _real_seed(self, a, version)


def _hash_by_creation(self):
    """An address is another one in each process, and with it the order of a set."""
    known = _number_of.get(id(self))
    if known is not None and known[1]() is self:
        return known[0]
    number = _next_number()
    _number_of[id(self)] = (number, weakref.ref(self))
    return number


def _build_class(function, name, *args, **kwargs):
    made = _real_build_class(function, name, *args, **kwargs)
    code = getattr(function, "__code__", None)
    is_hashed_by_address = isinstance(made, type) and made.__hash__ is object.__hash__
    if is_hashed_by_address and code is not None and places.is_shown(code.co_filename) and made.__weakrefoffset__:
        try:
            made.__hash__ = _hash_by_creation
        except (AttributeError, TypeError):
            pass  # A metaclass that guards its classes keeps its hashes.
    return made


def install():
    """Before the subject is imported. What was seeded then is seeded anew by each execution."""
    os.urandom = random._urandom = _urandom
    random.Random.seed = _seed_random
    builtins.__build_class__ = _build_class
    threading.Thread.__hash__ = _hash_by_creation
