"""The dispatcher behind a unix socket: one thread, which waits for connections, requests and the ends of delays at once."""

import _socket
from collections import deque

from .. import current, strangers
from ..polling import READ, WRITE
from ..tasks import Site
from .desk import NEVER, SILENCES
from .messages import GARBAGE, Request, printed

_AT_WORK = Site(400, "dispatcher at work")
_GONE = "connection closed"


class SocketServer:
    """Made where it is asked for; `run` is what its thread does, until the execution unwinds it."""

    def __init__(self, path, desk, spec):
        self.path = path
        self.desk = desk
        self.spec = spec
        self._doors = spec.get("connections", "many")
        self._connections = []
        self._accepted = 0
        # As C has it: what the dispatcher itself does is one step.
        self._listener = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
        self._listener.bind(path)
        self._listener.listen(128)
        self._listener.setblocking(False)
        strangers.is_own(path)

    def run(self):
        try:
            # With nothing to read there may be answers that are not due yet, and connections that wait outside.
            while self._listener.fileno() >= 0:
                current.scheduler.block_on(self._wanted(), "requests", self._next_due(), then=_AT_WORK)
                self._let_in()
                for connection in list(self._connections):
                    connection.go_on()
        finally:
            self.crash()

    def _wanted(self):
        listening = [(self._listener.fileno(), READ)] if self._may_let_in() else []
        return listening + [each for connection in self._connections for each in connection.wanted()]

    def _next_due(self):
        return min((due for connection in self._connections for due in connection.dues()), default=None)

    def _may_let_in(self):
        """To its client a connection that nobody accepts looks open: what it writes is taken, and not read."""
        if self._listener.fileno() < 0:
            return False
        return self._doors == "many" or not (self._connections or (self._doors == "one" and self._accepted > 0))

    def _let_in(self):
        while self._may_let_in():
            try:
                fd, _ = self._listener._accept()
            except BlockingIOError:
                return
            self._accepted += 1
            self._connections.append(_Connection(self, _socket.socket(fileno=fd), f"c{self._accepted}"))

    def left(self, connection):
        self._connections.remove(connection)

    def crash(self):
        """Every connection is closed, and new ones are refused."""
        self._listener.close()
        for connection in list(self._connections):
            connection.cut()


class _Job:
    """A request that was read. `due`: when its answer leaves, once its turn has come."""

    def __init__(self, request, call):
        self.request = request
        self.call = call
        self.begun = False
        self.answer = self.fault = self.due = None

    @property
    def is_never(self):
        return self.begun and self.due is NEVER


class _Connection:
    def __init__(self, server, sock, name):
        self._server = server
        self._socket = sock
        self._name = name
        self._in_turn = server.spec.get("service", "fifo") == "fifo"
        self._jobs = deque()
        self._rest = self._out = b""
        self._received = self._sent = 0
        #: Empty while it lives, then why nothing is answered any more.
        self._over = ""
        self._is_read = True
        sock.setblocking(False)

    # -- waiting

    def wanted(self):
        fd = self._socket.fileno()
        return [(fd, READ)] * self._is_read + [(fd, WRITE)] * bool(self._out)

    def dues(self):
        return [job.due for job in self._jobs if job.begun and job.due is not NEVER]

    def go_on(self):
        if self._socket.fileno() < 0:
            return
        if self._is_read:
            self._read()
        self._write()
        self._serve()
        if not self._is_read and not self._jobs and not self._out and self._over != "half-open":
            self.close()

    # -- bytes

    def _read(self):
        try:
            while chunk := self._socket.recv(65536):
                self._take(chunk)
            self._is_read = False
        except BlockingIOError:
            pass
        except OSError:
            self._is_read = False
            self._over = self._over or _GONE

    def _take(self, chunk):
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        for line in lines:
            if line.strip():
                self._admit(Request(line.decode("utf-8", "replace")))

    def _admit(self, request):
        self._received += 1
        job = _Job(request, current.scheduler.journal.next_call())
        self._record(job, self._received, type="invoke", input=request.input)
        self._jobs.append(job)

    def _record(self, job, message, **facts):
        via = {"connection": self._name, "message": message}
        self._server.desk.record(job.call, op=job.request.op, **facts, via=via)

    def _send(self, text):
        self._out += text.encode() + b"\n"
        self._write()

    def _write(self):
        try:
            while self._out:
                self._out = self._out[self._socket.send(self._out) :]
        except BlockingIOError:
            pass
        except OSError:
            self._out = b""
            self._over = self._over or _GONE

    def cut(self):
        """Nothing is answered any more, even to what has just been read."""
        self._over = self._over or _GONE
        self.close()

    def close(self):
        if self._socket.fileno() >= 0:
            self._socket.close()
            self._server.left(self)
            self._is_read = False

    # -- requests

    def _serve(self):
        for job in list(self._jobs):
            if not job.begun:
                self._begin(job)
            if self._is_done(job):
                self._jobs.remove(job)
            elif self._in_turn:
                return
            if not self._jobs:
                return

    def _begin(self, job):
        job.begun = True
        job.due = current.scheduler.now_us
        request = job.request
        if self._over:
            return
        if request.problem:
            job.answer = {"error": f"malformed request: {request.problem}"}
            return
        job.answer, job.fault, delay_ms = self._server.desk.decide(request.tool, request.args, self._name)
        if delay_ms is NEVER:
            job.due = NEVER
            self._swallow(job, "never")
        else:
            job.due += int(delay_ms * 1000)

    def _is_done(self, job):
        if job.due is NEVER or job.due > current.scheduler.now_us:
            return False
        if self._over:
            self._swallow(job, self._over)
        else:
            self._deliver(job)
        return True

    def _swallow(self, job, why):
        turn = {"inTurn": True} if self._in_turn and why in SILENCES else {}
        self._record(job, self._sent, type="info", error=why, **turn)

    def _deliver(self, job):
        fault = job.fault
        if fault in (None, "error", "duplicate"):
            for _ in range(2 if fault == "duplicate" else 1):
                self._answer(job)
            return
        if fault == "garble":
            self._sent += 1
        self._swallow(job, fault)
        if fault == "garble":
            self._send(GARBAGE)
        elif fault == "half-open":
            self._over, self._is_read = "half-open", False
        elif fault == "disconnect":
            self._lose(job)
        elif fault == "crash":
            self._server.crash()

    def _lose(self, job):
        """What waits behind it is lost, too."""
        self._over = _GONE
        for other in self._jobs:
            # One that is never answered has been told.
            if other is not job and not other.is_never:
                self._swallow(other, _GONE)
        self._jobs = deque([job])
        self.close()

    def _answer(self, job):
        self._sent += 1
        # Recorded before it is sent: once bytes are under way a caller may be the first to speak of them.
        if "error" in job.answer:
            self._record(job, self._sent, type="fail", error=job.answer["error"])
        else:
            self._record(job, self._sent, type="ok", output=job.answer["output"])
        self._send(printed(job.answer, job.request, self._server.spec))
