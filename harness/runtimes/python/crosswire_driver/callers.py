"""The callers of a workload: each a thread of its own, its operations one after the other, all of them recorded."""

from . import current, threads
from .plain import Plain, error_text
from .tasks import Site
from .world import DispatchError

_SETTLED = Site(7, "all callers have settled")
_NO_ANSWER = "no answer, by an injected fault"


class _GivenUp(BaseException):
    """A caller goes on that was given up: what it does is not told any more."""


class _Callers:
    def __init__(self, file, subject, world):
        self._file = file
        self._subject = subject
        self._world = world
        self._plain = Plain(closely=file.judged_by_answers)
        #: Callers that have not come to their end, and what each of them waits for.
        self.open = 0
        self._pending = {}
        #: An assertion of an operation's own: it ends the execution, as one in `observe` does.
        self.failed = None

    def run(self, caller):
        try:
            for operation in caller["operations"]:
                self._perform(caller["name"], operation)
        except _GivenUp:
            return
        except BaseException:
            self._one_less()
            raise
        self._one_less()

    def _one_less(self):
        self.open -= 1
        if self.open == 0 and current.scheduler.end is None:
            current.scheduler.wake(current.scheduler.tasks[0])

    def _perform(self, actor, operation):
        scheduler = current.scheduler
        op, token = operation["op"], operation["token"]
        does, is_told = self._doer(operation)
        call = scheduler.journal.next_call()

        def event(**facts):
            scheduler.journal.event(scheduler, actor=actor, call=call, op=op, **facts)

        def end(**facts):
            if self._pending.pop(call, None) is None:
                raise _GivenUp
            event(**facts)

        event(type="invoke", **({"token": token} if is_told else {}), input=operation["input"])
        self._pending[call] = (token if is_told else None, end)
        if does is None:
            # Of a replay: the file has changed.
            end(type="fail", error=f"there is no op_{op} any more")
            return
        try:
            output = does()
        except (Exception, SystemExit) as error:
            end(type="fail", error=error_text(error))
            if isinstance(error, AssertionError):
                self.failed = self.failed or error
            elif not self._file.judged_by_answers and not isinstance(error, DispatchError):
                scheduler.escaped(error)
        else:
            end(type="ok", output=self._plain.of(output))

    def _doer(self, operation):
        """What does the operation, None where nothing does, and whether its token can be known by its answer."""
        op, token, given = operation["op"], operation["token"], operation["input"]
        if self._file.is_scene:
            return lambda: self._file.module.perform(self._subject, op, token, given), True
        declared = next((each for each in self._file.operations if each["name"] == op), None)
        if declared is None:
            return None, False
        values = {name: self._file.value_of(op, name, value) for name, value in given.items()}
        for name, value in (("token", token), ("world", self._world)):
            if name in declared["given"]:
                values[name] = value
        return lambda: getattr(self._file.module, f"op_{op}")(self._subject, **values), declared["usesToken"]

    def give_up(self):
        """Nothing can move any more: whoever waits for what an injected fault has swallowed does no more, and `main` does not close."""
        scheduler, desk = current.scheduler, self._world.desk
        if not desk.is_silent:
            return
        if self.open == 0:
            call = scheduler.journal.next_call()
            scheduler.journal.event(scheduler, actor="main", call=call, type="info", op="observe", error=_NO_ANSWER)
            scheduler.stop("completed", "")
        for token, end in list(self._pending.values()):
            if token is None or not desk.was_answered(token):
                end(type="info", error=_NO_ANSWER)
                self._one_less()


def run_callers(file, workload, subject, world):
    """In `main`: starts all of them in order, and waits until each has come to its end."""
    callers = _Callers(file, subject, world)
    callers.open = len(workload["callers"])
    current.scheduler.give_up = callers.give_up
    for caller in workload["callers"]:
        threads.start(callers.run, (caller,), {}, actor=caller["name"])
    if callers.open > 0:
        current.scheduler.block("its callers", then=_SETTLED)
    if callers.failed is not None:
        raise callers.failed
