"""Write docs/rules/: a page per rule and an index, from the rule files alone."""

from __future__ import annotations

from pathlib import Path

from gradsan.cli.rule_command import page
from gradsan.model.rule import FAMILIES
from gradsan.rules.index import entries

FOLDER = Path(__file__).parent.parent / "docs" / "rules"


def main() -> None:
    """Write every page, and remove those of rules that are gone."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    pages = {f"{entry.rule.code}.md": f"{page(entry.rule)}\n" for entry in entries()}
    pages["README.md"] = index()
    for path in FOLDER.glob("*.md"):
        if path.name not in pages:
            path.unlink()
    for name, text in pages.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
    print(f"{len(pages)} pages in docs/rules")


def index() -> str:
    """Return the list of rules, by family."""
    lines = ["# Rules", "", "Written by `make docs` from the rule files.", ""]
    for prefix, family in FAMILIES.items():
        members = [entry.rule for entry in entries() if entry.rule.code.startswith(prefix)]
        if members:
            lines += [
                f"## {prefix}: {family}",
                "",
                "| rule | says | seen by |",
                "| --- | --- | --- |",
            ]
            lines += [
                f"| [{rule.code}]({rule.code}.md) {rule.name} | {rule.says} | "
                f"{', '.join(rule.seen_by)} |"
                for rule in members
            ]
            lines.append("")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
