"""Hypothesis strategies for whole reports, with the text that breaks renderers."""

from __future__ import annotations

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from gradsan.model.finding import Edit, Finding, Fix, Label, Place, Position
from gradsan.model.report import Report, Tool

# A whole report takes long to draw; how long says nothing about the renderers.
relaxed = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

NASTY = (
    "",
    "[red]",
    "[/]",
    "[link=x]",
    ":smile:",
    "\x1b[31m",
    "\r\n",
    "\n\n",
    "\t",
    "\x00",
    "\u202e",
    "\u2028",
    "e\u0301",
    "❤\ufe0f",
    "👩\u200d🔬",
    "訓練",
    "\udc80",
    "%0A::error::",
    "a" * 150,
    "`h` was … «changed» → ",
)
texts = st.one_of(st.text(max_size=20), st.lists(st.sampled_from(NASTY), max_size=5).map(" ".join))
rows = st.integers(1, 100_000)
columns = st.integers(1, 200)
positions = st.builds(Position, rows, columns)
filenames = st.one_of(st.sampled_from(["a.py", "/abs/my model.py", "<ipython-input-3>"]), texts)


@st.composite
def places(draw: st.DrawFn) -> Place:
    first, second = draw(positions), draw(positions)
    if draw(st.booleans()):
        second = Position(first.row, second.column)
    cell = draw(st.none() | st.integers(1, 50))
    return Place(draw(filenames), min(first, second), max(first, second), cell)


labels = st.builds(
    Label,
    role=st.sampled_from(["saved", "changed", "needed", "made", "cut"]),
    place=places(),
    text=texts,
    function=texts,
    source=st.lists(texts, max_size=3).map(tuple),
    called_from=st.none() | places(),
)
fixes = st.builds(
    Fix,
    applicability=st.sampled_from(["safe", "unsafe", "display"]),
    message=texts,
    edits=st.lists(st.builds(Edit, places(), texts, texts), max_size=3).map(tuple),
)
findings = st.builds(
    Finding,
    code=st.sampled_from(["GS101", "GS201", "GS001"]),
    name=texts,
    framework=texts,
    severity=st.sampled_from(["error", "warning", "info"]),
    outcome=st.sampled_from(["raises", "silent", "lost", "nonfinite", "repaired", "advice"]),
    confidence=st.sampled_from(["proved", "maybe"]),
    message=texts,
    place=places(),
    labels=st.lists(labels, max_size=3).map(tuple),
    why=texts,
    notes=st.lists(st.tuples(texts, texts), max_size=2).map(tuple),
    count=st.integers(1, 1000),
    url=texts,
    fix=st.none() | fixes,
)
tools = st.builds(
    Tool,
    name=st.just("gradsan"),
    version=texts,
    verb=st.sampled_from(["check", "run"]),
    target=texts,
    frameworks=st.lists(st.tuples(texts, texts), max_size=2).map(tuple),
)
reports = st.builds(
    Report,
    findings=st.lists(findings, max_size=3).map(tuple),
    tool=tools,
    files=st.integers(0, 10_000),
    notes=st.lists(texts, max_size=2).map(tuple),
)
