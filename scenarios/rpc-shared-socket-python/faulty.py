"""A client for a tool dispatcher: a JSON line for each request, a JSON line for each answer, one connection for the whole program."""

import json
import socket

TIMEOUT_S = 300

_address = None
_log = None
_sock = None


def connect(address, log=None):
    """Points the client at a dispatcher. The connection is made by the first call. `log`: a file that gets a line for each call."""
    global _address, _log
    close()
    _address = address
    _log = log


def close():
    global _sock
    if _sock is not None:
        _sock.close()
        _sock = None


def call(tool, args):
    """Calls a tool and gives its result; raises what the dispatcher or the connection says went wrong."""
    sock = _connected()
    sock.sendall(_line(tool, args))
    _note(tool)
    return _result(_read_line(sock))


def _connected():
    global _sock
    if _sock is None:
        sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        sock.connect(_address)
        sock.settimeout(TIMEOUT_S)
        _sock = sock
    return _sock


def _line(tool, args):
    return (json.dumps({"tool": tool, "args": args}) + "\n").encode()


def _note(tool):
    if _log is not None:
        with open(_log, "a") as file:
            file.write(f"sent {tool}\n")


def _read_line(sock):
    buffer = b""
    while not buffer.endswith(b"\n"):
        chunk = sock.recv(65536)
        if not chunk:
            raise ConnectionError("the dispatcher disconnected before it answered")
        buffer += chunk
    return buffer


def _result(line):
    answer = json.loads(line)
    if isinstance(answer, str):
        answer = json.loads(answer)
    if "error" in answer:
        raise RuntimeError(answer["error"]["message"])
    return answer["result"]
