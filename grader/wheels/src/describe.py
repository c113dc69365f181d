# Says as one line of JSON what this interpreter is. A "plain" one loads the usual wheels for CPython.
import json
import os
import platform
import sys
import sysconfig

threads = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
print(json.dumps({
    "name": platform.python_implementation() + " " + platform.python_version() + ("t" if threads else ""),
    "is_plain": sys.implementation.name == "cpython" and not threads and sys.maxsize > 2**32,
    "major": sys.version_info[0],
    "minor": sys.version_info[1],
    "program": os.path.realpath(sys.executable) if sys.executable else "",
    "stdlib": sysconfig.get_paths()["stdlib"],
}))
