"""What a user's file is given: the mock dispatcher, whose delays and faults are choices of the same schedule."""

import json
import os
import shutil

from . import current, threads
from .dispatchers.desk import DISPATCHER, NEVER, SILENCES, Desk
from .dispatchers.folder_server import FolderServer
from .dispatchers.socket_server import SocketServer
from .tasks import Site

_sites = {}


class DispatchError(Exception):
    """The dispatcher answered with an error."""


class World:
    #: What `dispatch` raises where the dispatcher answers with an error.
    DispatchError = DispatchError

    def __init__(self, spec, variant, ask, place):
        self._spec = spec
        #: The module of the variant that is executed; None for a file that is no scene.
        self.variant = variant
        self._in_folder = spec.get("transport") == "file"
        silences = (*SILENCES, "crash") if self._in_folder else SILENCES
        self.desk = Desk(spec, ask, silences)
        self._place = place
        self._address = self._dir = None

    @property
    def dir(self):
        """A directory of this execution, empty at its start, the same path each time."""
        if self._dir is None:
            self._dir = os.path.join(self._place, "execution")
            with current.aside():
                shutil.rmtree(self._dir, ignore_errors=True)
                os.mkdir(self._dir, 0o700)
        return self._dir

    @property
    def address(self):
        """Where the dispatcher is reached: the path of its unix socket, or the directory that it serves. It is started when it is asked for."""
        if self._address is None:
            server = self._server()
            self._address = server.path
            threads.start(_guarded(server.run), (), {}, actor=DISPATCHER).is_background = True
        return self._address

    def _server(self):
        if not self._in_folder:
            try:
                return SocketServer(os.path.join(self.dir, "dispatcher.sock"), self.desk, self._spec)
            except OSError as error:
                # No place for a socket, which is no fault of the subject's.
                current.scheduler.fail(error)
        folder = os.path.join(self.dir, "dispatcher")
        with current.aside():
            os.mkdir(folder, 0o700)
        return FolderServer(folder, self.desk, self._spec)

    def dispatch(self, tool, args=None):
        """Asks the dispatcher, waits for the answer and returns it. Raises `DispatchError` where it is one."""
        if "transport" in self._spec:
            raise TypeError("a dispatcher with a transport is asked at world.address")
        scheduler = current.scheduler
        args = _copied(args)
        scheduler.point(_site(f"dispatch {tool}"))
        call = scheduler.journal.next_call()
        record = self.desk.record
        record(call, type="invoke", op=tool, input=args)
        answer, fault, delay_ms = self.desk.decide(tool, args, DISPATCHER)
        swallowed = "never" if delay_ms is NEVER else fault if fault in SILENCES else None
        then = _site(f"answer {tool}")
        if swallowed is not None:
            record(call, type="info", op=tool, error=swallowed)
            scheduler.block(f"the answer of {tool}, which never comes", then=then)
        if delay_ms > 0:
            scheduler.block(f"the answer of {tool}", scheduler.now_us + int(delay_ms * 1000), then=then)
        else:
            scheduler.point(then)
        if "error" in answer:
            record(call, type="fail", op=tool, error=answer["error"])
            raise DispatchError(answer["error"])
        record(call, type="ok", op=tool, output=answer["output"])
        return _copied(answer["output"])


def _guarded(run):
    """What a server does not see coming is the driver's own failure, and no finding."""

    def guarded():
        try:
            run()
        except Exception as error:
            current.scheduler.fail(error)

    return guarded


def _copied(value):
    """What the dispatcher has is nobody else's."""
    return json.loads(json.dumps(value))


def _site(what):
    site = _sites.get(what)
    if site is None:
        site = _sites[what] = Site(500 + len(_sites), what)
    return site
