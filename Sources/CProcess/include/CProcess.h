// What this process is given by glibc and the kernel, and Swift cannot reach.
#pragma once

// The program's arguments, from glibc itself: it hands them to constructors as it does to main.
//
// Swift's CommandLine looks for them in /proc and in memory, and finds none in a chroot without /proc and under some preloaded
// libraries (libfaketime).
// 0 where the program was started without even a name.
int plated_argument_count(void);
// The process's own: what is written there is seen by ps. Ends with NULL.
char **plated_arguments(void);
// The path that the kernel was told to start; NULL where it does not say.
const char *plated_started_path(void);

// From now on a signal is a byte, its number, in this pipe; 0, or an errno. (libdispatch's own way asks the kernel for a thread of higher
// priority, is refused, and says so on standard error.)
int plated_pass_on_signal(int number, int descriptor);

// Unmaps what of the program's and its libraries' files is in memory and was never written: symbol tables, relocations, code that ran once.
// The kernel has those files in its cache, and maps again what is used again. The bytes of all that was looked at.
unsigned long plated_release_program_pages(void);

// Whether somebody keeps the clock on the wall right: 1 or 0; -1 where the kernel does not say, as to a unit with ProtectClock=.
int plated_clock_is_synchronised(void);
