"""Deleting the session of a key: from the table, from what the writer still has to do, and from the store."""

import threading

from cache import SessionCache


class Cache(SessionCache):
    def __init__(self, rows):
        super().__init__(rows)
        self._lock = threading.RLock()

    def with_session(self, key, use):
        with self._lock:
            return super().with_session(key, use)

    def delete(self, key):
        """Whoever asks meanwhile waits, and begins anew."""
        with self._lock:
            super().delete(key)
