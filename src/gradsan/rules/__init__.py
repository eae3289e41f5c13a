"""One rule, one file. `index` finds them by file name."""
