"""Deleting the session of a key: from the table, from what the writer still has to do, and from the store."""

from cache import SessionCache


class Cache(SessionCache):
    def delete(self, key):
        """Whoever asks for the key meanwhile waits, and begins anew; whoever saves the session has nothing left to save."""
        with self.locks.of(key):
            id = self.aliases.get(key, key)
            session = self.sessions.pop(key, None)
            with self.saves.of(id):
                if session is not None:
                    session.gone = True
                    session.unsaved.clear()
                self.rows.remove(id)
