"""What real threads and timers can reorder, in numbers. They make the model, which is part of every token."""

#: Steps that one thread may take while others wait, before the calmest policy passes on: a thread that spins on a flag ends.
POINTS_IN_A_ROW = 1000
#: What a step costs, in virtual microseconds.
STEP_US = 10
#: A thread that was ready for so long is the only option.
STARVED_US = 100_000
#: By how much the clock may run ahead of threads that are ready, in one execution.
LATENESS_US = 250_000
#: Sleepers that are due within so long wake together: an exact clock would hide the order of timers.
TOGETHER_US = 5_000
