"""What an execution asks of the process that searches while it runs: tools of the dispatcher that are functions there."""

from .plain import Plain


class Questions:
    """Of one execution: its tools are made anew, since they may remember something. Nobody else speaks on the channel meanwhile."""

    def __init__(self, channel):
        self._channel = channel
        self._is_first = True

    def __call__(self, tool, args, seq, connection):
        """The answer: `output` or `error`. Atomic: nobody else runs before it is there."""
        question = {"type": "ask", "tool": tool, "args": Plain().of(args), "seq": seq, "connection": connection, "fresh": self._is_first}
        self._is_first = False
        self._channel.write(question)
        answer = self._channel.read()
        if answer is None:
            # Nobody is there any more; whoever looks after us ends us.
            raise ConnectionResetError("the process that searches is gone")
        return {"output": answer["result"]} if "result" in answer else {"error": answer["error"]}
