"""Deleting the session of a key: from the table, from what the writer still has to do, and from the store."""

from cache import SessionCache


class Cache(SessionCache):
    def delete(self, key):
        """Whoever asks for the key meanwhile waits, and begins anew."""
        with self.locks.of(key):
            session = self.sessions.pop(key, None)
            if session is not None:
                session.gone = True
            self.rows.remove(self.aliases.get(key, key))
