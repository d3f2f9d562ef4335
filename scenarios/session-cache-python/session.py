"""A session: a conversation under a key, with what the store does not have yet."""


class Session:
    def __init__(self, key, id, messages=()):
        self.key = key
        #: Under which the store keeps it.
        self.id = id
        self.messages = list(messages)
        #: Messages that the store does not have yet, the oldest first.
        self.unsaved = []
        #: Deleted, or replaced by a new one: whoever still has it, has something of the past.
        self.gone = False
