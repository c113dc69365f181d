// `memcpy` and `memset` are NVRTC's own; a device has no string functions.
#ifndef CAMP_STRING_H
#define CAMP_STRING_H
#include <stddef.h>
#endif
