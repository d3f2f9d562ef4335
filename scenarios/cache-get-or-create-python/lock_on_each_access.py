"""Finding the session of a key: in the table, or else in the store."""

import threading

from cache import SessionCache


class Cache(SessionCache):
    def __init__(self, rows):
        super().__init__(rows)
        self._table_lock = threading.Lock()

    def with_session(self, key, use):
        """Nobody reads the table while somebody writes it."""
        with self._table_lock:
            session = self.sessions.get(key)
        if session is None:
            session = self.load(key)
            with self._table_lock:
                self.sessions[key] = session
        return use(session)
