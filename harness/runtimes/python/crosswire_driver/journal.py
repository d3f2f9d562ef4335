"""What an execution writes down: answers always, steps and deviations only while it is recorded."""


class Journal:
    def __init__(self, record):
        self.record = record
        #: u32 over the order of tasks and sites.
        self.trace = 0
        self.answers = []
        self.steps = []
        self.deviations = []
        self._asked = {}
        self._data = {}

    def answered(self, kind, key, step, options, index):
        self.answers.append((kind, step, len(options), index))
        if not self.record:
            return
        nth = self._asked[key] = self._asked.get(key, 0) + 1
        if index != 0:
            self.deviations.append({"at": key, "nth": nth, "step": step, "take": options[index].key, "index": index})

    def took(self, scheduler, task, count, index):
        if not self.record:
            return
        self.steps.append(
            {
                "n": scheduler.step,
                "atMs": scheduler.now_us / 1000,
                "actor": task.actor,
                "key": task.key,
                "what": task.site.what,
                "cause": None,
                "options": count,
                "took": index,
            }
        )

    def data_key(self, task, what):
        """Relative to the actor, as the key of a task is."""
        name = (task.actor, what)
        count = self._data[name] = self._data.get(name, 0) + 1
        return f"{task.actor}|{what}|{count}"
