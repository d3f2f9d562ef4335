"""Lines of JSON in both directions on one descriptor: one request at a time, and one answer to each."""

import json
import os
import select

#: The subject gets others: who asks in the middle of an execution waits for nobody but the process that searches.
_real_read, _real_write, _real_poll = os.read, os.write, select.poll


class Channel:
    def __init__(self, fd):
        self.fd = fd
        self._rest = b""

    def wait(self):
        """Until there is something to read, of which nothing is taken yet."""
        if not self._rest:
            poll = _real_poll()
            poll.register(self.fd, select.POLLIN)
            poll.poll()

    def request(self):
        """The next request; None once nobody is there any more. Answers to questions of one that has gone are nobody's."""
        while (message := self.read()) is not None and message["type"] == "answer":
            pass
        return message

    def answer(self, question):
        """The one to the question of that number; None once nobody is there any more."""
        while (message := self.read()) is not None and message.get("question") != question:
            pass
        return message

    def read(self):
        while b"\n" not in self._rest:
            try:
                chunk = _real_read(self.fd, 65536)
            except ConnectionResetError:
                chunk = b""
            if not chunk:
                return None
            self._rest += chunk
        line, self._rest = self._rest.split(b"\n", 1)
        return json.loads(line)

    def write(self, message, begins_anew=False):
        """Nothing, where nobody is there any more: whoever reads next sees that. `begins_anew`: whatever stands on the line before it."""
        data = json.dumps(message, separators=(",", ":"), allow_nan=False).encode() + b"\n"
        data = b"\n" + data if begins_anew else data
        view = memoryview(data)
        try:
            while view:
                view = view[_real_write(self.fd, view) :]
        except (BrokenPipeError, ConnectionResetError):
            pass
