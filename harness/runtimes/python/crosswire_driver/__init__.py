"""Runs unmodified threads of Python one at a time, in an order that a policy decides. Standard library only, CPython 3.10 and later."""
