"""Programs that do something of their own once their execution is over."""

import threading

from subject import Flag


def asserts_while_it_unwinds():
    flag, done = Flag(), []
    try:
        flag.wait_for_it()
    finally:
        assert done, "not done"


def swallows_the_end():
    lock = threading.Lock()
    lock.acquire()
    try:
        lock.acquire()
    except BaseException:
        pass


def waits_for_a_condition_at_the_limit():
    waiting = threading.Condition()
    flag = Flag()

    def hold():
        with waiting:
            waiting.notify_all()
            flag.wait_for_it()

    with waiting:
        threading.Thread(target=hold, daemon=True).start()
        waiting.wait()


#: How each ends.
AFTER_THE_END = {
    asserts_while_it_unwinds: "limit",
    swallows_the_end: "deadlock",
    waits_for_a_condition_at_the_limit: "limit",
}
