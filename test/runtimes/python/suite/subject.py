"""Ordinary threaded code, right and wrong."""

import queue
import threading
import time
from concurrent.futures import ThreadPoolExecutor, as_completed, wait

total = 0


def bump():
    global total
    total += 1


def bump_in_closure():
    count = 0

    def bump():
        nonlocal count
        count = count + 1

    together(bump, bump)
    return count


def together(*functions):
    threads = [threading.Thread(target=function) for function in functions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


class Counter:
    def __init__(self):
        self.value = 0
        self.by_name = {"n": 0}
        self._lock = threading.Lock()

    def add(self):
        self.value += 1

    def add_by_name(self):
        self.by_name["n"] += 1

    def add_alone(self):
        with self._lock:
            self.value += 1


class Cache:
    def __init__(self):
        self._kept = {}
        self.made = []

    def get(self, key):
        value = self._kept.get(key)
        if value is None:
            value = object()
            self.made.append(value)
            self._kept[key] = value
        return value


class Flag:
    def __init__(self):
        self.is_up = False

    def wait_for_it(self):
        while not self.is_up:
            pass

    def raise_it(self):
        self.is_up = True


def both_ways():
    one, other = threading.Lock(), threading.Lock()

    def forth():
        with one, other:
            pass

    def back():
        with other, one:
            pass

    together(forth, back)


def order_of_timers():
    order = []
    timer = threading.Timer(0.5, lambda: order.append("timer"))
    timer.start()
    time.sleep(0.5)
    order.append("sleeper")
    timer.join()
    return order


def through_a_queue(count):
    passed = queue.Queue(1)
    got = []

    def take():
        for _ in range(count):
            got.append(passed.get())

    def put():
        for n in range(count):
            passed.put(n)

    together(put, take)
    return got


def squares(count):
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(lambda n: n * n, range(count)))


def answers_as_they_come():
    with ThreadPoolExecutor(8) as pool:
        futures = [pool.submit(int, n) for n in range(8)]
        wait(futures)
        return [each.result() for each in as_completed(futures)]


def leaves_a_thread_waiting():
    threading.Thread(target=threading.Event().wait).start()


class Single:
    _one = None

    @classmethod
    def get(cls):
        if cls._one is None:
            cls._one = cls()
        return cls._one


def one_of_a_class():
    Single._one = None
    got = []
    together(lambda: got.append(Single.get()), lambda: got.append(Single.get()))
    return got[0] is got[1]


def counted_by_a_class():
    Single.made = 0

    def make():
        made = Single.made
        Single.made = made + 1

    together(make, make)
    return Single.made == 2


def counted_in_an_expression():
    global total
    total = 0

    def bump():
        global total
        if (total := total + 1) > 2:
            raise ValueError

    together(bump, bump)
    return total == 2


def counted_beside_another():
    count = other = 0

    def bump():
        nonlocal count, other
        other, count = 1, count + 1

    together(bump, bump)
    return other == 1 and count == 2


RACES = (one_of_a_class, counted_by_a_class, counted_in_an_expression, counted_beside_another)
