"""The desk: decides what becomes of a request, the same for every transport (`harness/dispatchers/desk.ts`)."""

import json
import re

from .. import current
from ..plain import Plain
from ..scheduler import DISPATCHER

#: Faults, and a delay that never ends, after which whoever asked hears nothing: it waits through no fault of the subject's.
SILENCES = ("drop", "never", "half-open")
NEVER = None


class Desk:
    """`ask(tool, args, seq, connection)`: asks a tool that is a function of the process that searches. `silences`: see `SILENCES`."""

    def __init__(self, spec, ask, silences=SILENCES):
        self._spec = spec
        self._ask = ask
        self._silences = silences
        self._struck = {}
        self._asked = 0
        #: Requests by call, in order: what was asked for, and whether it was answered or its connection closed.
        self._requests = {}
        #: Some request was swallowed.
        self.is_silent = False

    def decide(self, tool, args, connection):
        """The answer, the fault that strikes it, and after how many milliseconds: in this order fault, delay, answer."""
        tools = self._spec.get("tools")
        allowed = self._spec.get("allow", list(tools or ()))
        if tools is not None and not (tool in tools and tool in allowed):
            named = ", ".join(allowed) or "none"
            return {"error": f"tool {json.dumps(tool)} is not available; available: {named}"}, None, 0
        fault, delay_ms = self._strike(tool), self._delay(tool)
        self._asked += 1
        answer = {"output": args} if tools is None else self._answer(tool, tools[tool], args, connection)
        return ({"error": "injected error"} if fault == "error" else answer), fault, delay_ms

    def _answer(self, name, tool, args, connection):
        if tool["tool"] == "function":
            return self._ask(name, args, self._asked, connection)
        return _ANSWERS[tool["tool"]](name, tool, args)

    def _strike(self, tool):
        """Each fault strikes as often as its rule allows at most; whether it does is a choice."""
        rules = self._spec.get("faults", [])
        open_rules = [
            number
            for number, rule in enumerate(rules)
            if self._struck.get(number, 0) < rule.get("most", 1) and rule.get("tool", tool) == tool
        ]
        if not open_rules:
            return None
        names = ["none", *(rules[number]["fault"] for number in open_rules)]
        taken = current.scheduler.choose("fault", f"fault {tool}", names, DISPATCHER)
        if taken == 0:
            return None
        number = open_rules[taken - 1]
        self._struck[number] = self._struck.get(number, 0) + 1
        return names[taken]

    def _delay(self, tool):
        spec = self._spec
        choices = (spec.get("delays", {}).get(tool) or spec.get("delay") or {"choicesMs": [0]})["choicesMs"]
        names = ["never" if ms is NEVER else f"{_number(ms)} ms" for ms in choices]
        return choices[current.scheduler.choose("delay", f"delay {tool}", names, DISPATCHER)]

    # -- what it has done

    def record(self, call, **facts):
        """An event of the request that is known as `call`."""
        scheduler = current.scheduler
        crossing = {name: Plain().of(facts[name]) for name in ("input", "output") if name in facts}
        scheduler.journal.event(scheduler, actor=DISPATCHER, call=call, **{**facts, **crossing})
        kind = facts["type"]
        if kind == "invoke":
            self._requests[call] = [json.dumps(facts["input"]), False]
        elif kind == "info" and facts["error"] in self._silences:
            self.is_silent = True
        else:
            self._requests[call][1] = True

    def was_answered(self, token):
        """The last request that carries the token was answered, or its connection closed: its caller ought to know."""
        word = re.compile(rf"(?<!\w){re.escape(token)}(?!\w)")
        mine = [answered for text, answered in self._requests.values() if word.search(text)]
        return bool(mine) and mine[-1]


def _number(ms):
    """As Node writes it."""
    return str(int(ms)) if ms == int(ms) else repr(ms)


def _from_table(name, tool, args):
    key = str(args.get(tool["by"])) if isinstance(args, dict) else ""
    if key in tool["values"]:
        return {"output": tool["values"][key]}
    return {"error": f"{name} knows nothing of {tool['by']} {json.dumps(key)}"}


_ANSWERS = {
    "echo": lambda name, tool, args: {"output": args},
    "reject": lambda name, tool, args: {"error": tool.get("message", "the tool says no")},
    "constant": lambda name, tool, args: {"output": tool["value"]},
    "table": _from_table,
}
