"""Run gradsan as `python -m gradsan`."""

import sys

from gradsan.cli.entry import main

if __name__ == "__main__":
    sys.exit(main())
