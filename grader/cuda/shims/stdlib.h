// `malloc`, `free` and `abs` are NVRTC's own; a device has no environment and no process to end.
#ifndef CAMP_STDLIB_H
#define CAMP_STDLIB_H
#include <stddef.h>
#endif
