"""What shows of a strategy before it is compiled: that it calls itself, or has dice of its own."""

import dis
import inspect
import re
from collections.abc import Iterable, Iterator
from functools import cache
from types import CodeType, ModuleType
from typing import Any

from simulators.errors import BadInput, short
from simulators.game import Function

# Modules whose answers no seed of ours brings back.
OTHER_DICE = re.compile(r"(random|numpy\.random|secrets|time)(\..*)?")


def check_sources(label: str, functions: Iterable[Function]) -> None:
    """Refuse functions that call themselves, which may never end, and dice that a seed doesn't bring back."""
    fault = next(filter(None, map(fault_of, functions)), None)
    if fault:
        raise BadInput(f"{short(label)}: {fault}")


@cache
def fault_of(function: Function) -> str | None:
    """Return what is wrong with a function; None if nothing is."""
    if itself := calls_itself(function):
        return f"{itself} calls itself, which may never end; write a loop"
    dice = other_dice(function)
    return dice and f"{dice} is random whatever the seed: use pick and chance of simulators.dice"


def calls_itself(function: Function, callers: tuple[Function, ...] = ()) -> str | None:
    """Return the name of a function that calls itself, directly or through others, if `function` or one that it calls does.

    Compiled, it would overflow the stack, which ends the process without a word.
    """
    if function in callers:
        return function.__name__
    # Itself isn't compiled, so that numba couldn't read it.
    called = [
        getattr(value, "py_func", value)
        for value in outside(function).values()
        if value is function or hasattr(value, "py_func")
    ]
    return next(filter(None, (calls_itself(each, (*callers, function)) for each in called)), None)


def other_dice(function: Function) -> str | None:
    """Return what a function, or one that it calls, draws random numbers or reads a clock by."""
    for name, value in outside(function).items():
        owner = getattr(value, "__self__", value)  # of a method
        if OTHER_DICE.fullmatch(owner.__name__ if isinstance(owner, ModuleType) else type(owner).__module__):
            return name
        inner = other_dice(value.py_func) if hasattr(value, "py_func") else None
        if inner:
            return inner
    return None


def outside(function: Function) -> dict[str, Any]:
    """Return what a function reads from outside, by how it is written: names, those of modules, and what tuples hold."""
    known = {**function.__globals__, **inspect.getclosurevars(function).nonlocals}
    found: dict[str, Any] = {}
    for code in codes(function.__code__):
        name, value = "", None
        for step in dis.get_instructions(code):
            if step.opname in ("LOAD_GLOBAL", "LOAD_DEREF", "LOAD_NAME"):
                name, value = step.argval, known.get(step.argval)
            elif step.opname in ("LOAD_ATTR", "LOAD_METHOD") and isinstance(value, ModuleType):
                name, value = f"{name}.{step.argval}", getattr(value, step.argval, None)
            else:
                value = None
            found |= held(name, value) if value is not None else {}
    return found


def codes(code: CodeType) -> Iterator[CodeType]:
    """Go through a function's code, and what is written inside it: comprehensions, say."""
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from codes(inner)


def held(name: str, value: Any) -> dict[str, Any]:
    """Return a value, and what a tuple holds, by name."""
    parts = enumerate(value) if isinstance(value, tuple) else ()
    return {name: value} | {key: part for at, each in parts for key, part in held(f"{name}[{at}]", each).items()}
