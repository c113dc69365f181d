// `assert` is NVRTC's own; `static_assert` is a keyword.
#ifndef CAMP_ASSERT_H
#define CAMP_ASSERT_H
#endif
