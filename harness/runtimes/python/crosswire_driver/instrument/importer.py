"""Instruments the files that were chosen, when they are imported. No compiled file is read or written for them."""

import builtins
import os
import sys
import sysconfig
from importlib.machinery import PathFinder, SourceFileLoader

from .. import entropy, places
from .rewriter import rewritten
from .sites import AT_CLASS, AT_DECORATED_CLASS, AT_OBJECT, AT_VALUE, at_object, at_value


class Chosen:
    """Files beneath `roots`, without what is installed there and the standard library; and each of `files`."""

    _NOT = (f"{os.sep}site-packages{os.sep}", f"{os.sep}dist-packages{os.sep}", f"{os.sep}node_modules{os.sep}")

    def __init__(self, roots, files=()):
        self._roots = [os.path.realpath(root) + os.sep for root in roots]
        # An interpreter may lie beneath a root, too.
        self._standard = tuple({os.path.realpath(sysconfig.get_path(name)) + os.sep for name in ("stdlib", "platstdlib")})
        self._files = {os.path.realpath(file) for file in files}

    def __contains__(self, file):
        path = os.path.realpath(file)
        if path in self._files:
            return True
        return not path.startswith(self._standard) and any(self._is_own(path, root) for root in self._roots)

    def _is_own(self, path, root):
        """A root that lies in a package is chosen for all that."""
        return path.startswith(root) and not any(part in os.sep + path[len(root) :] for part in self._NOT)


class _Loader(SourceFileLoader):
    level = "shared"

    def get_code(self, fullname):
        path = self.get_filename(fullname)
        places.show(path)
        return rewritten(self.get_data(path), path, self.level)


class _Finder:
    def __init__(self, chosen, level):
        self._chosen = chosen
        self._level = level

    def find_spec(self, name, path=None, target=None):
        spec = PathFinder.find_spec(name, path, target)
        if spec is None or type(spec.loader) is not SourceFileLoader or spec.origin not in self._chosen:
            return None
        spec.loader = _Loader(spec.loader.name, spec.loader.path)
        spec.loader.level = self._level
        return spec


def loader_of(name, path, level="shared"):
    """Of a file that is chosen whatever its name."""
    loader = _Loader(name, path)
    loader.level = level
    return loader


def install(chosen, level="shared"):
    """From now on every import of a chosen file is instrumented. `level` as of `Rewriter`."""
    setattr(builtins, AT_OBJECT, at_object)
    setattr(builtins, AT_VALUE, at_value)
    setattr(builtins, AT_CLASS, entropy.hash_class)
    setattr(builtins, AT_DECORATED_CLASS, entropy.hash_decorated_class)
    sys.meta_path.insert(0, _Finder(chosen, level))
