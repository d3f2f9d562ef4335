"""What would be another in each process or execution: random numbers, the names of threads and temporary files, hashes of objects."""

import concurrent.futures.thread
import gc
import itertools
import os
import random
import tempfile
import threading
import weakref

from . import current
from .draws import mix

_real_urandom = os.urandom
_real_seed = random.Random.seed

_SALT = 0x656E7472
_seed = 0
_drawn = 0
_number_of = {}
_numbers_at_load = 0
_next_number = itertools.count(1).__next__
_is_loading = False


def begin(seed):
    """Before each execution. `seed`, a u32, is the workload's: what a subject draws is no choice of the schedule."""
    global _seed, _drawn, _next_number
    _seed, _drawn = seed, 0
    for key in [key for key, (_, refers) in _number_of.items() if refers() is None]:
        del _number_of[key]
    _next_number = itertools.count(_numbers_at_load + 1).__next__
    random.seed(seed)
    tempfile._name_sequence = None
    threading._counter = itertools.count(1).__next__
    concurrent.futures.thread.ThreadPoolExecutor._counter = itertools.count().__next__


def loaded():
    """Once the subject is there. Its objects are numbered by now, and keep their numbers: each execution goes on behind them."""
    global _numbers_at_load, _is_loading
    _is_loading = False
    for each in gc.get_objects():
        if type(each).__hash__ is _hash_by_creation:
            _hash_by_creation(each)
    _numbers_at_load = _next_number() - 1


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
    elif a is None and _is_loading:
        # No execution seeds it anew.
        a = _SALT
    _real_seed(self, a, version)


def _hash_by_creation(self):
    """An address is another one in each process, and with it the order of a set."""
    known = _number_of.get(id(self))
    if known is not None and known[1]() is self:
        return known[0]
    number = _next_number()
    _number_of[id(self)] = (number, weakref.ref(self))
    return number


def hash_class(made):
    """Around each class of the subject. Returns it."""
    if not isinstance(made, type) or not made.__weakrefoffset__ or getattr(made, "_is_protocol", False):
        return made  # Of a protocol it would be one method more.
    hashes = made.__hash__
    if hashes is _hash_by_creation:
        # Inherited: behind one of ours stands what Python itself would have found.
        hashes = next(found for base in made.__mro__ if (found := vars(base).get("__hash__", hashes)) is not hashes)
    if hashes is object.__hash__:
        hashes = _hash_by_creation
    if hashes is not made.__hash__:
        try:
            made.__hash__ = hashes
        except (AttributeError, TypeError):
            pass  # A metaclass that guards its classes keeps its hashes.
    return made


def hash_decorated_class(made):
    """Around all other decorators: one that makes a class of values of it must find no hash of ours. Where one has made an object, the hash stays."""
    is_in_use = isinstance(made, type) and any(type(each) is made for each in gc.get_referrers(made))
    return made if is_in_use else hash_class(made)


def install():
    """Before the subject is imported."""
    global _is_loading
    _is_loading = True
    os.urandom = random._urandom = staticmethod(_urandom)
    random.Random.seed = _seed_random
    threading.Thread.__hash__ = concurrent.futures.Future.__hash__ = _hash_by_creation
