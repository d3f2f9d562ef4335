"""The execution that runs now, for the primitives that the subject believes to be Python's."""

import contextlib
import os

from .scheduler import Ended

#: The `Scheduler`, or None between executions.
scheduler = None

#: This process is a copy that the subject has made of its own: nothing of it is under control.
is_forked = False


def me():
    """The task that calls, or None: outside of an execution, or in a thread that nobody controls."""
    return None if scheduler is None else scheduler.me()


def over():
    """Whether the caller belongs to an execution that is over: it must not wait for anything any more."""
    return scheduler is not None and scheduler.end is not None


def leave_if_over():
    if over():
        raise Ended


@contextlib.contextmanager
def aside():
    """What the harness itself does inside is no step of the subject's."""
    controlled, scheduler.running_ident = scheduler.running_ident, None
    try:
        yield
    finally:
        scheduler.running_ident = controlled


def forked():
    """In the copy: threads, batons and the channel are those of the process that it was copied from."""
    global scheduler, is_forked
    if scheduler is not None:
        scheduler, is_forked = None, True


def leave_if_forked():
    """The copy has come to the end of what the subject does in it."""
    if is_forked:
        os._exit(0)
