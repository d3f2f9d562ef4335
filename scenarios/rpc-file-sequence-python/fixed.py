"""A client for a tool dispatcher that shares nothing with it but a folder: a file for each request and each answer, told apart by number."""

import base64
import json
import os
import tempfile
import threading
import time

FIRST_WAIT_S = 0.05
LONGEST_WAIT_S = 0.25
PATIENCE_S = 10

_folder = None
_seq = 0
_lock = threading.Lock()


def connect(folder=None):
    """Points the client at the folder that it shares with a dispatcher: by default one in the system's folder for temporary files."""
    global _folder, _seq
    _folder = folder or os.environ.get("TOOL_DISPATCHER_DIR") or os.path.join(tempfile.gettempdir(), "tool-dispatcher")
    _seq = 0


def call(tool, args):
    """Calls a tool and gives its result; raises what the dispatcher says went wrong, or that it says nothing for ten seconds."""
    global _seq
    with _lock:
        _seq += 1
        seq = _seq
    number = f"{seq:06}"
    request = os.path.join(_folder, f"req_{number}")
    with open(f"{request}.tmp", "w") as file:
        json.dump({"tool": tool, "args": args, "seq": seq}, file)
    os.rename(f"{request}.tmp", request)
    return _result(_answer(os.path.join(_folder, f"res_{number}")))


def _answer(path):
    """Looks for the file less and less often."""
    deadline = time.monotonic() + PATIENCE_S
    wait_s = FIRST_WAIT_S
    while time.monotonic() < deadline:
        time.sleep(wait_s)
        wait_s = min(wait_s * 1.2, LONGEST_WAIT_S)
        if os.path.exists(path):
            with open(path) as file:
                text = file.read()
            os.unlink(path)
            return text
    raise TimeoutError(f"the dispatcher did not answer within {PATIENCE_S} s")


def _result(text):
    answer = json.loads(base64.b64decode(text))
    if isinstance(answer, str):
        answer = json.loads(answer)
    if "error" in answer:
        raise RuntimeError(answer["error"]["message"])
    return answer["result"]
