#include "CProcess.h"

#include <sys/timex.h>

int plated_clock_is_synchronised(void) {
    struct timex state = {.modes = 0};
    if (adjtimex(&state) < 0) return -1;
    // Microseconds. The kernel lets it grow up to that while it hears of nobody; STA_UNSYNC may be set for other reasons (chronyd without
    // rtcsync).
    return state.maxerror < 16000000;
}
