#include "CProcess.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t targets[_NSIG];

static void pass_on(int number) {
    int before = errno;
    unsigned char byte = (unsigned char)number;
    // A pipe that is full holds enough signals already.
    ssize_t written = write(targets[number], &byte, 1);
    (void)written;
    errno = before;
}

int plated_pass_on_signal(int number, int descriptor) {
    if (number <= 0 || number >= _NSIG) return EINVAL;
    struct sigaction action = {.sa_handler = pass_on, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    targets[number] = descriptor;
    // Whoever started this process may have handed on a mask of blocked signals, as libdispatch's threads do.
    sigset_t wanted;
    sigemptyset(&wanted);
    sigaddset(&wanted, number);
    pthread_sigmask(SIG_UNBLOCK, &wanted, 0);
    return sigaction(number, &action, 0) == 0 ? 0 : errno;
}
