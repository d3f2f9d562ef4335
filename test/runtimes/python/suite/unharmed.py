"""Programs that are right in every order, in ways that whoever drives their threads can spoil."""

import concurrent.futures
import dataclasses
import datetime
import os
import pathlib
import select
import socket
import sys
import threading
import time
import weakref

import unharmed
from subject import together


@dataclasses.dataclass(frozen=True)
class Key:
    name: str


@dataclasses.dataclass
class Mutable:
    name: str


@dataclasses.dataclass(unsafe_hash=True)
class Forced:
    name: str


class Named:
    def __init__(self, name):
        self.name = name

    def __hash__(self):
        return hash(self.name)

    def __eq__(self, other):
        return self.name == other.name


class Plain:
    pass


class Mixed(Plain, Named):
    pass


class Table:
    def __init__(self):
        self.rows = [1, 2, 3]

    def __getitem__(self, columns):
        return [self.rows[column] for column in columns]


LONG = 600


class Clock:
    read = time.monotonic
    wall = time.time
    sleep = time.sleep
    open = open
    stat = os.stat
    random = os.urandom


KEPT = {Plain(): "kept"}
THE_ONE = next(iter(KEPT))


with concurrent.futures.ThreadPoolExecutor(2) as pool:
    COUNTED = list(pool.map(int, "12"))
at_load = threading.Thread(target=int)
at_load.start()
at_load.join(60)
IS_ALIVE = at_load.is_alive()


def values_are_hashed_by_value():
    hashable = isinstance(hash(Plain()), int)
    try:
        hash(Mutable("a"))
    except TypeError:
        return hashable, {Key("a"): 1}.get(Key("a")), {Forced("a"): 1}.get(Forced("a")), {Mixed("a"): 1}.get(Mixed("a"))


def what_a_module_keeps_is_found():
    hash(Plain())
    return KEPT.get(THE_ONE)


def keys_of_the_subjects_own():
    table, kept = Table(), {}

    def use(name):
        columns, key = [0, 1], Named(name)
        for _ in range(3):
            kept[key] = table[columns]
            kept[key] = kept[key]

    together(lambda: use("a"), lambda: use("b"))
    return [kept[Named(name)] for name in "ab"]


def a_thread_that_exits():
    together(sys.exit, lambda: sys.exit("with a word"))


def patience_outlives_a_release():
    lock = threading.Lock()
    lock.acquire()
    waiter = threading.Thread(target=lambda: lock.acquire(timeout=1) and lock.release())
    waiter.start()
    time.sleep(0.1)
    lock.release()
    lock.acquire()
    waiter.join()


def a_thread_goes_on_while_main_returns():
    done, out = threading.Event(), []

    def work():
        done.set()
        with threading.Lock():
            out.append(2)

    threading.Thread(target=work).start()
    done.wait()


def two_go_on_while_main_returns():
    lock = threading.Lock()
    begun = threading.Semaphore(0)

    def work():
        begun.release()
        with lock:
            sum(range(3))

    threading.Thread(target=work).start()
    threading.Thread(target=work, daemon=True).start()
    begun.acquire()


def functions_that_a_class_keeps():
    clock = Clock()
    clock.sleep(1)
    clock.open(__file__).close()
    return clock.read() > 1, clock.wall() > 1, len(clock.random(3)), clock.stat("/").st_size > 0, pathlib.Path("/").exists()


def a_pipe_takes_all():
    read, write = os.pipe()
    written, got = [], []

    def put():
        written.append(os.write(write, bytes(100_000)))
        os.close(write)

    def take():
        while chunk := os.read(read, 65536):
            got.append(len(chunk))

    together(put, take)
    os.close(read)
    return written, sum(got)


def both_ends_of_one_descriptor():
    one, other = socket.socketpair()
    one.setblocking(False)
    try:
        while True:
            one.send(bytes(65536))
    except BlockingIOError:
        pass
    found = []
    waiter = threading.Thread(target=lambda: found.append(select.select([one], [one], [])))
    waiter.start()
    other.send(b"x")
    waiter.join()
    one.close()
    other.close()
    return [len(ends) for ends in found[0]]


def flags_of_a_socket():
    one, other = socket.socketpair()
    got = []
    try:
        one.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
    except BlockingIOError:
        got.append("nothing yet")

    def send():
        other.sendall(b"ab")
        time.sleep(1)
        other.sendall(b"cdef")
        other.close()

    def receive():
        got.append(one.recv(3, socket.MSG_PEEK)[:1])
        got.append(one.recv(4, socket.MSG_WAITALL))
        buffer = bytearray(4)
        got.append((one.recv_into(buffer, 4, socket.MSG_WAITALL), bytes(buffer)))

    together(send, receive)
    one.close()
    return got


def it_is_later_after_a_sleep():
    def read():
        stamp = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime())
        now = datetime.datetime.now()
        assert type(now) is datetime.datetime
        assert stamp <= str(now) and time.ctime() == time.asctime(), (stamp, now)
        utc = datetime.datetime.now(datetime.timezone.utc)
        clocks = time.clock_gettime(time.CLOCK_REALTIME), time.clock_gettime(time.CLOCK_MONOTONIC)
        return [now.timestamp(), utc.timestamp(), time.mktime(time.localtime()), *clocks]

    before = read()
    time.sleep(600)
    return [round(after - from_before) for from_before, after in zip(before, read())]


def patterns_with_dots():
    found = []
    for each in (Key("a"), 600, {"at": 600}, [600, 1]):
        match each:
            case unharmed.Key(name=name):
                found.append(name)
            case unharmed.LONG:
                found.append("long")
            case {"at": unharmed.LONG}:
                found.append("at")
            case [unharmed.LONG, *rest]:
                found.append(rest)
    return found


def threads_of_a_module():
    return COUNTED, IS_ALIVE


def nothing_outlives_its_names():
    kept = Plain()
    refers = weakref.ref(kept)
    threading.Lock()
    del kept
    return refers()


UNHARMED = {
    nothing_outlives_its_names: None,
    threads_of_a_module: ([1, 2], False),
    patterns_with_dots: ["a", "long", "at", [1]],
    values_are_hashed_by_value: (True, 1, 1, 1),
    what_a_module_keeps_is_found: "kept",
    keys_of_the_subjects_own: [[1, 2], [1, 2]],
    a_thread_that_exits: None,
    patience_outlives_a_release: None,
    a_thread_goes_on_while_main_returns: None,
    two_go_on_while_main_returns: None,
    functions_that_a_class_keeps: (True, True, 3, True, True),
    a_pipe_takes_all: ([100_000], 100_000),
    both_ends_of_one_descriptor: [1, 0, 0],
    flags_of_a_socket: ["nothing yet", b"a", b"abcd", (2, b"ef\0\0")],
    it_is_later_after_a_sleep: [600] * 5,
}
