#ifndef CAMP_STDBOOL_H
#define CAMP_STDBOOL_H
#endif
