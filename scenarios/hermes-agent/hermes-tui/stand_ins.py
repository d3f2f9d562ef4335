"""What the gateway has around it: agents, workers and stored rows that remember what was done to them, and its own table and lock, watched."""

import threading


class Agent:
    model = "model"

    def __init__(self, house, sid, key):
        self._house, self.sid, self.key, self.session_id = house, sid, key, key
        self.closed, self.cut, self.running = 0, False, 0
        house.agents.append(self)
        house.world.dispatch("build", {"key": key})

    def commit_memory_session(self, history):
        self._house.world.dispatch("commit", {"key": self.key})

    def close(self):
        self.closed += 1
        self.cut = self.cut or self.running > 0


class Worker:
    def __init__(self, house, key):
        self._house, self.key, self.closed = house, key, 0
        self.restarted = threading.get_ident() in house.restarting.values()
        house.workers.append(self)
        house.world.dispatch("spawn", {"key": key})

    def close(self):
        self.closed += 1
        self._house.world.dispatch("stop", {"key": self.key})


class Database:
    """Rows of chats, by key."""

    def __init__(self, house):
        self._house = house

    def get_session(self, key):
        return {"id": key, "cwd": "/"} if key in self._house.rows else None

    def end_session(self, key, reason):
        self._house.world.dispatch("end", {"key": key})
        self._house.finalized.append({"key": key, "reason": reason})
        self._house.rows.setdefault(key, {})["ended"] = True

    def reopen_session(self, key):
        self._house.rows[key]["ended"] = False

    def resolve_resume_session_id(self, key):
        return key

    def get_messages_as_conversation(self, key, **_):
        return []

    def get_resume_conversations(self, key, **_):
        return [], []

    def get_ancestor_display_prefix(self, *_, **__):
        return []

    def get_session_by_title(self, title):
        return None

    def create_session(self, key, **_):
        self._house.rows[key] = {"ended": False}

    def append_message(self, **_):
        pass

    def set_session_title(self, *_):
        pass

    def update_session_cwd(self, *_):
        pass


class KnownLock:
    """The gateway's own lock; who holds it is known."""

    def __init__(self, lock):
        self._lock = getattr(lock, "_lock", lock) if isinstance(lock, KnownLock) else lock
        self.holder, self._depth = None, 0

    def __enter__(self):
        self._lock.acquire()
        self.holder, self._depth = threading.get_ident(), self._depth + 1

    def __exit__(self, *_):
        self._depth -= 1
        if self._depth == 0:
            self.holder = None
        self._lock.release()


class Table(dict):
    """The table of sessions; whoever changes it while another one holds its lock is written down."""

    def __init__(self, house):
        super().__init__()
        self._house = house

    def _note(self, what, sid):
        holder = getattr(self._house.server._sessions_lock, "holder", None)
        if holder is not None and holder != threading.get_ident():
            self._house.breaches.append(f"{what} {sid}")

    def __setitem__(self, sid, session):
        self._note("stores", sid)
        super().__setitem__(sid, session)

    def pop(self, sid, *default):
        self._note("takes", sid)
        return super().pop(sid, *default)
