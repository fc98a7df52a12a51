/* What the example uses of the console's kernel. */
#ifndef XBOXKRNL_STUB_H
#define XBOXKRNL_STUB_H

#include <stdint.h>
#include <stdlib.h>

static inline void *MmAllocateContiguousMemoryEx(
	size_t size, uintptr_t lowest, uintptr_t highest, uintptr_t alignment, unsigned protect)
{
	(void)lowest, (void)highest, (void)alignment, (void)protect;
	return malloc(size);
}

#endif
