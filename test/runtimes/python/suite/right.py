"""Programs that are right in every order, one for each primitive of the standard library."""

import asyncio
import concurrent.futures
import contextlib
import queue
import threading
import time

from subject import together


def condition():
    waiting = threading.Condition()
    items = []

    def take():
        with waiting:
            while not items:
                waiting.wait()
            return items.pop()

    def put():
        with waiting:
            items.append(1)
            waiting.notify()

    together(take, put, take, put)
    return items


def events_and_a_timeout():
    first, second = threading.Event(), threading.Event()
    order = []

    def one():
        first.wait()
        order.append(1)
        second.set()

    def two():
        order.append(0)
        first.set()
        assert second.wait(60)
        order.append(2)

    together(one, two)
    return order


def semaphore():
    free = threading.BoundedSemaphore(2)
    inside, most = [], []

    def enter():
        with free:
            inside.append(None)
            most.append(len(inside))
            inside.pop()

    together(enter, enter, enter)
    return max(most) <= 2


def barrier():
    meeting = threading.Barrier(3)
    before, after = [], []

    def come():
        before.append(None)
        meeting.wait()
        after.append(len(before))

    together(come, come, come)
    return after


def reentrant():
    lock = threading.RLock()
    total = [0]

    def add():
        with lock:
            with lock:
                total[0] += 1

    together(add, add)
    return total


def thread_locals():
    own = threading.local()
    seen = []

    def use(name):
        own.name = name
        seen.append(own.name == name)

    together(lambda: use("a"), lambda: use("b"))
    return seen


def a_timer_that_is_cancelled():
    fired = []
    timer = threading.Timer(60, fired.append, [1])
    timer.start()
    timer.cancel()
    timer.join()
    return fired


def futures():
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        waiting = [pool.submit(time.sleep, 1), pool.submit(int, "7")]
        done = concurrent.futures.wait(waiting).done
        return sorted(each.result() or 0 for each in done)


def queues():
    put_in = queue.PriorityQueue()
    done = []

    def work():
        while (item := put_in.get()) != (9,):
            done.append(item[0])
            put_in.task_done()
        put_in.task_done()

    worker = threading.Thread(target=work)
    worker.start()
    for n in (3, 1, 2):
        put_in.put((n,))
    put_in.put((9,))
    put_in.join()
    worker.join()
    return sorted(done)


def impatient_queue():
    with contextlib.suppress(queue.Empty):
        queue.SimpleQueue().get(timeout=5)
        return "got something"
    return "lost patience"


def a_loop_in_a_thread():
    async def answer():
        await asyncio.sleep(0.5)
        return await asyncio.get_running_loop().run_in_executor(None, int, "7")

    got = []
    together(lambda: got.append(asyncio.run(answer())))
    return got


RIGHT = {
    condition: [],
    events_and_a_timeout: [0, 1, 2],
    semaphore: True,
    barrier: [3, 3, 3],
    reentrant: [2],
    thread_locals: [True, True],
    a_timer_that_is_cancelled: [],
    futures: [0, 7],
    queues: [1, 2, 3],
    impatient_queue: "lost patience",
    a_loop_in_a_thread: [7],
}
