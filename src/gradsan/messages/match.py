"""explain: from an error, or the text of one, to what it means.

A text that is not in the table is said to be unknown; nothing is guessed. The last exception
is explained, or the innermost known one of its causes; an earlier one only if the last is
unknown, and then it is said.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterator
from functools import cache

from gradsan.messages.frames import Frame
from gradsan.messages.hints import hints
from gradsan.messages.message import Explanation, Message
from gradsan.messages.pasted import Raised, bounded, clean, in_order_of_interest, read
from gradsan.messages.table import MESSAGES


def explain(error: BaseException | str) -> Explanation:
    """Say what an autograd error means and what to do now.

    Takes an exception, its message, a traceback or a whole log. Knows texts of PyTorch, JAX
    and TensorFlow; `known` is False for any other.

    >>> told = explain("RuntimeError: leaf variable has been moved into the graph interior")
    >>> told.known, told.message.name
    (True, 'leaf-moved-into-graph')
    >>> explain(KeyError("lr")).known
    False
    """
    if isinstance(error, BaseException):
        error = "".join(traceback.format_exception(error))
    elif not isinstance(error, str):
        raise TypeError(f"explain takes an exception or a text, not {type(error).__name__}")
    text, was_cut = bounded(error)
    lines = clean(text)
    notes = ("The text is long: only its head and its tail were read.",) if was_cut else ()
    found = read(lines)
    return _of_exceptions(found, notes) or _of_text(lines, found, notes)


def _of_exceptions(found: list[Raised], notes: tuple[str, ...]) -> Explanation | None:
    kept_at = next((tuple(raised.kept_at) for raised in found[::-1] if raised.kept_at), ())
    for raised in in_order_of_interest(found):
        text = raised.text
        if not (hit := _first_match(text)):
            continue
        message, match = hit
        return _tell(
            message,
            match,
            text=_sentence(text, match),
            raised=raised,
            kept_at=kept_at,
            notes=(*notes, *_about_later(raised, found)),
        )
    return None


def _sentence(text: str, match: re.Match[str]) -> str:
    """Cut the text after the sentence in which the match ends."""
    end = text.find(". ", match.end())
    return text if end < 0 else text[: end + 1]


def _about_later(told: Raised, found: list[Raised]) -> Iterator[str]:
    """Say so if it was not the last exception that was explained."""
    errors = [raised for raised in found if not raised.is_warning]
    if not errors or errors[-1] is told:
        return
    at = next(index for index, raised in enumerate(found) if raised is told)
    later = found[at + 1 :]
    if all(raised.link == "cause" for raised in later):
        yield f"It is the cause of the last exception, {errors[-1].error_type}."
    elif any(raised is errors[-1] for raised in later):
        yield (
            f"The last exception, {errors[-1].error_type}, is not known to me; this is about an "
            "earlier one in the same text."
        )


def _of_text(lines: list[str], found: list[Raised], notes: tuple[str, ...]) -> Explanation:
    """Look for a known text anywhere: pasted alone, or wrapped by a terminal."""
    text = " ".join(" ".join(lines).split())
    raised = next(iter(in_order_of_interest(found)), None)
    if hit := _last_match(text):
        message, match = hit
        return _tell(message, match, text=match[0], raised=raised, kept_at=(), notes=notes)
    if hit := _last_match("".join(text.split()), squeezed=True):
        message, match = hit
        return _tell(message, match, text=message.title, raised=raised, kept_at=(), notes=notes)
    return Explanation(
        text=raised.text if raised else text,
        error_type=raised.error_type if raised else "",
        frames=raised.frames if raised else (),
        notes=notes,
    )


def _tell(
    message: Message,
    match: re.Match[str],
    *,
    text: str,
    raised: Raised | None,
    kept_at: tuple[Frame, ...],
    notes: tuple[str, ...],
) -> Explanation:
    facts = {key: value for key, value in match.groupdict().items() if value is not None}
    if "shape" in facts:
        facts["shape"] = ", ".join(facts["shape"].replace(",", " ").split())
    return Explanation(
        text=text,
        message=message,
        facts=facts,
        hints=hints(message.name, facts),
        error_type=raised.error_type if raised else "",
        frames=raised.frames if raised else (),
        kept_at=kept_at,
        notes=notes,
    )


@cache
def _patterns(squeezed: bool) -> tuple[tuple[Message, re.Pattern[str]], ...]:
    # A terminal breaks lines in the middle of words. Without any white space on both sides
    # that does not matter.
    return tuple(
        (message, re.compile(message.pattern.replace(" ", "") if squeezed else message.pattern))
        for message in MESSAGES
    )


def _first_match(text: str) -> tuple[Message, re.Match[str]] | None:
    for message, pattern in _patterns(squeezed=False):
        if match := pattern.search(text):
            return message, match
    return None


def _last_match(text: str, squeezed: bool = False) -> tuple[Message, re.Match[str]] | None:
    """Return the match that stands last; of two at one place, that of the earlier row."""
    best: tuple[Message, re.Match[str]] | None = None
    for message, pattern in _patterns(squeezed):
        for match in pattern.finditer(text):
            if best is None or match.start() > best[1].end():
                best = message, match
    return best
