"""Rewrites a syntax tree: `o.a` becomes `__crosswire_object__(n, o, 'a').a`, and so on for each access that others could see.

Order of evaluation is Python's own: in `x.n += v` the second point runs after the load and before the store, which is the window
of a lost update.
"""

import ast

from .. import places
from .names import ModuleNames, locals_of
from .sites import AT_CLASS, AT_DECORATED_CLASS, AT_OBJECT, AT_VALUE, add_site

_KINDS = {ast.Load: "load", ast.Store: "store", ast.Del: "del"}
#: Iterables that are made afresh: nobody else has them.
_FRESH = {"range", "sorted", "list", "tuple", "set", "dict", "enumerate", "zip", "reversed"}
_SIMPLE = (ast.Constant, ast.Name)


class Rewriter(ast.NodeTransformer):
    """`level`: `shared` (each access), `line` (each statement), `sync` (none: locks and I/O are points by themselves)."""

    def __init__(self, tree, *, file, level="shared"):
        self._file = file
        self._level = level
        self._names = ModuleNames(tree)
        self._path = []
        #: The names of the functions around, the innermost last. Empty in the body of the module or of a class.
        self._locals = []
        self._methods = []
        self._counts = {}

    # -- points

    def _object(self, node, kind, name, *args, write):
        """A point at an object, which the call gives back."""
        return self._call(AT_OBJECT, self._site(node, kind, name, write), args, node)

    def _value(self, node, kind, name, *args, write, variable=None):
        """A point at something else; the call gives its argument back."""
        return self._call(AT_VALUE, self._site(node, kind, name, write, variable), args, node)

    def _call(self, function, number, args, node):
        call = ast.Call(ast.Name(function, ast.Load()), [ast.Constant(number), *args], [])
        return ast.copy_location(call, node)

    def _site(self, node, kind, name, write, variable=None):
        what = f"{'.'.join(self._path)}:{kind} {name}".rstrip()
        count = self._counts[what] = self._counts.get(what, 0) + 1
        label = what if count == 1 else f"{what}#{count}"
        return add_site(label, file=self._file, line=node.lineno, name=variable, write=write)

    def _sees(self):
        return self._level == "shared" and bool(self._locals)

    def _is_local(self, name):
        return bool(self._locals) and name in self._locals[-1]

    def _is_shared_variable(self, name):
        if not self._locals:
            return False
        if name in self._names.nonlocals:
            return True
        return name in self._names.rebound and not any(name in names for names in self._locals)

    def _is_held_by_all(self, node):
        """A bare name of something that other functions have as well."""
        if not isinstance(node, ast.Name) or not self._locals or self._is_local(node.id):
            return False
        names = self._names
        return node.id in names.held or node.id in names.rebound or any(node.id in outer for outer in self._locals[:-1])

    def _is_standard_module(self, node):
        while isinstance(node, ast.Attribute):
            node = node.value
        return isinstance(node, ast.Name) and node.id in self._names.standard and not self._is_local(node.id)

    # -- scopes

    def visit_FunctionDef(self, node):
        node.decorator_list = [self.visit(each) for each in node.decorator_list]
        self._visit_defaults(node.args)
        self._enter(node, node.name)
        node.body = self._statements(node.body)
        self._leave()
        return node

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node):
        self._visit_defaults(node.args)
        self._enter(node, "<lambda>")
        node.body = self.visit(node.body)
        self._leave()
        return node

    def visit_ClassDef(self, node):
        node.decorator_list = [self.visit(each) for each in node.decorator_list]
        around = ast.Name(AT_DECORATED_CLASS if node.decorator_list else AT_CLASS, ast.Load())
        node.decorator_list.insert(0, ast.copy_location(around, node))
        node.bases = [self.visit(each) for each in node.bases]
        self._path.append(node.name)
        functions = (each for each in node.body if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)))
        self._methods.append({each.name for each in functions if not each.decorator_list})
        outer, self._locals = self._locals, []
        node.body = self._statements(node.body)
        self._locals = outer
        self._methods.pop()
        self._path.pop()
        return node

    def _visit_defaults(self, arguments):
        arguments.defaults = [self.visit(each) for each in arguments.defaults]
        arguments.kw_defaults = [each and self.visit(each) for each in arguments.kw_defaults]

    def _enter(self, node, name):
        self._path.append(name)
        self._locals.append(locals_of(node))

    def _leave(self):
        self._locals.pop()
        self._path.pop()

    def _statements(self, statements):
        rewritten = []
        for statement in statements:
            if self._level == "line" and self._locals and _does_something(statement):
                point = self._value(statement, "line", "", write=True)
                rewritten.append(ast.copy_location(ast.Expr(point), statement))
            result = self.visit(statement)
            rewritten.extend(result if isinstance(result, list) else [result])
        return rewritten

    def generic_visit(self, node):
        for field, value in ast.iter_fields(node):
            if field in ("annotation", "returns", "type_params"):
                continue
            if isinstance(value, list):
                statements = bool(value) and isinstance(value[0], ast.stmt)
                visit = self._statements if statements else self._each
                setattr(node, field, visit(value))
            elif isinstance(value, ast.AST):
                setattr(node, field, self.visit(value))
        return node

    def _each(self, values):
        return [self.visit(value) if isinstance(value, ast.AST) else value for value in values]

    # -- variables

    def visit_Name(self, node):
        if not self._sees() or not isinstance(node.ctx, ast.Load) or not self._is_shared_variable(node.id):
            return node
        point = self._value(node, "load", node.id, write=False, variable=node.id)
        return ast.copy_location(ast.BoolOp(ast.Or(), [point, node]), node)

    def visit_Assign(self, node):
        self.generic_visit(node)
        for target in node.targets:
            node.value = self._stored(node, target)
        return node

    def visit_NamedExpr(self, node):
        self.generic_visit(node)
        node.value = self._stored(node, node.target)
        return node

    def _stored(self, node, target):
        """The value of `node`, behind a point for each shared variable that it goes to."""
        value = node.value
        for each in ast.walk(target) if self._sees() else ():
            if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store) and self._is_shared_variable(each.id):
                value = self._value(node, "store", each.id, value, write=True, variable=each.id)
        return value

    # -- attributes and items

    def visit_Attribute(self, node):
        if not self._sees() or self._is_standard_module(node.value) or self._is_own_method(node) or _is_super(node.value):
            return self.generic_visit(node)
        kind = _KINDS[type(node.ctx)]
        value = self.visit(node.value)
        node.value = self._object(node, kind, f".{node.attr}", value, ast.Constant(node.attr), write=kind != "load")
        return node

    def _is_own_method(self, node):
        own = isinstance(node.value, ast.Name) and node.value.id == "self" and bool(self._methods)
        return own and isinstance(node.ctx, ast.Load) and node.attr in self._methods[-1]

    def visit_Subscript(self, node):
        if not self._sees():
            return self.generic_visit(node)
        kind = _KINDS[type(node.ctx)]
        name = f"{_short(node.value)}[]"
        item = _copy(node.slice) if self._is_simple(node.slice) else None
        node.slice = self.visit(node.slice)
        value = self.visit(node.value)
        node.value = self._object(node, kind, name, value, *([] if item is None else [item]), write=kind != "load")
        return node

    def _is_simple(self, node):
        return isinstance(node, _SIMPLE) and not (isinstance(node, ast.Name) and self._is_shared_variable(node.id))

    def visit_AugAssign(self, node):
        if not self._sees():
            return self.generic_visit(node)
        target = node.target
        name = _short(target)
        node.value = self.visit(node.value)
        before = []
        if isinstance(target, ast.Attribute) and not self._is_standard_module(target.value):
            target.value = self._object(node, "load", f".{target.attr}", self.visit(target.value), ast.Constant(target.attr), write=False
            )
        elif isinstance(target, ast.Subscript):
            target.value = self._object(node, "load", f"{_short(target.value)}[]", self.visit(target.value), write=False)
            target.slice = self.visit(target.slice)
        elif isinstance(target, ast.Name) and self._is_shared_variable(target.id):
            point = self._value(node, "load", target.id, write=False, variable=target.id)
            before = [ast.copy_location(ast.Expr(point), node)]
        else:
            return node
        # It runs after the load and before the store.
        node.value = self._value(node, "store", name, node.value, write=True)
        return [*before, node]

    def visit_MatchClass(self, node):
        """Its class has to stay a name with dots."""
        node.patterns = self._each(node.patterns)
        node.kwd_patterns = self._each(node.kwd_patterns)
        return node

    # -- what looks at a whole object

    def visit_Compare(self, node):
        rest = list(node.comparators)
        self.generic_visit(node)
        if self._sees():
            for index, (operator, comparator) in enumerate(zip(node.ops, rest)):
                if isinstance(operator, (ast.In, ast.NotIn)) and isinstance(comparator, ast.Name):
                    node.comparators[index] = self._object(node, "in", comparator.id, node.comparators[index], write=False)
        return node

    def visit_Call(self, node):
        arguments = list(node.args)
        self.generic_visit(node)
        if self._sees() and isinstance(node.func, ast.Name) and node.func.id not in self._names.defined:
            for index, argument in enumerate(arguments):
                if self._is_held_by_all(argument):
                    name = f"{node.func.id}({argument.id})"
                    node.args[index] = self._object(node, "call", name, node.args[index], write=True)
        return node

    def visit_With(self, node):
        contexts = [item.context_expr for item in node.items]
        self.generic_visit(node)
        if self._sees():
            for item, context in zip(node.items, contexts):
                if isinstance(context, ast.Name):
                    item.context_expr = self._object(context, "with", context.id, item.context_expr, write=True)
        return node

    # -- iteration: a point before each element

    def visit_For(self, node):
        iterable = node.iter
        self.generic_visit(node)
        if self._sees():
            if self._is_held_by_all(iterable):
                node.iter = self._object(node, "iterate", iterable.id, node.iter, write=False)
            if not _is_fresh(iterable):
                point = self._value(node, "next", _short(node.target), write=False)
                node.body.insert(0, ast.copy_location(ast.Expr(point), node.body[0]))
        return node

    def _visit_comprehension(self, node):
        fresh = _is_fresh(node.generators[-1].iter)
        self.generic_visit(node)
        if self._sees() and not fresh:
            guard = ast.UnaryOp(ast.Not(), self._value(node, "next", "element", write=False))
            node.generators[-1].ifs.insert(0, ast.copy_location(guard, node))
        return node

    visit_ListComp = visit_SetComp = visit_GeneratorExp = visit_DictComp = _visit_comprehension


def _short(node):
    return ast.unparse(node)[:40]


def _copy(node):
    return ast.copy_location(type(node)(**{field: getattr(node, field) for field in node._fields}), node)


def _is_super(node):
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"


def _is_fresh(node):
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _FRESH


def _does_something(statement):
    quiet = (ast.Global, ast.Nonlocal, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    return not isinstance(statement, quiet) and not text


def rewritten(source, file, level="shared"):
    """The code object of a module."""
    tree = ast.parse(source, file)
    if level != "sync":
        tree = ast.fix_missing_locations(Rewriter(tree, file=file, level=level).visit(tree))
    code = compile(tree, file, "exec", dont_inherit=True)
    places.name_functions(code)
    return code
