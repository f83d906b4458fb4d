// What glibc (2.34) has and shows only with _GNU_SOURCE, which Swift's own module of it is built without.
#pragma once

#include <spawn.h>

// The program that is started gets none of the descriptors from this one on.
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int first);
