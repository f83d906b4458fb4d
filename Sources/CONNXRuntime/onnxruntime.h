// The part of ONNX Runtime's C interface (version 5) that running a net takes. The library is loaded while the program runs
// (dlopen), so neither its header nor the library is needed to build.
//
// The interface is a table of functions that only ever grows at its end, so a function's place in it never changes
// (https://onnxruntime.ai/docs/api/c/struct_ort_api.html). Places that are not used here are gaps.
#pragma once

#include <malloc.h>
#include <stddef.h>
#include <stdint.h>

typedef struct plated_ort_status plated_ort_status;
typedef struct plated_ort_environment plated_ort_environment;
typedef struct plated_ort_session plated_ort_session;
typedef struct plated_ort_options plated_ort_options;
typedef struct plated_ort_value plated_ort_value;
typedef struct plated_ort_allocator plated_ort_allocator;
typedef struct plated_ort_memory plated_ort_memory;
typedef struct plated_ort_type plated_ort_type;
typedef struct plated_ort_shape plated_ort_shape;

// Everything that returns a status returns NULL for success.
typedef plated_ort_status *plated_ort_outcome;

typedef struct {
    void *gap_0[2];
    const char *(*message)(const plated_ort_status *);
    plated_ort_outcome (*create_environment)(int level, const char *name, plated_ort_environment **);
    void *gap_4[2];
    plated_ort_outcome (*disable_telemetry)(const plated_ort_environment *);
    plated_ort_outcome (*create_session)(
        const plated_ort_environment *, const char *path, const plated_ort_options *, plated_ort_session **);
    void *gap_8;
    plated_ort_outcome (*run)(
        plated_ort_session *, const void *options, const char *const *input_names,
        const plated_ort_value *const *inputs, size_t input_count, const char *const *output_names,
        size_t output_count, plated_ort_value **outputs);
    plated_ort_outcome (*create_options)(plated_ort_options **);
    void *gap_11[6];
    plated_ort_outcome (*disable_memory_pattern)(plated_ort_options *);
    void *gap_18[5];
    plated_ort_outcome (*set_optimisation)(plated_ort_options *, int level);
    plated_ort_outcome (*set_threads)(plated_ort_options *, int count);
    plated_ort_outcome (*set_parallel_nodes)(plated_ort_options *, int count);
    void *gap_26[4];
    plated_ort_outcome (*input_count)(const plated_ort_session *, size_t *);
    plated_ort_outcome (*output_count)(const plated_ort_session *, size_t *);
    void *gap_32;
    plated_ort_outcome (*input_type)(const plated_ort_session *, size_t index, plated_ort_type **);
    plated_ort_outcome (*output_type)(const plated_ort_session *, size_t index, plated_ort_type **);
    void *gap_35;
    plated_ort_outcome (*input_name)(const plated_ort_session *, size_t index, plated_ort_allocator *, char **);
    plated_ort_outcome (*output_name)(const plated_ort_session *, size_t index, plated_ort_allocator *, char **);
    void *gap_38[11];
    plated_ort_outcome (*create_tensor)(
        const plated_ort_memory *, void *data, size_t bytes, const int64_t *shape, size_t rank, int element,
        plated_ort_value **);
    void *gap_50;
    plated_ort_outcome (*data)(plated_ort_value *, void **);
    void *gap_52[3];
    // The shape belongs to the type; NULL where it is no tensor.
    plated_ort_outcome (*shape_of_type)(const plated_ort_type *, const plated_ort_shape **);
    void *gap_56[4];
    plated_ort_outcome (*element)(const plated_ort_shape *, int *);
    plated_ort_outcome (*rank)(const plated_ort_shape *, size_t *);
    plated_ort_outcome (*dimensions)(const plated_ort_shape *, int64_t *, size_t count);
    void *gap_63[2];
    plated_ort_outcome (*shape_of_value)(const plated_ort_value *, plated_ort_shape **);
    void *gap_66[3];
    plated_ort_outcome (*create_cpu_memory)(int allocator, int kind, plated_ort_memory **);
    void *gap_70[6];
    plated_ort_outcome (*free)(plated_ort_allocator *, void *);
    void *gap_77;
    plated_ort_outcome (*default_allocator)(plated_ort_allocator **);
    void *gap_79[13];
    void (*release_environment)(plated_ort_environment *);
    void (*release_status)(plated_ort_status *);
    void (*release_memory)(plated_ort_memory *);
    void (*release_session)(plated_ort_session *);
    void (*release_value)(plated_ort_value *);
    void *gap_97;
    void (*release_type)(plated_ort_type *);
    void (*release_shape)(plated_ort_shape *);
    void (*release_options)(plated_ort_options *);
    void *gap_101[29];
    plated_ort_outcome (*set_entry)(plated_ort_options *, const char *key, const char *value);
    void *gap_131[13];
    // An arena that sessions share which ask for it; with NULL one that grows as they do by default.
    plated_ort_outcome (*register_allocator)(plated_ort_environment *, const plated_ort_memory *, const void *arena);
} plated_ort_api;

_Static_assert(offsetof(plated_ort_api, release_options) == 100 * sizeof(void *), "a function is out of its place");
_Static_assert(offsetof(plated_ort_api, disable_telemetry) == 6 * sizeof(void *), "a function is out of its place");
_Static_assert(offsetof(plated_ort_api, disable_memory_pattern) == 17 * sizeof(void *), "a function is out of its place");
_Static_assert(offsetof(plated_ort_api, set_entry) == 130 * sizeof(void *), "a function is out of its place");
_Static_assert(offsetof(plated_ort_api, register_allocator) == 144 * sizeof(void *), "a function is out of its place");
_Static_assert(offsetof(plated_ort_api, create_tensor) == 49 * sizeof(void *), "a function is out of its place");

// The first version that has all of these functions.
static const uint32_t plated_ort_version = 5;

// What the library's only exported function, OrtGetApiBase, returns.
typedef struct {
    // NULL for a version that the library does not have.
    const plated_ort_api *(*api)(uint32_t version);
    const char *(*version)(void);
} plated_ort_base;

typedef const plated_ort_base *(*plated_ort_entry)(void);

static const int32_t plated_ort_warning = 2;
static const int32_t plated_ort_all_optimisations = 99;
static const int32_t plated_ort_arena = 1;
static const int32_t plated_ort_default_memory = 0;
// Elements of tensors.
static const int32_t plated_ort_float = 1;
static const int32_t plated_ort_uint8 = 2;
static const int32_t plated_ort_int64 = 7;

// Gives free memory back to the system.
static inline void plated_ort_trim(void) { malloc_trim(0); }
