# Words of the renderer itself.
diag-error = error
diag-warning = warning
diag-note = note
diag-help = help
diag-where = where
diag-remark = { $word }:
diag-case = case `{ $case }`
diag-place-thread = thread { $thread }
diag-place-block-thread = block { $block }, thread { $thread }
diag-place-block = block { $block }
diag-place-case = { $place }, { $case }
diag-no-source = (the source is not available)
