"""The dispatcher over a directory: requests are files that appear in it, answers are files that it puts there."""

import base64
import os
import re

from .. import current
from ..tasks import Site
from .desk import NEVER, SILENCES
from .messages import GARBAGE, Request, printed

#: The directory is listed anew so long after the last request of a listing has been dealt with.
_LIST_EVERY_US = 100_000
#: Everything else in the directory is not ours, or is still being written.
_REQUEST = re.compile(r"^req_\d{6,}$")
_CONNECTION = "files"
_LOOKS = Site(401, "dispatcher looks at its folder")


class FolderServer:
    """One request after the other, in the order of their names. The answer is named after the number inside the request."""

    def __init__(self, path, desk, spec):
        self.path = path
        self.desk = desk
        self.spec = spec
        self._received = self._sent = 0

    def run(self):
        found = True
        while True:
            current.scheduler.look_again(_LIST_EVERY_US, found, then=_LOOKS)
            found = self._requests()
            for name in found:
                if not self._serve(os.path.join(self.path, name)):
                    return

    def _requests(self):
        try:
            with current.aside():
                return sorted(name for name in os.listdir(self.path) if _REQUEST.match(name))
        except (FileNotFoundError, NotADirectoryError):
            return []

    def _serve(self, path):
        """False where nothing comes after it."""
        try:
            with open(path, encoding="utf-8", errors="replace") as file:
                request = Request(file.read())
        except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
            return True
        if not request.problem and not (type(request.seq) is int and request.seq >= 0):
            request.problem = "no seq"
        call = current.scheduler.journal.next_call()
        self._received += 1
        self._record(request, call, self._received, type="invoke", input=request.input)
        over = self._answer(request, call)
        if over != "never":
            _remove(path)
        return over is None

    def _answer(self, request, call):
        """Why nothing comes after it; None where it goes on."""
        if request.problem:
            self._told(request, call, {"error": f"malformed request: {request.problem}"})
            return None
        answer, fault, delay_ms = self.desk.decide(request.tool, request.args, _CONNECTION)
        if delay_ms is NEVER:
            self._swallow(request, call, "never")
            return "never"
        if delay_ms > 0:
            current.scheduler.sleep(int(delay_ms * 1000))
        if fault in (None, "error", "duplicate"):
            for _ in range(2 if fault == "duplicate" else 1):
                self._told(request, call, answer)
                self._put(request, printed(answer, request, self.spec))
            return None
        self._sent += fault == "garble"
        self._swallow(request, call, fault)
        if fault == "garble":
            self._put(request, GARBAGE)
        return fault if fault == "crash" else None

    def _told(self, request, call, answer):
        self._sent += 1
        if "error" in answer:
            self._record(request, call, self._sent, type="fail", error=answer["error"])
        else:
            self._record(request, call, self._sent, type="ok", output=answer["output"])

    def _swallow(self, request, call, why):
        turn = {"inTurn": True} if why in SILENCES else {}
        self._record(request, call, self._sent, type="info", error=why, **turn)

    def _record(self, request, call, message, **facts):
        self.desk.record(call, op=request.op, **facts, via={"connection": _CONNECTION, "message": message})

    def _put(self, request, text):
        """Written aside and renamed: nobody reads half of it."""
        path = os.path.join(self.path, f"res_{request.seq:06}")
        try:
            with open(f"{path}.tmp", "wb") as file:
                file.write(base64.b64encode(text.encode()))
            os.rename(f"{path}.tmp", path)
        except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
            pass  # The whole directory may be removed.


def _remove(path):
    try:
        os.unlink(path)
    except FileNotFoundError:
        pass
