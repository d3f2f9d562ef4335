"""The execution that runs now, for the primitives that the subject believes to be Python's."""

from .scheduler import Ended

#: The `Scheduler`, or None between executions.
scheduler = None


def me():
    """The task that calls, or None: outside of an execution, or in a thread that nobody controls."""
    return None if scheduler is None else scheduler.me()


def over():
    """Whether the caller belongs to an execution that is over: it must not wait for anything any more."""
    return scheduler is not None and scheduler.end is not None


def leave_if_over():
    if over():
        raise Ended
