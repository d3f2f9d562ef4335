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
    """Of one execution: objects are numbered as they come, so that two of one class can be told apart without their addresses."""

    def __init__(self):
        self._numbers = {}
        self._kept = []

    def of(self, value, depth=0):
        if isinstance(value, _PLAIN):
            return value
        if isinstance(value, (int, float)):
            return value if -_LARGEST < value < _LARGEST else str(value)
        if depth > _DEEPEST:
            return "..."
        if isinstance(value, dict):
            return {key if isinstance(key, str) else repr(key): self.of(each, depth + 1) for key, each in value.items()}
        if isinstance(value, (list, tuple)):
            return [self.of(each, depth + 1) for each in value]
        if isinstance(value, bytes):
            return value.decode("utf-8", "replace")
        if isinstance(value, BaseException):
            return error_text(value)
        return self._named(value)

    def _named(self, value):
        name = type(value).__qualname__
        number = self._numbers.get(id(value))
        if number is None:
            # Kept, or its address would be given to the next one.
            self._kept.append(value)
            number = self._numbers[id(value)] = sum(type(each).__qualname__ == name for each in self._kept)
        return f"<{name} {number}>"


def error_text(error):
    text = str(error)
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
