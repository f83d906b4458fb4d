#include "CProcess.h"

#include <sys/auxv.h>

static int count = 0;
static char *none[] = {0};
static char **arguments = none;

__attribute__((constructor)) static void keep(int argc, char **argv) {
    count = argc;
    arguments = argv;
}

int plated_argument_count(void) { return count; }

char **plated_arguments(void) { return arguments; }

const char *plated_started_path(void) { return (const char *)getauxval(AT_EXECFN); }
