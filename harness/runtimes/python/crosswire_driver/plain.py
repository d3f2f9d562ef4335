"""What crosses to the process that searches: plain data, and problems in words."""

_PLAIN = (str, bool, type(None))
_DEEPEST = 20
_LARGEST = 2**53


class BadFile(Exception):
    """The user's file is at fault: `found` against `expected`."""

    def __init__(self, message, found=None, expected=None):
        super().__init__(message)
        self.found = found
        self.expected = expected


class Plain:
    """Of one execution: objects are numbered as they come, so that two of one class can be told apart without their addresses.

    `closely`: with what they hold, where it is told whose they are by that.
    """

    def __init__(self, closely=False):
        self._closely = closely
        self._numbers = {}
        self._kept = []
        self._open = set()

    def of(self, value, depth=0):
        if isinstance(value, _PLAIN):
            return value
        if isinstance(value, (int, float)):
            return value if -_LARGEST < value < _LARGEST else str(value)
        if depth > _DEEPEST:
            return "..."
        if isinstance(value, dict):
            return {key if isinstance(key, str) else repr(key): self.of(each, depth + 1) for key, each in value.items()}
        if isinstance(value, (list, tuple, set, frozenset)):
            return [self.of(each, depth + 1) for each in value]
        if isinstance(value, bytes):
            return value.decode("utf-8", "replace")
        if isinstance(value, BaseException):
            return error_text(value)
        return self._with_what_it_holds(value, depth) if self._closely else self._named(value)

    def _with_what_it_holds(self, value, depth):
        name, held = self._named(value), held_by(value)
        if not held or id(value) in self._open:
            return name
        self._open.add(id(value))
        try:
            return {name: self.of(held, depth + 1)}
        finally:
            self._open.discard(id(value))

    def _named(self, value):
        name = type(value).__qualname__
        number = self._numbers.get(id(value))
        if number is None:
            # Kept, or its address would be given to the next one.
            self._kept.append(value)
            number = self._numbers[id(value)] = sum(type(each).__qualname__ == name for each in self._kept)
        return f"<{name} {number}>"


def held_by(value):
    """Its attributes, without a call of the subject's."""
    if isinstance(value, type) or callable(value):
        return {}
    slots = [name for base in type(value).__mro__ for name in _names(vars(base).get("__slots__", ()))]
    held = {name: getattr(value, name) for name in slots if name != "__weakref__" and hasattr(value, name)}
    return {**held, **getattr(value, "__dict__", {})}


def _names(slots):
    return (slots,) if isinstance(slots, str) else slots


def is_plain(value):
    """Whether it crosses as it is, and comes back as it was."""
    if isinstance(value, float):
        return value == value and abs(value) < _LARGEST
    if type(value) is int:
        return abs(value) < _LARGEST
    if type(value) is list:
        return all(is_plain(each) for each in value)
    if type(value) is dict:
        return all(type(key) is str and is_plain(each) for key, each in value.items())
    return type(value) in _PLAIN


def error_text(error):
    text = str(error)
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
