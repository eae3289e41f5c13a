"""The index of lines by itself, on any Python that has sys.monitoring; no framework."""

from __future__ import annotations

import inspect
import sys
import threading
from collections.abc import Callable, Iterator
from types import CodeType
from typing import Any

import pytest

from gradsan.runtime import lines
from gradsan.runtime.lines import LineIndex, is_supported

pytestmark = pytest.mark.skipif(not is_supported(), reason="needs Python 3.12")

monitoring: Any = getattr(sys, "monitoring", None)

# Generated code counts as a library's: `op` makes a node as a framework would.
LIBRARY = """
def op(count=1):
    here.next += count
    return here.next - 1
def call(function):
    return function()
"""


class Counter(threading.local):
    """What a framework keeps: the number of the next node of this thread."""

    next = 0


class World:
    """A framework that only numbers, and an index that listens to it."""

    def __init__(self) -> None:
        self.here = Counter()
        self.is_recording = True
        self.names: dict[str, Any] = {"here": self.here}
        exec(compile(LIBRARY, "<library>", "exec"), self.names)
        self.index = LineIndex(lambda: self.here.next, lambda: self.is_recording)

    def run(self, program: str, filename: str = "/home/me/model.py") -> dict[str, Any]:
        """Run a program that keeps numbers of nodes under names."""
        source = inspect.cleandoc(program)
        names = self.names | {"world": self}
        exec(compile(source, filename, "exec"), names)
        return names

    def line(self, number: int) -> int:
        """Return the line of a node; 0 if it is not known."""
        stack = self.index.at(number)
        return -stack[0][1] if stack else 0


@pytest.fixture
def world() -> Iterator[World]:
    made = World()
    assert made.index.start()
    yield made
    made.index.stop()


def test_each_node_has_its_line(world: World) -> None:
    names = world.run("""
        a = op()
        b = op(); c = op()
        for _ in range(3):
            d = op()
        e = [op() for _ in range(2)]
    """)
    assert [world.line(names[name]) for name in "abcd"] == [1, 2, 2, 4]
    assert [world.line(number) for number in names["e"]] == [5, 5]


def test_lines_of_one_statement_are_told_apart(world: World) -> None:
    names = world.run("""
        pair = (
            op(),
            op(),
        )
    """)
    assert [world.line(number) for number in names["pair"]] == [2, 3]


def test_the_line_that_called_goes_on_after_the_call(world: World) -> None:
    names = world.run("""
        def inner():
            return op()
        def outer():
            return call(inner), op()
        pair, last = outer(), op()
    """)
    inner, outer = names["pair"]
    assert [world.line(number) for number in (inner, outer, names["last"])] == [2, 4, 5]
    assert world.index.at(inner)[0][0].co_name == "inner"


def test_a_function_left_by_an_error_is_left(world: World) -> None:
    names = world.run("""
        def fail():
            op()
            raise ValueError
        try:
            fail()
        except ValueError: a = op()
        b = op()
    """)
    assert [world.line(names[name]) for name in "ab"] == [6, 7]


def test_generators_go_on_in_the_middle_of_a_line(world: World) -> None:
    names = world.run("""
        def numbers():
            yield op()
            yield (yield op()), op()
        turns = iter(numbers())
        a = (next(turns), op())
        b = (next(turns), op())
        c = (next(turns)[1], op())
    """)
    told = {name: tuple(world.line(number) for number in names[name]) for name in "abc"}
    assert told == {"a": (2, 5), "b": (3, 6), "c": (3, 7)}


def test_a_running_function_is_heard_from_the_start_on() -> None:
    world = World()
    names = world.run("""
        def train():
            before = op()
            world.index.start()
            after = op()
            for _ in range(2):
                last = op()
            return before, after, last
        numbers = train()
        late = op()
    """)
    world.index.stop()
    assert [world.line(number) for number in names["numbers"]] == [0, 4, 6]
    assert world.line(names["late"]) == 9


def test_a_line_of_a_package_is_told_with_its_caller(world: World) -> None:
    package = "/env/lib/site-packages/net.py"
    forward = world.run(
        """
        def forward(callback):
            a = op()
            return a, callback(), op()
        """,
        package,
    )["forward"]
    world.names["forward"] = forward
    names = world.run("""
        def mine():
            return op()
        numbers = forward(mine)
    """)
    told = [
        [(code.co_filename, world_line(code, at)) for code, at in world.index.at(number)]
        for number in names["numbers"]
    ]
    user = "/home/me/model.py"
    assert told == [[(package, 2), (user, 3)], [(user, 2)], [(package, 3), (user, 3)]]


def world_line(code: CodeType, at: int) -> int:
    """Return the line of a frame; the outer one is told by its instruction."""
    if at < 0:
        return -at
    return next(line for start, end, line in code.co_lines() if start <= at < end and line)


def test_a_library_has_no_events(world: World) -> None:
    world.run("a = op()")
    tool = next(tool for tool in lines.TOOLS if monitoring.get_tool(tool) == "gradsan")
    code = world.names["op"].__code__
    assert monitoring.get_local_events(tool, code) == 0
    assert code not in list(world.index.codes())


def test_restarted_events_change_nothing(world: World) -> None:
    names = world.run("""
        import sys
        a = op()
        sys.monitoring.restart_events()
        b = op()
    """)
    assert [world.line(names[name]) for name in "ab"] == [2, 4]


def test_a_number_that_two_threads_gave_has_no_line(world: World) -> None:
    names = world.run("""
        import threading
        def work():
            x = op()
            y = op()
            z = op()
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        a = op(), op()
        for _ in range(5):
            b = op()
    """)
    assert world.line(names["a"][0]) == 0
    assert world.line(names["b"]) == 11  # the other thread never came so far


def test_a_thread_that_makes_no_node_is_no_rival(world: World) -> None:
    names = world.run("""
        import threading
        def idle():
            x = 1
            y = 2
        thread = threading.Thread(target=idle)
        thread.start()
        thread.join()
        a = op()
    """)
    assert world.line(names["a"]) == 8


def test_a_thread_that_ended_in_a_library_leaves_no_line_to_others(world: World) -> None:
    names = world.run("""
        import threading
        def work():
            op(50)
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        a = op()
    """)
    assert world.line(names["a"]) == 0


def test_what_is_long_ago_is_forgotten(world: World) -> None:
    names = world.run(f"""
        a = op()
        b = op({lines.SIZE - 2})
        c = op()
        d = op()
    """)
    assert [world.line(names[name]) for name in "acd"] == [0, 3, 4]


BARREN_LOOP = """
    n = 0
    for _ in range(20_000):
        n += 1
    a = op()
    n += 1
    b = op()
"""


@pytest.mark.parametrize("is_recording", [True, False])
def test_lines_that_make_nothing_are_heard_no_more(world: World, is_recording: bool) -> None:
    heard: list[int] = []
    peek = world.index._peek
    world.index.stop()
    world.is_recording = is_recording

    def counted() -> int:
        heard.append(0)
        return peek()

    world.index = LineIndex(counted, lambda: world.is_recording)
    assert world.index.start()
    names = world.run(BARREN_LOOP)
    world.index.stop()
    assert (len(heard) < 10_000) == is_recording
    assert [world.line(names[name]) for name in "ab"] == [4, 6]


def test_a_line_that_comes_after_many_is_heard(world: World) -> None:
    program = ["n = 0"] * (2 * lines.BARREN) + ["for _ in range(2):", "    a = op()"]
    names = world.run("\n".join(program))
    assert world.line(names["a"]) == len(program)
    assert world.line(names["a"] - 1) == len(program)


@pytest.fixture
def holding() -> Iterator[Callable[[int], None]]:
    held: list[int] = []

    def hold(tool: int) -> None:
        monitoring.use_tool_id(tool, "somebody")
        held.append(tool)

    yield hold
    for tool in held:
        monitoring.free_tool_id(tool)


def test_only_free_ids_of_nobody_are_taken(holding: Callable[[int], None]) -> None:
    index = World().index
    holding(3)
    assert index.start()
    assert monitoring.get_tool(4) == "gradsan"
    index.stop()
    holding(4)
    assert not index.start()
    assert not index.is_on
    assert all(monitoring.get_tool(tool) != "gradsan" for tool in range(6))


def test_stopping_gives_everything_back() -> None:
    world = World()
    world.index.start()
    names = world.run("def f():\n    return op()\na = f()")
    world.index.stop()
    assert monitoring.get_tool(3) is None
    monitoring.use_tool_id(3, "next")
    assert monitoring.get_local_events(3, names["f"].__code__) == 0
    assert monitoring.get_events(3) == 0
    monitoring.free_tool_id(3)
    world.run("b = op()")
    assert world.line(names["a"]) == 2  # what was noted is still known
    assert list(world.index.codes()) == []


def test_starting_again_forgets(world: World) -> None:
    names = world.run("a = op()")
    world.index.stop()
    world.index.start()
    assert world.line(names["a"]) == 0


def test_a_line_is_known_to_have_run_later(world: World) -> None:
    names = world.run("""
        for _ in range(2):
            a = op()
        b = op()
    """)
    stack = world.index.at(names["a"])
    assert world.index.has_made_after(names["a"] - 1, stack)
    assert not world.index.has_made_after(names["b"], stack)
