// Gives the tasks of a test process as many threads as they block.
//
// Swift runs all tasks on as many threads as the machine has cores. Tests start programs and wait for them, and the code under test is
// called as its queues call it, which block. Two such tests would hold all threads of two cores, and the others would wait. So tasks run
// on a queue of Dispatch here, which begins another thread for one that blocks. How many tests run at once is scripts/test's business.
//
// The hook is the runtime's own for that: https://github.com/swiftlang/swift/blob/main/include/swift/Runtime/Concurrency.h
#define SWIFT __attribute__((swiftcall))

typedef struct {
    void *identity;
    unsigned long implementation;
} Executor;

extern SWIFT void swift_job_run(void *job, Executor executor);
extern SWIFT void (*swift_task_enqueueGlobal_hook)(void *job, SWIFT void (*original)(void *));

// From <dispatch/dispatch.h>, which lies in Swift's folder, where only its own compiler looks.
struct dispatch_queue_attr;
extern struct dispatch_queue_attr _dispatch_queue_attr_concurrent;
extern void *dispatch_queue_create(const char *label, struct dispatch_queue_attr *attributes);
extern void dispatch_async_f(void *queue, void *context, void (*work)(void *));

static void *queue;

static void run(void *job) { swift_job_run(job, (Executor){0, 0}); }

static SWIFT void enqueue(void *job, SWIFT void (*original)(void *)) {
    (void)original;
    dispatch_async_f(queue, job, run);
}

__attribute__((constructor)) static void begin(void) {
    queue = dispatch_queue_create("tests", &_dispatch_queue_attr_concurrent);
    swift_task_enqueueGlobal_hook = enqueue;
}
