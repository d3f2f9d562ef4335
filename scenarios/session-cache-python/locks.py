"""Locks by name."""

import threading


class Locks:
    def __init__(self):
        self._guard = threading.Lock()
        self._by_name = {}

    def of(self, name):
        """Not re-entrant."""
        with self._guard:
            if name not in self._by_name:
                self._by_name[name] = threading.Lock()
            return self._by_name[name]
