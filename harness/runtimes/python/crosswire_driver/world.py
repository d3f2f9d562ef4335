"""What a user's file is given: the mock dispatcher, whose delays and faults are choices of the same schedule."""

import json

from . import current
from .plain import Plain
from .tasks import Site

_DISPATCHER = "dispatcher"
_sites = {}


class DispatchError(Exception):
    """The dispatcher answered with an error."""


class World:
    #: What `dispatch` raises where the dispatcher answers with an error.
    DispatchError = DispatchError

    def __init__(self, dispatcher):
        self._dispatcher = dispatcher
        self._struck = {}

    def dispatch(self, tool, args=None):
        """Asks the dispatcher, waits for the answer and returns it. Raises `DispatchError` where it is one."""
        scheduler = current.scheduler
        args = _copied(args)
        scheduler.point(_site(f"dispatch {tool}"))
        journal = scheduler.journal
        call = journal.next_call()
        journal.event(scheduler, actor=_DISPATCHER, call=call, type="invoke", op=tool, input=Plain().of(args))
        answer, delay_ms = self._decide(tool, args)
        then = _site(f"answer {tool}")
        if delay_ms > 0:
            scheduler.block(f"the answer of {tool}", scheduler.now_us + int(delay_ms * 1000), then=then)
        else:
            scheduler.point(then)
        if "error" in answer:
            journal.event(scheduler, actor=_DISPATCHER, call=call, type="fail", op=tool, error=answer["error"])
            raise DispatchError(answer["error"])
        journal.event(scheduler, actor=_DISPATCHER, call=call, type="ok", op=tool, output=Plain().of(answer["output"]))
        return _copied(answer["output"])

    def _decide(self, tool, args):
        """The answer and after how many milliseconds: in this order fault, delay, answer, as the dispatcher of a Node scenario decides."""
        tools = self._dispatcher.get("tools")
        allowed = self._dispatcher.get("allow", list(tools or ()))
        if tools is not None and not (tool in tools and tool in allowed):
            named = ", ".join(allowed) or "none"
            return {"error": f"tool {json.dumps(tool)} is not available; available: {named}"}, 0
        fault, delay_ms = self._strike(tool), self._delay(tool)
        answer = {"output": args} if tools is None else _ANSWERS[tools[tool]["tool"]](tool, tools[tool], args)
        return ({"error": "injected error"} if fault == "error" else answer), delay_ms

    def _strike(self, tool):
        """Each fault strikes as often as its rule allows at most; whether it does is a choice."""
        rules = self._dispatcher.get("faults", [])
        open_rules = [
            number
            for number, rule in enumerate(rules)
            if self._struck.get(number, 0) < rule.get("most", 1) and rule.get("tool", tool) == tool
        ]
        if not open_rules:
            return None
        names = ["none", *(rules[number]["fault"] for number in open_rules)]
        taken = current.scheduler.choose("fault", f"fault {tool}", names, _DISPATCHER)
        if taken == 0:
            return None
        number = open_rules[taken - 1]
        self._struck[number] = self._struck.get(number, 0) + 1
        return names[taken]

    def _delay(self, tool):
        spec = self._dispatcher
        choices = (spec.get("delays", {}).get(tool) or spec.get("delay") or {"choicesMs": [0]})["choicesMs"]
        names = [f"{ms:g} ms" for ms in choices]
        return choices[current.scheduler.choose("delay", f"delay {tool}", names, _DISPATCHER)]


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


def _copied(value):
    """What the dispatcher has is nobody else's."""
    return json.loads(json.dumps(value))


def _site(what):
    site = _sites.get(what)
    if site is None:
        site = _sites[what] = Site(500 + len(_sites), what)
    return site
