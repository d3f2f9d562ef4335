"""Runs one body as `main` under one policy, from start to teardown, and says what became of it."""

import os
import threading
import traceback
from time import monotonic

from . import current, entropy
from .batons import baton_type
from .interpreter import Interpreter
from .rules import LATENESS_US, STARVED_US, STEP_US, TOGETHER_US
from .scheduler import Scheduler

#: How long the threads may take to unwind, in real seconds, before the process is given up; and how often its watchdog hears of it.
_UNWIND_S, _TICK_S = 1.0, 0.05
_HERE = os.path.dirname(__file__)
MODEL = f"py1.{STARVED_US // 1000}.{LATENESS_US // 1000}.{STEP_US}.{TOGETHER_US // 1000}"


def execute(body, *, policy, limits, seed=0, record=False, closely=False, without=(), pulse=None):
    """`body` is a function without arguments. Returns the JSON of an `Execution`, and whether the process is as it was before.

    Raises what the driver itself has failed with.
    """
    interpreter = Interpreter(policy)
    scheduler = Scheduler(
        interpreter, limits=limits, baton_type=baton_type(without), record=record, closely=closely, pulse=pulse
    )
    entropy.begin(seed)
    scheduler.begin()
    current.scheduler = scheduler
    end = _run(scheduler, body)
    scheduler.look_at_what_is_left()
    scheduler.end = end
    clean = _unwind(scheduler)
    if clean:
        for task in scheduler.tasks:
            task.baton.close()
    current.scheduler = None
    for task in scheduler.tasks[1:]:
        threading._active.pop(task.ident, None)
    if scheduler.failure is not None:
        raise scheduler.failure
    return _facts(scheduler, interpreter, end), clean


def _run(scheduler, body):
    try:
        body()
        current.leave_if_forked()
        scheduler.settle()
    except BaseException as error:
        current.leave_if_forked()
        if scheduler.end is not None:
            # Whatever is raised while it unwinds, or kept from unwinding.
            return scheduler.end
        end = {"kind": "threw", "message": f"{type(error).__name__}: {error}"}
        end["error"] = {"name": type(error).__name__, "message": str(error)}
        # From here on nobody is under control: the lines of the stack are read from their files.
        scheduler.look_at_what_is_left()
        scheduler.end = end
        if scheduler.journal.record:
            end["error"]["stack"] = _stack(error)
        return end
    return scheduler.end or {"kind": "completed", "message": ""}


def _stack(error):
    """Without the frames of the driver."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.rpartition("/")[0] != _HERE]
    return "".join([*traceback.format_list(frames), *traceback.format_exception_only(type(error), error)])


def _unwind(scheduler):
    """Ends every thread that is left; whether all went. What is known by now is told in any case, so no watchdog may strike here."""
    for task in scheduler.left:
        task.killed = True
        task.baton.give()
    end = monotonic() + _UNWIND_S
    for task in scheduler.left:
        while not task.real_end.wait(_TICK_S):
            scheduler.pulse[0] += 1
            if monotonic() > end:
                return False
    return True


def _facts(scheduler, interpreter, end):
    journal = scheduler.journal
    steps_by_actor = {}
    for task in scheduler.tasks:
        steps_by_actor[task.actor] = steps_by_actor.get(task.actor, 0) + task.steps
    facts = {
        "format": 1,
        "end": end,
        "history": journal.history,
        "leftovers": scheduler.leftovers + scheduler.errors,
        "escapes": [],
        "deviations": journal.deviations,
        "steps": journal.steps,
        "answers": journal.answers,
        "unmet": interpreter.unmet(),
        "stats": {
            "steps": scheduler.step,
            "atMs": scheduler.now_us / 1000,
            "stepsByActor": steps_by_actor,
            "nativeUncontrolled": scheduler.is_native,
        },
        "traceHash": journal.trace,
        "model": MODEL,
    }
    if journal.closely:
        facts["suspended"] = scheduler.suspended
    if scheduler.observed is not None:
        facts["observed"] = scheduler.observed
    return facts
