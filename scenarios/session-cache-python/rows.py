"""The store of the sessions: rows of messages under an id. `ask(tool, args)` reaches it."""


class Rows:
    def __init__(self, ask):
        self._ask = ask

    def load(self, id):
        """The messages of a session; None where there is none."""
        return self._ask("load", {"session": id})

    def create(self, id):
        self._ask("create", {"session": id})

    def append(self, id, text):
        """Adds a message, and the session where there is none."""
        self._ask("append", {"session": id, "text": text})

    def remove(self, id):
        self._ask("remove", {"session": id})

    def all(self):
        """Everything, by id."""
        return self._ask("all", {})
