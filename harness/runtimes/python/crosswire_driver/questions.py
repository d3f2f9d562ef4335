"""What an execution asks of the process that searches while it runs: tools of the dispatcher that are functions there."""

import itertools
import os

from . import current
from .plain import Plain


class Questions:
    """Of one execution: its tools are made anew, since they may remember something. Nobody else speaks on the channel meanwhile."""

    #: No two of all workers have the same number.
    _numbers = itertools.count(1)

    def __init__(self, channel, watch, request):
        self._channel = channel
        self._watch = watch
        self._request = request
        self._is_first = True

    def __call__(self, tool, args, seq, connection):
        """The answer: `output` or `error`. Atomic: nobody else runs before it is there."""
        number = f"{os.getpid()}.{next(self._numbers)}"
        question = {"type": "ask", "tool": tool, "args": Plain().of(args), "seq": seq, "connection": connection, "fresh": self._is_first}
        self._is_first = False
        with self._watch.speaking():
            self._channel.write({**question, "id": self._request, "question": number})
            answer = self._channel.answer(number)
        if answer is None or "failed" in answer:
            # Nobody is there any more, or wants to know.
            current.scheduler.fail(ConnectionResetError("the process that searches answers no more"))
        return {"output": answer["result"]} if "result" in answer else {"error": answer["error"]}
