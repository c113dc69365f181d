# Unpacks a wheel (first argument) into a folder (second): the files whose paths the third argument, a regular expression, is
# found in. They lie where pip would install them: what a wheel keeps in `….data/` goes to the top, scripts to `bin/`.
import re
import sys
import zipfile

keeps = re.compile(sys.argv[3])
with zipfile.ZipFile(sys.argv[1]) as wheel:
    for entry in wheel.infolist():
        parts = entry.filename.split("/")
        if parts[0].endswith(".data") and len(parts) > 2:
            entry.filename = "/".join((["bin"] if parts[1] == "scripts" else []) + parts[2:])
        if entry.filename and not entry.filename.endswith("/") and keeps.search(entry.filename):
            # Python leaves out `..` and a leading `/`.
            wheel.extract(entry, sys.argv[2])
