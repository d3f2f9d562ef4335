"""A user's file: what it declares, and the body that runs a workload against it."""

import copy
import importlib.util
import inspect
import json
import os
import sys
import typing

from . import current
from .callers import run_callers
from .instrument import importer
from .plain import BadFile, Plain, is_plain
from .world import World

_OPERATION = "op_"
_KINDS = {int: "int", str: "str", bool: "bool"}
#: Given by the body, not generated.
_GIVEN = ("token", "world")


class UserFile:
    """Loads `path`, once and outside of every execution. Raises `BadFile` where it says nothing that can be run.

    `variant`: a file of its own, the subject; then `path` is a scene, of which somebody else says which operations there are. `package`: the
    subject is code of others, which the variant imports; then that alone is instrumented.
    """

    def __init__(self, path, traced=(), variant=None, package=None):
        self.path = os.path.realpath(path)
        self.name = os.path.splitext(os.path.basename(path))[0]
        own = [] if package is not None else [os.getcwd(), os.path.dirname(self.path)]
        traced = [*traced, *(package["traced"] if package is not None else [])]
        roots = [*own, *(each for each in traced if os.path.isdir(each))]
        files = [each for each in ((self.path, variant) if package is None else ()) if each is not None]
        importer.install(importer.Chosen(roots, [*files, *(each for each in traced if not os.path.isdir(each))]))
        sys.path[:0] = [os.path.dirname(self.path), os.getcwd() if package is None else package["root"]]
        load = _load if package is None else _load_plainly
        #: Values that do not cross as they are, by operation, argument and what stands for them.
        self._values = {}
        self.variant = None if variant is None else load(variant)
        self.module = load(self.path)
        self.is_scene = variant is not None
        self.operations = [] if self.is_scene else self._operations()
        self.test = None if self.is_scene else getattr(self.module, "test", None)
        self._check()
        self.judged_by_answers = self.is_scene or any(each["usesToken"] for each in self.operations)

    def _check(self):
        if self.is_scene:
            missing = [name for name in ("setup", "perform") if not callable(getattr(self.module, name, None))]
            if missing:
                expected = "setup(world) and perform(subject, op, token, input)"
                raise BadFile(f"{self.name}.py is no scene", found=f"no {' and no '.join(missing)}", expected=expected)
            return
        if self.test is None and not self.operations:
            expected = "setup(world) with op_NAME(subject, token), or test(world)"
            raise BadFile(f"{self.name}.py has nothing to run", expected=expected)
        if self.test is None and not callable(getattr(self.module, "setup", None)):
            raise BadFile(f"{self.name}.py has operations, and no setup(world) that makes their subject")

    # -- what it declares

    def describe(self):
        module = self.module
        for name in ("DISPATCHER", "LIMITS"):
            if not _is_json(getattr(module, name, None)):
                raise BadFile(f"{name} is no plain data", found=repr(getattr(module, name)), expected="what JSON can hold")
        return {
            "name": self.name,
            "story": (inspect.getdoc(module) or "").partition("\n\n")[0].replace("\n", " "),
            "folder": os.path.dirname(self.path),
            "count": _range(module, "CALLERS", (2, 4)),
            "each": _range(module, "OPERATIONS", (1, 3)),
            "operations": self.operations,
            "test": self.test is not None,
            "judgedByAnswers": self.judged_by_answers,
            "dispatcher": getattr(module, "DISPATCHER", None),
            "limits": getattr(module, "LIMITS", {}),
        }

    def _operations(self):
        generate = getattr(self.module, "GENERATE", {})
        functions = [
            (name, value) for name, value in vars(self.module).items() if name.startswith(_OPERATION) and callable(value)
        ]
        operations = [_operation(name, function, generate.get(name, {})) for name, function in functions]
        for operation in operations:
            for argument in operation["arguments"]:
                if "values" in argument:
                    argument["values"] = self._crossing(operation["name"], argument)
        return operations

    def _crossing(self, operation, argument):
        """Each as it is, or a text that stands for it."""
        crossing = []
        for number, value in enumerate(argument["values"], 1):
            if not is_plain(value):
                text = repr(value)
                # An address is another one in each process.
                text = f"<{type(value).__qualname__} {number}>" if " at 0x" in text else text
                self._values[operation, argument["name"], text] = value
                value = text
            crossing.append(value)
        return crossing

    def value_of(self, operation, name, value):
        """What was declared, in place of what stands for it: another copy for each call, where it can be copied."""
        if type(value) is not str or (operation, name, value) not in self._values:
            return value
        declared = self._values[operation, name, value]
        try:
            return copy.deepcopy(declared)
        except Exception:
            return declared

    # -- one execution

    def body(self, workload, dispatcher, ask, place):
        """A function without arguments: what `main` does. `place`: an empty directory for it."""

        def run():
            world = World(dispatcher, self.variant, ask, place)
            if self.test is not None:
                self.test(world)
                return
            subject = self.module.setup(world)
            run_callers(self, workload, subject, world)
            self._look_and_close(subject)

        return run

    def _look_and_close(self, subject):
        observe, teardown = (getattr(self.module, name, None) for name in ("observe", "teardown"))
        if observe is not None:
            # On the spot: what it holds may change while it is closed.
            seen = observe(subject)
            with current.aside():
                current.scheduler.observed = Plain().of(seen)
        if teardown is not None:
            teardown(subject)


def _load_plainly(path):
    return importlib.import_module(os.path.splitext(os.path.basename(path))[0])


def _load(path):
    """By the finder that instruments: the file is found under its own name."""
    name = os.path.splitext(os.path.basename(path))[0]
    spec = importlib.util.spec_from_file_location(name, path, loader=importer.loader_of(name, path))
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _operation(name, function, generate):
    first, *others = inspect.signature(function).parameters.values() or [None]
    if first is None:
        raise BadFile(f"{name} takes no subject", expected=f"def {name}(subject, token)")
    hints = typing.get_type_hints(function)
    arguments = [
        _argument(name, each, hints.get(each.name), generate.get(each.name)) for each in others if each.name not in _GIVEN
    ]
    names = [each.name for each in others]
    return {
        "name": name[len(_OPERATION) :],
        "arguments": arguments,
        "given": [each for each in _GIVEN if each in names],
        "usesToken": "token" in names and _uses(function, "token"),
    }


def _argument(operation, parameter, hint, values):
    if values is not None:
        return {"name": parameter.name, "values": list(values)}
    if hint in _KINDS:
        return {"name": parameter.name, "type": _KINDS[hint]}
    if typing.get_origin(hint) is typing.Literal:
        return {"name": parameter.name, "values": list(typing.get_args(hint))}
    raise BadFile(
        f"{operation}: nobody knows what to give for `{parameter.name}`",
        found=f"the type {getattr(hint, '__name__', hint)}" if hint is not None else "no type",
        expected=f'int, str, bool or Literal[...], or GENERATE = {{"{operation}": {{"{parameter.name}": [...]}}}}',
    )


def _uses(function, name):
    """An answer can only be known by a token that the operation passes on."""
    code = inspect.unwrap(function).__code__
    return name in code.co_cellvars or _loads(code, name)


def _loads(code, name):
    import dis

    for instruction in dis.get_instructions(code):
        named = instruction.argval if isinstance(instruction.argval, tuple) else (instruction.argval,)
        if instruction.opname.startswith("LOAD") and name in named:
            return True
        if instruction.opname.startswith("STORE_FAST_LOAD") and name == named[-1]:
            return True
    return False


def _is_json(value):
    try:
        json.dumps(value, allow_nan=False)
    except (TypeError, ValueError):
        return False
    return True


def _range(module, name, default):
    value = getattr(module, name, default)
    pair = (value, value) if isinstance(value, int) else value
    if isinstance(pair, tuple) and len(pair) == 2 and all(type(end) is int for end in pair):
        return {"min": pair[0], "max": pair[1]}
    raise BadFile(f"{name} is no range", found=repr(value), expected=f"{name} = {default!r}")


