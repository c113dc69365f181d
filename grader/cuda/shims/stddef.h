#ifndef CAMP_STDDEF_H
#define CAMP_STDDEF_H
// `size_t` and `ptrdiff_t` are NVRTC's own.
#ifndef NULL
#define NULL 0
#endif
#ifndef offsetof
#if __CUDACC_VER_MAJOR__ >= 13
#define offsetof(type, member) __builtin_offsetof(type, member)
#else
#define offsetof(type, member) ((size_t) & reinterpret_cast<const volatile char &>(((type *)0)->member))
#endif
#endif
#endif
