"""Beginning a new session under a key: what the old one had is saved, and the key stands for the new one from then on."""

import threading
import uuid

from cache import SessionCache
from session import Session


class Cache(SessionCache):
    def __init__(self, rows):
        super().__init__(rows)
        self._lock = threading.RLock()

    def with_session(self, key, use):
        with self._lock:
            return super().with_session(key, use)

    def new_session(self, key):
        """Whoever asks meanwhile waits for the new session."""
        with self._lock:
            old = self.sessions.pop(key, None)
            if old is not None:
                old.gone = True
                self.writer.put(old)
            session = Session(key, f"{key}:{uuid.uuid4().hex[:8]}")
            self.rows.create(session.id)
            self.aliases[key] = session.id
            self.sessions[key] = session
            return session
