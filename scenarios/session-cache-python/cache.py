"""The session cache: sessions are loaded when they are asked for, and written behind. Its callers are threads."""

import uuid

from locks import Locks
from session import Session
from writer import Writer


class SessionCache:
    def __init__(self, rows):
        self.rows = rows
        #: The live sessions, by key.
        self.sessions = {}
        #: Which id a key stands for, where it is not the key itself.
        self.aliases = {}
        #: By key.
        self.locks = Locks()
        #: By id: who saves a session.
        self.saves = Locks()
        self.writer = Writer(self.save)

    def open(self, key):
        return self.with_session(key, lambda session: session)

    def say(self, key, text):
        """It is stored a moment later."""

        def add(session):
            session.messages.append(text)
            session.unsaved.append(text)
            self.writer.put(session)

        self.with_session(key, add)

    def with_session(self, key, use):
        """Calls `use` with the session of `key`. Whoever asks for a key that is being loaded waits for it."""
        with self.locks.of(key):
            session = self.sessions.get(key)
            if session is None:
                session = self.load(key)
                self.sessions[key] = session
            return use(session)

    def load(self, key):
        """From the store, or fresh where the store has none."""
        id = self.aliases.get(key, key)
        messages = self.rows.load(id)
        if messages is None:
            self.rows.create(id)
        return Session(key, id, messages or ())

    def new_session(self, key):
        """Begins a new session under a key; what the old one had is saved. Whoever asks for the key meanwhile waits for the new one."""
        with self.locks.of(key):
            old = self.sessions.pop(key, None)
            if old is not None:
                old.gone = True
                self.writer.put(old)
            session = Session(key, f"{key}:{uuid.uuid4().hex[:8]}")
            self.rows.create(session.id)
            self.aliases[key] = session.id
            self.sessions[key] = session
            return session

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

    def save(self, session):
        """One message after the other, each once; whoever comes meanwhile waits, and saves what is left."""
        with self.saves.of(session.id):
            for text in list(session.unsaved):
                self.rows.append(session.id, text)
                del session.unsaved[:1]

    def flush_all(self):
        """Saves every session that is in the table now; gives their keys."""
        flushed = []
        for session in list(self.sessions.values()):
            self.save(session)
            flushed.append(session.key)
        return flushed
