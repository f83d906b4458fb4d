// The files of Sources/Console/Pages, in the program.
#pragma once

#include <stddef.h>

struct plated_page {
    // `console.css`
    const char *name;
    const unsigned char *bytes;
    size_t size;
};

// As many as plated_page_count says.
const struct plated_page *plated_pages(void);
size_t plated_page_count(void);
