/* What generated lines use of nxdk's pbkit: a push buffer whose blocks are printed at their end, a method and a word in
 * each line. A block of debug builds has room for 128 words. */
#ifndef PBKIT_STUB_H
#define PBKIT_STUB_H

#include <assert.h>
#include <stdint.h>
#include <stdio.h>

static uint32_t stub_block[1024];

static inline uint32_t *pb_begin(void)
{
	return stub_block;
}

static inline void pb_push(uint32_t *p, uint32_t method, uint32_t count)
{
	*p = count << 18 | method;
}

static inline uint32_t *pb_push1(uint32_t *p, uint32_t method, uint32_t word)
{
	pb_push(p, method, 1);
	p[1] = word;
	return p + 2;
}

static inline void pb_end(uint32_t *end)
{
	assert(end - stub_block <= 128);
	for (const uint32_t *p = stub_block; p < end;) {
		uint32_t method = *p & 0x1FFC, count = *p >> 18;
		p++;
		for (; count > 0; count--, method += 4)
			printf("%x %x\n", (unsigned)method, (unsigned)*p++);
	}
}

#endif
