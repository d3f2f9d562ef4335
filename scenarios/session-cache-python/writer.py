"""The writer in the background: a message is acknowledged at once and reaches the store a moment later."""

import threading
import time

EVERY_S = 0.05


class Writer:
    def __init__(self, save):
        self._save = save
        self._lock = threading.Lock()
        self._waiting = []
        self._thread = None

    def put(self, session):
        """Has what is unsaved of a session saved soon."""
        with self._lock:
            if session not in self._waiting:
                self._waiting.append(session)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, daemon=True)
                self._thread.start()

    def drained(self):
        """Waits until nothing is left to be saved."""
        while True:
            with self._lock:
                thread = self._thread
            if thread is None:
                return
            thread.join()

    def _run(self):
        while True:
            time.sleep(EVERY_S)
            with self._lock:
                these, self._waiting = self._waiting, []
            for session in these:
                self._save(session)
            with self._lock:
                if not self._waiting:
                    self._thread = None
                    return
