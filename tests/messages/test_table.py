"""The table itself, and the texts that are only quoted: JAX, TensorFlow, old releases."""

from __future__ import annotations

import re

import pytest

import gradsan
from gradsan.messages.message import Message
from gradsan.messages.table import MESSAGES
from gradsan.model.rule import FAMILIES
from gradsan.rules.index import entries

# Texts as JAX 0.10.2, TensorFlow 2.21.0 and older releases of torch give them, quoted.
QUOTED = {
    "one of the variables needed for gradient computation has been modified by an inplace "
    "operation": "modified-in-place",
    "RuntimeError: one of the variables needed for gradient computation has been modified by an "
    "inplace operation: [torch.cuda.FloatTensor [256, 1]], which is output 0 of TBackward, is at "
    "version 2; expected version 1 instead.": "modified-in-place",
    "RuntimeError: Output 0 of UnbindBackward is a view and is being modified inplace. This view "
    "is the output of a function that returns multiple views.": "multi-view-in-place",
    "RuntimeError: a leaf Variable that requires grad has been used in an in-place operation.": (
        "leaf-in-place"
    ),
    "RuntimeError: leaf variable was moved into the graph interior": "leaf-moved-into-graph",
    "RuntimeError: element 0 of variables does not require grad and does not have a grad_fn": (
        "no-grad-fn"
    ),
    "RuntimeError: Can't call numpy() on Variable that requires grad. Use var.detach().numpy() "
    "instead.": "numpy-of-tensor-with-grad",
    "RuntimeError: One of the differentiated Tensors appears to not have been used in the graph. "
    "Set allow_unused=True if this is the desired behavior.": "unused-in-graph",
    "RuntimeError: the derivative for 'target' is not implemented": "argument-not-differentiable",
    "RuntimeError: Expected to mark a variable ready only once. This error is caused by one of "
    "the following reasons": "ddp-marked-twice",
    "TypeError: 'jaxlib.xla_extension.ArrayImpl' object does not support item assignment": (
        "jax-item-assignment"
    ),
    "NotImplementedError: JAX Arrays do not implement the arr.flat property: consider "
    "arr.flatten() instead.": "jax-numpy-write",
    "jax._src.errors.TracerArrayConversionError: The numpy.ndarray conversion method __array__() "
    "was called on the JAX Tracer object Traced<ShapedArray(float32[3])>": "jax-tracer-to-numpy",
    "TypeError: Gradient only defined for scalar-output functions. Output was None.": (
        "jax-scalar-output"
    ),
    "ValueError: IO callbacks do not support JVP.": "jax-callback",
    "NotImplementedError: scatter_apply JVP not implemented": "jax-scatter",
    "AttributeError: 'float' object has no attribute 'dtype'": "tf-loss-is-number",
    "TypeError: 'ResourceVariable' object does not support item assignment": "tf-item-assignment",
    "NotImplementedError: in user code: NotImplementedError: Cannot convert a symbolic tf.Tensor "
    "(v:0) to a numpy array.": "tf-symbolic-to-numpy",
    "NotImplementedError: Cannot convert a symbolic Tensor (strided_slice:0) to a numpy array.": (
        "tf-symbolic-to-numpy"
    ),
    "ValueError: None values not supported.": "tf-none-value",
    "RuntimeError: x: Attempting to capture an EagerTensor without building a function.": (
        "tf-leaked-tensor"
    ),
    "tensorflow.python.framework.errors_impl.InaccessibleTensorError: <tf.Tensor 'a:0'> is out of "
    "scope": "tf-leaked-tensor",
    "RuntimeError: GradientTape.gradient can only be called once on non-persistent tapes.": (
        "tf-tape-used-twice"
    ),
}


def by_name(message: Message) -> str:
    return message.name


@pytest.mark.parametrize("message", MESSAGES, ids=by_name)
def test_a_sample_is_explained_by_its_own_row(message: Message) -> None:
    told = gradsan.explain(message.sample)
    assert told.message is message


@pytest.mark.parametrize(("text", "name"), QUOTED.items(), ids=QUOTED.values())
def test_a_quoted_text_is_explained(text: str, name: str) -> None:
    told = gradsan.explain(text)
    assert told.message is not None
    assert told.message.name == name


@pytest.mark.parametrize("message", MESSAGES, ids=by_name)
def test_an_explanation_fits_on_a_screen(message: Message) -> None:
    lines = str(gradsan.explain(message.sample)).splitlines()
    assert 6 <= len(lines) <= 24
    assert max(map(len, lines)) <= 100


@pytest.mark.parametrize("message", MESSAGES, ids=by_name)
def test_a_row_is_written_in_whole_sentences(message: Message) -> None:
    assert re.fullmatch(r"[a-z][a-z0-9-]+", message.name)
    for text in (message.means, message.why, *message.do, message.advice_against):
        assert text == " ".join(text.split())
        assert not text or text[-1] in ".`)?", text
    assert not message.title.endswith(".")


def test_names_are_given_once() -> None:
    names = [message.name for message in MESSAGES]
    assert len(names) == len(set(names))


def test_rules_are_families_or_codes_that_exist() -> None:
    codes = {entry.rule.code for entry in entries()}
    for message in MESSAGES:
        for rule in (message.rule, *message.related):
            assert rule == "" or rule in FAMILIES or rule in codes, (message.name, rule)


def test_popular_bad_advice_is_answered_by_name() -> None:
    against = " ".join(message.advice_against for message in MESSAGES)
    for advice in ("retain_graph=True", "w = w - lr * w.grad", ".data", "loss.requires_grad_()"):
        assert advice in against


EXPECTED = """\
torch: a leaf (a parameter or an input that requires grad) was written in place

  says    a leaf Variable that requires grad is being used in an in-place operation.
  means   `w += …`, `w.copy_(…)`, `w -= lr * w.grad` or similar on a leaf.
  why     A leaf is where gradients are collected. If the write were recorded, `w` would be a
          result of it and its `.grad` would stay empty.
  do      1. An update or initial values: `with torch.no_grad(): w -= lr * w.grad`.
          2. Part of the computation: make a new value, `w2 = w + 1`, and keep `w` as it is.
  not     `w = w - lr * w.grad`: the new `w` is no leaf, the next `.grad` is None. `w.data`
          works but hides the write from the version check.
  rules   GS3xx: write to a leaf or a restricted view
"""
TRACEBACK = """\
Traceback (most recent call last):
  File "train.py", line 3, in <module>
    w += 1
RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.
"""


def test_an_explanation_reads_like_this() -> None:
    told = gradsan.explain(TRACEBACK)
    assert f"{told}\n" == EXPECTED
