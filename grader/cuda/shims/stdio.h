// `printf` is NVRTC's own; a device has no other stream.
#ifndef CAMP_STDIO_H
#define CAMP_STDIO_H
#include <stddef.h>
#endif
