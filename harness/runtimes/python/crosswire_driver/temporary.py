"""Where temporary files go: their names are drawn by the workload's seed, so each worker needs a directory of its own."""

import os
import shutil
import tempfile

_real_mkdir, _real_rmtree = os.mkdir, shutil.rmtree


class Temporary:
    """Made before the subject is loaded, which may ask where they go. The same path for all workers of this process, of which there is one at a time."""

    def __init__(self):
        self._shared = tempfile.gettempdir()
        self._own = os.path.join(self._shared, f"crosswire-python-{os.getpid():07}")

    def begin(self):
        """In a worker. Nothing, where the subject has chosen a place by itself."""
        if tempfile.tempdir != self._shared:
            return
        _real_mkdir(self._own, 0o700)
        tempfile.tempdir = os.environ["TMPDIR"] = self._own

    def clear(self):
        """Once the worker and all that it has started are gone."""
        _real_rmtree(self._own, ignore_errors=True)
