#@ exercise: copy
copy_kernel = 3
