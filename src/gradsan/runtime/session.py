"""The guard: watch a stretch of a program and report what broke its gradients."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from inspect import isasyncgenfunction, iscoroutinefunction, isgeneratorfunction
from types import TracebackType
from typing import Any, ParamSpec, TypeVar, cast, overload

from gradsan import __version__
from gradsan.model.event import Hazard, Proof, RuntimeEvent, Stack
from gradsan.model.finding import Finding
from gradsan.model.report import Report, Tool
from gradsan.runtime.hub import hub
from gradsan.runtime.mending import Mender
from gradsan.runtime.policy import HazardError, Policy
from gradsan.runtime.telling import FixProposer, Teller

P = ParamSpec("P")
R = TypeVar("R")


class Guard:
    """A session. It may be entered again; its report goes on.

    Patches are process-wide while any guard is active; saved-tensor hooks belong to the
    thread that entered.
    """

    repairs = False
    keywords: tuple[str, ...] = ("on_write", "on_silent", "nonfinite", "proof", "select", "ignore")
    as_executed: frozenset[str] = frozenset()  # rules that are told, and never raise

    def __init__(self, policy: Policy, *, target: str = "") -> None:
        self._policy = policy
        self._target = target
        self._teller = Teller(policy.codes)
        self._mender = Mender(policy.codes)
        self._remarks: dict[str, None] = {}
        self._leave: list[Callable[[], None]] = []
        self.propose_fix: FixProposer | None = None

    @property
    def policy(self) -> Policy:
        """What it was asked to do."""
        return self._policy

    def __enter__(self) -> Guard:
        self._leave.append(hub.enter(self, repairs=self.repairs))
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if isinstance(error, Exception):
            hub.uncaught(error)
        self._leave.pop()()

    def __call__(self, function: Callable[P, R]) -> Callable[P, R]:
        """Guard every call of a function; its report is `function.guard.report`."""

        _refuse_other(function, self.keywords)
        if isasyncgenfunction(function):
            raise TypeError("an asynchronous generator cannot be guarded; guard what it calls")
        guarded: Any = self._around(function)
        functools.update_wrapper(guarded, function)
        guarded.guard = self
        return cast("Callable[P, R]", guarded)

    def _around(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function, coroutine or generator that is guarded until it has ended."""
        if iscoroutinefunction(function):

            async def awaited(*args: Any, **kwargs: Any) -> Any:
                with self:
                    return await function(*args, **kwargs)

            return awaited
        if isgeneratorfunction(function):

            def drawn(*args: Any, **kwargs: Any) -> Any:
                with self:
                    return (yield from function(*args, **kwargs))

            return drawn

        def called(*args: Any, **kwargs: Any) -> Any:
            with self:
                return function(*args, **kwargs)

        return called

    def settle(self) -> None:
        """Take what only the end of a guard tells, as this one will not come to its end."""
        hub.confirm(self)

    def uncaught(self, error: BaseException) -> None:
        """Look at an error that ended the program, before it is printed."""
        hub.uncaught(error)

    @property
    def report(self) -> Report:
        """What was found so far, silent corruption first."""
        versions = tuple((watch.name, watch.version) for watch in hub.watches.values())
        tool = Tool(version=__version__, verb="run", target=self._target, frameworks=versions)
        findings = self._teller.findings(self.propose_fix) + self._mender.findings()
        notes = (*self._mender.summary(), *self._remarks)
        return Report(findings, tool, notes=notes).told_in_order()

    def hear(self, event: RuntimeEvent) -> bool:
        """Take a hazard or a mishap from the hub; tell whether it is wanted."""
        found = self._teller.tell(event)
        if self._policy.on_silent == "raise":
            for finding in found:
                if finding.outcome == "silent" and finding.code not in self.as_executed:
                    raise HazardError(finding)
        return bool(found)

    def mended(self, hazard: Hazard, copied: int) -> None:
        """Take a hazard that was repaired."""
        self._mender.mended(hazard, copied)

    def cured(self, code: str, op: str, stack: Stack) -> None:
        """Take a forbidden write that was made possible."""
        self._mender.cured(code, op, stack)

    def shown(self, hazard: Hazard, proof: Proof) -> None:
        """Take the numbers of a silent hazard."""
        self._teller.show(hazard, proof)

    def take(self, finding: Finding, *, is_met: bool = False) -> bool:
        """Take what check has read and the run has borne out, or met just now."""
        is_wanted = self._teller.take(finding)
        if is_met and self._policy.on_silent == "raise":
            raise HazardError(finding)
        return is_wanted

    def remark(self, text: str) -> None:
        """Take a remark for the end of the report."""
        self._remarks[text] = None


def _refuse_other(function: object, keywords: tuple[str, ...]) -> None:
    if not callable(function):
        valid = ", ".join(keywords)
        raise TypeError(f"{function!r} is not a function, nor one of the keywords {valid}")
    if isinstance(function, type):
        raise TypeError(f"{function.__qualname__} is a class: guard its methods, or what uses it")


@overload
def guard(function: Callable[P, R], /) -> Callable[P, R]: ...
@overload
def guard(
    *,
    on_write: str | None = None,
    on_silent: str = "report",
    nonfinite: str = "auto",
    proof: bool = False,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
) -> Guard: ...
def guard(
    function: Callable[..., Any] | None = None,
    /,
    *,
    on_write: str | None = None,
    on_silent: str = "report",
    nonfinite: str = "auto",
    proof: bool = False,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
) -> Any:
    """Watch what is inside: which saved values are changed before backward needs them.

    A context manager, and a decorator with or without parentheses. Nothing is raised that
    the framework would not raise; its error carries the places as a note. With
    `on_silent="raise"` a value changed unseen raises `HazardError`; `on_write="warn"` warns at
    the write, before anybody knows whether backward will need the value. `nonfinite` says how
    closely NaN and inf are looked for: "auto" (the first pass of each line), "always", "never".
    `proof=True` keeps a copy of every saved value that is written, and shows silent findings in
    numbers: what was saved, what backward read, how far the gradient is off.
    `select` and `ignore` take codes, prefixes or names of rules.

    >>> with guard() as g:
    ...     pass  # forward, backward
    >>> g.report.findings
    ()
    """
    policy = Policy.of(
        on_silent, select, ignore, on_write=on_write, nonfinite=nonfinite, proof=proof
    )
    session = Guard(policy)
    return session if function is None else session(function)
