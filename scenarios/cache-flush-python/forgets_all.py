"""Saving sessions: one of them, or all that are in the table."""

from cache import SessionCache


class Cache(SessionCache):
    def save(self, session):
        """One message after the other; whoever comes meanwhile waits."""
        with self.saves.of(session.id):
            for text in list(session.unsaved):
                self.rows.append(session.id, text)
            session.unsaved.clear()

    def flush_all(self):
        """Those that are in the table now: what comes later is somebody else's."""
        flushed = []
        for session in list(self.sessions.values()):
            self.save(session)
            flushed.append(session.key)
        return flushed
