# Fetching packages of Python. `product` is what they make, `command` the command of camp that fetches it; `detail` and
# `reason` are the words of pip or of the system.
wheels-no-python = There is no `python3` on the PATH, which camp needs to fetch { $product }. Install it (on Debian and Ubuntu: `sudo apt install python3 python3-pip`).
wheels-no-pip = { $python } has no pip, which camp needs to fetch { $product }. Install it (on Debian and Ubuntu: `sudo apt install python3-pip`).
wheels-no-fitting-python = For { $product }, camp needs a usual Python (CPython) from { $oldest } to { $newest } with pip, and found only { $found }. Install one (on Debian and Ubuntu: `sudo apt install python3 python3-pip`) or activate an environment that has one (venv, conda, pyenv), then run `{ $command }` again.
wheels-or-otherwise = { $text } { $otherwise }
wheels-offline = The package index cannot be reached, so { $product } was not fetched. Check the network connection and pip's proxy or mirror settings (`python3 -m pip config list`), then run `{ $command }` again; what has arrived is kept. pip says: { $detail }
wheels-hash = The package { $package } that arrived is not the one that camp expects, and was thrown away. Run `{ $command }` again; if it happens again, the mirror that pip uses has another file. pip says: { $detail }
wheels-no-wheel = The package index that pip uses has no { $package } { $version } for this machine. If pip uses a mirror, ask for that package there or use another index; camp runs on Linux with x86-64 or 64-bit ARM and a recent glibc (`ldd --version` says which; 2.34 or newer is always enough). pip says: { $detail }
wheels-disk-full = There is not enough space in { $dir }: fetching { $product } takes { $needed } MB, { $available } MB are free. Free some space, or set CAMP_CACHE_DIR to a folder on another disk, then run `{ $command }` again.
wheels-disk-full-unknown = There is not enough space in { $dir }: fetching { $product } takes { $needed } MB. Free some space, or set CAMP_CACHE_DIR to a folder on another disk, then run `{ $command }` again.
wheels-not-writable = The cache cannot be written: { $path }: { $reason }. Set CAMP_CACHE_DIR to a folder that you may write, then run `{ $command }` again.
wheels-pip = pip could not download { $product } ({ $status }). Run `{ $command }` again; what has arrived is kept. pip says: { $detail }
wheels-unpack = Unpacking { $product } into { $dir } failed: { $reason }. Run `{ $command }` again.
