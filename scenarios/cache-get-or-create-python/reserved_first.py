"""Finding the session of a key: in the table, or else in the store."""

from cache import SessionCache
from session import Session


class Cache(SessionCache):
    def with_session(self, key, use):
        """A place in the table is taken before the store is asked, so that nobody loads it twice."""
        session = self.sessions.setdefault(key, fresh := Session(key, self.aliases.get(key, key)))
        if session is fresh:
            session.messages[:0] = self.load(key).messages
        return use(session)
