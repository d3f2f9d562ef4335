"""Which names of a module are shared: globals that functions rebind, and variables of a function that inner functions rebind."""

import ast
import sys

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_SCOPES = (*_FUNCTIONS, ast.ClassDef)


class ModuleNames:
    """Of the whole module: `rebound` globals, `nonlocals`, globals that hold something, and modules of the standard library."""

    def __init__(self, tree):
        self.rebound = set()
        self.nonlocals = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Global):
                self.rebound.update(node.names)
            elif isinstance(node, ast.Nonlocal):
                self.nonlocals.update(node.names)
        self.held = set()
        self.defined = set()
        self.standard = set()
        for statement in _top_level(tree.body):
            self._see(statement)

    def _see(self, node):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            self._see_import(node)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            self.defined.add(node.name)
        elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            self.held.update(name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name))

    def _see_import(self, node):
        """Attributes of the standard library's modules are nobody's state; those of another module of the subject's are."""
        for alias in node.names:
            module = node.module if isinstance(node, ast.ImportFrom) else alias.name
            relative = isinstance(node, ast.ImportFrom) and node.level > 0
            if not relative and module.split(".")[0] in sys.stdlib_module_names:
                self.standard.add((alias.asname or alias.name).split(".")[0])


def _top_level(statements):
    """With what stands under `if`, `try` and `with`."""
    for statement in statements:
        yield statement
        if isinstance(statement, (ast.If, ast.Try, ast.With)):
            yield from _top_level(child for child in ast.iter_child_nodes(statement) if isinstance(child, ast.stmt))


def locals_of(function):
    """The names that a function binds itself: arguments, and what it assigns without `global`."""
    arguments = function.args
    names = {argument.arg for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}
    names.update(argument.arg for argument in (arguments.vararg, arguments.kwarg) if argument is not None)
    outer = set()
    body = function.body if isinstance(function.body, list) else [function.body]
    for node in _own(body):
        if isinstance(node, ast.Name) and isinstance(node.ctx, (ast.Store, ast.Del)):
            names.add(node.id)
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            outer.update(node.names)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            names.update((alias.asname or alias.name).split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ExceptHandler) and node.name is not None:
            names.add(node.name)
    return names - outer


def _own(nodes):
    """All nodes beneath, without those of inner functions and classes."""
    for node in nodes:
        yield node
        if not isinstance(node, _SCOPES):
            yield from _own(ast.iter_child_nodes(node))
