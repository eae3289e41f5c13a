"""The interpreter's facts about a file, behind the `Query` that rules ask."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from gradsan.model.finding import Place
from gradsan.static.flow import walk
from gradsan.static.machine import Facts
from gradsan.static.numbers.singular import note_singular
from gradsan.static.query import Incident, StaticHazard, StaticWrite
from gradsan.static.source import Source


@dataclass
class FileQuery:
    """One file; walked when the first rule asks."""

    source: Source
    maybe: bool = True  # guesses are wanted, too

    @cached_property
    def facts(self) -> Facts:
        """Walk the file once, if there may be something to tell."""
        if not self.source.may_matter:
            return Facts()
        facts = walk(self.source, maybe=self.maybe)
        note_singular(self.source, facts)
        return facts

    @property
    def filename(self) -> str:
        """The name that findings carry."""
        return self.source.filename

    def hazards(self) -> Iterator[StaticHazard]:
        """Yield every save-write-use that does not fit, the first write of each save only."""
        yield from sorted(
            self.facts.hazards.values(),
            key=lambda hazard: (hazard.write.spot.place, hazard.save.order),
        )

    def incidents(self, kind: str) -> Iterator[Incident]:
        """Yield what of this kind goes wrong, once per place."""
        found = (item for item in self.facts.incidents.values() if item.kind == kind)
        yield from sorted(found, key=lambda item: item.spot.place)

    def text(self, place: Place) -> str:
        """Return the source at a place."""
        return self.source.text(place)

    def write_at(self, place: Place) -> StaticWrite | None:
        """Return the write whose own place this is."""
        return self.facts.writes.get(place)
