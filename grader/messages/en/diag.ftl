# Words of the renderer itself.
diag-error = error
diag-warning = warning
diag-note = note
diag-help = help
diag-also = also
diag-book = book
diag-both = { $first }, { $second }
diag-more-times = { $count ->
    [one] once more
   *[other] { $count } more times
 }
diag-in-cases = in { $count } cases
diag-often = { $once } ({ $often })
diag-where = where
diag-remark = { $word }:
diag-case = case `{ $case }`
diag-place-thread = thread { $thread }
diag-place-block-thread = block { $block }, thread { $thread }
diag-place-block = block { $block }
diag-no-source = (the source is not available)
