"""What numba says of a function that it can't compile, in one line for whoever wrote the function."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from simulators.errors import short

# How numba names types, and how people do: the first that fits.
KINDS = {
    r".* generator\(": "a generator (`yield`)",
    r"(readonly |nested)?array\(": "an array",
    r"Literal\[str\]|unicode_type|\[unichr": "text",
    r"Literal\[bool\]|bool": "true or false",
    r"Literal\[int\]|u?int\d": "a whole number",
    r"Literal\[float\]|float\d": "a number with decimals",
    r"(reflected )?list\(": "a list",
    r"(reflected )?set\(": "a set",
    r"Dict|Literal\[dict\]": "a dict",
    r"(Uni|Named)?Tuple": "a tuple",
    r"Record\(": "a record",
    r"none": "nothing",
    r"type\(CPUDispatcher|Function\(": "a function",
    r"Module\(": "a module",
}
SYMBOLS = {
    "getitem": "x[...]", "static_getitem": "x[...]", "setitem": "x[...] = y", "add": "+", "iadd": "+=", "sub": "-",
    "isub": "-=", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "lt": "<", "le": "<=",
    "gt": ">", "ge": ">=", "eq": "==", "ne": "!=", "contains": "in", "neg": "-x",
}  # fmt: skip
OPCODES = {
    "IMPORT_NAME": "an import",
    "LOAD_BUILD_CLASS": "a class",
    "STORE_GLOBAL": "a global that changes",
    "DELETE_FAST": "del",
    "FORMAT_WITH_SPEC": "a format in an f-string",
}


def kind(numba_type: object) -> str:
    """Say in words what numba calls a type.

    >>> kind("Literal[str](send)"), kind("OptionalType(int64)"), kind("readonly array(int64, 1d, C)")
    ('text', 'a whole number or nothing', 'an array')
    """
    text = str(numba_type)
    optional = re.fullmatch(r"OptionalType\((.*)\)", text)
    if optional:
        return f"{kind(optional[1])} or nothing"
    return next((words for pattern, words in KINDS.items() if re.match(pattern, text)), short(text))


def arguments(text: str) -> list[str]:
    """Split the types of a call at the commas that are in no bracket.

    >>> arguments("array(int64, 1d, C), Literal[int](3)")
    ['array(int64, 1d, C)', 'Literal[int](3)']
    """
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts]


def unread(found: re.Match[str]) -> str:
    """Say what to do about a name from outside that numba can't read."""
    if found["kind"] == "function":
        return f"'{found['name']}' is plain Python: put @jit above it (from simulators.jit import jit)"
    if found["kind"] == "builtin_function_or_method":
        return f"'{found['name']}' isn't possible in compiled code"
    return f"'{found['name']}' is a {found['kind']}: compiled code reads numbers, tuples and arrays from outside"


def impossible(found: re.Match[str]) -> str:
    """Say that an operator or a function doesn't take what it was given."""
    takes = [kind(re.sub(r"^\w+=", "", part)) for part in arguments(found["types"])]
    return f"{SYMBOLS.get(found['name'], found['name'] + '(...)')} isn't possible with {' and '.join(takes)}"


# What numba says, and what that means.
MEANINGS: dict[str, Callable[[re.Match[str]], str]] = {
    r"Cannot modify readonly array": lambda _: "an array from outside can't be written to",
    r"reflected (?P<kind>list|set)\(.*?assigned to variable '(?P<name>.*?)' in globals": lambda found: (
        f"'{found['name']}' is a {found['kind']}, which may change: make it a tuple"
    ),
    r"Untyped global name '(?P<name>.*?)': Cannot determine Numba type of <class '(?P<kind>.*?)'>": unread,
    r"Cannot unify (?P<one>.+?) and (?P<two>.+?) for '(?P<name>.*?)'": lambda found: (
        f"{repr(found['name']) if found['name'].isidentifier() else 'a value'} is {kind(found['one'])} "
        f"in one place and {kind(found['two'])} in another"
    ),
    r"Can't unify return type from the following types: (?P<types>.*)": lambda found: (
        "a value is " + " in one place and ".join(map(kind, arguments(found["types"]))) + " in another"
    ),
    r"Cannot bind .* to signature '(?P<takes>.*?)' due to \"TypeError: (?P<why>.*?)\"": lambda found: (
        f"a function that takes {found['takes']} was called otherwise: {found['why']}"
    ),
    r"No implementation of function Function\(<.*? (?P<name>\w+)( at .*?)?>\) found for signature:\s+>>> \w+\((?P<types>.*)\)\n": impossible,
    r"Cannot infer the type of variable '(?P<name>.*?)'.*list\(undefined\)": lambda found: (
        f"'{found['name']}' is an empty list, so that nobody knows of what"
    ),
    r"unsupported opcode \((?P<code>\w+)\)": lambda found: (
        f"{OPCODES.get(found['code'], found['code'])} isn't possible in compiled code"
    ),
    r"Unknown attribute '(?P<name>.*?)' of type Module\(<module '(?P<module>.*?)'": lambda found: (
        f"'{found['module']}.{found['name']}' isn't possible in compiled code"
    ),
    r"Unknown attribute '(?P<name>.*?)' of type (?P<type>.*)": lambda found: (
        f"{kind(found['type'])} has no '{found['name']}'"
    ),
    r"Invalid use of (?P<type>\S+) with parameters": lambda found: f"{kind(found['type'])} is called like a function",
    r"Field '(?P<name>.*?)' was not found in record": lambda found: f"there is no field '{found['name']}'",
}


def in_one_line(error: Exception) -> str:
    """Keep what a person needs of numba's message: what went wrong, and where."""
    text = str(error)
    told = next((say(found) for pattern, say in MEANINGS.items() if (found := re.search(pattern, text))), None)
    if told is None:
        lines = [line.strip() for line in text.splitlines()]
        kept = [line for line in lines if line and not line.startswith(("Failed", "During:", "This error", "Enable"))]
        told = re.sub(r"^\w+Error: |\.*\s*Raised from .*", "", kept[0]).rstrip(".") if kept else type(error).__name__
    return f"{told}{where(text)}"


def where(text: str) -> str:
    """Say in which line of which file, if numba does.

    >>> where("Failed ..." + chr(10) + 'File "mine.py", line 61:'), where("Raised from /tmp/mine.py (33)"), where("")
    (' (mine.py, line 61)', ' (mine.py, line 33)', '')
    """
    places: list[Any] = re.findall(r'File "(.*?)", line (\d+)', text) or re.findall(r"([^/\\\s]+\.py) \((\d+)\)", text)
    return f" ({Path(places[-1][0]).name}, line {places[-1][1]})" if places else ""
