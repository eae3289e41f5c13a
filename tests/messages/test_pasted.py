"""What people paste: colours, labels, carriage returns, wraps, chains, too much of it."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gradsan
from gradsan.messages.frames import Frame
from gradsan.messages.message import Explanation

TRACEBACK = """Traceback (most recent call last):
  File "/home/me/train.py", line 41, in <module>
    step()
  File "/home/me/train.py", line 30, in step
    loss.backward()
    ^^^^^^^^^^^^^^^
  File "/usr/lib/python3.11/site-packages/torch/_tensor.py", line 623, in backward
    torch.autograd.backward(
RuntimeError: Trying to backward through the graph a second time (or directly access saved \
tensors after they have already been freed). Saved intermediate values of the graph are freed \
when you call .backward() or autograd.grad().
"""


def name_of(told: Explanation) -> str:
    return told.message.name if told.message else ""


def explained(text: str) -> str:
    return name_of(gradsan.explain(text))


def test_a_traceback_gives_its_frames() -> None:
    told = gradsan.explain(TRACEBACK)
    assert name_of(told) == "second-backward"
    assert told.error_type == "RuntimeError"
    assert told.frames[:2] == (
        Frame("/home/me/train.py", 41, "<module>", "step()"),
        Frame("/home/me/train.py", 30, "step", "loss.backward()"),
    )
    assert told.script == "/home/me/train.py"


@pytest.mark.parametrize(
    "prefix",
    [
        "[rank0]: ",
        "[rank12]:",
        "[default0]:",
        "[1,0]<stderr>:",
        "(RayTrainWorker pid=123, ip=10.0.0.1) ",
        "0: ",
        "2024-05-01 12:00:00,123 ERROR ",
        "2024-05-01T12:00:00.1234567Z ",
        "2024-05-01T12:00:00Z [rank0]: ",
        "> ",
        "trainer-1  | ",
        "\x1b[31m",
        "E   ",
    ],
)
def test_what_a_log_puts_before_each_line_is_taken_off(prefix: str) -> None:
    told = gradsan.explain("".join(f"{prefix}{line}\n" for line in TRACEBACK.splitlines()))
    assert name_of(told) == "second-backward"
    assert [frame.line for frame in told.frames] == [41, 30, 623]


def test_colours_are_taken_off() -> None:
    text = (
        "\x1b[1;31mRuntimeError\x1b[0m: \x1b[1mleaf variable has been "
        "\x1b[4mmoved into the graph interior"
    )
    assert explained(text) == "leaf-moved-into-graph"


def test_links_in_a_terminal_are_taken_off() -> None:
    text = "ValueError: \x1b]8;;file:///x\x07can't optimize a non-leaf Tensor\x1b]8;;\x07"
    assert explained(text) == "optimize-non-leaf"


@pytest.mark.parametrize("end", ["\r\n", "\r", "\u2028"])
def test_line_ends_of_other_systems_are_read(end: str) -> None:
    told = gradsan.explain(TRACEBACK.replace("\n", end))
    assert name_of(told) == "second-backward"
    assert [frame.line for frame in told.frames] == [41, 30, 623]


def test_null_bytes_are_skipped() -> None:
    assert explained("\0".join(TRACEBACK)) == "second-backward"


@pytest.mark.parametrize("width", [20, 37, 40, 53, 72, 80])
def test_lines_wrapped_by_a_terminal_are_joined(width: int) -> None:
    text = (
        "RuntimeError: a view of a leaf Variable that requires grad is being used in an in-place "
        "operation."
    )
    wrapped = "\n".join(text[at : at + width] for at in range(0, len(text), width))
    assert explained(wrapped) == "view-of-leaf-in-place"


def test_facts_survive_a_wrap_within_words() -> None:
    text = (
        "one of the variables needed for gradient computation has been modified by an inplace "
        "operation: [torch.FloatTensor [2, 3]], which is output 0 of ExpBackward0, is at version "
        "1; expected version 0 instead."
    )
    wrapped = "\n".join(text[at : at + 33] for at in range(0, len(text), 33))
    told = gradsan.explain(wrapped)
    assert told.facts["shape"] == "2, 3"
    assert told.facts["node"] == "ExpBackward0"


def test_a_traceback_inside_a_json_log_is_read() -> None:
    text = '{"level": "error", "exc": "' + TRACEBACK.replace('"', '\\"').replace("\n", "\\n") + '"}'
    told = gradsan.explain(text)
    assert name_of(told) == "second-backward"
    assert 30 in [frame.line for frame in told.frames]


def test_the_last_of_several_errors_is_explained() -> None:
    first = TRACEBACK.replace("Trying to backward through the graph a second time", "x")
    assert (
        explained("ValueError: can't optimize a non-leaf Tensor\n" + TRACEBACK) == "second-backward"
    )
    assert (
        explained(TRACEBACK + "ValueError: can't optimize a non-leaf Tensor\n")
        == "optimize-non-leaf"
    )
    assert explained(first + TRACEBACK) == "second-backward"


def test_a_known_cause_of_an_unknown_error_is_explained() -> None:
    told = gradsan.explain(
        TRACEBACK
        + "\nThe above exception was the direct cause of the following exception:\n\n"
        + 'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\n    main()\n'
        + "mytrainer.TrainingError: step 7 failed\n"
    )
    assert name_of(told) == "second-backward"
    assert "cause of the last exception, mytrainer.TrainingError" in told.notes[0]


def raise_from(first: Exception, second: Exception, *, as_cause: bool) -> None:
    try:
        raise first
    except type(first):
        if as_cause:
            raise second from first
        raise second  # noqa: B904


MOVED = RuntimeError("leaf variable has been moved into the graph interior")
NON_LEAF = ValueError("can't optimize a non-leaf Tensor")


def test_the_innermost_known_cause_is_explained() -> None:
    with pytest.raises(ValueError) as raised:
        raise_from(MOVED, NON_LEAF, as_cause=True)
    assert name_of(gradsan.explain(raised.value)) == "leaf-moved-into-graph"


def test_an_error_that_was_handled_is_not_preferred_to_the_last() -> None:
    with pytest.raises(ValueError) as raised:
        raise_from(MOVED, ValueError(*NON_LEAF.args), as_cause=False)
    assert name_of(gradsan.explain(raised.value)) == "optimize-non-leaf"


def test_a_member_of_an_exception_group_is_explained() -> None:
    group = ExceptionGroup("workers", [ValueError("can't optimize a non-leaf Tensor")])
    assert name_of(gradsan.explain(group)) == "optimize-non-leaf"


def test_a_launcher_error_after_the_known_one_is_told_apart() -> None:
    told = gradsan.explain(
        TRACEBACK + "torch.distributed.elastic.multiprocessing.errors.ChildFailedError:\n====\n"
    )
    assert name_of(told) == "second-backward"
    assert "earlier one" in told.notes[0]


def test_interleaved_ranks_are_taken_apart() -> None:
    lines = TRACEBACK.splitlines()
    mixed = [f"[rank{rank}]: {line}" for line in lines for rank in (0, 1)]
    told = gradsan.explain("\n".join(mixed))
    assert name_of(told) == "second-backward"
    assert [frame.line for frame in told.frames] == [41, 30, 623]


def test_a_warning_in_a_log_is_explained_with_its_place() -> None:
    told = gradsan.explain(
        "epoch 1\nC:\\me\\train.py:12: UserWarning: None of the inputs have requires_grad=True. "
        "Gradients will be None\n  warnings.warn(\nepoch 2\n"
    )
    assert name_of(told) == "checkpoint-inputs-without-grad"
    assert told.frames == (Frame("C:\\me\\train.py", 12),)


def test_the_forward_traceback_of_anomaly_mode_is_kept_apart() -> None:
    told = gradsan.explain(
        "/x/site-packages/torch/autograd/graph.py:869: UserWarning: Error detected in "
        "ExpBackward0. Traceback of forward call that caused the error:\n"
        '  File "train.py", line 9, in <module>\n    y = model(x)\n'
        '  File "model.py", line 14, in forward\n    h = torch.exp(x)\n'
        " (Triggered internally at /x/python_anomaly_mode.cpp:122.)\n"
        "  return Variable._execution_engine.run_backward(\n"
        'Traceback (most recent call last):\n  File "train.py", line 11, in <module>\n'
        "    y.backward()\n"
        "RuntimeError: one of the variables needed for gradient computation has been modified by "
        "an inplace operation: [torch.FloatTensor [3]], which is output 0 of ExpBackward0, is at "
        "version 1; expected version 0 instead. Hint: the backtrace further above shows the "
        "operation that failed to compute its gradient. The variable in question was changed in "
        "there or anywhere later. Good luck!\n"
    )
    assert name_of(told) == "modified-in-place"
    assert told.kept_at[-1] == Frame("model.py", 14, "forward", "h = torch.exp(x)")
    assert [frame.line for frame in told.frames] == [11]


def test_frames_of_a_notebook_are_read() -> None:
    told = gradsan.explain(
        "RuntimeError                              Traceback (most recent call last)\n"
        "Cell In[3], line 5\n      3 y = x\n----> 5 y.backward()\n\n"
        "File /x/site-packages/torch/_tensor.py:581, in Tensor.backward(self, gradient)\n"
        "RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn\n"
    )
    assert name_of(told) == "no-grad-fn"
    assert told.frames[0] == Frame("Cell In[3]", 5)


@pytest.mark.parametrize(
    "text",
    ["", " ", "\0", "hello", "KeyError: 'lr'", "Traceback (most recent call last):", "\x1b["],
)
def test_an_unknown_text_is_said_to_be_unknown(text: str) -> None:
    told = gradsan.explain(text)
    assert not told.known
    assert str(told).startswith("This message is not known to me.")
    assert "gradsan run" in str(told)


def test_an_exception_that_cannot_be_printed_is_unknown() -> None:
    class MuteError(Exception):
        def __str__(self) -> str:
            raise RuntimeError("no words")

    assert not gradsan.explain(MuteError()).known


@given(st.text(max_size=400))
def test_any_text_is_explained_without_an_error(text: str) -> None:
    assert str(gradsan.explain(text))


def test_what_is_no_text_is_refused_by_name() -> None:
    with pytest.raises(TypeError, match="not int"):
        gradsan.explain(3)  # type: ignore[arg-type]  # what a user may hand over


@given(st.text(alphabet='\n\r\0\x1b[]0mrank:| >E"File line 1, in .pyErrorWarning', max_size=300))
def test_any_broken_log_is_explained_without_an_error(text: str) -> None:
    assert str(gradsan.explain(text))


@pytest.mark.parametrize(
    "filler",
    ["a", "a ", "'", "RuntimeError: x\n", 'File "', "\0", "\x1b", "| ", "x.py:1: UserWarning: x\n"],
)
def test_fifty_megabytes_are_explained_in_seconds(filler: str) -> None:
    text = (filler * (50_000_000 // len(filler))) + "\n" + TRACEBACK
    start = time.perf_counter()
    told = gradsan.explain(text)
    assert time.perf_counter() - start < 10
    assert name_of(told) == "second-backward"
    assert "head and its tail" in told.notes[0]


def test_no_pattern_is_slow_on_random_text() -> None:
    generator = random.Random(0)
    text = "".join(generator.choices("abc _.:'()[]0123\"`*", k=300_000))
    start = time.perf_counter()
    gradsan.explain(f"RuntimeError: {text}")
    assert time.perf_counter() - start < 10
