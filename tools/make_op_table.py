"""Write src/gradsan/ops/torch_ops.txt anew: `make table`, or `python -m tools.make_op_table`."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import torch

from tools.op_table.assemble import Assembly, assemble

TABLE = Path(__file__).parent.parent / "src" / "gradsan" / "ops" / "torch_ops.txt"
HEADER = """\
# What PyTorch's ops keep for backward, write and alias. One op a line; row.py says how to read it.
# Written by `make table` out of torch {version}: derivatives.yaml for ops with a derivative of
# their own, a probe of torch's op database for those composed of others, a list by hand.
# Do not edit: change tools/op_table/ and run it again.
"""


def text(assembly: Assembly) -> str:
    """Return the file."""
    version = torch.__version__.partition("+")[0]
    return HEADER.format(version=version) + "\n".join(assembly.lines()) + "\n"


def main() -> None:
    """Make the table and say what was noticed."""
    start = time.perf_counter()
    torch.set_num_threads(1)
    assembly = assemble()
    made = text(assembly)
    TABLE.write_text(made, encoding="utf-8")
    if "--notes" in sys.argv:
        print("\n".join(assembly.notes))
    counts = ", ".join(f"{n} {source}" for source, n in sorted(assembly.sources().items()))
    print(f"{len(assembly.drafts)} rows ({counts}), {len(made)} bytes, "
          f"{time.perf_counter() - start:.0f} s")  # fmt: skip


if __name__ == "__main__":
    main()
