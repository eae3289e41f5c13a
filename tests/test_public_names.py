"""Public names stay callable, whatever submodule is imported."""

from __future__ import annotations

import importlib
import pkgutil

import gradsan


def every_submodule() -> list[str]:
    return [
        info.name
        for info in pkgutil.walk_packages(gradsan.__path__, "gradsan.")
        if not info.name.endswith("__main__") and ".backends." not in info.name
    ]


def test_public_functions_survive_the_import_of_every_submodule() -> None:
    for name in every_submodule():
        importlib.import_module(name)
    for name in gradsan.__all__:
        value = getattr(gradsan, name)
        assert isinstance(value, str) or callable(value), name
    with gradsan.guard() as session:
        assert session.report.findings == ()
    assert "in place" in str(
        gradsan.explain(
            "a leaf Variable that requires grad is being used in an in-place operation."
        )
    )
    assert issubclass(gradsan.HazardError, RuntimeError)


def test_no_module_bears_the_name_of_a_public_function() -> None:
    last_names = {name.rpartition(".")[2] for name in every_submodule()}
    verbs = {"check", "guard", "repair", "verify", "compare", "at", "as_numpy", "explain", "graph"}
    assert last_names & (verbs | set(gradsan.__all__)) == set()


def test_an_unknown_name_is_an_attribute_error() -> None:
    assert not hasattr(gradsan, "gaurd")


def test_dir_lists_the_public_names() -> None:
    assert dir(gradsan) == sorted(gradsan.__all__)
