"""Compare the backward passes of two functions: gradients, graph, memory, time.

  gradsan compare package.module:f package.module:g --input "randn(64, 64, seed=1)"
  gradsan compare torch_model.py:loss jax_model.py:loss --input "rand(8, 3)"

Every --input is one argument of both, written as for `gradsan verify`. The two may be written
for different frameworks. Exit 1 if the gradients differ or one of them raises.
"""

from __future__ import annotations

import argparse

from gradsan.cli.target import framework_for, load_target
from gradsan.cli.verify_command import add_input_options, make_inputs, tell


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what compare takes."""
    parser.add_argument("functions", nargs=2, metavar="FUNCTION", help="package.module:function")
    add_input_options(parser)
    parser.add_argument("--no-timing", action="store_true", help="leave out the times")


def execute(args: argparse.Namespace) -> int:
    """Compare and tell."""
    from gradsan.comparison.comparing import compare

    f, g = map(load_target, args.functions)
    first, second = (framework_for(fn, args.framework) for fn in (f, g))
    names = [text.rpartition(":")[2] for text in args.functions]
    if names[0] == names[1]:
        names = [text.removesuffix(".py").rpartition("/")[2] for text in args.functions]
        names = [name.replace(".py:", ":") for name in names]
    found = compare(
        f,
        g,
        *make_inputs(args.input, first),
        names=(names[0], names[1]),
        frameworks=(first, second),
        seed=args.seed,
        timing=not args.no_timing,
    )
    tell(found.as_json() if args.output_format == "json" else str(found), args.output_file)
    return int(not found.agrees)
