"""Make the list of edits anew: survey the models, draw edits, run each one.

Drawn by kind and package in turn, so that no single habit of one package decides the figure; a
statement is edited once, a function that is copied between files counts once, and a file gives
only a few. Edits that cannot be judged are replaced by others until there are enough.
"""

from __future__ import annotations

import importlib
import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import cycle
from pathlib import Path
from typing import Any

import seeded_models as models
from seeded_mutations import Mutation, apply, mutations
from seeded_outcomes import outcome
from seeded_survey import survey
from seeded_training import in_child

TURNS = (
    "augment", "index", "method", "augment", "module", "functional", "augment", "index", "method",
    "function",
)  # fmt: skip
PER_FILE = 6
PER_EDIT = 3  # models that an edit is run on
SEVERITY = ("invalid", "fine", "differs", "raises")


@dataclass(frozen=True, slots=True)
class Candidate:
    """An edit that some model's run meets."""

    file: str
    mutation: Mutation
    recipes: tuple[str, ...]

    @property
    def package(self) -> str:
        return self.file.split("/")[0]


def rebuild(target: Path, *, count: int, seed: int) -> None:
    """Write `count` edits with their outcomes; the file grows as they are found."""
    models.import_packages()
    site = Path(str(importlib.import_module("timm").__file__)).parents[1]
    versions, edits = models.versions(), list[dict[str, Any]]()
    invalid: Counter[str] = Counter()
    for candidate in draw(candidates(site, seed), seed):
        recipe, answer = run(candidate, site)
        if answer["outcome"] == "invalid":
            invalid[answer["error"].split(":")[0]] += 1
            print(f"   -  {candidate.file}:{candidate.mutation.line} {answer['error'][:120]}")
            continue
        mutation = candidate.mutation
        edits.append(
            {
                "package": candidate.package,
                "version": versions[candidate.package],
                "file": candidate.file,
                "line": mutation.line,
                "column": mutation.column,
                "end_line": mutation.end_line,
                "kind": mutation.kind,
                "old": mutation.old,
                "new": mutation.new,
                "model": recipe,
                **answer,
            }
        )
        print(f"{len(edits):4}  {answer['outcome']:8} {candidate.file}:{mutation.line}", flush=True)
        target.write_text(json.dumps(edits, indent=1) + "\n")
        if len(edits) == count:
            break
    print("not counted:", dict(invalid))


def run(candidate: Candidate, site: Path) -> tuple[str, dict[str, Any]]:
    """Run an edit in children, on one model after the other until one breaks."""
    mutation, path = candidate.mutation, site / candidate.file
    edited = apply(
        path.read_text(),
        line=mutation.line,
        column=mutation.column,
        old=mutation.old,
        new=mutation.new,
    )
    answers: dict[str, dict[str, Any]] = {}
    for recipe in candidate.recipes:
        ask = partial(outcome, recipe, path, edited, kind=mutation.kind, site=site)
        answers[recipe] = in_child(ask)
        if answers[recipe]["outcome"] in {"raises", "differs"}:
            break
    # The worst of them; «unclear» or a broken run says less than a clean one.
    return max(answers.items(), key=lambda item: SEVERITY.index(item[1]["outcome"]))


def candidates(site: Path, seed: int) -> list[Candidate]:
    """Survey every model; an edit that many models meet goes to a few of them."""
    met: defaultdict[tuple[str, int], list[str]] = defaultdict(list)
    for recipe in models.recipes():
        answer = in_child(partial(survey, recipe, site))
        for file, number in answer.get("met", []):
            met[file, number].append(recipe)
        print(f"{recipe}: {len(answer.get('met', []))} edits {answer.get('error', '')}", flush=True)
    chance = random.Random(seed)
    edits = {file: mutations((site / file).read_text()) for file in sorted({key[0] for key in met})}
    return [
        Candidate(file, edits[file][number], some(recipes, chance))
        for (file, number), recipes in sorted(met.items())
    ]


def some(recipes: list[str], chance: random.Random) -> tuple[str, ...]:
    return tuple(chance.sample(sorted(recipes), min(PER_EDIT, len(recipes))))


def draw(found: list[Candidate], seed: int) -> Iterator[Candidate]:
    """Yield candidates in random order, kind by kind and package by package."""
    chance = random.Random(seed)
    heaps: defaultdict[tuple[str, str], list[Candidate]] = defaultdict(list)
    for candidate in found:
        heaps[candidate.mutation.kind, candidate.package].append(candidate)
    for heap in heaps.values():
        chance.shuffle(heap)
    packages = {kind: cycle(models.PACKAGES) for kind in set(TURNS)}
    twins: set[str] = set()
    statements: set[tuple[str, int]] = set()
    files: Counter[str] = Counter()
    for kind in cycle(TURNS):
        if not any(heaps.values()):
            return
        heap = heaps[kind, next(packages[kind])]
        while heap:
            candidate = heap.pop()
            statement = (candidate.file, candidate.mutation.line)
            if candidate.mutation.twin in twins or statement in statements:
                continue
            if files[candidate.file] == PER_FILE:
                continue
            twins.add(candidate.mutation.twin)
            statements.add(statement)
            files[candidate.file] += 1
            yield candidate
            break
