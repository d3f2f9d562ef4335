"""Deleting the session of a key: from the table, from what the writer still has to do, and from the store."""

from cache import SessionCache


class Cache(SessionCache):
    def delete(self, key):
        """What is still to be saved of it is forgotten once it is deleted."""
        self.rows.remove(self.aliases.get(key, key))
        session = self.sessions.pop(key, None)
        if session is not None:
            session.gone = True
            session.unsaved.clear()
