"""A worker: a fork of the process that has loaded the subject, which executes what it is asked for until it is told to end."""

import gc
import os
import sys
import traceback

from .execution import execute
from .questions import Questions

#: Garbage is collected between executions, so many of them: where it is collected decides when `__del__` runs.
_COLLECT_EVERY = 10


class Worker:
    def __init__(self, channel, file, dispatcher, without, watch, place):
        self._channel = channel
        self._file = file
        self._dispatcher = dispatcher
        self._without = without
        self._watch = watch
        self._place = place
        self._executions = 0

    def run(self, request):
        """Never returns."""
        code = 1
        try:
            self._watch.in_worker()
            while request is not None and request["type"] == "run":
                self._answer(self._execute(request), request)
                request = self._next()
            self._watch.ends()
            code = 0
        except BaseException as error:
            # Of the driver itself: the subject's own are caught where it is called.
            traceback.print_exc()
            message = traceback.format_exception_only(type(error), error)[-1].strip()
            self._answer({"type": "broken", "message": message}, request)
        finally:
            flush()
            os._exit(code)

    def _answer(self, answer, request):
        with self._watch.speaking():
            self._channel.write({"id": request["id"], **answer}, begins_anew=True)
        self._watch.idle()

    def _next(self):
        self._channel.wait()
        self._watch.reads()
        request = self._channel.request()
        self._watch.busy(0 if request is None else request["id"])
        return request

    def _execute(self, request):
        """One execution under each policy, until one does not complete: then it may be the last that is wanted."""
        executions, clean = [], True
        for policy in request["policies"]:
            execution, clean = self._once(request, policy)
            executions.append(execution)
            if not clean or execution["end"]["kind"] != "completed":
                break
        return {"type": "ran", "executions": executions, "clean": clean}

    def _once(self, request, policy):
        done = execute(
            self._file.body(request["workload"], self._dispatcher, Questions(self._channel, self._watch, request["id"]), self._place),
            policy=policy,
            limits=request["limits"],
            seed=request["seed"],
            record=request["record"],
            closely=request["closely"],
            without=self._without,
            pulse=self._watch.pulse,
        )
        flush()
        self._executions += 1
        if self._executions % _COLLECT_EVERY == 0:
            gc.collect()
        return done


def flush():
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError, AttributeError):
            pass  # The subject has closed or replaced it.
