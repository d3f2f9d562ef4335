"""How a policy answers where no change of it says otherwise (`harness/core/picks.ts`): one picker for each `pick`.

A point is a tuple `(kind, key, step, options, running)`; an option has `key`, `hash`, `actor`, `lane` and `access`.
"""

from .draws import below, hash_text, mix

# Salts keep the draws of one step apart.
_STAY, _UNIFORM, _WEIGHTED, _DATA, _DATA_CALM, _WITHIN_ACTOR = 1, 2, 3, 4, 5, 6
_HALF = 0x80000000


def picker_of(policy):
    """Has `pick(kind, step, options, running)`, and `took(options, taken)` where it remembers what was taken, else None."""
    return _PICKERS[policy["pick"]](policy)


class _First:
    took = None

    def __init__(self, policy):
        pass

    def pick(self, kind, step, options, running):
        return 0


class _Drawing:
    """Tasks by `run`. Data (latency, chunk, fault) stays calm half of the time; delays and wake-ups are drawn evenly."""

    took = None

    def __init__(self, policy):
        self.seed = policy["seed"]

    def pick(self, kind, step, options, running):
        if kind == "run":
            return self.run(step, options, running)
        count = len(options)
        if kind in ("delay", "wake"):
            return below(mix(self.seed, step, _DATA), count)
        if mix(self.seed, step, _DATA_CALM) < _HALF:
            return 0
        return 1 + below(mix(self.seed, step, _DATA), count - 1)


class _Uniform(_Drawing):
    def __init__(self, policy):
        super().__init__(policy)
        self.stay = policy["stay"]

    def run(self, step, options, running):
        if self.stay > 0 and running >= 0 and mix(self.seed, step, _STAY) < self.stay:
            return running
        return below(mix(self.seed, step, _UNIFORM), len(options))


class _Priority(_Drawing):
    """PCT (lanes, change points) and POS (options, redrawn on a clash). A changed priority is negative: below every drawn one."""

    def __init__(self, policy):
        super().__init__(policy)
        self.id_of = _lane_hash if policy["over"] == "lane" else _option_hash
        self.changes = sorted(policy["changeAt"])
        self.due = 0
        self.low = 0
        self.lowered = {}
        self.redraws = {}
        self.took = self._redraw_clashes if policy["redrawOnClash"] else None

    def run(self, step, options, running):
        top = self._best(options)
        while self.due < len(self.changes) and self.changes[self.due] <= step:
            self.low -= 1
            self.lowered[self.id_of(options[top])] = self.low
            top = self._best(options)
            self.due += 1
        return top

    def _rank(self, identity):
        rank = self.lowered.get(identity)
        return mix(self.seed, identity, self.redraws.get(identity, 0)) if rank is None else rank

    def _best(self, options):
        ranks = [self._rank(self.id_of(option)) for option in options]
        return ranks.index(max(ranks))

    def _redraw_clashes(self, options, taken):
        for option in options:
            if option is not taken and _known_clash(taken.access, option.access):
                identity = self.id_of(option)
                self.redraws[identity] = self.redraws.get(identity, 0) + 1
                self.lowered.pop(identity, None)


class _Weighted(_Drawing):
    """SURW: an actor is drawn by what is left of its weight, then one of its options evenly."""

    def __init__(self, policy):
        super().__init__(policy)
        self.weights = policy["weights"]
        self.left = {}

    def run(self, step, options, running):
        actors = list(dict.fromkeys(option.actor for option in options))
        rest = below(mix(self.seed, step, _WEIGHTED), sum(map(self._left_of, actors)))
        for actor in actors:
            rest -= self._left_of(actor)
            if rest < 0:
                break
        own = [index for index, option in enumerate(options) if option.actor == actor]
        return own[below(mix(self.seed, step, _WITHIN_ACTOR), len(own))]

    def took(self, options, taken):
        self.left[taken.actor] = max(1, self._left_of(taken.actor) - 1)

    def _left_of(self, actor):
        weight = self.left.get(actor)
        if weight is None:
            weight = self.left[actor] = max(1, self.weights.get(actor, 1))
        return weight


_lanes = {}


def _lane_hash(option):
    name = (option.actor, option.lane)
    known = _lanes.get(name)
    if known is None:
        if len(_lanes) > 10_000:
            _lanes.clear()
        known = _lanes[name] = hash_text(f"{option.actor}/{option.lane}")
    return known


def _option_hash(option):
    return option.hash


def _known_clash(a, b):
    """An unknown access is not redrawn: taken for a clash with everything, it would make POS a plain random walk."""
    return a is not None and b is not None and a[0] == b[0] and (a[1] or b[1])


_PICKERS = {"first": _First, "uniform": _Uniform, "priority": _Priority, "weighted": _Weighted}
