# `camp watch`: the status line, prompts and what is said between reports.
# Keys in prompts (n, h, l, c, x, r, q, y) are fixed; only their meanings are translated.

watch-all-title = check of all exercises

watch-passed = { $name } passed
watch-failed = { $name } does not pass yet
watch-not-judged = camp could not judge { $name }
watch-result-summary = { $result }: { $summary }
watch-solution = A solution to compare yours with:
watch-next = Press n for { $name }.
watch-next-plain = Next: camp watch { $name }
watch-all-done = All { $n } exercises are done. Press l to open any of them again.
watch-all-done-plain = All { $n } exercises are done. `camp watch NAME` opens any of them again.
watch-only-this-left = { $name } is the only one left.
watch-checked = { $passed } of { $n } exercises pass.
watch-bye = { $done }/{ $n } done. `camp watch` goes on from here.

watch-progress = { $done }/{ $n } done
watch-progress-short = { $done }/{ $n }
watch-state-waiting = save the file to judge it
watch-state-judging = judging
watch-state-doing = judging, { $what }
watch-state-checking = checking all
watch-state-passed = passed
watch-state-failed = failed
watch-state-not-judged = not judged

watch-key-next = next
watch-key-hint = hint
watch-key-list = list
watch-key-check = check all
watch-key-reset = reset
watch-key-run = run
watch-key-quit = quit

watch-confirm-reset = Reset { $name } to its original text? Yours is kept as a backup. (y/N)
watch-confirm-skip = { $name } does not pass yet. Go on to { $next } all the same? (y/N)
watch-list-help = Number or ↑ ↓ and Enter opens, Esc goes back
watch-word-passed = passed
watch-word-failed = failed
watch-word-not-judged = not judged

watch-polling-mount = This folder lies on a { $kind } mount, where saves are not always announced: camp looks every half second. A folder on a local disk reacts faster; r judges at once.
watch-polling-silent = Saves are not announced in this folder: camp looks every half second. r judges at once.
watch-polling-limit = The system's limit on watched files (inotify) is reached: camp looks every half second. r judges at once.
watch-polling-failed = Saves cannot be watched here ({ $why }): camp looks every half second. r judges at once.

watch-key-edit = edit
watch-edit-none = camp knows no editor here. `camp watch --edit-cmd 'COMMAND'` names one; it may hold {"{"}file{"}"} and {"{"}line{"}"}.
watch-edit-missing = The editor `{ $program }` is not installed or not on the PATH. `camp watch --edit-cmd 'COMMAND'` names another; with '' camp opens none.
watch-edit-failed = The editor `{ $program }` could not be started: { $why }
watch-edit-ended = The editor `{ $program }` failed: { $why }
watch-panic-report = camp has a fault, please report it: { $what }
watch-more = Press m to see everything that is known.
