r"""Make text from anywhere fit to be shown.

A message or a source line may hold anything: escape sequences, marks that reverse the
direction of a line, halves of surrogate pairs. What comes out holds none of these, and
every character has the same width wherever it stands.
"""

from __future__ import annotations

import unicodedata

# Control, format (bidirectional overrides, joiners), surrogate, line and paragraph separators.
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_WIDENER = "\ufe0f"  # makes the character before it wide in some terminals and not in others
_SPELLED = str.maketrans(
    {"…": "...", "→": "->", "«": '"', "»": '"', "“": '"', "”": '"', "’": "'", "–": "-", "—": "-"}
)


def glyph(character: str, *, only_ascii: bool = False) -> str:
    r"""Return what is shown for one character.

    >>> glyph("h"), glyph("\x1b"), glyph("é"), glyph("é", only_ascii=True)
    ('h', '\\x1b', 'é', '\\xe9')
    """
    if character.isascii() and character.isprintable():
        return character
    if character == _WIDENER and not only_ascii:
        return ""
    if only_ascii or unicodedata.category(character) in _HIDDEN:
        return character.encode("unicode_escape").decode("ascii")
    return character


def visible(text: str, *, only_ascii: bool = False) -> str:
    r"""Show a text in one piece, character by character.

    >>> visible("a\tb\u202e")
    'a\\tb\\u202e'
    """
    return "".join(glyph(character, only_ascii=only_ascii) for character in text)


def sentence(text: str, *, only_ascii: bool = False) -> str:
    r"""Show our own words on one line; in ASCII the usual marks are spelled out.

    >>> sentence("first\n  second… ", only_ascii=True)
    'first second...'
    """
    joined = " ".join(text.split())
    return visible(joined.translate(_SPELLED) if only_ascii else joined, only_ascii=only_ascii)


def paragraph(text: str, *, only_ascii: bool = False) -> list[str]:
    r"""Show our own words line by line; inner spaces stay, they may draw a picture.

    >>> paragraph("31 D(fake) --- 38 step\n   [==========]")
    ['31 D(fake) --- 38 step', '   [==========]']
    """
    spelled = text.translate(_SPELLED) if only_ascii else text
    lines = spelled.replace("\r\n", "\n").expandtabs(4).split("\n")
    return [visible(line.rstrip(), only_ascii=only_ascii) for line in lines]
