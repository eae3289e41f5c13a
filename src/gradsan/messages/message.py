"""What a known error text is, and what is told about one that was met.

`Message` is a row of the table; `Explanation` is a row together with what this very text
says, as a text of a screen. Nothing is read or printed here.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from gradsan.model.rule import FAMILIES

WIDTH = 88
QUOTE_LIMIT = 300  # characters of the error text that are repeated

# What `gradsan run` adds to the message, by family; the others it cannot say more about.
_RUN_TELLS = {
    "GS1": "names the lines that saved, changed and needed the value",
    "GS2": "names the lines that saved, changed and needed the value",
    "GS3": "names the line of the write and what it wrote to",
    "GS4": "names the lines of forward, step and backward, in order",
    "GS5": "names the line where the path to the parameter was cut",
    "GS6": "names the first op whose backward made the NaN",
}


@dataclass(frozen=True, slots=True)
class Message:
    """An error text that a framework is known to give."""

    name: str  # stable, in kebab case
    pattern: str  # a regular expression on the text with single spaces
    frameworks: tuple[str, ...]
    title: str
    means: str
    why: str
    do: tuple[str, ...]
    sample: str  # a real text
    rule: str = ""  # a code (GS101), a family (GS4) or nothing
    related: tuple[str, ...] = ()  # further codes that give the same text
    advice_against: str = ""  # popular advice that makes it worse, by name


@dataclass(frozen=True, slots=True)
class Frame:
    """A line of a traceback: who was running what."""

    filename: str
    line: int
    function: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What an error text means and what to do now; `str()` is the text for a person."""

    text: str  # the error text that was explained, on one line
    message: Message | None = None
    facts: Mapping[str, str] = field(default_factory=dict)  # what the text says of this case
    hints: tuple[str, ...] = ()  # what follows from the facts
    error_type: str = ""
    frames: tuple[Frame, ...] = ()  # outermost first
    kept_at: tuple[Frame, ...] = ()  # anomaly mode's «traceback of forward call»
    notes: tuple[str, ...] = ()  # e.g. that the input was cut

    @property
    def known(self) -> bool:
        """Whether the text is in the table."""
        return self.message is not None

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        message = self.message
        if message is None:
            yield from self._unknown_lines()
            return
        yield f"{'/'.join(message.frameworks)}: {message.title}"
        yield ""
        yield from tell("says", self.quoted)
        yield from tell("means", message.means)
        yield from tell("why", message.why)
        for hint in self.hints:
            yield from tell("here", hint)
        yield from number("do", message.do)
        if message.advice_against:
            yield from tell("not", message.advice_against)
        yield from self._rule_lines(message.rule)
        for note in self.notes:
            yield from tell("note", note)

    def _rule_lines(self, rule: str) -> Iterator[str]:
        if len(rule) > len("GS1"):
            yield from tell("rule", f"gradsan rule {rule}")
        elif rule:
            yield from tell("rules", f"{rule}xx, {FAMILIES[rule]}")
        if tells := _RUN_TELLS.get(rule[:3]):
            yield from tell("next", f"gradsan run YOUR_SCRIPT.py  ({tells})")

    def _unknown_lines(self) -> Iterator[str]:
        yield "This message is not known to me."
        yield ""
        yield from tell("says", self.quoted or "(nothing: the text is empty)")
        yield from tell(
            "means",
            "It is not in the table of gradient errors of PyTorch, JAX and TensorFlow. It may be "
            "no gradient error at all; then look at the last line of your own in the traceback.",
        )
        yield from number(
            "do",
            (
                "`gradsan run YOUR_SCRIPT.py` runs the program and reports writes into saved "
                "values, cut graphs and NaN gradients, whatever the message says.",
                "`gradsan check PATH` reads the source, runs nothing, and reports what will break.",
                "Paste the whole traceback, not only its last line: a known message may be its "
                "cause.",
            ),
        )
        for note in self.notes:
            yield from tell("note", note)

    @property
    def quoted(self) -> str:
        """The error text, cut to a length that can be repeated."""
        if len(self.text) <= QUOTE_LIMIT:
            return self.text
        return f"{self.text[: QUOTE_LIMIT - 2].rstrip()} …"


def tell(heading: str, text: str) -> list[str]:
    """Lay a paragraph out beside its heading."""
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=f"  {heading:<7} ",
        subsequent_indent=" " * 10,
        break_long_words=False,
        break_on_hyphens=False,
    )


def number(heading: str, steps: tuple[str, ...]) -> Iterator[str]:
    """Lay steps out as a numbered list beside their heading."""
    for index, step in enumerate(steps, start=1):
        yield from textwrap.wrap(
            step,
            WIDTH,
            initial_indent=f"  {heading if index == 1 else '':<7} {index}. ",
            subsequent_indent=" " * 13,
            break_long_words=False,
            break_on_hyphens=False,
        )
