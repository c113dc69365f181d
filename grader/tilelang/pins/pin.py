#!/usr/bin/env python3
"""Writes ../src/install/table.rs: the wheels that lowering a TileLang kernel needs, for each machine and Python.

A new version of TileLang is one command: change PACKAGES, then `python3 grader/tilelang/pins/pin.py`.
It asks pip, and so the package index that pip is set up for, for every wheel (about 0.5 GB, not kept) and needs 1 GB of
space in the folder for temporary files.
"""
import hashlib
import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

# What TileLang asks for, without PyTorch, which lowering does not need. The largest first: where the index lacks one for
# the machine, it is most likely that one, and learners should hear of it early.
PACKAGES = [
    ("tilelang", "0.1.15"),
    ("z3-solver", "4.15.4.0"),
    ("numpy", "2.4.6"),
    ("apache-tvm-ffi", "0.1.12"),
    ("ml-dtypes", "0.6.0"),
    ("psutil", "7.2.2"),
    ("tqdm", "4.70.1"),
    ("typing-extensions", "4.16.0"),
    ("cloudpickle", "3.1.3"),
]
# Where the version above has no wheel for a Python: (package, minor version of Python) -> version.
OLDER = {("numpy", 10): "2.2.6"}
PYTHONS = [10, 11, 12, 13, 14]
MACHINES = {"x86_64": "X86", "aarch64": "Arm"}
# The C libraries that wheels may ask for, newest first.
PLATFORMS = [f"manylinux_2_{minor}" for minor in range(36, 4, -1)] + ["manylinux2014", "manylinux2010", "manylinux1"]
# What is unpacked, as a regular expression of Python: not programs, not the tests of packages, which lowering never reads.
KEEPS = r"^(?!bin/)(?!.*/tests/)"

HEAD = """//! Made by `pins/pin.py`, which says how; not to be edited.

use super::pins::{Machine, Pin};

/// What of a wheel is unpacked, as [`wheels::Set::keeps`] says it.
pub(super) const KEEPS: &str = r"%s";

/// Each wheel with the Pythons (minor versions of CPython 3) and the machine that it is for.
#[rustfmt::skip]
pub(super) const PINS: &[Pin] = &[
"""


def download(package, version, python, machine, folder):
    """Has pip download the one wheel that fits; its path."""
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--no-cache-dir", "--quiet",
               "--disable-pip-version-check", "-d", folder, "--implementation", "cp", "--python-version", f"3.{python}"]
    for abi in [f"cp3{python}", "abi3", "none"]:
        command += ["--abi", abi]
    for platform in PLATFORMS:
        command += ["--platform", f"{platform}_{machine}"]
    subprocess.run([*command, f"{package}=={version}"], check=True)
    (wheel,) = pathlib.Path(folder).glob("*.whl")
    return wheel


def installed_path(name):
    """Where unpacking puts a file of a wheel, as `../../wheels/src/unpack.py` does."""
    parts = name.split("/")
    if parts[0].endswith(".data") and len(parts) > 2:
        return "/".join((["bin"] if parts[1] == "scripts" else []) + parts[2:])
    return name


def row(wheel, package, version, pythons, machine):
    """The row of the table for a wheel."""
    data = wheel.read_bytes()
    with zipfile.ZipFile(wheel) as archive:
        kept = (entry for entry in archive.infolist() if re.search(KEEPS, installed_path(entry.filename)))
        unpacked = sum(entry.file_size for entry in kept)
    return (f'    Pin {{ package: "{package}", version: "{version}", pythons: &{pythons}, machine: Machine::{machine}, '
            f'bytes: {len(data):_}, unpacked_bytes: {unpacked:_}, sha256: "{hashlib.sha256(data).hexdigest()}" }},\n')


def rows_of(package, version):
    """The rows of one package: a wheel often serves more than the Python and the machine that it was fetched for."""
    done = set()
    for machine in MACHINES:
        for python in PYTHONS:
            if (machine, python) in done:
                continue
            exact = OLDER.get((package, python), version)
            with tempfile.TemporaryDirectory() as folder:
                wheel = download(package, exact, python, machine, folder)
                print(wheel.name, file=sys.stderr)
                abi, platform = wheel.stem.split("-")[-2:]
                same = [p for p in PYTHONS if p >= python and OLDER.get((package, p), version) == exact]
                pythons = same if abi in ("abi3", "none") else [python]
                machines = list(MACHINES) if platform == "any" else [machine]
                name = "Any" if platform == "any" else MACHINES[machine]
                yield row(wheel, package, exact, pythons, name)
            done |= {(m, p) for m in machines for p in pythons}


def main():
    rows = [row for package, version in PACKAGES for row in rows_of(package, version)]
    table = pathlib.Path(__file__).resolve().parent.parent / "src/install/table.rs"
    table.write_text(HEAD % KEEPS + "".join(rows) + "];\n")


main()
