#!/usr/bin/env bash
# Sets up the virtual environment $1. With a second argument "test", also what the tests need.
# System packages that are missing are installed when this runs as root, else named.
set -euo pipefail
venv=$1
extra=${2:-}

say() { printf '==> %s\n' "$*"; }
stop() { printf 'error: %s\n' "$*" >&2; exit 1; }

updated=
apt_install() {  # tries to install Debian packages; returns 1 where that is not possible
  command -v apt-get >/dev/null || return 1
  [ "$(id -u)" = 0 ] || return 1
  if [ -z "$updated" ]; then apt-get update -qq >/dev/null 2>&1 || true; updated=1; fi
  say "installing $*"
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

find_python() {  # Blender's wheels exist for these versions
  for name in ${PYTHON:-} python3.11 python3.13 python3; do
    command -v "$name" >/dev/null || continue
    "$name" -c 'import sys; sys.exit(sys.version_info[:2] not in ((3, 11), (3, 13)))' \
      2>/dev/null && { command -v "$name"; return; }
  done
  return 1
}

if [ ! -x "$venv/bin/python" ]; then
  python=$(find_python) || {
    apt_install python3 python3-venv && python=$(find_python)
  } || stop "needs Python 3.11 or 3.13 (Blender has no wheel for others). Install one, or give its path: make PYTHON=/path/to/python3.11"
  say "virtual environment $venv with $("$python" --version)"
  "$python" -m venv "$venv" 2>/dev/null || {
    rm -rf "$venv"
    apt_install python3-venv || stop "needs the Debian package python3-venv: apt-get install python3-venv"
    "$python" -m venv "$venv"
  }
fi

if [ "$extra" = test ]; then
  say "packages for the tests (0.3 GB more)"
  "$venv/bin/pip" install -qq --disable-pip-version-check -c constraints.txt -e '.[dev,web]'
  command -v chromium >/dev/null || apt_install chromium ||
    say "chromium is missing: the browser tests will be skipped (apt-get install chromium)"
  exit 0
fi

say "Python packages (they fill about 1.6 GB)"
"$venv/bin/pip" install -qq --disable-pip-version-check -c constraints.txt -e '.[web]'

# Shared libraries that Blender's wheel expects from the system.
declare -A package=(
  [libX11.so.6]=libx11-6 [libXrender.so.1]=libxrender1 [libXfixes.so.3]=libxfixes3
  [libXi.so.6]=libxi6 [libxkbcommon.so.0]=libxkbcommon0 [libSM.so.6]=libsm6
  [libICE.so.6]=libice6 [libGL.so.1]=libgl1 [libXxf86vm.so.1]=libxxf86vm1 [libEGL.so.1]=libegl1
)
missing_libraries() {
  local so
  so=$("$venv/bin/python" -c 'import importlib.util as u; print(u.find_spec("bpy").submodule_search_locations[0])')
  ldd "$so"/__init__*.so 2>/dev/null | awk '/not found/ {print $1}' | sort -u
}
missing=$(missing_libraries)
if [ -n "$missing" ]; then
  wanted=()
  for library in $missing; do
    [ -n "${package[$library]:-}" ] && wanted+=("${package[$library]}")
  done
  [ ${#wanted[@]} -gt 0 ] && apt_install "${wanted[@]}" || true
  missing=$(missing_libraries)
  [ -z "$missing" ] || stop "Blender needs these system libraries: $missing
Install: apt-get install ${wanted[*]}"
fi

# Optional: models that make the pictures better. Without them the builtin forms are used.
if [ ! -d /usr/share/sweethome3d/furniture ]; then
  apt_install sweethome3d-furniture ||
    say "the asset pack sweethome3d-furniture is not installed: pictures use the builtin look"
fi
say "ready"
