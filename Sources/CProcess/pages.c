#define _GNU_SOURCE
#include "CProcess.h"

#include <link.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// Whether relocations were written into what is otherwise read only.
static int is_relocated_in_place(struct dl_phdr_info *info) {
    for (int i = 0; i < info->dlpi_phnum; i++) {
        if (info->dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
        for (const ElfW(Dyn) *entry = (const ElfW(Dyn) *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr); entry->d_tag != DT_NULL; entry++) {
            if (entry->d_tag == DT_TEXTREL) return 1;
            if (entry->d_tag == DT_FLAGS && entry->d_un.d_val & DF_TEXTREL) return 1;
        }
    }
    return 0;
}

static int release(struct dl_phdr_info *info, size_t size, void *context) {
    (void)size;
    // The kernel's own has no file.
    if (strstr(info->dlpi_name, "linux-vdso") || is_relocated_in_place(info)) return 0;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        // What can be written to may have been, and would be as it stands in the file again.
        if (part->p_type != PT_LOAD || part->p_flags & PF_W) continue;
        uintptr_t start = (info->dlpi_addr + part->p_vaddr) & ~(page - 1);
        uintptr_t end = (info->dlpi_addr + part->p_vaddr + part->p_filesz) & ~(page - 1);
        if (end > start && madvise((void *)start, end - start, MADV_DONTNEED) == 0) *(size_t *)context += end - start;
    }
    return 0;
}

unsigned long plated_release_program_pages(void) {
    size_t released = 0;
    dl_iterate_phdr(release, &released);
    return released;
}
