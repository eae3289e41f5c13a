#!/bin/sh
# Test the index of lines on every Python of 3.12 and later that is on this machine. It needs no
# framework, only pytest, which is put into a small environment of its own.
set -eu
cd "$(dirname "$0")/.."

find_python() {
  for candidate in "python$1" \
      "$(pyenv prefix "$(pyenv latest "$1" 2>/dev/null)" 2>/dev/null || true)/bin/python"; do
    if [ "$("$candidate" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null)" = "$1" ]
    then command -v "$candidate"; return; fi
  done
}

for version in 3.12 3.13; do
  python=$(find_python "$version")
  if [ -z "$python" ]; then
    echo "lines: no Python $version here, skipped"
    continue
  fi
  home=.venv-lines-$version
  if [ ! -e "$home/.ready" ]; then
    "$python" -m venv "$home"
    "$home/bin/python" -m pip install --quiet --disable-pip-version-check pytest
    touch "$home/.ready"
  fi
  echo "lines: Python $version"
  PYTHONPATH=src "$home/bin/python" -m pytest -p no:cacheprovider --noconftest \
    tests/runtime/test_lines.py
done
