# Unpacks from a wheel (first argument) into a folder (second) what compiling needs:
# NVRTC itself, the headers and the licences.
import sys
import zipfile

PREFIXES = ("libnvrtc.so.", "libnvrtc-builtins.so.")

with zipfile.ZipFile(sys.argv[1]) as wheel:
    for entry in wheel.infolist():
        name = entry.filename
        is_library = name.rsplit("/", 1)[-1].startswith(PREFIXES)
        if not name.endswith("/") and (is_library or "/include/" in name or "license" in name.lower()):
            wheel.extract(entry, sys.argv[2])
