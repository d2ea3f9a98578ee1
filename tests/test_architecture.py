"""The house: arrows point down, and kernels keep to the rules that make them safe."""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("simulators", "strategies", "analysis", "reports")
MAY_IMPORT = {
    "simulators": set(),
    "strategies": {"simulators"},
    "analysis": {"simulators"},
    "reports": set(),
}
SOURCES = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
FRONT = sorted((ROOT / "simulate").glob("*.py"))
KERNELS = [*sorted((ROOT / "strategies").rglob("*.py")), *sorted((ROOT / "simulators").rglob("*.py"))]


def imports_of(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(ROOT)))
def test_arrows_point_down(path):
    folder = path.relative_to(ROOT).parts[0]
    tops = {name.split(".")[0] for name in imports_of(path)}
    assert tops & {*FOLDERS, "simulate"} <= MAY_IMPORT[folder] | {folder}


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(ROOT)))
def test_only_games_and_the_engine_know_numba(path):
    uses = any(name.split(".")[0] == "numba" for name in imports_of(path))
    assert not uses or path.name in ("cache.py", "jit.py", "engine.py")


@pytest.mark.parametrize("path", [*SOURCES, *FRONT], ids=lambda p: str(p.relative_to(ROOT)))
def test_analysis_reports_and_engine_name_no_game(path):
    from simulators import games

    if {*path.relative_to(ROOT).with_suffix("").parts} & {*games()} or path in FRONT:
        return
    code = ast.parse(path.read_text())
    docs = {
        id(n.body[0].value)
        for n in ast.walk(code)
        if isinstance(n, ast.FunctionDef | ast.ClassDef | ast.Module) and ast.get_docstring(n)
    }
    names = [
        n.value
        for n in ast.walk(code)
        if isinstance(n, ast.Constant) and isinstance(n.value, str) and id(n) not in docs
    ]
    names += list(imports_of(path))
    assert not [name for name in names for game in games() if game in name]


def needed_at_import(path):
    """The modules of ours that a file imports when it is imported itself: not those for types, nor those within functions."""
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def test_no_files_import_one_another_in_a_circle():
    def module_of(path):
        parts = path.relative_to(ROOT).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    modules = {module_of(path): path for path in [*SOURCES, *FRONT]}
    graph = {
        name: {other for other in needed_at_import(path) if other in modules and other != name and not name.startswith(f"{other}.")}
        for name, path in modules.items()
    }  # fmt: skip
    assert len([*TopologicalSorter(graph).static_order()]) >= len(modules)


def test_questions_are_asked_in_one_way():
    """A question is a file with `jobs(lab, players, findings)`, or one with what others ask by."""
    asked = [path for path in (ROOT / "analysis" / "questions").glob("*.py") if "def jobs(" in path.read_text()]
    assert len(asked) >= 12
    for path in asked:
        assert "def jobs(lab: Lab, players: int, findings: Findings) -> Iterator[Job]:" in path.read_text(), path


def kernels_of(path):
    """Functions that are compiled: decorated with @jit, or taking (state, ...)."""
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.FunctionDef):
            decorated = any(isinstance(d, ast.Name) and d.id == "jit" for d in node.decorator_list)
            if decorated or node.name in ("play", "fill"):
                yield node


@pytest.mark.parametrize("path", KERNELS, ids=lambda p: str(p.relative_to(ROOT)))
def test_kernels_allocate_nothing(path):
    """A record made in a kernel is a pointer to memory that is freed at once (numba issue 9698)."""
    for kernel in kernels_of(path):
        for call in (n for n in ast.walk(kernel) if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute)):
            assert call.func.attr not in ("zeros", "empty", "ones", "full", "array"), f"{path.name}: {kernel.name}"


def test_there_are_kernels_to_look_at():
    assert sum(1 for path in KERNELS for _ in kernels_of(path)) > 20


def test_no_global_random_state():
    for path in SOURCES:
        assert "np.random.seed" not in path.read_text()
        assert "random" not in set(imports_of(path)), path


def test_no_file_of_all_games_lists_them():
    """One may be named, as the main job is; all others are found where they lie."""
    from simulators import games

    for path in [ROOT / "pyproject.toml", ROOT / "Makefile", ROOT / ".ci" / "run", *FRONT]:
        text = path.read_text().lower()
        assert sum(game in text for game in games()) <= 1, path
