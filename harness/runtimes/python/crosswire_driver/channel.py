"""Lines of JSON in both directions on one descriptor: one request at a time, and one answer to each."""

import json
import os


class Channel:
    def __init__(self, fd):
        self.fd = fd
        self._rest = b""

    def read(self):
        """The next request; None once nobody is there any more."""
        while b"\n" not in self._rest:
            try:
                chunk = os.read(self.fd, 65536)
            except ConnectionResetError:
                chunk = b""
            if not chunk:
                return None
            self._rest += chunk
        line, self._rest = self._rest.split(b"\n", 1)
        return json.loads(line)

    def write(self, message):
        """Nothing, where nobody is there any more: whoever reads next sees that."""
        data = json.dumps(message, separators=(",", ":"), allow_nan=False).encode() + b"\n"
        view = memoryview(data)
        try:
            while view:
                view = view[os.write(self.fd, view) :]
        except (BrokenPipeError, ConnectionResetError):
            pass
