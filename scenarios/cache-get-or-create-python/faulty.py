"""Finding the session of a key: in the table, or else in the store."""

from cache import SessionCache


class Cache(SessionCache):
    def with_session(self, key, use):
        session = self.sessions.get(key)
        if session is None:
            session = self.load(key)
            self.sessions[key] = session
        return use(session)
