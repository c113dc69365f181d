# The page that `camp report` writes.
report-title = Your progress
report-made = Made on { $date } at { $time } by camp { $version }.
report-summary-passed = { $passed } of { $total } exercises passed.
report-summary-versions = { $count ->
    [one] Since { $since }, camp has judged one version of your kernels.
   *[other] Since { $since }, camp has judged { $shown } versions of your kernels.
 }
report-progress = Exercises
report-exercise = exercise
report-state = state
report-state-passed = passed
report-state-open = open
report-versions = versions
report-last-finding = last finding
report-last-judged = last judged

# Verdicts.
report-history = Verdicts
report-history-how = Each mark is a version of your kernel that camp judged, the oldest on the left. It stands in the row of the worst that was found in it; a thin line begins a new day.
report-no-history = No kernel has been judged yet. `camp watch` opens the first exercise; every version that you save will then appear here.
report-about = { $count ->
    [one] One version
   *[other] { $shown } versions
 }
report-about-newest = The newest { $shown } of { $total } versions
report-finding = finding
report-marks = oldest to newest
report-verdict-passed = passed
report-verdict-failed = wrong
report-verdict-error = not judged
report-lane-said = { $name }: { $count } of { $total }
report-newest-versions = The newest { $count } versions in a table
report-all-versions = { $count ->
    [one] This version in a table
   *[other] All { $count } versions in a table
 }
report-when = judged
report-verdict = verdict
report-findings = findings
report-cases = cases passed

# Measurements.
report-speed = Speed
report-no-bench = Nothing has been measured yet: how long a kernel takes can only be measured on a real GPU. On a machine with one from NVIDIA, `camp bench copy` does so, and this part of the page will show how far your kernels are from what the hardware can do.
report-no-bench-where = No GPU at hand? A machine of your school or a rented one for an hour will do: take this folder there, with `.camp` in it, and your history goes on.
report-no-bench-meanwhile = Until then, `camp profile copy` counts on any machine what each line of a kernel costs.
report-roofline = Roofline
report-roofline-title = The roofline of { $gpu }: { $gb_s } GB/s
report-roofline-point = { $name }: { $performance } GFLOP/s at { $intensity } FLOP per byte.
report-roofline-how = Each point is a shape that was measured with your newest kernel. Memory can bring no more bytes than a copy moves, so no point gets above the slanted line; one on the line is as fast as memory allows.
report-roofline-without = Without floating-point operations, and so without a place in this picture: { $names }. The tables below show them.
report-roofline-elsewhere = Measured on another GPU, and so not in this picture: { $names }.
report-axis-intensity = FLOP per byte
report-axis-performance = GFLOP/s
report-roof = copy: { $gb_s } GB/s
report-measured = Measured on { $gpu }, { $when }. A large copy moves { $gb_s } GB/s there, which is 100 %.
report-share = share of the copy
report-share-how = The bar says how much of that your kernel reaches; at the thin line it is as fast as memory allows.
report-shape = shape
report-own = yours
report-own-us = yours, µs
report-solution = solution
report-roof-key = copy
report-percent = { $value } %
report-latency = Latency by version
report-latency-how = Lower is faster. The axis below counts the versions that were measured; the one on the left is in microseconds and logarithmic.
report-latency-said = From { $before } to { $now } µs in { $count } versions.
report-change = { $before } → { $now } µs
report-measured-once = One version has been measured so far. From the second on, a plot shows what each edit did to the latency.
report-elsewhere = { $count ->
    [one] One measurement on another GPU is left out here.
   *[other] { $shown } measurements on other GPUs are left out here.
 }

# The end.
report-unreadable = { $count ->
    [one] One line of `.camp/history.jsonl` could not be read and is left out.
   *[other] { $count } lines of `.camp/history.jsonl` could not be read and are left out.
 }
report-self-contained = It shows what `.camp/history.jsonl` and `.camp/progress.txt` hold, and needs no other file and no network: it can be sent or printed as it is. `camp report` makes it anew.
