"""Finding the session of a key: in the table, or else in the store."""

from cache import SessionCache
from session import Session


class Cache(SessionCache):
    def with_session(self, key, use):
        """Two may load it; whoever comes second finds the first one's."""
        session = self.sessions.get(key)
        if session is not None:
            return use(session)
        id = self.aliases.get(key, key)
        messages = self.rows.load(id)
        session = self.sessions.get(key)
        if session is None:
            if messages is None:
                self.rows.create(id)
            session = self.sessions[key] = Session(key, id, messages or ())
        return use(session)
