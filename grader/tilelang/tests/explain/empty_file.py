#@ exercise: copy
