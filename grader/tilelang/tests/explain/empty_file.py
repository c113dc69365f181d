#@ exercise: copy
#@ finds: none compile-error
