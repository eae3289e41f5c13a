"""Turn pasted text into the exceptions and warnings that stand in it.

In comes what people paste: logs with colours, carriage returns, rank labels and time stamps
before each line, notebooks, pytest output. Out come `Raised` values in the order of the
text. Only a bounded part of the text is looked at, its head and its tail.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from gradsan.messages.frames import Frame

HEAD_LIMIT = 1 << 18  # characters
TAIL_LIMIT = 3 << 18
LINE_LIMIT = 20_000  # characters of a line
TEXT_LIMIT = 40_000  # characters of the text of an exception
MESSAGE_LINES = 60  # an exception text goes on for as many lines at most

Link: TypeAlias = Literal["", "cause", "context"]

_ESCAPES = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]{0,500}(?:\x07|\x1b\\)|\x1b.")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufeff]")
_NEWLINE = re.compile(r"\r\n?|[\x85\u2028\u2029]")
_IN_JSON = re.compile(r"\\n\s{1,20}File \\?\"")  # a traceback inside a JSON string

# What stands before a line of a traceback in a log. The label tells whose line it is.
_PREFIXES = re.compile(
    r"""
    (?P<label>
        \[(?:rank|default)?\d{1,5}\]:\s?                     # [rank0]:  torchrun
      | \[\d+,\d+\]<std(?:err|out)>:?\s?                     # [1,0]<stderr>:  mpirun
      | \([^()\n]{0,80}\bpid=\d+[^()\n]{0,80}\)\s            # (worker pid=12, ip=…)  ray
      | [\w.-]{1,60}\s{0,20}\|\s(?=\s*(?:File|Traceback|\w+Error)) # trainer-1  | compose
      | \d{1,4}:\s(?=\s*(?:File|Traceback|\w[\w.]*Error|\s)) # 0:  srun --label
    )
  | \[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?\]?[ |:-]{0,3}
    (?:\[?(?:DEBUG|INFO|WARNING|ERROR|CRITICAL)\]?[ |:-]{0,3})?
  | E[ ]{2,}(?=\S)                                           # pytest
  | >[ ]?(?=.)                                               # quoted in a mail or an issue
  | [ ]{0,20}[|+][ ](?=[ \S])                                # a member of an exception group
    """,
    re.VERBOSE,
)
_EXCEPTION = re.compile(
    r"(?P<type>(?:[A-Za-z_]\w*\.){0,8}_?(?:[A-Z]\w*(?:Error|Exception|Warning|Failed|Interrupt|"
    r"Group|Exit|Stop)|Exception))(?:: ?(?P<text>.*))?$"
)
_WARNING = re.compile(
    r"(?P<file>(?:[A-Za-z]:)?[^:\n]{1,300}):(?P<line>\d{1,7}): (?P<type>\w*Warning): (?P<text>.*)$"
)
_FRAME = re.compile(
    r'\s*File "(?P<file>[^"\n]{1,500})", line (?P<line>\d{1,7})(?:, in (?P<function>.{1,200}))?$'
)
_NOTEBOOK_FRAME = re.compile(
    r"(?:File (?P<file>\S[^:\n]{0,300}):(?P<line>\d{1,7}),? in (?P<function>\w+|<\w+>)"
    r"|Cell In ?\[(?P<cell>\d+)\], line (?P<cell_line>\d{1,7}))"
)
_LINKS: dict[str, Link] = {
    "The above exception was the direct cause of the following exception:": "cause",
    "During handling of the above exception, another exception occurred:": "context",
}


@dataclass(slots=True)
class Raised:
    """An exception or a warning as it stands in the text."""

    error_type: str
    lines: list[str]
    frames: tuple[Frame, ...] = ()
    link: Link = ""  # how it hangs on the one before it
    kept_at: list[Frame] = field(default_factory=list)  # under anomaly mode's warning

    @property
    def text(self) -> str:
        """Its words, white space made single."""
        return " ".join(" ".join(self.lines).split())[:TEXT_LIMIT]

    @property
    def is_warning(self) -> bool:
        """Whether the program went on after it."""
        return self.error_type.endswith("Warning")


def bounded(text: str) -> tuple[str, bool]:
    """Return the head and the tail of the text, and whether something was left out."""
    if len(text) <= HEAD_LIMIT + TAIL_LIMIT:
        return text, False
    return f"{text[:HEAD_LIMIT]}\n{text[-TAIL_LIMIT:]}", True


def clean(text: str) -> list[str]:
    """Return the lines without colours, control characters and what a log puts before them.

    >>> clean("[rank0]: \\x1b[31mValueError\\x1b[0m: x\\r\\n[rank0]:   y")
    ['ValueError: x', '  y']
    """
    if _IN_JSON.search(text):
        text = text.replace("\\n", "\n").replace('\\"', '"')
    plain = _CONTROL.sub("", _NEWLINE.sub("\n", _ESCAPES.sub("", text)))
    labelled = [_without_prefix(line[:LINE_LIMIT]) for line in plain.split("\n")]
    labels = {label for label, _ in labelled if label}
    if len(labels) < 2:
        return [line for _, line in labelled]
    # Several processes wrote at the same time: take their lines apart, the unlabelled first.
    streams: dict[str, list[str]] = {"": []}
    for label, line in labelled:
        streams.setdefault(label, []).append(line)
    return [line for stream in streams.values() for line in stream]


def _without_prefix(line: str) -> tuple[str, str]:
    label = ""
    for _ in range(4):
        found = _PREFIXES.match(line)
        if not found or not found.end():
            break
        label = label or (found["label"] or "").strip()
        line = line[found.end() :]
    return label, line


def read(lines: Iterable[str]) -> list[Raised]:
    """Return the exceptions and warnings of the text, in its order."""
    reader = _Reader()
    for line in lines:
        reader.take(line)
    return reader.found


class _Reader:
    """Goes through the lines once; knows whose frames and whose words it is collecting."""

    def __init__(self) -> None:
        self.found: list[Raised] = []
        self.frames: list[Frame] = []  # of the exception that is still to come
        self.collecting: list[Frame] = self.frames
        self.link: Link = ""
        self.talking: Raised | None = None  # whose words go on
        self.wants_source = False

    def take(self, line: str) -> None:
        stripped = line.strip()
        if self.wants_source and self.collecting and not _FRAME.match(line):
            self.wants_source = False
            if not _EXCEPTION.match(line):
                self.collecting[-1] = _with_source(self.collecting[-1], stripped)
                return
        if stripped in _LINKS:
            self.link, self.talking = _LINKS[stripped], None
        elif "Traceback (most recent call last)" in line:
            self._begin_frames()
        elif frame := _frame(line):
            self.collecting.append(frame)
            self.wants_source = _FRAME.match(line) is not None
            self.talking = None
        elif warning := _WARNING.match(line):
            self._warn(warning)
        elif error := _EXCEPTION.match(line):
            self._raise(error)
        elif self.talking and len(self.talking.lines) < MESSAGE_LINES:
            self.talking.lines.append(line)

    def _begin_frames(self) -> None:
        self.frames = self.collecting = []
        self.talking = None

    def _warn(self, found: re.Match[str]) -> None:
        if self.found and not self.frames:
            self.link = ""
        place = Frame(found["file"], int(found["line"]))
        raised = Raised(found["type"], [found["text"]], (place,))
        if "raceback of forward call" in found["text"]:
            self.collecting = raised.kept_at
        self.found.append(raised)
        self.talking = raised

    def _raise(self, found: re.Match[str]) -> None:
        raised = Raised(found["type"], [found["text"] or ""], tuple(self.frames), self.link)
        if "raceback of forward call" in raised.lines[0]:
            self.collecting = raised.kept_at
        else:
            self._begin_frames()
        self.link = ""
        self.found.append(raised)
        self.talking = raised


def _frame(line: str) -> Frame | None:
    if found := _FRAME.match(line):
        return Frame(found["file"], int(found["line"]), found["function"] or "")
    if found := _NOTEBOOK_FRAME.match(line.strip()):
        if found["cell"]:
            return Frame(f"Cell In[{found['cell']}]", int(found["cell_line"]))
        return Frame(found["file"], int(found["line"]), found["function"])
    return None


def _with_source(frame: Frame, source: str) -> Frame:
    return Frame(frame.filename, frame.line, frame.function, source)


def in_order_of_interest(found: list[Raised]) -> Iterator[Raised]:
    """Yield the last exception first; of a chain of causes, the innermost first."""
    end = len(found)
    while end:
        start = end - 1
        while start and found[start].link == "cause":
            start -= 1
        yield from found[start:end]
        end = start
