"""Tell whether the gradient of a function is right: claimed against measured.

  gradsan verify package.module:function --input "randn(3, 4, seed=1)"
  gradsan verify losses.py:focal --input "rand(8)" --input "randint(8, high=2, dtype=float32)"

Every --input is one argument, in order: randn, rand, zeros, ones, full, arange, eye or randint
with a shape, and dtype=, device=, seed=, low=, high=, value=; or a list of numbers. It is
parsed, never evaluated. The gradient is compared with central differences in float64 along
random directions; the module is run a second time, to find what the function remembers.

Exit 1 if it is wrong; «not smooth here» and «cannot tell» exit 0, with --strict 1, too.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from gradsan.backends.choice import FRAMEWORKS
from gradsan.cli.entry import UsageError
from gradsan.cli.target import framework_for, load_again, load_target
from gradsan.model.input_spec import SpecError, parse_spec


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what verify takes."""
    parser.add_argument("function", help="package.module:function or file.py:function")
    add_input_options(parser)
    parser.add_argument("--second-order", action="store_true", help="second derivatives, too")
    parser.add_argument("--strict", action="store_true", help="exit 1 unless it is right")
    parser.add_argument(
        "--no-fresh", action="store_true", help="do not run the module a second time"
    )


def add_input_options(parser: argparse.ArgumentParser) -> None:
    """Add --input and the options that verify and compare share."""
    parser.add_argument(
        "--input", action="append", default=[], metavar="SPEC", help='such as "randn(3, 4, seed=1)"'
    )
    parser.add_argument("--framework", choices=FRAMEWORKS, help="if the function does not tell")
    parser.add_argument("--seed", type=int, default=0, help="of the random directions")
    parser.add_argument("--output-format", choices=("text", "json"), default="text")
    parser.add_argument("-o", "--output-file", type=Path, metavar="FILE")


def execute(args: argparse.Namespace) -> int:
    """Verify and tell."""
    from gradsan.verification.verifying import verify

    fn = load_target(args.function)
    framework = framework_for(fn, args.framework)
    inputs = make_inputs(args.input, framework)
    fresh = None if args.no_fresh else load_again(args.function)
    found = verify(
        fn,
        *inputs,
        second_order=args.second_order,
        seed=args.seed,
        framework=framework,
        fresh=fresh,
    )
    tell(found.as_json() if args.output_format == "json" else str(found), args.output_file)
    return int(found.answer == "wrong" or (args.strict and not found.is_right))


def make_inputs(texts: list[str], framework: str) -> list[object]:
    """Make the inputs that were spelled."""
    from gradsan.backends.inputs import made

    if not texts:
        raise UsageError('no input (--input "randn(3, 4)" for each argument)')
    try:
        return [made(parse_spec(text), framework) for text in texts]
    except SpecError as error:
        raise UsageError(str(error)) from None


def tell(text: str, file: Path | None) -> None:
    """Write the answer to the file asked for, else to stdout."""
    if file is None:
        sys.stdout.write(f"{text}\n")
        return
    try:
        file.write_text(f"{text}\n", encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {file}: {error.strerror}") from None
