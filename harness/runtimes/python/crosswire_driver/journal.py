"""What an execution writes down: answers and history always, steps and deviations only while it is recorded."""

from _thread import get_ident
from sys import _current_frames, _getframe

from .draws import hash_text
from .places import lines_of


class Journal:
    """`closely`: the lines of the subject too."""

    def __init__(self, record, closely=False):
        self.record = record
        self.closely = closely
        #: u32 over the order of tasks and sites.
        self.trace = 0
        self.answers = []
        self.history = []
        self.steps = []
        self.deviations = []
        self._asked = {}
        self._data = {}
        self._calls = 0

    # -- choices

    def answered(self, kind, key, place, options, index):
        self.answers.append((kind, place, len(options), index))
        if not self.record:
            return
        nth = self._asked[key] = self._asked.get(key, 0) + 1
        if index != 0:
            self.deviations.append({"at": key, "nth": nth, "step": place, "take": options[index].key, "index": index})

    def chose(self, kind, what, names, index):
        self.trace = (self.trace * 1000003 ^ (hash_text(what) + index)) & 0xFFFFFFFF
        if index != 0 and self.record and self.steps:
            self.steps[-1].setdefault("chose", []).append(f"{kind}: {names[index]}")

    def data_key(self, actor, what):
        """Relative to the actor, as the key of a task is."""
        name = (actor, what)
        count = self._data[name] = self._data.get(name, 0) + 1
        return f"{actor}|{what}|{count}"

    # -- steps

    def took(self, scheduler, task, count, index):
        self.trace = (self.trace * 1000003 ^ (task.site.hash * 131 + task.number)) & 0xFFFFFFFF
        if not self.record:
            return
        step = {
            "n": scheduler.step,
            "atMs": scheduler.now_us / 1000,
            "actor": task.actor,
            "key": task.key,
            "what": task.site.what,
            "cause": None,
            "options": count,
            "took": index,
        }
        if self.closely and task.lane == "thread":
            lines = self._lines(task)
            # As with a callback, the innermost line tells it: what called it does not wait for anybody.
            step["went"] = [{"actor": task.actor, "at": lines, "isCalled": True}] if lines else []
            step["resumed"] = lines[:1]
        self.steps.append(step)

    def _lines(self, task):
        """Where it goes on, the innermost first."""
        if task.ident == get_ident():
            return lines_of(_getframe(2))
        return lines_of(_current_frames().get(task.ident))

    # -- history

    def next_call(self):
        self._calls += 1
        return self._calls

    def event(self, scheduler, **facts):
        if scheduler.end is not None:
            return  # Of an operation that catches what unwinds it.
        self.history.append({"n": len(self.history), "atMs": scheduler.now_us / 1000, "step": scheduler.step, **facts})
