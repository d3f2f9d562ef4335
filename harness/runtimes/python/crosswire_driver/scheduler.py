"""Real threads, of which exactly one holds the baton. Each hand-over is a choice of the policy, or forced.

All state here is touched by whoever holds the baton and by nobody else, so it needs no lock.
"""

from _thread import get_ident
from sys import _current_frames
from time import monotonic
from time import sleep as real_sleep

from . import places
from .journal import Journal
from .polling import has_live_children, ready
from .rules import LATENESS_US, POINTS_IN_A_ROW, STARVED_US, STEP_US, TOGETHER_US
from .tasks import IMMUTABLE, ClockOption, Datum, Site, Task

#: Steps for which threads may run on once `main` has returned.
_AFTERWARDS = 10_000
#: Real seconds that a word from another process is waited for, where nobody else can go on.
_OUTSIDE_S, _OTHERS_S = 0.02, 10.0

#: The actor of the mock dispatcher.
DISPATCHER = "dispatcher"
END = Site(3, "end")
SLEEP = Site(4, "sleep")
AWAKE = Site(6, "awake")
SETTLED = Site(8, "the others have settled")


class Ended(BaseException):
    """Unwinds a thread of an execution that is over. No `except Exception` of the subject's catches it."""


class Scheduler:
    """One execution. `decide` answers its choices; `limits`: `steps` and `virtualMs`."""

    def __init__(self, interpreter, *, limits, baton_type, record=False, closely=False, pulse=None):
        self.decide = interpreter.decide
        #: Where a watchdog sees that steps are taken.
        self.pulse = [0] if pulse is None else pulse
        self.limits = limits
        self.journal = Journal(record, closely)
        self.tasks = []
        #: Ready, without the one that runs, the longest waiting first.
        self.ready = []
        self.sleepers = []
        #: Blocked until a descriptor is ready: pairs of a task and what it wants.
        self.listeners = []
        #: Asleep until it looks again for what others leave; its last look found nothing.
        self.idle = None
        #: There are processes that nobody controls: any, and children of this one.
        self.has_strangers = self.has_children = False
        #: Real seconds that they were waited for.
        self.waited_s = 0.0
        self.now_us = 0
        #: Steps that were taken: what a thread does from one point to the next, or one move of the clock.
        self.step = 0
        #: Choice points so far, those with a single option included.
        self.place = 0
        self.in_a_row = 0
        self.lateness_us = LATENESS_US
        self.clock = ClockOption()
        #: `main` has returned and waits for the others, at most until this step.
        self.settles_by = None
        #: Called where nothing can move any more: gives up those that an injected fault keeps waiting.
        self.give_up = lambda: None
        #: What was seen of the subject at the end, as plain data.
        self.observed = None
        self.end = None
        #: The threads that were left when it ended, and what is told of them.
        self.left = None
        self.leftovers = []
        #: Where threads wait at a deadlock.
        self.suspended = []
        #: Exceptions that reached nobody.
        self.errors = []
        #: An exception of the driver's own: the execution is no finding.
        self.failure = None
        #: Something came from another process, when it liked.
        self.is_native = False
        self.running = None
        self.running_ident = None
        self._baton_type = baton_type
        #: The thread that has ended last: its successor waits until it is really gone, or memory would be freed beside it.
        self._dying = None

    # -- who runs

    def begin(self):
        """The calling thread is the first task, `main`."""
        main = self._task("main")
        main.ident = get_ident()
        self.running, self.running_ident = main, main.ident
        return main

    def me(self):
        """The task that calls, or None: a thread that is not under control, or an execution that is over."""
        return self.running if get_ident() == self.running_ident and self.end is None else None

    def point(self, site, obj=None, item=None):
        """The running task is about to do something that others can see: they may come first. Returns `obj`."""
        if get_ident() != self.running_ident or self.end is not None:
            return obj
        me = self.running
        me.site = site
        me.obj = obj
        me.item = item
        counts = me.counts
        counts[site] = counts.get(site, 0) + 1
        if (self.ready or self.sleepers or self.listeners) and (obj is None or type(obj) not in IMMUTABLE):
            self._pass_on(me)
        else:
            self._take(me, 1, 0)
        me.obj = None
        return obj

    def _pass_on(self, me):
        self._wake_due()
        if not self.ready and not self._clock_may_run():
            return self._take(me, 1, 0)
        to = self._choose(me)
        if to is me:
            self.in_a_row += 1
            return
        me.ready_since = self.now_us
        self.ready.append(me)
        self.ready.remove(to)
        self._hand_over(me, to)

    def _take(self, chosen, count, index):
        """A step begins: what `chosen` does now, which was the option at `index` of `count`."""
        self.journal.took(self, chosen, count, index)
        self.step += 1
        self.place += 1
        self.pulse[0] = self.step
        self.now_us += STEP_US
        chosen.steps += 1
        if self.settles_by is not None and self.step > self.settles_by:
            self.wake(self.tasks[0])
        if self.step > self.limits["steps"]:
            self.stop("limit", f"{self.limits['steps']} steps are used up")

    def _choose(self, me):
        """Asks who goes on, until it is a thread: the clock may be moved before. `me`: the running task, None if it cannot go on."""
        while True:
            options = self._options(me)
            index = self._ask(options, me)
            chosen = options[index]
            is_early = chosen is self.clock and len(options) > 1
            self._take(chosen, len(options), index)
            if chosen is not self.clock:
                return chosen
            if is_early:
                self.lateness_us -= max(0, self._next_deadline() - self.now_us)
            self._advance()

    def _options(self, me):
        starved = self.ready[0] if self.ready and self.now_us - self.ready[0].ready_since > STARVED_US else None
        if starved is not None:
            return [starved]
        if me is None:
            options = list(self.ready)
        elif self.in_a_row < POINTS_IN_A_ROW:
            options = [me, *self.ready]
        else:
            options = [*self.ready, me]
        if self._clock_may_run():
            options.append(self.clock)
        return options

    def _ask(self, options, me):
        if len(options) == 1:
            return 0
        key = options[0].key
        running = -1 if me is None else options.index(me)
        index = self.decide("run", key, self.place, options, running)
        self.journal.answered("run", key, self.place, options, index)
        return index

    def choose(self, kind, what, names, actor=None):
        """Draws data from the schedule: the index of one of `names`, of which the first is the least disruptive."""
        me = self.me()
        if me is None or len(names) < 2:
            return 0
        key = self.journal.data_key(actor or me.actor, f"{kind} {what}")
        options = [Datum(name) for name in names]
        index = self.decide(kind, key, self.place, options, -1)
        self.journal.answered(kind, key, self.place, options, index)
        self.journal.chose(kind, what, names, index)
        self.place += 1
        return index

    def _hand_over(self, me, to):
        self.in_a_row = 0
        self.running, self.running_ident = to, to.ident
        to.baton.give()
        me.baton.take()
        self._take_up(me)

    def _take_up(self, me):
        if self._dying is not None:
            dying, self._dying = self._dying, None
            dying.wait()
        if me.killed:
            raise Ended

    # -- waiting

    def block(self, waits_for, deadline_us=None, *, then):
        """The running task cannot go on until `wake`; `then`: what it does next. True if it was woken, False once its deadline has passed."""
        me = self.running
        me.site = then
        me.counts[then] = me.counts.get(then, 0) + 1
        me.state, me.waits_for, me.timed_out = "blocked", waits_for, False
        me.deadline = deadline_us
        if deadline_us is not None:
            self.sleepers.append(me)
        self._leave(me)
        me.waits_for = None
        return not me.timed_out

    def block_on(self, wanted, waits_for, deadline_us=None, *, then):
        """Until one of the descriptors is ready: `block`, woken by whoever finds that out."""
        entry = (self.running, wanted)
        self.listeners.append(entry)
        try:
            return self.block(waits_for, deadline_us, then=then)
        finally:
            if entry in self.listeners:
                self.listeners.remove(entry)

    def _hear(self):
        """Wakes whose descriptors are ready. What one thread has written another can read at once."""
        for entry in list(self.listeners):
            task, wanted = entry
            if task.state == "blocked" and ready(wanted):
                self.listeners.remove(entry)
                self.wake(task)

    def meets_stranger(self, *, child):
        """A process that nobody controls has to do with this one from now on."""
        self.has_strangers = self.is_native = True
        self.has_children = self.has_children or child

    def _wait_really(self, at_most_s, until):
        """Lets other processes get on with it, and hears of what they do."""
        begun = monotonic()
        while not self.ready and not until() and monotonic() - begun < at_most_s:
            real_sleep(0.001)
            self.pulse[0] += 1
            self._hear()
        self.waited_s += monotonic() - begun

    def _listens_outside(self):
        """Somebody waits for what another process may say. The mock dispatcher hears of nobody but this one, unless children may ask it."""
        others = any(task.actor != DISPATCHER for task, _ in self.listeners)
        return self.has_strangers and (others or (bool(self.listeners) and self.has_children and has_live_children()))

    def _hear_from_outside(self):
        """Nobody here can go on: is there something on its way from another process?"""
        patience_s = _OTHERS_S if self._listens_outside() else _OUTSIDE_S
        self._wait_really(patience_s, until=lambda: not self.listeners)
        self.is_native = self.is_native or bool(self.ready)

    def _wait_for_children(self):
        """Their time is real: as long as one of them lives, the clock moves no faster."""
        if self.waited_s < _OTHERS_S and has_live_children():
            patience_s = (self._next_deadline() - self.now_us) / 1e6
            self._wait_really(min(patience_s, _OTHERS_S - self.waited_s), until=lambda: not has_live_children())
        if self.waited_s >= _OTHERS_S and not self.ready:
            self.stop("out-of-control", f"a child process was waited for {_OTHERS_S:g} s: {self._waits()}")

    def _moves(self):
        """Somebody can go on, or will. One who has just looked and found nothing finds nothing next time either, where nobody else moves."""
        if self.ready or self.has_strangers or self.idle is not self.running:
            return bool(self.ready or self.sleepers)
        return len(self.sleepers) > 1

    def _must_be_able_to_go_on(self):
        self._wake_due()
        if self.settles_by is not None and not self._others_go_on():
            self.wake(self.tasks[0])
        if self.end is None and not self._moves():
            self._hear_from_outside()
            if not self.ready:
                self.give_up()
        if self.end is None and self.has_children and self.sleepers and not self.ready:
            self._wait_for_children()
        if self.end is not None or not self._moves():
            if self._listens_outside():
                self.stop("out-of-control", f"another process has said nothing for {_OTHERS_S:g} s: {self._waits()}")
            self.stop("deadlock", self._waits())

    def _leave(self, me):
        self._must_be_able_to_go_on()
        to = self._choose(None)
        self.ready.remove(to)
        if to is me:
            self.in_a_row = 0
            self.running = me
            return
        self._hand_over(me, to)

    def wake(self, task, timed_out=False):
        """It can go on: whatever it waits for is there. Does nothing for one that is not blocked."""
        if task.state != "blocked":
            return
        task.state, task.timed_out = "ready", timed_out
        if task.deadline is not None:
            self.sleepers.remove(task)
        task.ready_since = self.now_us
        self.ready.append(task)

    def unready(self, task):
        """What it was woken for is gone again: it goes on waiting, until the same deadline."""
        self.ready.remove(task)
        task.state = "blocked"
        if task.deadline is not None:
            self.sleepers.append(task)

    def sleep(self, us):
        self.point(SLEEP)
        self.block("the end of a sleep", self.now_us + max(0, us), then=AWAKE)

    def look_again(self, us, found, *, then):
        """The sleep of one who looks for what others leave: by itself it brings nothing about, where the last look `found` nothing."""
        self.idle = None if found else self.running
        self.block("the next look at its folder", self.now_us + us, then=then)
        self.idle = None

    def settle(self):
        """`main` has returned: as Python does at its exit, it waits for threads that are no daemons, as far as they go on by themselves."""
        self.settles_by = self.step + _AFTERWARDS
        self._wake_due()
        while self.step <= self.settles_by and self._others_go_on():
            self.block("the others", then=SETTLED)
        self.settles_by = None

    def _others_go_on(self):
        """Some can, or wait for what a daemon may do. Who sleeps, or waits for what nobody does, is left."""
        awaited = [task for task in self.tasks[1:] if task.state != "done" and not task.is_background]
        if any(task.state == "ready" for task in awaited):
            return True
        return any(task.deadline is None for task in awaited) and any(task.number > 1 for task in self.ready)

    # -- the clock

    def _next_deadline(self):
        return min(task.deadline for task in self.sleepers)

    def _clock_may_run(self):
        """With nobody ready it has to; else it may run ahead, within the bound."""
        if not self.sleepers:
            return False
        return not self.ready and self.running.state != "ready" or self._next_deadline() - self.now_us <= self.lateness_us

    def _advance(self):
        self.clock.count += 1
        self.now_us = max(self.now_us, self._next_deadline())
        if self.now_us > self.limits["virtualMs"] * 1000:
            self.stop("limit", f"{self.limits['virtualMs']} virtual ms are over")
        self._wake_until(self.now_us + TOGETHER_US)

    def _wake_due(self):
        if self.listeners:
            self._hear()
        if self.sleepers and self._next_deadline() <= self.now_us:
            self._wake_until(self.now_us)

    def _wake_until(self, us):
        due = [task for task in self.sleepers if task.deadline <= us]
        for task in sorted(due, key=lambda task: (task.deadline, task.number)):
            self.now_us = max(self.now_us, task.deadline)
            self.wake(task, timed_out=True)

    # -- tasks come and go

    def _task(self, actor):
        task = Task(len(self.tasks) + 1, actor, self._baton_type())
        self.tasks.append(task)
        return task

    def add(self, actor=None):
        """A new task, which is blocked until `wake`: its thread has to come up first."""
        parent = self.running
        if actor is None:
            parent.children += 1
            actor = f"{parent.actor}/{parent.children}"
        task = self._task(actor)
        task.state = "blocked"
        return task

    def await_turn(self, task):
        """In a new thread: waits until it is its turn."""
        task.baton.take()
        self._take_up(task)

    def finish(self, task):
        """In a thread that is about to end: somebody else goes on. It must do nothing of the subject's any more."""
        task.state = "done"
        task.site = END
        if self.end is None:
            try:
                self._must_be_able_to_go_on()
                to = self._choose(None)
            except Ended:
                return
            self.ready.remove(to)
            self.in_a_row = 0
            self.running, self.running_ident = to, to.ident
            self._dying = task.real_end
            to.baton.give()

    # -- the end

    def _waits(self):
        """Who waits for what, in words."""
        blocked = [task for task in self.tasks if task.state == "blocked"]
        return "; ".join(f"{task.actor} waits for {task.waits_for}" for task in blocked)

    def _say_who_waits(self):
        blocked = [task for task in self.tasks if task.state == "blocked"]
        self.end["waiting"] = [f"{task.actor}: {task.waits_for}" for task in blocked]
        frames = _current_frames() if self.journal.closely else {}
        for task in blocked:
            frame = frames.get(task.ident)
            lines = places.lines_of(frame)
            if lines:
                self.suspended.append({"actor": task.actor, "at": lines, "in": places.function_of(frame)})

    def escaped(self, error):
        """An exception that reached nobody, in the thread that raised it. After the end it is one of the end's own making."""
        if self.end is not None:
            return
        me = self.me()
        actor = "" if me is None else me.actor
        what = f"{type(error).__name__}: {error}"
        self.errors.append({"kind": "error", "what": what, "actor": actor, "referenced": True})

    def look_at_what_is_left(self):
        """The threads, `main` apart, that have not ended. Once: soon they unwind."""
        if self.left is None:
            self.left = [task for task in self.tasks[1:] if task.state != "done"]
            self.leftovers = [task.leftover() for task in self.left]

    def fail(self, error):
        """The driver itself is at fault. Always raises."""
        self.failure = self.failure or error
        self.stop("out-of-control", "the driver has failed")

    def stop(self, kind, message):
        """Ends the execution: `main` is told, everybody else is unwound. Always raises."""
        if self.end is None:
            # Now: from here on threads unwind beside each other.
            self.look_at_what_is_left()
            self.end = {"kind": kind, "message": message}
            if kind == "deadlock":
                self._say_who_waits()
        main = self.tasks[0]
        if get_ident() != main.ident:
            main.killed = True
            main.baton.give()
        raise Ended
