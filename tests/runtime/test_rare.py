"""Which texts make the guard listen to what few programs do."""

from __future__ import annotations

import linecache

import pytest

from gradsan.runtime import stacks
from gradsan.runtime.rare import is_rare


def _is_rare(text: str) -> bool:
    filename = f"<text {hash(text)}>"
    linecache.cache[filename] = (len(text), None, text.splitlines(keepends=True), filename)
    try:
        return is_rare(filename)
    finally:
        del linecache.cache[filename]


@pytest.mark.parametrize(
    "text",
    [
        "torch.add(x, y, out=x)\n",
        "torch.add(x, y, out = x)\n",
        "torch.add(\n    x,\n    y,\n    out=x,\n)\n",
        "torch.add(\n    x,\n    y,  # a remark\n    out=x,\n)\n",
        "torch.add(x, y, **{'out': x})\n",
        "torch.add(x, y, **dict(out=x))\n",
        "net = spectral_norm(nn.Linear(3, 3))\n",
        "torch.ops.aten.add_(x, y)\n",
        "ctypes.memset(x.data_ptr(), 0, 4)\n",
        "apply(torch.Tensor.add_, x)\n",
    ],
)
def test_a_file_that_may_write_by_rare_means_is_listened_to(text: str) -> None:
    assert _is_rare(text)


@pytest.mark.parametrize(
    "text",
    [
        "out = self.conv(x)\nout += x\nreturn out\n",
        "class Net:\n    def __init__(self):\n        self.out = nn.Linear(3, 3)\n",
        "self.mix, self.out = nn.Linear(3, 9), nn.Linear(3, 3)\n",
        "assert close(out == x)\n",
        "layout = f(layout=torch.strided)\n",
        "torch.Tensor.add_(x, y)\n",
    ],
)
def test_a_name_that_is_out_makes_nobody_listen(text: str) -> None:
    assert not _is_rare(text)


def test_a_file_that_is_no_module_is_asked_again_in_a_later_session() -> None:
    """It is met once; a cell of a notebook that is guarded again is the same file."""
    stacks.classify("/a/cell/of/a/notebook.py")
    assert stacks.kinds["/a/cell/of/a/notebook.py"] == stacks.USER
    assert "/a/cell/of/a/notebook.py" in stacks.user_files()
