"""Ordinary code that talks: over sockets, pipes, select and files."""

import os
import select
import selectors
import socket
import socketserver
import subprocess
import sys
import tempfile
import threading
import time
from time import monotonic

from subject import together


def megabyte():
    """More than the kernel takes at once."""
    one, other = socket.socketpair()
    got = []

    def read():
        while chunk := other.recv(65536):
            got.append(len(chunk))

    def write():
        one.sendall(bytes(1_000_000))
        one.close()

    together(read, write)
    other.close()
    return sum(got)


def shared_reader(locked):
    """Two callers on one connection, each with a question and an answer."""
    client, server = socket.socketpair()
    lock = threading.Lock()
    answers = {}

    def serve():
        for _ in range(2):
            server.sendall(server.recv(1))

    def ask(word):
        client.sendall(word)
        answers[word] = client.recv(1)

    def call(word):
        if not locked:
            return ask(word)
        with lock:
            ask(word)

    together(serve, lambda: call(b"a"), lambda: call(b"b"))
    client.close()
    server.close()
    return all(word == answer for word, answer in answers.items())


def served():
    """A server of the standard library over TCP."""

    class Echo(socketserver.StreamRequestHandler):
        def handle(self):
            self.wfile.write(self.rfile.readline())

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Echo) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.5}).start()
        with socket.create_connection(server.server_address) as client:
            client.sendall(b"hello\n")
            answer = client.makefile("rb").readline()
        server.shutdown()
    return answer


def nobody_answers():
    one, other = socket.socketpair()
    try:
        one.recv(1)
    finally:
        one.close()
        other.close()


def closed_beside_a_reader():
    one, other = socket.socketpair()
    reader = threading.Thread(target=one.recv, args=(1,))
    reader.start()
    time.sleep(1)
    one.close()
    try:
        reader.join()
    finally:
        other.close()


def patience():
    one, other = socket.socketpair()
    one.settimeout(5)
    try:
        one.recv(1)
    except TimeoutError:
        return "lost patience"
    finally:
        one.close()
        other.close()


def piped():
    read, write = os.pipe()
    selector = selectors.DefaultSelector()
    selector.register(read, selectors.EVENT_READ)
    got = []

    def take():
        while len(got) < 2:
            selector.select()
            got.append(os.read(read, 1))

    def put():
        os.write(write, b"x")
        select.select([], [write], [])
        os.write(write, b"y")

    together(take, put)
    for fd in (read, write):
        os.close(fd)
    return got


def next_number():
    """Reads a number from a file and writes the next one: a lost update."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "n")
        with open(path, "w", encoding="ascii") as file:
            file.write("0")

        def bump():
            with open(path, encoding="ascii") as file:
                n = int(file.read())
            with open(f"{path}.{threading.get_ident()}", "w", encoding="ascii") as file:
                file.write(str(n + 1))
            os.replace(f"{path}.{threading.get_ident()}", path)

        together(bump, bump)
        with open(path, encoding="ascii") as file:
            return int(file.read())


def child():
    done = subprocess.run([sys.executable, "-c", "print('from a child')"], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def ask(address):
    with socket.create_connection(address) as client:
        return client.recv(1)


def slow_child():
    """Its time is real, and patience with it is not lost before."""
    command = [sys.executable, "-S", "-c", "import time; time.sleep(0.3); print('late')"]
    patient = subprocess.run(command, capture_output=True, text=True, timeout=60).stdout.strip()
    waiting = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    return patient, waiting.wait(timeout=60)


def impatient():
    with subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(60)"]) as waiting:
        try:
            waiting.wait(timeout=0.5)
        except subprocess.TimeoutExpired:
            return "lost patience"
        finally:
            waiting.kill()


def copy_that_answers_late():
    read, write = os.pipe()
    if os.fork() == 0:
        end = monotonic() + 0.2
        while monotonic() < end:
            pass
        os.write(write, b"x")
        os._exit(0)
    os.close(write)
    answer = os.read(read, 1)
    os.close(read)
    os.wait()
    return answer
