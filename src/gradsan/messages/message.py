"""What a known error text is, and what is told about one that was met.

`Message` is a row of the table; `Explanation` is a row together with what this very text
says, as a text of a screen. Nothing is read or printed here.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from gradsan.messages.frames import Frame, script_of
from gradsan.model.rule import FAMILIES

WIDTH = 96
QUOTE_LIMIT = 300  # characters of the error text that are repeated

# What `gradsan run` adds to the message, by code or family; of the others it promises nothing.
_RUN_TELLS = {"GS101": "names the lines that saved, changed and needed it"}


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
        return "\n".join((*self.opening(), *self.closing()))

    def opening(self) -> Iterator[str]:
        """Yield the lines that say what it means and what to do."""
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

    def closing(self) -> Iterator[str]:
        """Yield the lines that say what was left out and where it goes on."""
        for note in self.notes:
            yield from tell("note", note)
        if self.message is not None:
            yield from self._rule_lines(self.message.rule)

    def _rule_lines(self, rule: str) -> Iterator[str]:
        if len(rule) > len("GS1"):
            yield from tell("rule", f"gradsan rule {rule}")
        elif rule:
            yield from tell("rules", f"{rule}xx: {FAMILIES[rule]}")
        if tells := _RUN_TELLS.get(rule):
            yield from tell("next", f"gradsan run {self.script}  ({tells})")

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
                f"`gradsan run {self.script}` runs the program under the guard and reports what "
                "breaks its gradients, whatever the message says.",
                "`gradsan check PATH` reads the source, runs nothing, and reports what will break.",
                "Paste the whole traceback, not only its last line: a known message may be its "
                "cause.",
            ),
        )

    @property
    def script(self) -> str:
        """The program that was running, if the traceback tells."""
        return script_of(self.frames) or "YOUR_SCRIPT.py"

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
