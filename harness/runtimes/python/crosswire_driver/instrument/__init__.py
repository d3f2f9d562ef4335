"""Puts a point before each access that other threads could see, by rewriting the syntax tree when a module is imported.

Nothing on disk changes; lines, tracebacks and `inspect.getsource` stay those of the source.
"""
