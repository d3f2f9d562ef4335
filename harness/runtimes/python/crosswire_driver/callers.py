"""The callers of a workload: each a thread of its own, its operations one after the other, all of them recorded."""

from . import current, threads
from .plain import Plain, error_text
from .tasks import Site
from .world import DispatchError

_SETTLED = Site(7, "all callers have settled")


class _Callers:
    def __init__(self, file, subject, world):
        self._file = file
        self._subject = subject
        self._world = world
        self._plain = Plain(closely=file.judged_by_answers)
        self.open = 0
        #: An assertion of an operation's own: it ends the execution, as one in `observe` does.
        self.failed = None

    def run(self, caller):
        try:
            for operation in caller["operations"]:
                self._perform(caller["name"], operation)
        finally:
            self.open -= 1
            if self.open == 0 and current.me() is not None:
                current.scheduler.wake(current.scheduler.tasks[0])

    def _perform(self, actor, operation):
        scheduler = current.scheduler
        journal = scheduler.journal
        op, token, given = operation["op"], operation["token"], dict(operation["input"])
        declared = next((each for each in self._file.operations if each["name"] == op), None)
        named = {"token": token} if declared is not None and declared["usesToken"] else {}
        call = journal.next_call()
        journal.event(scheduler, actor=actor, call=call, type="invoke", op=op, **named, input=operation["input"])
        if declared is None:
            # Of a replay: the file has changed.
            journal.event(scheduler, actor=actor, call=call, type="fail", op=op, error=f"there is no op_{op} any more")
            return
        given = {name: self._file.value_of(op, name, value) for name, value in given.items()}
        for name, value in (("token", token), ("world", self._world)):
            if name in declared["given"]:
                given[name] = value
        try:
            output = getattr(self._file.module, f"op_{op}")(self._subject, **given)
        except (Exception, SystemExit) as error:
            journal.event(scheduler, actor=actor, call=call, type="fail", op=op, error=error_text(error))
            if isinstance(error, AssertionError):
                self.failed = self.failed or error
            elif not self._file.judged_by_answers and not isinstance(error, DispatchError):
                scheduler.escaped(error)
        else:
            journal.event(scheduler, actor=actor, call=call, type="ok", op=op, output=self._plain.of(output))


def run_callers(file, workload, subject, world):
    """In `main`: starts all of them in order, and waits until each has come to its end."""
    callers = _Callers(file, subject, world)
    callers.open = len(workload["callers"])
    for caller in workload["callers"]:
        threads.start(callers.run, (caller,), {}, actor=caller["name"])
    if callers.open > 0:
        current.scheduler.block("its callers", then=_SETTLED)
    if callers.failed is not None:
        raise callers.failed
