#@ exercise: copy
copy_kernel = 3
#@ finds: 2 compile-error
