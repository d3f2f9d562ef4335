"""The interpreter of policies (`harness/core/interpreter.ts`): the only code that decides. `test/core/vectors.json` keeps the two in step."""

from .pickers import picker_of


class Interpreter:
    """Follows `policy`, the JSON of one, for one execution. The same points get the same answers."""

    def __init__(self, policy):
        self._changes = policy["deviations"]
        self._picker = picker_of(policy)
        self._holds = _Holds([change for change in self._changes if "hold" in change])
        self._keyed = _Keyed([change for change in self._changes if change.get("at")])
        self._stepped = _Stepped([change for change in self._changes if change.get("at") == ""])
        # Without changes and memory the picker's answer is the answer.
        if not self._changes and self._picker.took is None:
            self.decide = self._plainly

    def _plainly(self, kind, key, step, options, running):
        return self._picker.pick(kind, step, options, running)

    def decide(self, kind, key, step, options, running):
        """The index of the option to take, of two or more."""
        # The picker is always asked, so that its memory (priorities, change points) does not depend on where the deviations lie.
        calmly = self._holds.pick(kind, step, options, running, self._picker)
        index = self._keyed.take(key, options)
        if index < 0:
            index = self._stepped.take(step, options)
        if index < 0:
            index = calmly
        if kind == "run":
            taken = options[index]
            if self._picker.took is not None:
                self._picker.took(options, taken)
            self._holds.took(taken)
        return index

    def unmet(self):
        """Changes whose place or option was never met, in the order of the policy: a replay that does not fit any more."""
        missed = {id(change) for part in (self._holds, self._keyed, self._stepped) for change in part.unmet()}
        return [change for change in self._changes if id(change) in missed]


class _Keyed:
    """Deviations by key: the n-th time that this place is asked, that option by its key."""

    def __init__(self, deviations):
        self._places = {}
        for deviation in deviations:
            self._places.setdefault(deviation["at"], {})[deviation["nth"]] = deviation
        self._asked = dict.fromkeys(self._places, 0)
        self._deviations = deviations
        self._met = set()

    def take(self, key, options):
        asked = self._asked.get(key)
        if asked is None:
            return -1
        self._asked[key] = asked + 1
        deviation = self._places[key].get(asked + 1)
        if deviation is None:
            return -1
        for index, option in enumerate(options):
            if option.key == deviation["take"]:
                self._met.add(id(deviation))
                return index
        return -1

    def unmet(self):
        return [deviation for deviation in self._deviations if id(deviation) not in self._met]


class _Stepped:
    """Deviations by step: a cursor walks along them."""

    def __init__(self, deviations):
        self._left = sorted(deviations, key=lambda deviation: deviation["step"])
        self._next = 0
        self._missed = []

    def take(self, step, options):
        index = -1
        while self._next < len(self._left) and self._left[self._next]["step"] <= step:
            deviation = self._left[self._next]
            self._next += 1
            if deviation["step"] == step and deviation["index"] < len(options) and index < 0:
                index = deviation["index"]
            else:
                self._missed.append(deviation)
        return index

    def unmet(self):
        return self._missed + self._left[self._next :]


class _Holds:
    """Leaves held tasks out as long as there is another one. Only tasks can be held, so data passes."""

    def __init__(self, holds):
        self._holds = holds
        self._active = list(holds)
        self._met = set()

    def pick(self, kind, step, options, running, picker):
        if kind != "run" or not self._active:
            return picker.pick(kind, step, options, running)
        free = [option for option in options if self._is_free(option.key)]
        if not free or len(free) == len(options):
            return picker.pick(kind, step, options, running)
        goes_on = options[running] if running >= 0 else None
        inner = free.index(goes_on) if goes_on in free else -1
        return options.index(free[picker.pick(kind, step, free, inner)])

    def took(self, taken):
        if self._active:
            key = taken.key
            self._active = [hold for hold in self._active if hold["until"] != key]

    def unmet(self):
        return [hold for hold in self._holds if id(hold) not in self._met]

    def _is_free(self, key):
        hold = next((each for each in self._active if each["hold"] == key), None)
        if hold is not None:
            self._met.add(id(hold))
        return hold is None
