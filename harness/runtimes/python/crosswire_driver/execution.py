"""Runs one body as `main` under one policy, from start to teardown, and says what became of it."""

import traceback

from . import current
from .batons import baton_type
from .interpreter import Interpreter
from .rules import LATENESS_US, STARVED_US, STEP_US, TOGETHER_US
from .scheduler import Ended, Scheduler

#: How long a thread may take to unwind, in real seconds, before the process is given up.
_UNWIND_S = 10.0
MODEL = f"py1.{STARVED_US // 1000}.{LATENESS_US // 1000}.{STEP_US}.{TOGETHER_US // 1000}"


def execute(body, *, policy, limits, record=False, without=()):
    """`body` is a function without arguments. Returns the JSON of an `Execution`, and whether the process is as it was before."""
    interpreter = Interpreter(policy)
    scheduler = Scheduler(interpreter, limits=limits, baton_type=baton_type(without), record=record)
    scheduler.begin()
    current.scheduler = scheduler
    end = _run(scheduler, body)
    left = scheduler.live() if scheduler.left is None else scheduler.left
    scheduler.end = end
    clean = _unwind(left)
    if clean:
        for task in scheduler.tasks:
            task.baton.close()
    current.scheduler = None
    return _facts(scheduler, interpreter, end, left), clean


def _run(scheduler, body):
    try:
        body()
    except Ended:
        return scheduler.end
    except BaseException as error:
        return {
            "kind": "threw",
            "message": f"{type(error).__name__}: {error}",
            "error": {"name": type(error).__name__, "message": str(error), "stack": traceback.format_exc()},
        }
    return {"kind": "completed", "message": ""}


def _unwind(tasks):
    """Ends every thread that is left; whether all went."""
    for task in tasks:
        task.killed = True
        task.baton.give()
    return all([task.real_end.wait(_UNWIND_S) for task in tasks])


def _facts(scheduler, interpreter, end, left):
    journal = scheduler.journal
    steps_by_actor = {}
    for task in scheduler.tasks:
        steps_by_actor[task.actor] = steps_by_actor.get(task.actor, 0) + task.steps
    return {
        "format": 1,
        "end": end,
        "history": [],
        "leftovers": [{"kind": "task", "what": f"thread {task.actor}", "actor": task.actor, "referenced": True} for task in left],
        "escapes": [],
        "deviations": journal.deviations,
        "steps": journal.steps,
        "answers": journal.answers,
        "unmet": interpreter.unmet(),
        "stats": {
            "steps": scheduler.step,
            "atMs": scheduler.now_us / 1000,
            "stepsByActor": steps_by_actor,
            "nativeUncontrolled": False,
        },
        "traceHash": journal.trace,
        "model": MODEL,
    }
