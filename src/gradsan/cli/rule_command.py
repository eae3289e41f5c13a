"""Tell what a rule means: what it says, why, how it is fixed, bad and good code.

gradsan rule GS101
gradsan rule --all
gradsan rule --all --output-format json
"""

from __future__ import annotations

import argparse
import inspect
import json
import sys

from gradsan.cli.entry import UsageError
from gradsan.model.rule import FAMILIES, Example, Rule
from gradsan.rules.index import UnknownRuleError, entries, rule


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `gradsan rule` takes."""
    parser.add_argument("rules", nargs="*", metavar="RULE", help="codes or names")
    parser.add_argument("--all", action="store_true", help="every rule, a line each")
    parser.add_argument("--output-format", choices=("text", "json", "markdown"), default="text")


def execute(args: argparse.Namespace) -> int:
    """Print the rules asked for."""
    if not args.all and not args.rules:
        raise UsageError("which rule? (gradsan rule --all lists them)")
    try:
        chosen = [rule(key).rule for key in args.rules]
    except UnknownRuleError as error:
        raise UsageError(str(error)) from None
    if args.all:
        chosen = [entry.rule for entry in entries()]
    if args.output_format == "json":
        text = json.dumps([as_json(item) for item in chosen], indent=2)
    elif args.all and args.output_format == "text":
        text = "\n".join(listing(chosen))
    else:
        text = "\n\n".join(page(item) for item in chosen)
    sys.stdout.write(f"{text}\n")
    return 0


def listing(rules: list[Rule]) -> list[str]:
    """Return a line for each rule, under the names of the families."""
    lines: list[str] = []
    for prefix, family in FAMILIES.items():
        members = [item for item in rules if item.code.startswith(prefix)]
        if members:
            lines += [*([""] if lines else []), f"{prefix}  {family}"]
            lines += [f"  {item.code}  {item.name:28} {item.says}" for item in members]
    return lines


def page(item: Rule) -> str:
    """Return the documentation of a rule as Markdown."""
    parts = [
        f"# {item.code} {item.name}",
        f"{item.says[0].upper()}{item.says[1:]}.",
        f"*Family*: {item.family}. *Frameworks*: {', '.join(item.frameworks) or 'any'}. "
        f"*Seen by*: {' and '.join(f'`{seer}`' for seer in item.seen_by)}"
        f"{f' ({item.seen_by_why})' if item.seen_by_why else ''}.",
        "## Why",
        _paragraph(item.why),
        "## Fix",
        _sentence(_paragraph(item.fix_safety)),
    ]
    for number, example in enumerate(item.examples, 1):
        heading = f"## Example {number}" if len(item.examples) > 1 else "## Example"
        parts += [heading, *_example(example)]
    comment = f"# gradsan: ignore[{item.code}] why it is fine here"
    parts += ["## Silence", f"```python\n…  {comment}\n```"]
    return "\n\n".join(parts)


_OUTCOMES = {
    "raises": "backward raises",
    "silent": "runs, and the gradient is wrong",
    "lost": "runs, and the gradient is missing",
    "nonfinite": "runs, and the gradient is not finite",
    "repaired": "repaired",
    "advice": "fine, but could be better",
}


def _example(example: Example) -> list[str]:
    bad, good = example.program(example.bad).strip(), example.program(example.good).strip()
    return [
        f"Bad ({_OUTCOMES[example.outcome]}):",
        f"```python\n{bad}\n```",
        "Good:",
        f"```python\n{good}\n```",
    ]


def _paragraph(text: str) -> str:
    return inspect.cleandoc(text).replace("\n", " ")


def _sentence(text: str) -> str:
    text = text[0].upper() + text[1:]
    return text if text.endswith(".") else f"{text}."


def as_json(item: Rule) -> dict[str, object]:
    """Return a rule as plain data."""
    return {
        "code": item.code,
        "name": item.name,
        "family": item.family,
        "frameworks": list(item.frameworks),
        "says": item.says,
        "why": _paragraph(item.why),
        "fix_safety": _paragraph(item.fix_safety),
        "outcome": item.outcome,
        "severity": item.severity,
        "default": item.default,
        "seen_by": list(item.seen_by),
        "url": item.url,
        "examples": [
            {
                "bad": example.program(example.bad),
                "good": example.program(example.good),
                "outcome": example.outcome,
                "semantics": example.semantics,
            }
            for example in item.examples
        ],
    }
