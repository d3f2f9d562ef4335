"""Finding the session of a key: in the table, or else in the store."""

import threading

from cache import SessionCache


class Cache(SessionCache):
    def __init__(self, rows):
        super().__init__(rows)
        self._lock = threading.Lock()

    def with_session(self, key, use):
        """Whoever asks while a session is being loaded waits for it."""
        with self._lock:
            session = self.sessions.get(key)
            if session is None:
                session = self.load(key)
                self.sessions[key] = session
            return use(session)
